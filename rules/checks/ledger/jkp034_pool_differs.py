"""The closing of an account differs from the balance worked out.

Finds: a closing, or a balance in the last line, that does not follow from the balance before and the movements since.
Why: the pool is the players' own money. What is missing between two closings was taken out, or was never put in.
Example: the closing was €5,000.00, €123.00 was dropped, nothing was paid, and the next closing is €5,122.00.
Needs: the amounts of all movements. The next day is worked out from the closing as stated.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.checks.ledger.ledger_view import LEDGERS, LedgerView, money_off
from rules.checks.support.check import Check, Draft
from rules.checks.support.event_outcomes import Outcomes, each_thing

CHECK = Check(
    "JKP034",
    "pool-differs",
    "discrepancy",
    "major",
    ("OLY-4.3", "OLY-4.4", "external:FEES-counted"),
    title="The balance of an account does not follow from its movements",
    quotes=False,
    scope="ledger",
    area="fees",
    follows=("JKP009", "JKP010", "JKP011", "JKP018", "JKP022"),
    games=LEDGERS,
)


@each_thing
def run(view: LedgerView) -> Outcomes:
    for book in view.replay.books.values():
        for day in book.days:
            yield _compared(view, day.line, book.account.account, day.stated, day.closing)
    yield from _at_the_end(view)


def _at_the_end(view: LedgerView) -> Iterator[Draft | str | None]:
    if view.replay.file.close is None:
        return
    line, close = view.replay.file.close
    for account, stated in close.balances.items():
        if account in view.replay.books:
            yield _compared(view, line, account, stated, view.replay.books[account].balance)


def _compared(view: LedgerView, line: int, account: str, stated: int, due: int | None) -> Draft | str | None:
    if due is None:
        return "the amount of a movement was not recorded"
    if stated == due:
        return None
    message = (
        f"{view.at(line, account)}: the balance is stated as {view.money(stated)}; "
        f"the movements since the closing before make it {view.money(due)}."
    )
    return money_off(line, account, stated, due, message, kind="misrecorded")
