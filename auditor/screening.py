"""Screening of rooms: where to look first, from what audits kept of their sessions. An indicator is never a verdict.

The statistics of a calendar year of a room are added up; of alarms and of what is on the monthly list the hands are read again
from the logs. A moment is an index of the register: what was entered later does not count.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from auditor.corrected_nets import CorrectedNets
from auditor.errors import ChangedMeanwhile, NoSuchAlarm, NoSuchMoment
from auditor.rooms import Rooms
from auditor.screened_facts import ListedFacts, listed_facts
from auditor.screened_gains import GainsOfRoom, gains_of_room
from auditor.screened_hands_found import FoundHands, HasSnapshot, logs_of_store
from auditor.screened_left_out import sessions_on_record
from auditor.screened_nights import room_must_be_seen
from auditor.screened_results import YearScreened, as_closed
from auditor.screened_tournaments import tournament_statistics
from auditor.screened_years import (
    ScreenedSessions,
    ScreenedYears,
    YearOfRoom,
    screened_sessions,
    year_of_room,
)
from auditor.screening_period import AskedStatistics, ScreenedPeriod, ScreeningPeriod, calendar_year
from auditor.store import Store
from auditor.store.kept_statistics import KeptStatistics
from auditor.store.service_clock import now
from auditor.store.stored_screening_lists import ClosedAlarm, NightlyList
from rules.screening.filed_month import FiledMonth, NetChange
from rules.screening.room_year import ScreenedUnit
from rules.screening.screening_result import (
    ScreeningResult,
    order_of_result,
)
from rules.screening.statistics import ScreenedSession
from rules.screening.statistics_beside_hands import statistics_of_month
from rules.screening.written_statistics import statistics_as_bytes


class FoundUnit(Struct, frozen=True):
    """A unit in its room's year, with its hands in its result. unit: None: deals that are in two sessions.

    closing: the last one of its alarm; None: nobody closed it.
    """

    year: YearOfRoom
    unit: ScreenedUnit | None
    result: ScreeningResult
    closing: ClosedAlarm | None


_CORRECTED = CorrectedNets()


class Screening:
    """Results of the rooms that the caller sees."""

    def __init__(
        self, store: Store, registry: HasSnapshot, rooms: Rooms, done: ScreenedYears | None = None
    ) -> None:
        """done: years that were screened before, for all callers."""
        self._store = store
        self._registry = registry
        self._rooms = rooms
        self._years_done = done or ScreenedYears()

    def screen(
        self,
        room: str,
        period: ScreeningPeriod | None = None,
        as_of: int | None = None,
        *,
        every: bool = False,
    ) -> list[ScreeningResult]:
        """Alarms and the monthly list of a room, by indicator and unit. every: all other units that can be tested, too, and
        alarms that were closed.

        as_of: index of the last entry of the register that counts; None: the last one. Raises NoSuchRoom, NoSuchMoment,
        RecordDamaged, ResultDamaged.
        """
        return self._results(room, self._asked(room, period, as_of), every)

    def whole(
        self,
        room: str,
        period: ScreeningPeriod | None = None,
        as_of: int | None = None,
        *,
        every: bool = False,
    ) -> ScreenedPeriod:
        """Results, sessions and facts as `screen`, `tested` and `noticed` give them, of one reading; raises the same errors."""
        asked = self._asked(room, period, as_of)
        facts = listed_facts(asked.kept, self._currency)
        return ScreenedPeriod(self._results(room, asked, every), self._tested(room, asked), facts)

    def year(self, room: str, year: int | None = None, as_of: int | None = None) -> YearOfRoom | None:
        """A room's year with all of its units, for a page. year: None: that of the last gaming day on record. None: there are
        no statistics of it.

        Raises NoSuchRoom, NoSuchMoment, RecordDamaged, ResultDamaged.
        """
        self._must_be_seen(room)
        entries = self._entries(as_of)
        years = self._store.screening.years(room, entries)
        wanted = years[-1] if years and year is None else year
        if wanted not in years:
            return None
        return self._year_of_room(room, wanted, entries, self._kept(room, wanted, entries))

    def kept(self, room: str, year: int, as_of: int | None = None) -> list[KeptStatistics]:
        """Statistics of a room's year, on which `year` rests; raises the same errors."""
        self._must_be_seen(room)
        return self._kept(room, year, self._entries(as_of))

    def years(self, room: str, as_of: int | None = None) -> list[int]:
        """Calendar years of which a room has statistics. Raises NoSuchRoom, NoSuchMoment."""
        self._must_be_seen(room)
        return self._store.screening.years(room, self._entries(as_of))

    def tested(
        self, room: str, period: ScreeningPeriod | None = None, as_of: int | None = None
    ) -> ScreenedSessions:
        """Sessions on which `screen` rests for the same room, period and moment; raises the same errors."""
        return self._tested(room, self._asked(room, period, as_of))

    def noticed(
        self, room: str, period: ScreeningPeriod | None = None, as_of: int | None = None
    ) -> ListedFacts:
        """Facts that are listed without a chance, for the same room, period and moment; raises the same errors."""
        return listed_facts(self._asked(room, period, as_of).kept, self._currency)

    def gains(
        self, room: str, period: ScreeningPeriod, session: str | None = None, as_of: int | None = None
    ) -> GainsOfRoom:
        """Gains of the players of pot games from each other. session: of one alone. Raises the errors of `screen`."""
        asked = self._asked(room, period, as_of)
        wanted = (each for each in asked.kept if session in (None, each.sums.session))
        return gains_of_room(room, asked.entries - 1, wanted, self._currency)

    def result(self, room: str, unit: str, as_of: int | None = None) -> ScreeningResult:
        """The result of a unit that can be tested, by its id, with its hands also where there is no alarm.

        Raises NoSuchAlarm, and what `screen` raises.
        """
        return self.found(room, unit, as_of).result

    def found(self, room: str, unit: str, as_of: int | None = None) -> FoundUnit:
        """A unit that can be tested, by its id, in its year. Raises what `result` raises."""
        self._must_be_seen(room)
        entries = self._entries(as_of)
        for year in reversed(self._store.screening.years(room, entries)):
            kept = self._kept(room, year, entries)
            screened = self._years_done.of(kept)
            hands = self._hands(room, year, entries, kept)
            found = YearScreened(room, year, entries - 1, kept, screened).found(unit, hands)
            if found is not None:
                closed = self._store.screening_lists.closed(room, entries)
                of_room = self._year_of_room(room, year, entries, kept)
                return FoundUnit(of_room, found[0], next(as_closed(found[1:], closed)), closed.get(unit))
        raise NoSuchAlarm(f"Screening has no unit {unit} in room {room} that can be tested.")

    def sessions_of(self, year: YearOfRoom, unit: ScreenedUnit) -> list[ScreenedSession]:
        """The session that says most of a unit of a year, by game; none: its log cannot be read. Raises what `year` raises."""
        entries = year.as_of + 1
        kept = self._kept(year.room, year.year, entries)
        return self._hands(year.room, year.year, entries, kept).sessions_of(unit)

    def closings(self, room: str, as_of: int | None = None) -> Mapping[str, ClosedAlarm]:
        """The last closing of each alarm of a room, by the id of its result. Raises NoSuchRoom, NoSuchMoment, RecordDamaged."""
        self._must_be_seen(room)
        return self._store.screening_lists.closed(room, self._entries(as_of))

    def close(
        self, room: str, alarm: str, reason: str, by: str | None, *, seen: str | None = None
    ) -> ScreeningResult:
        """Close an alarm of a room by its id: it is raised again in its year only if E grows tenfold.

        seen: the logarithm of E that whoever closes it saw; None: not stated. Raises NoSuchRoom, NoSuchAlarm, ChangedMeanwhile,
        RecordDamaged, ResultDamaged.
        """
        closed_already = NoSuchAlarm(
            f"Room {room} has no open alarm {alarm}: it is closed already, or its evidence changed. List the alarms anew."
        )
        try:
            found = self.result(room, alarm)
        except NoSuchAlarm:
            raise closed_already from None
        if not found.alarm:
            raise closed_already
        if seen is not None and (found.log10_e is None or seen != found.log10_e.combined):
            raise ChangedMeanwhile
        self._store.screening_lists.close(found, reason, by, now())
        return replace(found, alarm=False, listed=False, closed=reason)

    def due(self, at: str) -> list[str]:
        """Rooms in which something changed since their last list, and that have none of the day (UTC) of a time."""
        rooms = self._store.screening.rooms()
        return [room for room in rooms if self._store.screening_lists.is_due(room, at[:10])]

    def list_night(self, room: str, at: str) -> NightlyList:
        """Keep the list of a room, with its digest in the register. Raises NoSuchRoom, RecordDamaged, ResultDamaged."""
        as_of = self._store.screening.entries() - 1
        found = self.screen(room, as_of=as_of)
        body = b"".join(msgspec.json.encode(each) + b"\n" for each in found)
        alarms = sum(each.alarm for each in found)
        sums = self._store.screening.missing_sums(room)
        return self._store.screening_lists.keep(room, as_of, len(found), alarms, body, at, sums)

    def _asked(self, room: str, period: ScreeningPeriod | None, as_of: int | None) -> AskedStatistics:
        """Statistics of a room's gaming days of a period, each read once."""
        self._must_be_seen(room)
        entries, days = self._entries(as_of), period or ScreeningPeriod()
        kept = {
            year: [each for each in self._kept(room, year, entries) if days.has(each.sums.day)]
            for year in self._years(room, days, entries)
        }
        return AskedStatistics(days, entries, kept)

    def _year_of_room(self, room: str, year: int, entries: int, kept: Sequence[KeptStatistics]) -> YearOfRoom:
        days = calendar_year(year)
        on_record = sessions_on_record(self._store.screening, room, days.first, days.last, entries)
        return year_of_room(room, year, entries - 1, kept, self._years_done.of(kept), on_record)

    def _currency(self, session: int) -> str | None:
        record = self._store.sessions.get(session)
        return record.currency if record is not None else None

    def _results(self, room: str, asked: AskedStatistics, every: bool) -> list[ScreeningResult]:
        closed, found = self._store.screening_lists.closed(room, asked.entries), list[ScreeningResult]()
        for year, kept in asked.years.items():
            screened = YearScreened(room, year, asked.entries - 1, kept, self._years_done.of(kept))
            results = screened.results(self._hands(room, year, asked.entries, kept), every=every)
            found += (each for each in as_closed(results, closed) if every or each.alarm or each.listed)
        return sorted(found, key=order_of_result)

    def _tested(self, room: str, asked: AskedStatistics) -> ScreenedSessions:
        days = asked.days
        on_record = sessions_on_record(self._store.screening, room, days.first, days.last, asked.entries)
        return screened_sessions(asked.kept, on_record)

    def _kept(self, room: str, year: int, entries: int) -> list[KeptStatistics]:
        """Statistics of a year's sessions, tournaments and months."""
        sessions = self._store.screening.of_year(room, year, entries)
        rows = self._store.screening
        corrections = rows.corrections(room, year, entries)
        filed = _CORRECTED.with_changes(self._store, rows.months(room, year, entries), corrections)
        months = map(_of_month, filed)
        events = tournament_statistics(self._store, room, year, entries, sessions)
        return [*sessions, *events, *months]

    def _hands(self, room: str, year: int, entries: int, kept: Sequence[KeptStatistics]) -> FoundHands:
        def corrected() -> Iterable[tuple[int, NetChange]]:
            corrections = self._store.screening.corrections(room, year, entries)
            return _CORRECTED.by_session(self._store, corrections, {each.sums.day for each in kept})

        return FoundHands(logs_of_store(self._store), self._registry, kept, corrected)

    def _must_be_seen(self, room: str) -> None:
        room_must_be_seen(self._store, self._rooms, room)

    def _entries(self, as_of: int | None) -> int:
        entries = self._store.screening.entries()
        if as_of is None:
            return entries
        if not 0 <= as_of < entries:
            raise NoSuchMoment(
                f"The register has no entry {as_of}: its last one is {entries - 1}. Name an entry that it has, or none."
            )
        return as_of + 1

    def _years(self, room: str, period: ScreeningPeriod, entries: int) -> Sequence[int]:
        years = self._store.screening.years(room, entries)
        if period.first is None and period.last is None:
            return years[-1:]
        return [
            year
            for year in years
            if (period.first is None or period.first.year <= year)
            and (period.last is None or year <= period.last.year)
        ]


def _of_month(month: FiledMonth) -> KeptStatistics:
    found = statistics_of_month(month)
    return KeptStatistics.of(None, hashlib.sha256(statistics_as_bytes(found)).hexdigest(), found)
