"""The stakes of a level differ from those published.

Finds: a blind, an ante or the value of a point that was announced with a level and is not that of the structure as last changed.
Why: who enters knows by the structure what a hand will cost, and at which level.
Example: level 2 was announced with a big blind of 250; the structure has 200.
Needs: `sb`, `bb`, `ante` or `point_value` in the level, and in the structure.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import UNSET

from rules.checks.support.check import Check, Draft
from rules.checks.support.event_outcomes import Outcome, Outcomes, each_thing
from rules.checks.tournament.rule_paths import of_level
from rules.checks.tournament.tournament_view import TOURNAMENTS, TournamentView
from rules.tournaments.header import Level
from rules.tournaments.tournament_records import AnnouncedLevel, StructureChange

CHECK = Check(
    "LVL007",
    "level-stakes-differ",
    "violation",
    "major",
    (
        "OLY-3.4-01",
        *(f"CARN-level-{level:02}" for level in range(1, 26)),
    ),
    title="The stakes of a level differ from those published",
    quotes=False,
    scope="tournament",
    rule=("levels.by", "event.level"),
    area="procedure",
    follows=("LVL008",),
    games=TOURNAMENTS,
)
FIGURES = {
    "sb": "a small blind",
    "bb": "a big blind",
    "ante": "an ante",
    "point_value": "a value of a point",
}
_Figures = dict[str, int]
_Structure = dict[int, _Figures]


@each_thing
def run(view: TournamentView) -> Outcomes:
    structure: _Structure = {each.level: {"point_value": each.value} for each in view.rules.event.level}
    _change(structure, [] if view.header.structure is UNSET else view.header.structure)
    for line, event in view.all_events:
        if isinstance(event, StructureChange):
            _change(structure, event.structure)
        elif isinstance(event, AnnouncedLevel):
            yield _of(view, line, event, structure.get(event.level, {}))


def _change(structure: _Structure, levels: Iterable[Level]) -> None:
    for each in levels:
        structure[each.level] = _figures(each)


def _figures(level: Level | AnnouncedLevel) -> _Figures:
    found = {name: getattr(level, name) for name in FIGURES}
    return {name: figure for name, figure in found.items() if figure is not UNSET}


def _of(view: TournamentView, line: int, event: AnnouncedLevel, published: _Figures) -> Outcome:
    stated = _figures(event)
    both = [name for name in stated if name in published]
    drafts = [
        _draft(view, line, event.level, name, stated[name], published[name])
        for name in both
        if stated[name] != published[name]
    ]
    return drafts or (None if both else "the stakes of the level were not announced, or not published")


def _draft(view: TournamentView, line: int, level: int, name: str, stated: int, published: int) -> Draft:
    return Draft(
        line=line,
        stated=stated,
        expected=published,
        unit="chips",
        rule=of_level(view, level),
        fact=f"{name}|{stated}|{published}",
        message=(
            f"{view.at(line)}: level {level} was announced with {FIGURES[name]} of {view.chips(stated)}; published is "
            f"{view.chips(published)}."
        ),
    )
