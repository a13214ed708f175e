"""A different variant was dealt than the controls describe.

Finds: a hand whose `variant` differs from that of the ruleset: Pineapple where the controls deal one card a turn, or
the reverse.
Why: in Pineapple each turn deals three cards and one is discarded. The chances of each row differ, and fewer players
can play.
Example: a Pineapple hand in a session that names ofc-cash.
Needs: `variant`, which every open-face hand has.
"""

from __future__ import annotations

import numpy as np

from rules.checks.support.check import Check, Draft, HandsView, Tested, inapplicable
from rules.open_face_hands import VARIANTS

CHECK = Check(
    "STK009",
    "variant-differs",
    "violation",
    "major",
    ("CARN-deal-single", "CARN-event", "OFC-one-per-turn", "PINE-three"),
    title="The variant played differs from the controls",
    quotes=False,
    rule=("placement.variant",),
    area="procedure",
    mutations=("ofc",),
)


def run(view: HandsView) -> Tested:
    face, placement = view.hands.open_face, view.ruleset.sections.placement
    if face is None or placement is None:
        return inapplicable(view)
    variant = placement.variant
    other = np.flatnonzero(face.variant != VARIANTS.index(variant)).tolist()
    return Tested(
        Draft(
            hand=hand,
            stated=VARIANTS[face.variant[hand]],
            expected=variant,
            unit="variant",
            message=(
                f"{view.where(hand)}: the hand is recorded as {VARIANTS[face.variant[hand]]}; "
                f"{view.ruleset} describes {variant}."
            ),
        )
        for hand in other
    )
