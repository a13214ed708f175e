"""Screening as the report of an audit states it: of the rooms and years of its sessions, as of the audit's entry in the register.

What was entered later does not count, so that the same audit has the same annex; of alarms that people closed, the last closing
counts. Sessions of which an audit kept no statistics have no annex.
"""

from __future__ import annotations

import datetime as dt
import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from typing import NamedTuple

import msgspec
from msgspec import Struct

from auditor.registry import RegistryAtChange
from auditor.rooms import Rooms
from auditor.screened_facts import ListedFact
from auditor.screened_years import ScreenedYears, YearOfRoom
from auditor.screening import Screening
from auditor.screening_period import ScreeningPeriod
from auditor.store import Store
from auditor.store.rows import AuditRecord, SessionRecord
from auditor.store.stored_screening_lists import ClosedAlarm
from reports.screened_room import AlarmClosing, FactWithoutChance, ReportedAlarm, ScreenedRoom
from reports.screening_pictures.screening_picture import ScreeningPicture
from reports.screening_pictures.unit_blocks import has_blocks, words_of_blocks
from reports.screening_pictures.unit_pictures import pictures_of
from rules.screening.indicator_catalogue import indicators
from rules.screening.screening_result import ScreeningResult, result_id


class RegistryOfAudit:
    """The registry as an audit knew it, so that its report reads the hands again as it did."""

    def __init__(self, at_change: RegistryAtChange) -> None:
        self._at_change = at_change

    def snapshot(self) -> RegistryAtChange:
        """The registry at the change that the audit rests on."""
        return self._at_change


class YearOfAudit(NamedTuple):
    """A room's calendar year that a report states, as of an entry of the register."""

    room: str
    year: int
    entry: int


class _AuditedYear(Struct, frozen=True):
    """Sessions of an audit in a room and calendar year, by number. kept: digests of all statistics of the year."""

    room: str
    year: int
    sessions: Mapping[int, SessionRecord]
    own: int
    kept: Sequence[str]


class ReportedScreening:
    """Screening for the reports that the caller is given."""

    def __init__(self, store: Store, rooms: Rooms, years: ScreenedYears) -> None:
        self._store = store
        self._rooms = rooms
        self._years_done = years

    def of(self, record: AuditRecord, at_change: RegistryAtChange) -> list[ScreenedRoom]:
        """Rooms and years of a finished audit's sessions, by name; none where no session of it counts.

        Raises RecordDamaged, ResultDamaged.
        """
        entry = self._store.register.of_fact("audit.finished", record.id)
        if entry is None:
            return []
        at: str = msgspec.json.decode(entry.record)["at"]
        screening = Screening(self._store, RegistryOfAudit(at_change), self._rooms, self._years_done)
        return [self._room(screening, each, entry.index, at) for each in self._audited(record, entry.index)]

    def years(self, record: AuditRecord) -> list[YearOfAudit]:
        """Rooms and years that `of` states, without what it states of them. Raises what `of` raises."""
        entry = self._store.register.of_fact("audit.finished", record.id)
        found = [] if entry is None else self._audited(record, entry.index)
        return [YearOfAudit(each.room, each.year, entry.index) for each in found if entry is not None]

    def basis(self, record: AuditRecord) -> str:
        """Digest of what `of` rests on beside the audit itself; empty where it gives nothing. Raises what `of` raises."""
        entry = self._store.register.of_fact("audit.finished", record.id)
        found = [] if entry is None else list(self._audited(record, entry.index))
        closed = [each for year in found for each in self._closed(year.room).values()]
        rests_on = [(each.room, each.year, each.kept) for each in found], closed
        return hashlib.sha256(msgspec.json.encode(rests_on)).hexdigest() if found else ""

    def _audited(self, record: AuditRecord, entry: int) -> Iterator[_AuditedYear]:
        """Rooms and years in which statistics of the audit's sessions count, by name."""
        of: dict[tuple[str, int], dict[int, SessionRecord]] = {}
        for number in record.sessions:
            session = self._store.sessions.get(number)
            if session is not None:
                of.setdefault((session.room, int(session.day[:4])), {})[number] = session
        for (room, year), sessions in sorted(of.items()):
            kept = self._store.screening.of_year(room, year, entry + 1)
            own = sum(each.session in sessions for each in kept)
            if own:
                yield _AuditedYear(room, year, sessions, own, sorted(each.sha256 for each in kept))

    def _room(self, screening: Screening, audited: _AuditedYear, entry: int, at: str) -> ScreenedRoom:
        room, year = audited.room, audited.year
        whole = ScreeningPeriod(dt.date(year, 1, 1), dt.date(year, 12, 31))
        said = screening.whole(room, whole, entry, every=True)
        results, tested = said.results, said.tested
        names = {each.session for each in audited.sessions.values()}
        drawn = _Drawn(screening, screening.year(room, year, entry))
        return ScreenedRoom(
            room, year, entry, at, tested.sessions, audited.own, len(audited.sessions),
            alarms=_in_order(_alarms(results, names, self._closed(room), drawn)),
            indicators={each.code: each.indicator.name for each in indicators()},
            tested=frozenset(each.indicator for each in results),
            untestable=tested.untestable, failed=tested.failed,
            facts=_facts(said.noticed.facts, names),
            other_version=len(tested.left_out.other_version), not_screened=len(tested.left_out.not_screened),
        )  # fmt: skip

    def _closed(self, room: str) -> dict[str, ClosedAlarm]:
        return self._store.screening_lists.closed(room, self._store.screening.entries())


