"""The rake of a hand differs from the fixed rake.

Finds: a hand whose rake is not the documented amount or, where none is documented, not the rake of most hands in the
log. A void deal may have no rake.
Why: the controls take the same rake from every hand. A different amount takes money from the players or withholds it
from the house.
Example: the rake is $4.00 in 211 hands and $5.00 in hand 17.
Needs: `fees`.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rules.checks.support.check import NOT_RECORDED, Check, Draft, Tested, inapplicable
from rules.checks.support.fee_limits import UNRECORDED
from rules.checks.support.log_view import LogView
from rules.hands import Flags, Ints

CHECK = Check(
    "FEE001",
    "fixed-fee-differs",
    "discrepancy",
    "major",
    ("HG-rake",),
    title="The rake of the hand differs from the fixed rake",
    quotes=False,
    scope="log",
    rule=("fees.rake.kind",),
    area="fees",
    applies=lambda ruleset: ruleset.sections.fees.rake.fixed,
    mutations=("chinese",),
)


def run(log: LogView) -> Tested:
    fixed = log.ruled(CHECK.applies_to)
    if not fixed.any():
        return inapplicable(log)
    return Tested(
        _findings(log, fixed & log.fees.recorded),
        [(fixed & ~log.fees.recorded, UNRECORDED)],
    )


def _findings(log: LogView, testable: Flags) -> Iterator[Draft]:
    documented = _documented(log)
    usual = _usual(log.fees.rake[testable & ~log.void & (documented == NOT_RECORDED)])
    expected = np.where(documented == NOT_RECORDED, log.fees.rake if usual is None else usual, documented)
    free = log.void & (log.fees.rake == 0)
    for place in np.flatnonzero(testable & (log.fees.rake != expected) & ~free).tolist():
        stated, due = int(log.fees.rake[place]), int(expected[place])
        source = "most hands of the log have" if documented[place] == NOT_RECORDED else "the controls name"
        yield Draft(
            hand=place,
            stated=stated,
            expected=due,
            unit="money",
            money=abs(stated - due),
            clause=log.rulesets[log.under[place]].cite("fees.rake.amount"),
            message=(
                f"{log.where(place)}: a rake of {log.money(stated)} was taken; {source} {log.money(due)}, "
                f"and the rake is the same in every hand."
            ),
        )


def _documented(log: LogView) -> Ints:
    """(N,) amount that controls name; NOT_RECORDED: none."""
    amounts = np.full(len(log), NOT_RECORDED)
    for index, ruleset in enumerate(log.rulesets):
        amount = ruleset.sections.fees.rake.amount.money
        amounts[log.under == index] = NOT_RECORDED if amount is None else amount
    return amounts


def _usual(amounts: Ints) -> int | None:
    """Most frequent amount."""
    if not len(amounts):
        return None
    values, counts = np.unique(amounts, return_counts=True)
    return int(values[counts.argmax()])
