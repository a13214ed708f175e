"""The number of paid places that was announced differs from the one that is due.

Finds: a `pool` line whose `places` are not as many as the table, or the tournament's own prizes, pay.
Why: who plays for the last paid place must know that it is one.
Example: nine players have three paid places, and two are announced.
Needs: `places` in the `pool` line, and every entry.
"""

from __future__ import annotations

from msgspec import UNSET

from rules.checks.support.check import Check, Draft
from rules.checks.support.event_outcomes import INAPPLICABLE, Outcome, Outcomes, each_thing
from rules.checks.tournament.announced_pools import announcements
from rules.checks.tournament.tournament_view import TOURNAMENTS, TournamentView, any_ruleset
from rules.tournaments.prizes import by_places, column_of, places_bp
from rules.tournaments.tournament_records import AnnouncedPool

CHECK = Check(
    "TRN027",
    "paid-places-differ",
    "discrepancy",
    "major",
    (
        "OLY-PRIZE-1-8", "OLY-PRIZE-9-11", "OLY-PRIZE-12-20", "OLY-PRIZE-21-30", "OLY-PRIZE-31-50", "OLY-PRIZE-51-70",
        "OLY-PRIZE-71-100", "OLY-PRIZE-101-130", "OLY-PRIZE-131-160",
    ), title="The announced number of paid places differs from what was due", quotes=False,
    scope="tournament",
    rule=("prizes.column", "prizes.players", "prizes.above", "prizes_by.places"),
    area="money",
    applies=any_ruleset,
    games=TOURNAMENTS,
)  # fmt: skip


@each_thing
def run(view: TournamentView) -> Outcomes:
    for line, event in announcements(view):
        if event is None or not by_places(view.header):
            yield INAPPLICABLE
        else:
            yield _tested(view, line, event)


def _tested(view: TournamentView, line: int, event: AnnouncedPool) -> Outcome:
    shares = places_bp(view.header, view.field, view.rules)
    if event.places is UNSET:
        return "the number of paid places was not announced"
    if shares is None:
        return "neither the tournament nor the ruleset has prizes for so many players"
    due = sum(each > 0 for each in shares)
    column = column_of(view.header, view.field, view.rules)
    if event.places == due:
        return None
    return Draft(
        line=line,
        stated=event.places,
        expected=due,
        unit="places",
        clause=column.clauses[0] if column is not None and column.clauses else None,
        rule="prizes_by.places",
        message=(
            f"Line {line}: {event.places} paid places were announced; "
            f"{len(view.field.players)} players in {len(view.field.counted)} entries have {due}."
        ),
    )
