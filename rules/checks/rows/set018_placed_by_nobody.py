"""A placement or a clock call names a seat where nobody sat.

Finds: a placement or a clock call that names a seat without a player in the hand.
Why: somebody was dealt and set these cards, and the record does not say which player.
Example: a placement of seat 5 in a hand of seats 1 to 3.
Needs: `placements` or `clock_calls`.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rules.checks.support.check import Check, Draft, Tested, inapplicable
from rules.checks.support.ruleset_conditions import open_face
from rules.checks.support.views import BlockView
from rules.open_face_hands import columns_of

CHECK = Check(
    "SET018",
    "placed-by-nobody",
    "discrepancy",
    "major",
    ("external:RECORD-attributable",),
    title="A seat that is not in the hand acted in it",
    quotes=False,
    area="cards",
    applies=open_face,
    mutations=("ofc",),
)


def run(view: BlockView) -> Tested:
    face = view.hands.open_face
    if face is None:
        return inapplicable(view)
    neither = ~face.acts_recorded & ~face.clock_recorded
    return Tested(_findings(view), [(neither, "neither placements nor clock calls were recorded")])


def _findings(view: BlockView) -> Iterator[Draft]:
    face = view.hands.open_face
    assert face is not None
    strange = np.flatnonzero(columns_of(view.hands, face.acts) < 0)
    acts = zip(face.acts.hand[strange].tolist(), face.acts.seat[strange].tolist(), strict=True)
    clock = zip(face.clock.hand.tolist(), face.clock["seat"].tolist(), strict=True)
    called = [(hand, seat) for hand, seat in clock if view.hands.position(hand, seat) is None]
    for what, found in (("placement", acts), ("clock call", called)):
        for hand, seat in dict.fromkeys(found):
            if not view.replayed.void[hand]:
                yield Draft(
                    hand=hand,
                    stated=seat,
                    expected="a seat of the hand",
                    unit="seat",
                    fact=f"{what}|{seat}",
                    message=f"{view.where(hand)}: a {what} names seat {seat}, where nobody sat.",
                )
