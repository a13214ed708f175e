"""A gaming day of the jackpot has no closing.

Finds: a closing of a later day than the one that follows the closing before, or than the first day of the file's period.
Why: hits of the missing day count on a level that nobody wrote down.
Example: the closing of 15 March is followed by that of 17 March; that of 16 March is missing.
Needs: two closings, or `from` in the first line and one closing. Only accounts of kind jackpot close every day.
"""

from __future__ import annotations

from rules.checks.ledger.ledger_view import LEDGERS, LedgerView
from rules.checks.support.check import Check, Draft
from rules.checks.support.event_outcomes import INAPPLICABLE, Outcomes, each_thing
from rules.ledgers.closings import days_due

CHECK = Check(
    "JKP014",
    "closing-missing",
    "discrepancy",
    "minor",
    ("external:RECORD-complete",),
    title="A gaming day of the jackpot has no closing",
    scope="ledger",
    area="evidence",
    games=LEDGERS,
)


@each_thing
def run(view: LedgerView) -> Outcomes:
    for account in view.header.accounts:
        for line, day, missing in days_due(view.replay.file, account.account):
            if account.kind != "jackpot":
                yield INAPPLICABLE
            elif missing is None:
                yield None
            else:
                yield _missing(view, line, account.account, day, missing)


def _missing(view: LedgerView, line: int, account: str, day: str, missing: str) -> Draft:
    return Draft(
        line=line,
        account=account,
        stated=day,
        expected=missing,
        unit="day",
        message=f"{view.at(line, account)}: the closing is of {day}; that of {missing} was due and is missing.",
    )
