"""The money of an account was counted and differs from its balance.

Finds: a count that is not the balance worked out at that line.
Why: the book may be right and the money gone. Only a count of the money itself shows that.
Example: the balance is €5,010.00, and €5,008.00 was counted.
Needs: a `count` line, and the amounts of all movements before it. The book goes on from its own balance.
"""

from __future__ import annotations

from rules.checks.ledger.ledger_view import LEDGERS, LedgerView, money_off
from rules.checks.support.check import Check
from rules.checks.support.event_outcomes import Outcomes, each_thing
from rules.ledgers.ledger_records import Count

CHECK = Check(
    "JKP012",
    "pool-count-differs",
    "discrepancy",
    "major",
    ("external:FEES-counted", "OLY-4.3"),
    title="The money that was counted is not the account's balance",
    scope="ledger",
    area="fees",
    follows=("JKP034", "JKP009", "JKP010"),
    games=LEDGERS,
)


@each_thing
def run(view: LedgerView) -> Outcomes:
    for line, event in view.events(Count):
        book = view.replay.books.get(event.account)
        due = book.before[line].balance if book is not None else None
        if book is None:
            yield "the account is not in the file"
        elif due is None:
            yield "the amount of a movement was not recorded"
        elif event.amount == due:
            yield None
        else:
            message = (
                f"{view.at(line, event.account)}: {view.money(event.amount)} was counted; "
                f"the balance worked out is {view.money(due)}."
            )
            yield money_off(line, event.account, event.amount, due, message, kind="unaccounted")
