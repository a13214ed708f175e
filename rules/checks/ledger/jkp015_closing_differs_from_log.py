"""The jackpot's level in a table's log differs from the ledger's last closing.

Finds: a level in a table's log that is not the balance of the last closing that was read before it.
Why: the table pays hits by the level that it was given. Two levels for one closing make two payments for one hit.
Example: the log of session C4 has a level of €3,100.00 at 20:00; the closing at 04:00 was €3,000.00.
Needs: `jackpot` events with a level in the logs, `at` in the closings, and one account of kind jackpot in the file.
"""

from __future__ import annotations

from rules.checks.ledger.ledger_view import LEDGERS, LedgerView
from rules.checks.support.check import Check, Draft
from rules.checks.support.event_outcomes import INAPPLICABLE, Outcomes, each_thing
from rules.ledgers.closings import last_read
from rules.ledgers.period import outside
from rules.records.events import Jackpot, Session

CHECK = Check(
    "JKP015",
    "closing-differs-from-log",
    "discrepancy",
    "major",
    ("OLY-4.4",),
    title="A table's log has another jackpot level than the ledger",
    scope="ledger",
    rule=("jackpot_pool.level",),
    area="money",
    follows=("JKP034",),
    games=LEDGERS,
)


@each_thing
def run(view: LedgerView) -> Outcomes:
    jackpots = [each.account for each in view.header.accounts if each.kind == "jackpot"]
    for log in view.own_logs:
        for line, event in log.jackpots:
            if event.kind != "close":
                continue
            if outside(view.header, event.at):
                yield INAPPLICABLE
            elif len(jackpots) != 1:
                yield "the ledger has not one account of kind jackpot"
            else:
                yield _compared(view, log.session, line, event, jackpots[0])


def _compared(
    view: LedgerView, session: Session, line: int, event: Jackpot, account: str
) -> Draft | str | None:
    closing = last_read(view.replay.file, account, event.at)
    if closing is None:
        return "the ledger has no closing with a time before that of the log"
    assert isinstance(event.level, int)
    if event.level == closing.balance:
        return None
    return Draft(
        session=session.session,
        line=line,
        account=account,
        stated=event.level,
        expected=closing.balance,
        unit="money",
        money=abs(event.level - closing.balance),
        money_kind="misrecorded",
        message=(
            f"Session {session.session}, line {line}: the jackpot's level is {view.money(event.level)} at {event.at}; "
            f"the last closing of account {account} before it, of {closing.day}, is {view.money(closing.balance)}."
        ),
    )
