"""The screening of a room's calendar year: evidence of every unit, its place and limit, alarms and the monthly list."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date
from functools import cached_property

from msgspec import Struct
from msgspec.structs import replace

from rules.screening.across_sessions import PARTS, Dated, rows_together
from rules.screening.indicator_catalogue import IndicatorEntry, indicators_by_code
from rules.screening.indicator_evidence import IndicatorEvidence, UnitStanding
from rules.screening.session_statistics import SessionStatistics
from rules.screening.session_sums import SessionSums, UnitSums, sums_of, unit_sums
from rules.screening.statistics import DifferenceRow, Row, Unit
from rules.screening.summed_units import EPOCH, SummedUnits
from rules.screening.unit_totals import in_parts
from rules.screening.windows import ByDay, YearEvidence, year_evidence

RowsOf = Callable[
    [str, Unit], Sequence[Row]
]  # of an indicator by its code, and of a unit: its rows of the year
_DatedSums = tuple[date, UnitSums]


class ScreenedUnit(Struct, frozen=True, dict=True):
    """A unit of an indicator in a room's year.

    among, at: its sums of the year. place, limit: None until it can be tested. since: the gaming day on which E reached the
    limit; None: no alarm. withheld: E reached it, and what else an alarm needs is missing. rows_of: reads its rows.
    """

    entry: IndicatorEntry
    unit: Unit
    among: SummedUnits
    at: int
    place: int | None
    limit: int | None
    since: date | None
    rows_of: RowsOf
    withheld: bool = False
    listed: bool = False

    @property
    def strata(self) -> int:
        """Number of its strata."""
        return self.among.strata[self.at]

    @property
    def stands(self) -> float:
        """E at the end of the year, in a float."""
        return self.among.stands[self.at]

    @cached_property
    def days(self) -> ByDay:
        """Its sums by gaming day."""
        return self.among.days(self.at)

    @cached_property
    def rows(self) -> Sequence[Row]:
        """Its rows, those of the first gaming day first."""
        return self.rows_of(self.entry.code, self.unit)

    @cached_property
    def evidence(self) -> YearEvidence:
        """e of the year and of its windows, to 50 digits."""
        return year_evidence(self.days)


def screened_year(sessions: Iterable[SessionStatistics], until: date | None = None) -> list[ScreenedUnit]:
    """Every unit of the sessions of one room and year, by indicator and unit. The order of the sessions does not matter.

    until: the gaming day that has ended last, by which months have ended; None: that of the last session.
    """
    kept = list(sessions)
    return summed_year([sums_of(each) for each in kept], rows_of_year(lambda: kept, until), until)


def summed_year(
    sessions: Sequence[SessionSums], rows_of: RowsOf, until: date | None = None, *, testable: bool = False
) -> list[ScreenedUnit]:
    """The same from the sums of the sessions. testable: the units alone that can be tested."""
    entries, found = indicators_by_code(), list[ScreenedUnit]()
    confirming = _confirming(sessions)
    for code, parts in sorted(_parts(sessions, until).items()):
        evidence = IndicatorEvidence(entries[code].indicator, parts, confirming.get(code, ()))
        found += [_screened(entries[code], each, rows_of) for each in evidence.units(testable=testable)]
    return found


def _confirming(sessions: Sequence[SessionSums]) -> dict[str, list[_DatedSums]]:
    """Entries by code and gaming day of the rows that alarms need beyond E."""
    found: defaultdict[str, list[_DatedSums]] = defaultdict(list)
    for session in sessions:
        for code, units in session.confirming.items():
            found[code] += [(session.day, each) for each in units]
    return found


def _parts(sessions: Sequence[SessionSums], until: date | None) -> dict[str, list[_DatedSums]]:
    """Entries by code and gaming day: of each session, and of what they make together."""
    entries, found = indicators_by_code(), defaultdict[str, list[_DatedSums]](list)
    together: defaultdict[str, list[Dated]] = defaultdict(list)
    for session in sessions:
        for code, units in session.units.items():
            found[code] += [(session.day, each) for each in units]
        for code, rows in session.together.items():
            together[code] += _of_its_year(session.day, rows)
    last = until or max((session.day for session in sessions), default=EPOCH)
    for code, dated in together.items():
        for day, rows in _rows_by_day(dated, last):
            found[code] += [(day, each) for each in unit_sums(entries[code], rows)]
    return dict(found)


def _of_its_year(day: date, rows: Iterable[Row]) -> Iterator[Dated]:
    """Rows of a session with their gaming days, all of the session's year."""
    for row in rows:
        own = _within(row, day.year) if isinstance(row, DifferenceRow) else row
        yield own.day if isinstance(own, DifferenceRow) else day, own


def _within(row: DifferenceRow, year: int) -> DifferenceRow:
    """The row on the nearest day of its session's year: a box of 31 December that was counted on 1 January counts once."""
    nearest = min(max(row.day, date(year, 1, 1)), date(year, 12, 31))
    return row if nearest == row.day else replace(row, day=nearest)


def _rows_by_day(dated: Iterable[Dated], until: date) -> Iterator[tuple[date, list[Row]]]:
    """Rows that sessions make together by gaming day: amounts of a unit and day added up by part, each of the others alone."""
    parts, amounts = list[Dated](), defaultdict[tuple[date, Unit], list[Row]](list)
    for day, row in dated:
        if isinstance(row, PARTS):
            parts.append((day, row))
        else:
            amounts[day, row.unit].append(row)
    for (day, _), rows in amounts.items():
        yield day, in_parts(rows)
    for day, row in rows_together(parts, until):
        yield day, [row]


def rows_of_year(read: Callable[[], Sequence[SessionStatistics]], until: date | None = None) -> RowsOf:
    """Reader of the rows of a year's units. read: gives the statistics of its sessions, and is called once."""
    known: dict[str, dict[Unit, list[Row]]] = {}

    def rows_of(code: str, unit: Unit) -> Sequence[Row]:
        if not known:
            known.update(_rows_by_unit(read(), until))
        return known[code][unit]

    return rows_of


def _rows_by_unit(
    sessions: Sequence[SessionStatistics], until: date | None
) -> dict[str, dict[Unit, list[Row]]]:
    last = until or max((session.day for session in sessions), default=EPOCH)
    parts: defaultdict[str, list[Dated]] = defaultdict(list)
    of: defaultdict[str, list[Dated]] = defaultdict(list)
    for session in sessions:
        for code, rows in session.rows.items():
            for day, row in _of_its_year(session.day, rows):
                (parts if isinstance(row, PARTS) else of)[code].append((day, row))
    for code, own in parts.items():
        of[code] += rows_together(own, last)
    found: defaultdict[str, defaultdict[Unit, list[Row]]] = defaultdict(lambda: defaultdict(list))
    for code, dated in of.items():
        for _, row in sorted(dated, key=lambda each: each[0]):
            found[code][row.unit].append(row)
    return {code: dict(units) for code, units in found.items()}


def _screened(entry: IndicatorEntry, each: UnitStanding, rows_of: RowsOf) -> ScreenedUnit:
    return ScreenedUnit(
        entry, each.unit, each.among, each.at, each.place, each.limit, each.since, rows_of, each.withheld, each.listed,
    )  # fmt: skip
