"""An account does not begin with what the ledger before it left.

Finds: an opening that differs from the balance at the end of the ledger before, or a level of hits from that of its last closing.
Why: between two files nobody counts. What is missing at the start of a month was in no month.
Example: the ledger of February ends with €5,100.00, and that of March opens with €5,000.00.
Needs: the ledger before: its `until` is the day before `from`, or, where a day is not recorded, its `number` the one before.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import UNSET

from rules.checks.ledger.ledger_view import LEDGERS, LedgerView, money_off
from rules.checks.support.check import Check, Draft
from rules.checks.support.event_outcomes import INAPPLICABLE, Outcome, Outcomes, each_thing
from rules.ledgers.ledger_records import Account
from rules.ledgers.ledger_replay import CarriedAccount

CHECK = Check(
    "JKP031",
    "opening-differs",
    "discrepancy",
    "major",
    ("external:FEES-counted", "OLY-4.3", "OLY-4.4"),
    title="An account does not begin with what the ledger before it left",
    scope="ledger",
    area="fees",
    games=LEDGERS,
)
_HEADER = 1  # the line


@each_thing
def run(view: LedgerView) -> Outcomes:
    for account in view.header.accounts:
        carried = view.replay.carried.get(account.account)
        if carried is None:
            yield _alone(view)
        else:
            yield from _compared(view, account, carried)


def _alone(view: LedgerView) -> Outcome:
    """Outcome without an earlier ledger."""
    if view.header.number == 1:
        return INAPPLICABLE
    if view.header.number is UNSET and view.header.from_ is UNSET:
        return "neither the period nor the number of the ledger was recorded"
    return "the ledger before it was not given, or does not have the account"


def _compared(view: LedgerView, account: Account, carried: CarriedAccount) -> Iterator[Outcome]:
    left = carried.book.balance
    if left is None:
        yield "the ledger before it has a movement whose amount was not recorded"
    elif account.opening == left:
        yield None
    else:
        yield _off(view, account, "opening", account.opening, left, carried)
    level = account.closing_level
    if level is not UNSET:
        same = level == carried.book.level
        yield None if same else _off(view, account, "closing level", level, carried.book.level, carried)


def _off(
    view: LedgerView, account: Account, what: str, stated: int, due: int, carried: CarriedAccount
) -> Draft:
    message = (
        f"{view.at(_HEADER, account.account)}: the {what} is stated as {view.money(stated)}; "
        f"ledger {carried.ledger} ends with {view.money(due)}."
    )
    return money_off(_HEADER, account.account, stated, due, message, kind="misrecorded")
