"""A deal was declared void without a reason on record.

Finds: a void hand without an irregularity, or with irregularities that were all ruled something other than a misdeal. In pot
games only the latter: IRR014 finds a void hand without a ground.
Why: declaring a deal void takes back what somebody was about to win. The record must show what happened and who ruled
on it.
Example: hand 60 is void and has no irregularity; hand 61 is void, and its only irregularity was ruled play on.
Needs: `void`. A hand that is not marked void was not void. An irregularity without a ruling may have made it void.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rules.checks.procedure.covering_procedures import ruling_words
from rules.checks.support.check import BY_ROWS, NOT_RECORDED, POTS, Check, Draft, Tested
from rules.checks.support.recorded_irregularities import MISDEALS, MISDEALS_PATH
from rules.checks.support.views import BlockView, PotView
from rules.controls.procedure_of_irregularity import SECTION

CHECK = Check(
    "IRR004",
    "void-without-reason",
    "undetermined",
    "note",
    ("external:IRREGULARITIES", "WSGC-irregularities", *MISDEALS),
    quotes=False,
    area="procedure",
    games=(*BY_ROWS, *POTS),
    needs=("floor",),
)


def run(view: BlockView | PotView) -> Tested:
    return Tested(_findings(view))


def _findings(view: BlockView | PotView) -> Iterator[Draft]:
    listed, names = view.hands.irregularities, view.hands.names
    misdeals = [place for place, name in enumerate(names) if name == "misdeal"]
    explained = np.zeros(len(view), np.bool_)
    explained[listed.hand[np.isin(listed["ruling"], [NOT_RECORDED, *misdeals])]] = True
    if isinstance(view, PotView):
        some = np.zeros(len(view), np.bool_)
        some[listed.hand] = True
        explained |= ~some
    for hand in np.flatnonzero((view.hands.void == 1) & ~explained).tolist():
        rulings = sorted({names[place] for place in listed["ruling"][listed.hand == hand].tolist()})
        ruled = [ruling_words(each) for each in rulings]
        why = f"its irregularities were ruled {' and '.join(ruled)}" if ruled else "no irregularity says why"
        yield Draft(
            hand=hand,
            stated="void",
            expected="an irregularity that says why",
            unit="irregularity",
            clause=view.ruleset.cite(MISDEALS_PATH, naming=MISDEALS) if isinstance(view, PotView) else None,
            rule=MISDEALS_PATH if isinstance(view, PotView) else SECTION,
            message=f"{view.where(hand)}: the deal was declared void, and {why}.",
        )
