"""Money was moved between accounts without approval.

Finds: a diversion that is recorded as not approved.
Why: a pool is the players' own money. Who moves it out must be entitled to, and the record must show that.
Example: €50.00 was moved from the jackpot to promotions, and the line says that nobody approved it.
Needs: `approved` in the line.
"""

from __future__ import annotations

from rules.checks.ledger.ledger_view import LEDGERS, LedgerView
from rules.checks.support.check import Check, Draft
from rules.checks.support.event_outcomes import Outcomes, each_thing
from rules.ledgers.ledger_records import Diversion
from rules.parties import account_party

CHECK = Check(
    "JKP016",
    "diversion-without-approval",
    "violation",
    "major",
    ("external:RECORD-attributable",),
    title="Money was moved out of an account without approval",
    scope="ledger",
    area="procedure",
    games=LEDGERS,
)


@each_thing
def run(view: LedgerView) -> Outcomes:
    for line, event in view.events(Diversion):
        if event.approved is True:
            yield None
        elif event.approved is not False:
            yield "whether the diversion was approved was not recorded"
        else:
            yield Draft(
                line=line,
                account=event.from_,
                stated=False,
                expected=True,
                money=event.amount,
                party=account_party(event.to),
                money_kind="over_collected",
                fact=f"{event.from_}|{event.to}|{event.amount}",
                message=(
                    f"{view.at(line, event.from_)}: {view.money(event.amount)} was moved to account {event.to} without "
                    f"approval; a diversion needs approval."
                ),
            )
