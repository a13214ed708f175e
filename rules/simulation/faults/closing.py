"""Control totals of the close that are not what the log holds."""

from __future__ import annotations

from random import Random

from msgspec import UNSET

from rules.records.events import Close
from rules.simulation.faults import codes
from rules.simulation.faults.base import on_hand
from rules.simulation.faults.key import Injected

NAME = "control-total"
_AMOUNTS = (100, 500, 2500)


def alter(close: Close, random: Random) -> Injected:
    """The close counts another number of hands, or a fee that no hand paid."""
    if random.random() < 0.5 or close.totals is UNSET:
        true, close.hands = close.hands, close.hands + random.choice((1, 2, 5))
        field, recorded, code = "close.hands", close.hands, codes.HAND_TOTAL
    else:
        true, recorded = 0, random.choice(_AMOUNTS)
        close.totals.hand_fee = recorded
        field, code = "close.totals.hand_fee", codes.FEE_TOTAL
    return Injected(
        kind=NAME,
        code=code,
        hand=None,
        seat=None,
        description="The close counts hands or fees that the log does not hold.",
        field=field,
        recorded=recorded,
        true=true,
        must=on_hand(code),
    )
