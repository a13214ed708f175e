"""What was paid for an entry differs from its price.

Finds: an entry, re-entry, rebuy or add-on whose payment is not the published price.
Why: the prize pool is worked out from the published prices. Money that was not paid, or paid twice, is in no pool.
Example: the buy-in is €55.00, and €50.00 was paid for entry 12.
Needs: `paid` in the line. What a rebuy or add-on costs is in the first line of the file.
"""

from __future__ import annotations

from msgspec import UNSET

from rules.checks.base import Check, Draft
from rules.checks.things import INAPPLICABLE, Outcomes, each_thing
from rules.tournaments.checks.base import TOURNAMENTS, TournamentView
from rules.tournaments.records import AddOn, Bought, Entry

CHECK = Check(
    "TRN006",
    "entry-price-differs",
    "violation",
    "major",
    ("OLY-3.1-a", "CARN-event-buyin"),
    scope="tournament",
    holds=("entry.price",),
    area="money",
    games=TOURNAMENTS,
)


@each_thing
def run(view: TournamentView) -> Outcomes:
    for line, event in view.events(Bought):
        price = _price(view, event)
        if price is None:  # nothing was offered: TRN011 and TRN012 find that
            yield INAPPLICABLE
        elif event.paid is UNSET:
            yield "what was paid was not recorded"
        elif event.paid == price:
            yield None
        else:
            yield Draft(
                line=line,
                entry=event.entry,
                stated=event.paid,
                expected=price,
                unit="money",
                money=abs(event.paid - price),
                message=f"{view.at(line, event.entry)}: {view.money(event.paid)} was paid; the price is {view.money(price)}.",
            )


def _price(view: TournamentView, event: Bought) -> int | None:
    """The published price; None: none was published."""
    if isinstance(event, Entry):
        return view.header.buy_in
    offered = view.header.add_on if isinstance(event, AddOn) else view.header.rebuy
    return None if offered is UNSET else offered.price
