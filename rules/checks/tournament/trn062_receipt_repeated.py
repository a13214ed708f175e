"""Two players were paid on one receipt.

Finds: a payout whose receipt has the number of an earlier payout to another player.
Why: a receipt shows who was paid. With one number for two players it shows neither.
Example: P01 and P02 are both paid on receipt R-17.
Needs: `receipt` in each `payout`.
"""

from __future__ import annotations

from rules.checks.support.check import Check
from rules.checks.support.event_outcomes import Outcomes, each_thing
from rules.checks.support.receipts import ReceiptWords, each_receipt
from rules.checks.tournament.tournament_view import EVERY_EVENT, TournamentView
from rules.tournaments.tournament_records import Payout

CHECK = Check(
    "TRN062",
    "receipt-repeated",
    "discrepancy",
    "major",
    ("external:RECORD-attributable",),
    title="Two players were paid on one receipt",
    scope="tournament",
    area="evidence",
    games=EVERY_EVENT,
)


@each_thing
def run(view: TournamentView) -> Outcomes:
    words = ReceiptWords(lambda line, _: view.at(line), view.money)
    yield from each_receipt(view.events(Payout), words)
