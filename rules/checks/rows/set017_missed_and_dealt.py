"""A player who is recorded as absent was dealt cards.

Finds: a seat with status `missed` that has rows, discards or placements.
Why: a player who missed the hand pays the price for that and no more. A hand with cards on the table is played and
paid.
Example: seat 3 is marked missed and has thirteen cards in three rows, which foul.
Needs: `status`, and the rows or the placements.
"""

from __future__ import annotations

import numpy as np

from rules.checks.support.check import Check, Draft, Tested, hand_seats
from rules.checks.support.ruleset_conditions import open_face
from rules.checks.support.views import BlockView
from rules.open_face_hands import AS_DEALT, columns_of

CHECK = Check(
    "SET017",
    "missed-and-dealt",
    "violation",
    "major",
    ("OFC1-missed-hand", "OFC1-missed-no-royalties", "OFC-13-three", "CARN-deal-shape"),
    title="{who} missed the hand but has cards in it",
    quotes=False,
    rule=("penalties.missed_hand", "table.rows"),
    area="cards",
    applies=open_face,
    mutations=("ofc",),
)


def run(view: BlockView) -> Tested:
    face = view.hands.open_face
    if face is None or not face.missed.any():
        return Tested()
    dealt = view.hands.some_row | (face.discards_size > 0)
    columns = columns_of(view.hands, face.acts)
    acts = np.flatnonzero((face.acts.counts[:, AS_DEALT] > 0) & (columns >= 0))
    dealt[face.acts.hand[acts], columns[acts]] = True
    return Tested(
        Draft(
            hand=hand,
            seat=seat,
            stated="missed",
            expected="played",
            unit="status",
            rule="penalties.missed_hand" if view.ruleset.has("penalties.missed_hand") else "table.rows",
            message=f"{view.where(hand, seat)}: the seat is recorded as having missed the hand, but cards of it are on record.",
        )
        for hand, seat in hand_seats(face.missed & dealt & ~view.replayed.void[:, None])
    )
