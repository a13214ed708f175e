"""A deal was declared void without a reason on record.

Finds: a void hand without an irregularity, or with irregularities that were all ruled something other than a misdeal.
Why: declaring a deal void takes back what somebody was about to win. The record must show what happened and who ruled
on it.
Example: hand 60 is void and has no irregularity; hand 61 is void, and its only irregularity was ruled play on.
Needs: `void`. A hand that is not marked void was not void. An irregularity without a ruling may have made it void.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rules.checks.base import NOT_RECORDED, BlockView, Check, Draft, Tested
from rules.controls.procedures import SECTION

CHECK = Check(
    "IRR004",
    "void-without-reason",
    "undetermined",
    "note",
    ("external:IRREGULARITIES", "WSGC-irregularities"),
    area="procedure",
)


def run(view: BlockView) -> Tested:
    return Tested(_findings(view))


def _findings(view: BlockView) -> Iterator[Draft]:
    listed, names = view.hands.irregularities, view.hands.names
    misdeals = [place for place, name in enumerate(names) if name == "misdeal"]
    explained = np.zeros(len(view), np.bool_)
    explained[listed.hand[np.isin(listed["ruling"], [NOT_RECORDED, *misdeals])]] = True
    for hand in np.flatnonzero(view.replayed.void & ~explained).tolist():
        ruled = sorted({names[place] for place in listed["ruling"][listed.hand == hand].tolist()})
        why = f"its irregularities were ruled {' and '.join(ruled)}" if ruled else "no irregularity says why"
        yield Draft(
            hand=hand,
            stated="void",
            expected="an irregularity that says why",
            unit="irregularity",
            rule=SECTION,
            message=f"{view.where(hand)}: the deal was declared void, and {why}.",
        )
