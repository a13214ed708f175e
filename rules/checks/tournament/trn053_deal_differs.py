"""A deal does not come to the prizes that it divides.

Finds: a deal whose amounts, with what was left for the winner, are not the prizes of its places.
Why: players may divide their prizes as they agree. More than these takes from others, less stays with the house.
Example: three players divide €490.00, and the first three prizes are €500.00.
Needs: the amounts of the deal; where not all who are in take part, also their places. Of several deals the last counts.
"""

from __future__ import annotations

from rules.checks.support.check import Check, Draft
from rules.checks.support.event_outcomes import INAPPLICABLE, Outcomes, each_thing
from rules.checks.tournament.tournament_view import TOURNAMENTS, TournamentView
from rules.parties import PRIZES
from rules.tournaments.deals import places_of
from rules.tournaments.tournament_records import Deal
from rules.tournaments.tournament_undetermined import amount

CHECK = Check(
    "TRN053",
    "deal-differs",
    "discrepancy",
    "major",
    ("OLY-3.4-26",),
    title="The deal does not come to the prizes of its places",
    scope="tournament",
    rule=("prizes.deal",),
    area="money",
    games=TOURNAMENTS,
)


@each_thing
def run(view: TournamentView) -> Outcomes:
    prizes, last = view.replay.prizes, view.replay.deal
    for line, event in view.events(Deal):
        places = places_of(event, line, view.field)
        if last is None or line != last.line:
            yield INAPPLICABLE  # a later deal replaces it
        elif prizes is None:
            yield "the prizes of the places are not determined"
        elif places is None:
            yield "the places of those who divide were not recorded"
        else:
            yield _compared(
                view, line, event, sum(sum(prizes[place - 1 : place]) for place in places), places
            )


def _compared(view: TournamentView, line: int, deal: Deal, due: int, places: list[int]) -> Draft | None:
    stated = sum(each.amount for each in deal.players) + amount(deal.left_for_winner)
    if stated == due:
        return None
    of = f"places {min(places)} to {max(places)}" if len(places) > 1 else f"place {places[0]}"
    return Draft(
        line=line,
        stated=stated,
        expected=due,
        unit="money",
        money=abs(stated - due),
        party=PRIZES,
        money_kind="over_collected" if stated < due else "under_collected",
        message=f"Line {line}: the deal divides {view.money(stated)}; the prizes of {of} come to {view.money(due)}.",
    )
