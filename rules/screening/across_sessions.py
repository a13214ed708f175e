"""Rows that several sessions make together: tables of two by two of a month's sessions, and pairs of players in draws of seats.

A month counts when it has ended: its table grows until then, and one that grows must not be looked at twice.
"""

from __future__ import annotations

from calendar import monthrange
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from datetime import date
from fractions import Fraction
from itertools import combinations

from rules.screening.engines.marked import MarkedStratum
from rules.screening.statistics import CaseRow, DrawRow, MarkedRow, Row, TrialRow, Unit

LEAST_DRAWS = 5  # common draws of a pair of players
PARTS = (CaseRow, DrawRow)  # rows that make no evidence alone
Dated = tuple[date, Row]


def rows_together(parts: Iterable[Dated], until: date) -> Iterator[Dated]:
    """Rows by gaming day of the parts of one indicator in a room's year. until: the gaming day that has ended last."""
    cases: defaultdict[date, list[CaseRow]] = defaultdict(list)
    draws: list[tuple[date, DrawRow]] = []
    for day, row in parts:
        if isinstance(row, CaseRow):
            cases[end_of_month(day)].append(row)
        elif isinstance(row, DrawRow):
            draws.append((day, row))
    for day in sorted(cases):
        if day <= until:
            yield from ((day, row) for row in _tables(cases[day]))
    yield from _pairs(sorted(draws, key=lambda draw: (draw[0], draw[1].tables)))


def end_of_month(day: date) -> date:
    """The last day of a day's month."""
    _, days = monthrange(day.year, day.month)
    return day.replace(day=days)


def _tables(cases: Iterable[CaseRow]) -> Iterator[MarkedRow]:
    """The table of each unit: cases, marked ones, his, his marked ones."""
    count = Counter((case.unit, case.marked) for case in cases)
    marked = sum(times for (_, hit), times in count.items() if hit)
    for unit in sorted({unit for unit, _ in count if unit}):
        both, his = count[unit, True], count[unit, True] + count[unit, False]
        yield MarkedRow(unit, MarkedStratum(count.total(), marked, his, both))


def _pairs(draws: list[tuple[date, DrawRow]]) -> Iterator[tuple[date, TrialRow]]:
    """A trial of each pair of players in each draw that they share, if they share enough of them."""
    drawn = [
        (day, row, {player: at for at, table in enumerate(row.tables) for player in table})
        for day, row in draws
    ]
    often = {
        player for player, times in Counter(p for *_, at in drawn for p in at).items() if times >= LEAST_DRAWS
    }
    shared: Counter[tuple[str, str]] = Counter()
    for *_, at in drawn:
        shared.update(combinations(sorted(often & at.keys()), 2))
    for day, row, at in drawn:
        chance = chance_of_meeting(row.tables)
        for pair in combinations(sorted(often & at.keys()), 2):
            if shared[pair] >= LEAST_DRAWS:
                one, other = pair
                unit: Unit = (("player", one), ("other", other))
                yield day, TrialRow(unit, chance.as_integer_ratio(), 1, int(at[one] == at[other]))


def chance_of_meeting(tables: Iterable[tuple[str, ...]]) -> Fraction:
    """Chance that a fair draw seats two given players at one table."""
    sizes = [len(table) for table in tables]
    return Fraction(sum(size * (size - 1) for size in sizes), sum(sizes) * (sum(sizes) - 1))
