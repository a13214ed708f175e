"""An account was overdrawn.

Finds: a line after which the balance of an account is below zero.
Why: a pool can pay no more than there is. What is paid beyond comes from other money, or was not paid.
Example: two bad beats before a closing take €1,200.00 out of €1,000.00.
Needs: the amounts of all movements since the closing before.
"""

from __future__ import annotations

from rules.checks.ledger.ledger_view import LEDGERS, LedgerView
from rules.checks.support.check import Check, Draft
from rules.checks.support.event_outcomes import Outcomes, each_thing
from rules.ledgers.ledger_days import AccountBook

CHECK = Check(
    "JKP023",
    "pool-overdrawn",
    "discrepancy",
    "critical",
    ("external:POOL-pays",),
    title="An account was overdrawn",
    scope="ledger",
    area="money",
    follows=("JKP018", "JKP020"),
    games=LEDGERS,
)


@each_thing
def run(view: LedgerView) -> Outcomes:
    for book in view.replay.books.values():
        for line, after in book.after.items():
            yield _looked(view, book, line, after)


def _looked(view: LedgerView, book: AccountBook, line: int, after: int | None) -> Draft | str | None:
    before = book.before[line].balance
    if after is None:
        return "the amount of a movement was not recorded"
    if after >= 0 or (before is not None and before < 0):  # overdrawn already: found at that line
        return None
    account = book.account.account
    return Draft(
        line=line,
        account=account,
        stated=after,
        expected=0,
        unit="money",
        money=-after,
        message=(
            f"{view.at(line, account)}: the balance is {view.money(after)} after this line; an account has "
            f"at least {view.money(0)}."
        ),
    )
