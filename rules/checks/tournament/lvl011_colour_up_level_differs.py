"""A chip left play after another level than published, or without being published.

Finds: a colour-up after another level than the tournament, or else the ruleset, has for its chip; a colour-up of a chip that is
not among those that the tournament published.
Why: a chip that leaves play early is raced for at stakes that still need it; one that stays on is worth nothing in the end.
Example: the 100s left play after level 5; they leave after level 6.
Needs: `after_level` in the colour-up, and `colour_ups` in the first line or in the ruleset.
"""

from __future__ import annotations

from msgspec import UNSET

from rules.checks.support.check import Check, Draft
from rules.checks.support.event_outcomes import Outcome, Outcomes, each_thing
from rules.checks.tournament.rule_paths import of_chip
from rules.checks.tournament.tournament_view import TOURNAMENTS, TournamentView, any_ruleset
from rules.tournaments.tournament_records import ColourUp

RACES = "external:TDA-chip-races"
CHECK = Check(
    "LVL011",
    "colour-up-level-differs",
    "violation",
    "minor",
    (
        "CARN-colorup-25",
        "CARN-colorup-100",
        "CARN-colorup-500",
        "CARN-colorup-1000",
        "CARN-colorup-5000",
        RACES,
    ),
    title="A chip left play after another level than published",
    quotes=False,
    scope="tournament",
    rule=("event.colour_up", "race.when"),
    area="procedure",
    applies=any_ruleset,  # what a tournament published holds whatever its ruleset says
    games=TOURNAMENTS,
)


@each_thing
def run(view: TournamentView) -> Outcomes:
    published = _published(view)
    for line, event in view.events(ColourUp):
        due = published.get(event.chip)
        if due is None and view.header.colour_ups:
            yield _unpublished(view, line, event, sorted(published))
        else:
            yield _of(view, line, event, due)


def _published(view: TournamentView) -> dict[int, int]:
    if view.header.colour_ups is not UNSET:
        return {each.chip: each.after_level for each in view.header.colour_ups}
    return {each.chip: each.after for each in view.rules.event.colour_up}


def _unpublished(view: TournamentView, line: int, event: ColourUp, published: list[int]) -> Draft:
    named = ", ".join(f"{each:,}" for each in published)
    return Draft(
        line=line,
        stated=event.chip,
        expected=named,
        unit="chip",
        clause=_clause(view),
        fact=f"{event.chip}|{named}",
        message=f"{view.at(line)}: the chips of {event.chip:,} left play; the tournament published colour-ups of {named}.",
    )


def _of(view: TournamentView, line: int, event: ColourUp, due: int | None) -> Outcome:
    if due is None:
        return "when the chip leaves play was not published"
    if event.after_level is UNSET:
        return "the level before the colour-up was not recorded"
    if event.after_level == due:
        return None
    return Draft(
        line=line,
        stated=event.after_level,
        expected=due,
        unit="level",
        clause=_clause(view),
        rule=None if _clause(view) else of_chip(view, event.chip),
        message=(
            f"{view.at(line)}: the chips of {event.chip:,} left play after level {event.after_level}; they leave "
            f"after level {due}."
        ),
    )


def _clause(view: TournamentView) -> str | None:
    """Clause without own colour-ups; None: the parameter's."""
    return None if view.rules.race is not None or view.rules.event.colour_up else RACES
