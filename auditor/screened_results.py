"""Results of a room's year, with their hands: of a service's record, and of many logs in bulk."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal

from msgspec import Struct
from msgspec.structs import replace

from auditor.screened_hands_found import FoundHands
from auditor.screened_years import ScreenedYear, repeated_since
from auditor.store.kept_statistics import KeptStatistics
from auditor.store.stored_screening_lists import ClosedAlarm
from rules.screening.parts_of_tables import TableInPart
from rules.screening.room_year import ScreenedUnit
from rules.screening.screening_result import (
    REPEATED,
    ScreeningResult,
    result_id,
    result_of_repeated,
    result_of_table,
    result_of_unit,
)
from rules.screening.session_statistics import SCREENING
from rules.screening.shown_alarms import is_noted
from rules.screening.statistics import Unit


class YearScreened(Struct, frozen=True):
    """A room's year with what it rests on. as_of: the last entry of the register that counts; None: there is no register."""

    room: str
    year: int
    as_of: int | None
    kept: Sequence[KeptStatistics]
    screened: ScreenedYear

    def results(self, hands: FoundHands, *, every: bool = False) -> Iterator[ScreeningResult]:
        """Results of alarms and of what is on the monthly list, with hands. every: also those of the other units."""
        for unit in self.screened.units:
            if is_noted(unit) or every:
                yield self._of_unit(unit, hands if is_noted(unit) else None)
        yield from self._of_deals(hands, every)

    def found(self, unit: str, hands: FoundHands) -> tuple[ScreenedUnit | None, ScreeningResult] | None:
        """A unit, None for deals that are in two sessions, and its result with hands, by the id of the result; None: neither."""
        for each in self.screened.units:
            if self._id(each.entry.code, each.unit) == unit:
                return each, self._of_unit(each, hands)
        if self.screened.repeated and self._id(REPEATED, (("room", self.room),)) == unit:
            return None, self._of_repeated(hands)
        for table in self.screened.in_part:
            if self._id(REPEATED, table.unit) == unit:
                return None, self._of_table(table, hands)
        return None

    def _id(self, code: str, unit: Unit) -> str:
        return result_id(code, self.room, unit, self.year)

    def _of_unit(self, unit: ScreenedUnit, hands: FoundHands | None) -> ScreeningResult:
        shown = hands.of_unit(unit) if hands is not None else ()
        return result_of_unit(unit, self.room, self.year, SCREENING, self.as_of, shown)

    def _of_deals(self, hands: FoundHands, every: bool) -> Iterator[ScreeningResult]:
        repeated = self.screened.repeated
        if any(each.alarm for each in repeated) or (every and repeated):
            yield self._of_repeated(hands)
        yield from (self._of_table(table, hands) for table in self.screened.in_part if table.pairs or every)

    def _of_repeated(self, hands: FoundHands) -> ScreeningResult:
        repeated = self.screened.repeated
        since, shown = (
            repeated_since(repeated, (each.sums for each in self.kept)),
            hands.of_repeated(repeated),
        )
        return result_of_repeated(repeated, since, self.room, self.year, SCREENING, self.as_of, shown)

    def _of_table(self, table: TableInPart, hands: FoundHands) -> ScreeningResult:
        shown = hands.of_table(table) if table.pairs else ()
        return result_of_table(table, self.room, self.year, SCREENING, self.as_of, shown)


def as_closed(
    results: Iterable[ScreeningResult], closed: Mapping[str, ClosedAlarm]
) -> Iterator[ScreeningResult]:
    """The results, with alarms that were closed as such unless E grew tenfold since."""
    for each in results:
        before = closed.get(each.id)
        if before is None or each.log10_e is None or not before.holds(Decimal(each.log10_e.combined)):
            yield each
        else:
            yield replace(each, alarm=False, listed=False, closed=before.reason)
