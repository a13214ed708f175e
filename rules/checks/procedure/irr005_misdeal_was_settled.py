"""A deal that was ruled a misdeal was settled.

Finds: a hand that has an irregularity with the ruling `misdeal`, is not marked void, and in which money moved. In a pot
game it is found whether or not money moved: blinds and antes were posted, and the next deal depends on it.
Why: the ruling means that nothing is won or lost; the record shows that the hand was played and paid.
Example: the floor ruled hand 31 a misdeal; the hand is not void and seat 2 won $3.00.
Needs: irregularities with rulings. Where none is recorded, none was made.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rules.checks.support.check import BY_ROWS, NOT_RECORDED, POTS, Check, Draft, Tested
from rules.checks.support.recorded_irregularities import MISDEALS, MISDEALS_PATH
from rules.checks.support.views import BlockView, PotView
from rules.controls.procedure_of_irregularity import SECTION
from rules.hands import Flags, any_seat, every_seat

CHECK = Check(
    "IRR005",
    "misdeal-was-settled",
    "violation",
    "major",
    ("external:IRREGULARITIES", "WSGC-irregularities", *MISDEALS),
    title="A misdeal was settled",
    quotes=False,
    area="procedure",
    games=(*BY_ROWS, *POTS),
    mutations=BY_ROWS,
)


def run(view: BlockView | PotView) -> Tested:
    if isinstance(view, PotView):
        return Tested(_of_pots(view))
    hands = view.hands
    unpaid = ruled_misdeal(view) & ~hands.transfers_recorded & every_seat(hands.net == NOT_RECORDED)
    return Tested(_findings(view), [(unpaid, "neither nets nor transfers of the deal were recorded")])


def ruled_misdeal(view: BlockView | PotView) -> Flags:
    """(H,) deals ruled a misdeal, though not void."""
    listed = view.hands.irregularities
    rulings = [place for place, name in enumerate(view.hands.names) if name == "misdeal"]
    ruled = np.zeros(len(view), np.bool_)
    ruled[listed.hand[np.isin(listed["ruling"], rulings)]] = True
    ruled &= view.hands.void != 1
    return ruled


def _of_pots(view: PotView) -> Iterator[Draft]:
    for hand in np.flatnonzero(ruled_misdeal(view)).tolist():
        yield Draft(
            hand=hand,
            stated="not void",
            expected="void",
            unit="ruling",
            clause=view.ruleset.cite(MISDEALS_PATH, naming=MISDEALS),
            rule=MISDEALS_PATH,
            message=f"{view.where(hand)}: an irregularity was ruled a misdeal, but the hand is not marked void.",
        )


def _findings(view: BlockView) -> Iterator[Draft]:
    hands = view.hands
    paid = any_seat((hands.net != NOT_RECORDED) & (hands.net != 0))
    paid[hands.transfers.hand[hands.transfers["amount"] > 0]] = True
    for hand in np.flatnonzero(ruled_misdeal(view) & paid).tolist():
        yield Draft(
            hand=hand,
            stated="settled",
            expected="void",
            unit="ruling",
            rule=SECTION,
            message=f"{view.where(hand)}: an irregularity was ruled a misdeal, but the deal was settled.",
        )
