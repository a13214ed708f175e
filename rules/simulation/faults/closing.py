"""Control totals of the close that are not what the log holds."""

from __future__ import annotations

from random import Random

from rules.records.events import Close
from rules.simulation.faults import codes
from rules.simulation.faults.base import on_hand
from rules.simulation.faults.key import Injected

NAME = "control-total"


def alter(close: Close, random: Random) -> Injected:
    """The close counts another number of hands."""
    true, close.hands = close.hands, close.hands + random.choice((1, 2, 5))
    return Injected(
        kind=NAME,
        code=codes.HAND_TOTAL,
        hand=None,
        seat=None,
        description="The close counts hands that the log does not hold.",
        field="close.hands",
        recorded=close.hands,
        true=true,
        must=on_hand(codes.HAND_TOTAL),
    )
