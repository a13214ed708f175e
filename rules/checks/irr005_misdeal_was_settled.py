"""A deal that was ruled a misdeal was settled.

Finds: a hand with an irregularity whose ruling is `misdeal`, that is not marked void.
Why: the ruling says that nothing is won or lost; the record says that the hand was played on and paid.
Example: the floor ruled hand 31 a misdeal; the hand is not void and seat 2 won $3.00.
Needs: irregularities with rulings; where none is recorded, none was made.
Clauses: WSGC-irregularities
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rules.checks.base import BlockView, Check, Draft, Tested

CHECK = Check("IRR005", "misdeal-was-settled", "violation", "major", ("WSGC-irregularities",))


def run(view: BlockView) -> Tested:
    return Tested(_findings(view))


def _findings(view: BlockView) -> Iterator[Draft]:
    listed = view.hands.irregularities
    rulings = [i for i, name in enumerate(view.hands.names) if name == "misdeal"]
    ruled = np.zeros(len(view), np.bool_)
    ruled[listed.hand[np.isin(listed["ruling"], rulings)]] = True
    for hand in np.flatnonzero(ruled & ~view.replayed.void).tolist():
        yield Draft(
            hand=hand,
            stated="settled",
            expected="void",
            unit="ruling",
            message=f"{view.where(hand)}: an irregularity was ruled a misdeal, and the deal is not marked void.",
        )
