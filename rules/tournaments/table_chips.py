"""A table's chips in hands of the file against the next count, while nobody comes or goes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator

from msgspec import UNSET, Struct, field

from rules.tournaments.tournament_reader import TournamentFile
from rules.tournaments.tournament_records import (
    ColourUp,
    Count,
    CountedTable,
    Draw,
    Elimination,
    Event,
    Hand,
    Move,
    Penalty,
    Rebuy,
    Seating,
    TableBreak,
    Unregister,
)


class TableSum(Struct, frozen=True):
    """A hand whose stacks do not equal the next count. line: of the hand; count: line of the count."""

    line: int
    hand: Hand
    chips: int
    counted: int
    count: int


class _Listed(Struct):
    line: int
    hand: Hand
    stacks: dict[int, int]
    out: set[int] = field(default_factory=set)


def table_sums(file: TournamentFile, certain: Collection[int]) -> list[TableSum]:
    """Hands that differ. certain: lines of counts that equal all chips in play."""
    listed: defaultdict[str, list[_Listed]] = defaultdict(list)
    found: dict[int, TableSum] = {}
    bought = False  # since the last certain count: such chips may be brought to the table after a hand
    for line, event in file.events:
        if isinstance(event, Hand):
            if not bought and (stacks := _stacks(event)) is not None:
                listed[event.table].append(_Listed(line, event, stacks))
        elif isinstance(event, Count):
            if line in certain:
                bought = False
                found |= {
                    each.line: each for each in _at_count(listed, event, line) if each.line not in found
                }
        elif isinstance(event, Elimination):
            for each_listed in (each for hands in listed.values() for each in hands):
                each_listed.out.add(event.entry)
        else:
            bought |= isinstance(event, Rebuy)
            _forget(listed, event)
    return [found[line] for line in sorted(found)]


def _stacks(hand: Hand) -> dict[int, int] | None:
    if hand.seats is UNSET:
        return None
    stacks = {each.entry: each.chips for each in hand.seats if each.chips is not UNSET}
    return stacks if stacks and len(stacks) == len(hand.seats) else None


def _at_count(listed: defaultdict[str, list[_Listed]], count: Count, line: int) -> Iterator[TableSum]:
    for table in count.tables:
        yield from _differing(listed[table.table], table, line)


def _differing(hands: list[_Listed], table: CountedTable, count: int) -> Iterator[TableSum]:
    """Differing hands of the same players. Several hands with one sum are one difference."""
    if table.stacks is UNSET:
        return
    counted = {each.entry for each in table.stacks}
    due = sum(each.chips for each in table.stacks)
    right = {due}
    for each in reversed(hands):
        there = set(each.stacks)
        chips = sum(each.stacks.values())
        if counted <= there and there - counted <= each.out and chips not in right:
            right.add(chips)
            yield TableSum(each.line, each.hand, chips, due, count)


def _forget(listed: defaultdict[str, list[_Listed]], event: Event) -> None:
    if isinstance(event, Rebuy | ColourUp | Penalty | Unregister | Draw):
        listed.clear()
    elif isinstance(event, Seating | TableBreak):
        listed.pop(event.table, None)
    elif isinstance(event, Move):
        listed.pop(event.from_.table, None)
        listed.pop(event.to.table, None)
