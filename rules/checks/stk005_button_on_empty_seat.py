"""The button is at a seat where nobody sat.

Finds: a hand whose `dealer` is a seat that is not in the hand.
Why: the order of acting and paying counts from the button. A dead button is custom in many rooms; the controls do not say.
Example: the button at seat 4; seats 1, 2 and 3 were dealt in.
Needs: `dealer`.
Clauses: external:RECORD-attributable
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rules.checks.base import NOT_RECORDED, BlockView, Check, Draft, Tested
from rules.hands import any_seat

CHECK = Check(
    "STK005",
    "button-on-empty-seat",
    "undetermined",
    "note",
    ("external:RECORD-attributable",),
    area="procedure",
)


def run(view: BlockView) -> Tested:
    unrecorded = view.hands.dealer == NOT_RECORDED
    return Tested(_findings(view), [(unrecorded, "the button was not recorded")])


def _findings(view: BlockView) -> Iterator[Draft]:
    hands = view.hands
    seated = any_seat(hands.seat == hands.dealer[:, None])
    for hand in np.flatnonzero(~seated & (hands.dealer != NOT_RECORDED)).tolist():
        button = int(hands.dealer[hand])
        seats = ", ".join(str(int(each)) for each in hands.seat[hand][hands.dealt_in[hand]])
        yield Draft(
            hand=hand,
            stated=button,
            expected=f"one of {seats}",
            unit="seat",
            message=f"{view.where(hand)}: the button is at seat {button}, where nobody sat (seats {seats} were dealt in).",
        )
