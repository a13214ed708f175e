"""Chips that left play in a colour-up are in a stack again.

Finds: a stack, or the chips of a table, of a later count or hand that are no multiple of the smallest chip in play. Each stack
and each table is reported once a colour-up.
Why: chips of a kind that left play are worth nothing. Such a stack has some, or was counted wrong.
Example: the 25s left play, and the next count has a stack of 15,050.
Needs: `count` lines, or `chips` in `hand` lines, after a `colour_up`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from msgspec import UNSET

from rules.checks.support.check import Check, Draft
from rules.checks.support.event_outcomes import INAPPLICABLE, Outcome, Outcomes, each_thing
from rules.checks.tournament.rule_paths import of_chip
from rules.checks.tournament.tournament_view import TOURNAMENTS, TournamentView
from rules.tournaments.tournament_records import ColourUp, Count, CountedTable, Hand

CHECK = Check(
    "LVL012",
    "old-chips-in-play",
    "discrepancy",
    "minor",
    (
        "CARN-colorup-25",
        "CARN-colorup-100",
        "CARN-colorup-500",
        "CARN-colorup-1000",
        "CARN-colorup-5000",
        "external:TDA-chip-races",
    ),
    title="Chips that had left play are in a stack again",
    scope="tournament",
    rule=("race.none_left",),
    area="money",
    follows=("LVL009",),
    games=TOURNAMENTS,
)


class _Chips(NamedTuple):
    table: str
    entry: int | None
    chips: int


@each_thing
def run(view: TournamentView) -> Outcomes:
    rule = view.rules.race
    if rule is None or rule.none_left is None or not rule.none_left.holds:
        return
    raced: ColourUp | None = None
    reported: set[tuple[str, int | None]] = set()
    for line, event in view.all_events:
        if isinstance(event, ColourUp):
            raced, reported = event, set()
        elif isinstance(event, Count | Hand) and (found := list(_recorded(event))):
            yield INAPPLICABLE if raced is None else _compared(view, line, found, raced, reported)


def _recorded(event: Count | Hand) -> Iterator[_Chips]:
    if isinstance(event, Count):
        for table in event.tables:
            yield from _counted(table)
    elif event.seats is not UNSET:
        for seat in event.seats:
            if seat.chips is not UNSET:
                yield _Chips(event.table, seat.entry, seat.chips)


def _counted(table: CountedTable) -> Iterator[_Chips]:
    if table.stacks is not UNSET:
        yield from (_Chips(table.table, each.entry, each.chips) for each in table.stacks)
    elif table.chips is not UNSET:
        yield _Chips(table.table, None, table.chips)


def _compared(
    view: TournamentView,
    line: int,
    found: list[_Chips],
    raced: ColourUp,
    reported: set[tuple[str, int | None]],
) -> Outcome:
    odd = [each for each in found if each.chips % raced.next and _of(each) not in reported]
    reported.update(map(_of, odd))
    return [_draft(view, line, each, raced) for each in odd] or None


def _of(chips: _Chips) -> tuple[str, int | None]:
    return (chips.table if chips.entry is None else "", chips.entry)


def _draft(view: TournamentView, line: int, odd: _Chips, raced: ColourUp) -> Draft:
    has = "the table" if odd.entry is None else "the stack"
    return Draft(
        line=line,
        entry=odd.entry,
        table=odd.table,
        stated=odd.chips,
        unit="chips",
        rule=of_chip(view, raced.chip),
        message=(
            f"{view.at(line, odd.entry)}: {has} at {odd.table} has {view.chips(odd.chips)}, which is no multiple of "
            f"{raced.next:,}; the chips of {raced.chip:,} have left play."
        ),
    )
