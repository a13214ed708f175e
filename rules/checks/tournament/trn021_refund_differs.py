"""The refund for an entry differs from its price.

Finds: a refund that is not the price of the entry. An entry that was paid back before is due nothing.
Why: with an entry that is unregistered its whole price leaves the pool. The rest of it would be nobody's.
Example: the buy-in is €55.00, and €54.00 was paid back for entry 2.
Needs: `refund` in the line.
"""

from __future__ import annotations

from msgspec import UNSET

from rules.checks.support.check import Check, Draft
from rules.checks.support.event_outcomes import INAPPLICABLE, Outcome, Outcomes, each_thing
from rules.checks.tournament.tournament_view import TOURNAMENTS, TournamentView
from rules.parties import PRIZES
from rules.tournaments.prices import price_of_entry
from rules.tournaments.tournament_records import Unregister

CHECK = Check(
    "TRN021",
    "refund-differs",
    "discrepancy",
    "major",
    ("OLY-3.3-09",),
    title="What was paid back for {entry} differs from its price",
    scope="tournament",
    rule=("entry.refund",),
    area="money",
    games=TOURNAMENTS,
)


@each_thing
def run(view: TournamentView) -> Outcomes:
    for line, event in view.events(Unregister):
        yield _tested(view, line, event)


def _tested(view: TournamentView, line: int, event: Unregister) -> Outcome:
    stake = view.stakes.get(event.entry)
    price = price_of_entry(view.header, view.rules)
    if stake is None:  # TRN017 finds that
        return INAPPLICABLE
    if event.refund is UNSET:
        return "what was paid back was not recorded"
    if price is None:
        return "the price of the ruleset is in another currency"
    due = price if stake.unregistered == line else 0
    if event.refund == due:
        return None
    says = (
        f"the price is {view.money(price)}"
        if due
        else "it had been unregistered before, and nothing more is due"
    )
    return Draft(
        line=line,
        entry=event.entry,
        stated=event.refund,
        expected=due,
        unit="money",
        money=abs(event.refund - due),
        party=PRIZES,
        money_kind="over_collected" if event.refund < due else "under_collected",
        message=f"{view.at(line, event.entry)}: {view.money(event.refund)} was paid back; {says}.",
    )
