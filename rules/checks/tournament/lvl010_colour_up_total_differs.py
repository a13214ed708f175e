"""A colour-up changed the chips of a table by a whole chip or more.

Finds: a table whose stacks gained or lost together the smallest chip left, or more.
Why: what is raced for is what was there, rounded to one chip; more than that is chips that nobody bought, or that are gone.
Example: every odd stack was rounded up, and the table has 175 more than before; the smallest chip is 100.
Needs: `before` and `after` of each stack of the table.
"""

from __future__ import annotations

from rules.checks.support.check import Check, Draft
from rules.checks.support.event_outcomes import Outcomes, each_thing
from rules.checks.tournament.rule_paths import of_chip
from rules.checks.tournament.tournament_view import TOURNAMENTS, TournamentView
from rules.tournaments.tournament_records import ColourUp, RacedTable

CHECK = Check(
    "LVL010",
    "colour-up-total-differs",
    "violation",
    "minor",
    (
        "CARN-colorup-25",
        "CARN-colorup-100",
        "CARN-colorup-500",
        "CARN-colorup-1000",
        "CARN-colorup-5000",
        "external:TDA-chip-races",
    ),
    title="A colour-up changed the chips of a table by a whole chip or more",
    scope="tournament",
    rule=("race.total_within",),
    area="money",
    follows=("LVL009",),
    games=TOURNAMENTS,
)


@each_thing
def run(view: TournamentView) -> Outcomes:
    rule = view.rules.race
    if rule is None or rule.total_within == "none":
        return
    for line, event in view.events(ColourUp):
        changed = ((table, _change(table)) for table in event.tables)
        yield [_draft(view, line, event, *each) for each in changed if abs(each[1]) >= event.next] or None


def _change(table: RacedTable) -> int:
    return sum(each.after - each.before for each in table.stacks)


def _draft(view: TournamentView, line: int, event: ColourUp, table: RacedTable, change: int) -> Draft:
    more = "more" if change > 0 else "fewer"
    return Draft(
        line=line,
        table=table.table,
        stated=change,
        unit="chips",
        rule=of_chip(view, event.chip),
        message=(
            f"{view.at(line)}: table {table.table} has {view.chips(abs(change))} {more} after the colour-up; a table changes "
            f"by less than {view.chips(event.next)}."
        ),
    )
