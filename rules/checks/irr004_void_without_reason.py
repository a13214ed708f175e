"""A deal was declared void and the record does not say why.

Finds: a void hand without any irregularity.
Why: voiding a deal takes back what somebody was about to win; the record must show what happened and who ruled.
Example: hand 60 is void, and its record has no irregularity.
Needs: `void`; a hand that is not marked void was not void.
Clauses: WSGC-irregularities, external:IRREGULARITIES
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rules.checks.base import BlockView, Check, Draft, Tested

CHECK = Check(
    "IRR004",
    "void-without-reason",
    "undetermined",
    "note",
    ("WSGC-irregularities", "external:IRREGULARITIES"),
)


def run(view: BlockView) -> Tested:
    return Tested(_findings(view))


def _findings(view: BlockView) -> Iterator[Draft]:
    explained = np.zeros(len(view), np.bool_)
    explained[view.hands.irregularities.hand] = True
    for hand in np.flatnonzero(view.replayed.void & ~explained).tolist():
        yield Draft(
            hand=hand,
            stated="void",
            expected="an irregularity that says why",
            unit="irregularity",
            message=f"{view.where(hand)}: the deal was declared void, and no irregularity says why.",
        )
