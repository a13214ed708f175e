"""A drop differs from the jackpot fees of its session's log.

Finds: drops of a session that do not come to the jackpot fees of the session's hands.
Why: each hand's fee goes into the pool. What the table took and the pool did not get is missing money of the players.
Example: the hands of session C7 paid €4.00 for the jackpot, and the drop of C7 is €3.00.
Needs: `session` in the drop, the log of that session, and `fees` in each of its hands.
"""

from __future__ import annotations

from rules.checks.ledger.ledger_view import LEDGERS, LedgerView, money_off
from rules.checks.support.check import Check, Draft
from rules.checks.support.event_outcomes import Outcomes, each_thing
from rules.ledgers.ledger_records import Drop
from rules.ledgers.lines_together import together
from rules.tournaments.tournament_logs import TournamentTableLog

CHECK = Check(
    "JKP010",
    "drop-differs-from-fees",
    "discrepancy",
    "major",
    ("external:FEES-counted", "OLY-4.3", "OLY-2.38-a"),
    title="The drop of a session is not what its hands paid for the jackpot",
    scope="ledger",
    area="fees",
    follows=("JKP009",),
    games=LEDGERS,
)


@each_thing
def run(view: LedgerView) -> Outcomes:
    for drops in together(view.events(Drop), lambda each: (each.session,)):
        line, last = drops[-1]
        if not isinstance(last.session, str):
            yield "the session of the drop was not recorded"
        elif (log := view.log_of(last.session)) is None:
            yield "the log of the session was not given"
        else:
            yield _compared(view, line, last, sum(each.amount for _, each in drops), log)


def _compared(
    view: LedgerView, line: int, last: Drop, stated: int, log: TournamentTableLog
) -> Draft | str | None:
    fees = [each.jackpot for each in log.hands]
    due = sum(each or 0 for each in fees)
    if None in fees:
        return "the fees of some hands of the session were not recorded"
    if stated == due:
        return None
    message = (
        f"{view.at(line, last.account)}: {view.money(stated)} was dropped in session {last.session}; "
        f"the {len(fees):,} hands of its log paid {view.money(due)} for the jackpot."
    )
    return money_off(line, last.account, stated, due, message, kind="unaccounted")
