"""Two players were paid out of the accounts on one receipt.

Finds: a payout whose receipt has the number of an earlier payout to another player.
Why: a receipt shows who was paid. With one number for two players it shows neither.
Example: S1 and S2 are both paid on receipt R-17.
Needs: `receipt` in each `payout`.
"""

from __future__ import annotations

from rules.checks.ledger.ledger_view import LEDGERS, LedgerView
from rules.checks.support.check import Check
from rules.checks.support.event_outcomes import Outcomes, each_thing
from rules.checks.support.receipts import ReceiptWords, each_receipt
from rules.ledgers.ledger_records import Payout

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
    words = ReceiptWords(
        lambda line, event: view.at(line, event.account), view.money, lambda event: event.account
    )
    yield from each_receipt(view.events(Payout), words)