def _facts(listed: Iterable[ListedFact], sessions: set[str]) -> list[FactWithoutChance]:
    """Facts of the report's sessions among those of the room's year."""
    return [
        FactWithoutChance(each.indicator, each.session, each.unit, each.said, each.hands)
        for each in listed
        if each.session is not None and each.session in sessions
    ]


class _Drawn:
    """Pictures of the units of a room's year, the indicator's own, and words on blocks; of deals in two sessions none."""

    def __init__(self, screening: Screening, year: YearOfRoom | None) -> None:
        self._screening, self._year = screening, year
        self._units = [] if year is None else year.screened.units
        self._by_id = (
            {}
            if year is None
            else {result_id(each.entry.code, year.room, each.unit, year.year): each for each in self._units}
        )

    def of(self, result: ScreeningResult) -> ScreeningPicture | None:
        """The picture of a result's unit."""
        unit = self._by_id.get(result.id)
        return None if unit is None else pictures_of(unit, self._units)[0]

    def blocks(self, result: ScreeningResult) -> str | None:
        """Words on the blocks of one unit in the session that says most, where the indicator asks for them."""
        unit = self._by_id.get(result.id)
        if unit is None or self._year is None or not has_blocks(unit):
            return None
        said = (words_of_blocks(unit, each) for each in self._screening.sessions_of(self._year, unit))
        return next((each for each in said if each is not None), None)


def _alarms(
    results: Iterable[ScreeningResult], sessions: set[str], closed: Mapping[str, ClosedAlarm], drawn: _Drawn
) -> Iterator[ReportedAlarm]:
    """Alarms among some results, with the last closing unless the evidence grew tenfold since."""
    for each in results:
        if not each.alarm and each.closed is None:
            continue
        own = any(hand.session in sessions for hand in each.hands)
        before = closed.get(each.id)
        if before is None or each.log10_e is None or not before.holds(Decimal(each.log10_e.combined)):
            yield ReportedAlarm(each, own, picture=drawn.of(each), blocks=drawn.blocks(each))
        else:
            yield ReportedAlarm(each, own, AlarmClosing(before.at, before.by, before.reason))


def _in_order(alarms: Iterable[ReportedAlarm]) -> list[ReportedAlarm]:
    """Those with hands of the report's sessions first, then open ones, then by indicator and unit."""
    return sorted(
        alarms,
        key=lambda each: (
            not each.own,
            each.closing is not None,
            each.result.indicator,
            [*each.result.unit.items()],
        ),
    )
