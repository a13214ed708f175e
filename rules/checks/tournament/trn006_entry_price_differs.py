"""The payment for an entry differs from its price.

Finds: an entry, re-entry, rebuy or add-on whose payment is not its price: the published one, or that of the ruleset.
Why: the prize pool is worked out from the prices. Money that was not paid, or paid twice, is in no pool.
Example: the buy-in is €55.00, and €50.00 was paid for entry 12.
Needs: `paid` in the line. What a rebuy or add-on costs is in the first line of the file.
"""

from __future__ import annotations

from msgspec import UNSET

from rules.checks.support.check import Check, Draft
from rules.checks.support.event_outcomes import INAPPLICABLE, Outcome, Outcomes, each_thing
from rules.checks.tournament.tournament_view import TOURNAMENTS, TournamentView
from rules.parties import PRIZES
from rules.tournaments.prices import offered, price_of_entry
from rules.tournaments.tournament_records import Bought, Entry, Rebuy

CHECK = Check(
    "TRN006",
    "entry-price-differs",
    "violation",
    "major",
    ("OLY-3.1-a", "CARN-event-buyin"),
    title="Another amount than the price was paid by {player}",
    scope="tournament",
    rule=("entry.price",),
    area="money",
    games=TOURNAMENTS,
)


@each_thing
def run(view: TournamentView) -> Outcomes:
    entry = price_of_entry(view.header, view.rules)
    for line, event in view.events(Bought):
        if isinstance(event, Rebuy):
            purchase = offered(view.header, event)
            # nothing was offered: TRN012 finds that
            yield INAPPLICABLE if purchase is UNSET else _compared(view, line, event, purchase.price)
        elif entry is None:
            yield "the price of the ruleset is in another currency"
        else:
            yield _compared(view, line, event, entry)


def _compared(view: TournamentView, line: int, event: Bought, price: int) -> Outcome:
    if event.paid is UNSET:
        return "what was paid was not recorded"
    if event.paid == price:
        return None
    return Draft(
        line=line,
        entry=event.entry,
        player=event.player if isinstance(event, Entry) else None,
        stated=event.paid,
        expected=price,
        unit="money",
        money=abs(event.paid - price),
        party=PRIZES,
        money_kind="over_collected" if event.paid > price else "under_collected",
        message=f"{view.bought(line, event)}: {view.money(event.paid)} was paid; the price is {view.money(price)}.",
    )
