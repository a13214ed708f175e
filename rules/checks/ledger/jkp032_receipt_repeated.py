"""Two players were paid out of the accounts on one receipt.

Finds: a payout whose receipt has the number of an earlier payout to another player.
Why: a receipt shows who was paid. With one number for two players it shows neither.
Example: S1 and S2 are both paid on receipt R-17.
Needs: `receipt` in each `payout`.
"""

from __future__ import annotations

from rules.checks.ledger.ledger_view import LEDGERS, LedgerView
from rules.checks.support.check import Check, Draft
from rules.checks.support.event_outcomes import Outcomes, each_thing
from rules.checks.support.receipts import each_receipt
from rules.ledgers.records import Payout

CHECK = Check(
    "JKP032",
    "receipt-repeated",
    "discrepancy",
    "major",
    ("external:RECORD-attributable",),
    title="Two players were paid out of the accounts on one receipt",
    scope="ledger",
    area="evidence",
    games=LEDGERS,
)


@each_thing
def run(view: LedgerView) -> Outcomes:
    def differs(line: int, event: Payout, other: str) -> Draft:
        return Draft(
            line=line,
            account=event.account,
            player=event.player,
            stated=str(event.receipt),
            message=f"{view.at(line, event.account)}: {event.player} was paid {view.money(event.amount)} on {other}.",
        )

    yield from each_receipt(view.events(Payout), differs)
