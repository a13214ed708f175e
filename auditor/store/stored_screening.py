"""Statistics of sessions for the screening of their rooms, written with the audit that read the log.

Of a session the statistics of the newest audit count, and none once its log is superseded or purged. A moment is a number of
entries in the register: what was entered later does not count.
"""

from __future__ import annotations

import datetime as dt
import hashlib
from collections.abc import Collection, Iterable
from functools import partial

from msgspec import Struct
from sqlite_utils import Database

from auditor.errors import ResultDamaged
from auditor.facts.kinds.facts_of_audits import StatisticsOnRecord, SumsOnRecord
from auditor.store.caller import ITSELF, Caller
from auditor.store.connection import Connections
from auditor.store.damage import Damage
from auditor.store.fact_log import FactLog
from auditor.store.kept_statistics import KeptStatistics
from auditor.store.rows import within_json
from auditor.store.sealed import Sealed
from auditor.store.stored_filed_months import filed_corrections, filed_months
from auditor.store.stored_register import size
from auditor.store.stored_screening_sums import (
    SUMS_TABLE,
    keep_sums,
    missing_sums,
    purge_sums,
    sums_on_record,
    written_sums,
)
from rules.screening.filed_month import FiledMonth
from rules.screening.session_statistics import SessionStatistics
from rules.screening.session_sums import SUMS
from rules.screening.written_statistics import statistics_as_bytes, statistics_of_bytes, sums_of_bytes

TABLE = "screening_statistics"
_NEWEST = f"SELECT sha256 FROM {TABLE} WHERE session = ? ORDER BY audit DESC LIMIT 1"
_ENTRY = "(SELECT min(entry) FROM register WHERE kind = '{kind}' AND json_extract(record, '$.of') = {of})"
# Entry of the audit that statistics are of: that of before facts, else the fact that made the row.
_FINISHED = f"coalesce({_ENTRY.format(kind='audit.finished', of=within_json('{kept}.audit'))}, {{kept}}.fact)"
_ENTERED = f"coalesce({_ENTRY}, {{fact}})"  # of what facts make: one from before them comes first
_OF_YEAR = f"""
SELECT kept.id, s.id, kept.sha256, kept.body, sums.id, sums.sha256, sums.body
FROM sessions AS s JOIN {TABLE} AS kept ON kept.id = (
    SELECT of.id FROM {TABLE} AS of JOIN audits AS a ON a.id = of.audit
    WHERE of.session = s.id AND {_FINISHED.format(kept="of")} < ?2 ORDER BY a.finish DESC NULLS LAST LIMIT 1)
LEFT JOIN {SUMS_TABLE} AS sums ON sums.statistics = kept.id AND sums.version = {SUMS}
WHERE s.room = ?1 AND substr(kept.day, 1, 4) = ?3 AND NOT EXISTS (
    SELECT 1 FROM sessions AS newer WHERE newer.supersedes = s.id
        AND {_ENTERED.format(kind="upload.accepted", of="newer.evidence", fact="newer.first_fact")} < ?2)
ORDER BY s.id
"""
_YEARS = f"""
SELECT CAST(substr(kept.day, 1, 4) AS BIGINT) FROM {TABLE} AS kept JOIN sessions AS s ON s.id = kept.session
WHERE s.room = ?1 AND {_FINISHED.format(kept="kept")} < ?2
UNION SELECT CAST(substr(f.day, 1, 4) AS BIGINT) FROM event_files AS f
WHERE f.kind = 'tournament' AND f.room = ?1 AND f.day IS NOT NULL
    AND {_ENTERED.format(kind="event.accepted", of=within_json("f.id"), fact="f.fact")} < ?2 ORDER BY 1
"""
_EVENTS = f"""
SELECT f.id FROM event_files AS f
WHERE f.kind = 'tournament' AND f.room = ?1 AND substr(f.day, 1, 4) = ?3
    AND {_ENTERED.format(kind="event.accepted", of=within_json("f.id"), fact="f.fact")} < ?2 AND NOT EXISTS (
        SELECT 1 FROM event_files AS newer WHERE newer.supersedes = f.id
            AND {_ENTERED.format(kind="event.accepted", of=within_json("newer.id"), fact="newer.fact")} < ?2)
ORDER BY f.id
"""
_OF_TOURNAMENT = (
    "SELECT id FROM sessions WHERE room = ? AND json_extract(facts, '$.tournament') = ? ORDER BY id"
)
_OF_DAYS = f"""
WITH on_record AS (
    SELECT s.id AS session, s.day AS opened, (SELECT kept.day FROM {TABLE} AS kept JOIN audits AS a ON a.id = kept.audit
        WHERE kept.session = s.id AND {_FINISHED.format(kept="kept")} < ?2
        ORDER BY a.finish DESC NULLS LAST LIMIT 1) AS screened
    FROM sessions AS s
    WHERE s.room = ?1 AND {_ENTERED.format(kind="upload.accepted", of="s.evidence", fact="s.first_fact")} < ?2
        AND NOT EXISTS (SELECT 1 FROM purges WHERE purges.subject = 'evidence' AND purges.key = s.evidence)
        AND NOT EXISTS (SELECT 1 FROM sessions AS newer WHERE newer.supersedes = s.id
            AND {_ENTERED.format(kind="upload.accepted", of="newer.evidence", fact="newer.first_fact")} < ?2))
SELECT session, screened IS NOT NULL FROM on_record WHERE coalesce(screened, opened) BETWEEN ?3 AND ?4 ORDER BY session
"""
_ROOMS = f"""
SELECT s.room FROM {TABLE} AS kept JOIN sessions AS s ON s.id = kept.session
UNION SELECT room FROM event_files WHERE kind = 'tournament' AND day IS NOT NULL ORDER BY 1
"""


class WrittenStatistics(Struct, frozen=True):
    """Statistics of a session and their sums, as they are written."""

    session: int
    day: str
    body: bytes
    sums: bytes
    sha256: str


class NumberedStatistics(Struct, frozen=True):
    """Statistics and their sums with the numbers that they get on record."""

    statistics: WrittenStatistics
    number: int
    number_of_sums: int

    @property
    def on_record(self) -> StatisticsOnRecord:
        """The statistics as a fact states them."""
        its = self.statistics
        return StatisticsOnRecord(self.number, its.session, its.day, its.sha256, len(its.body))

    @property
    def sums_on_record(self) -> SumsOnRecord:
        """The sums as a fact states them."""
        return sums_on_record(self.number_of_sums, self.number, self.statistics.sums)


class ScreeningRows:
    """Statistics by room and year, of the rooms that the caller sees."""

    def __init__(
        self, connections: Connections, sealed: Sealed, damage: Damage, caller: Caller = ITSELF
    ) -> None:
        self._connections = connections
        self._sealed = sealed
        self._damage = damage
        self._caller = caller

    def entries(self) -> int:
        """Number of entries in the register: this moment."""
        return size(self._connections.db)

    def rooms(self) -> list[str]:
        """Rooms that the caller sees, of which there are statistics."""
        return [room for (room,) in self._connections.db.execute(_ROOMS) if self._caller.sees(room)]

    def years(self, room: str, entries: int) -> list[int]:
        """Calendar years of which a room that the caller sees had statistics, as of a number of entries in the register."""
        if not self._caller.sees(room):
            return []
        return [year for (year,) in self._connections.db.execute(_YEARS, [room, entries])]

    def of_year(self, room: str, year: int, entries: int) -> list[KeptStatistics]:
        """Statistics of a room's sessions of a calendar year, as of a number of entries in the register.

        Those of another version of the program are left out. Raises RecordDamaged, ResultDamaged.
        """
        if not self._caller.sees(room):
            return []
        rows = self._connections.db.execute(_OF_YEAR, [room, entries, f"{year:04}"]).fetchall()
        self._sealed.must_be_as_written(TABLE, ((number,) for number, *_ in rows))
        self._sealed.must_be_as_written(SUMS_TABLE, ((row[4],) for row in rows if row[4] is not None))
        return [kept for row in rows if (kept := self._kept(*row)) is not None]

    def of_days(self, room: str, first: dt.date, last: dt.date, entries: int) -> dict[int, bool]:
        """Numbers of a room's sessions of some gaming days, as of a number of entries, and whether an audit kept statistics of
        each, of whatever version. Superseded and purged ones are left out.
        """
        if not self._caller.sees(room):
            return {}
        rows = self._connections.db.execute(_OF_DAYS, [room, entries, first.isoformat(), last.isoformat()])
        return {session: bool(kept) for session, kept in rows}

    def missing_sums(self, room: str) -> list[tuple[int, bytes]]:
        """Sums of a room's statistics that have none yet, with the numbers of these."""
        return missing_sums(self._connections.db, room)

    def tournaments(self, room: str, year: int, entries: int) -> list[int]:
        """Numbers of the current files of a room's tournaments of a calendar year, as of a number of entries."""
        if not self._caller.sees(room):
            return []
        rows = self._connections.db.execute(_EVENTS, [room, entries, f"{year:04}"])
        return [number for (number,) in rows]

    def sessions_of_tournament(self, room: str, tournament: str) -> list[int]:
        """Numbers of all sessions of a room's tournament, superseded ones too."""
        if not self._caller.sees(room):
            return []
        return [number for (number,) in self._connections.db.execute(_OF_TOURNAMENT, [room, tournament])]

    def months(self, room: str, year: int, entries: int) -> list[FiledMonth]:
        """Months of a room's year with the files that came in them, as of a number of entries. Raises RecordDamaged."""
        at = self._time_of(room, entries)
        return [] if at is None else filed_months(self._connections.db, self._sealed, room, year, at)

    def corrections(self, room: str, year: int, entries: int) -> dict[dt.date, list[tuple[int, int]]]:
        """Numbers of superseded sessions and of their corrections by the first day of the same months."""
        at = self._time_of(room, entries)
        return {} if at is None else filed_corrections(self._connections.db, room, year, at)

    def _time_of(self, room: str, entries: int) -> str | None:
        """Time of the last of so many entries; None: there is none, or the caller does not see the room."""
        if not self._caller.sees(room) or not entries:
            return None
        (at,) = self._connections.db.execute(
            "SELECT at FROM register WHERE entry = ?", [entries - 1]
        ).fetchone()
        return str(at)

    def _kept(
        self,
        number: int,
        session: int,
        sha256: str,
        body: bytes,
        sums: int | None,
        sums_sha256: str,
        sums_body: bytes,
    ) -> KeptStatistics | None:
        """The statistics of a session; None: another version of the program kept them."""
        self._must_have(TABLE, number, session, sha256, body)
        if sums is not None:
            self._must_have(SUMS_TABLE, sums, session, sums_sha256, sums_body)
            found = sums_of_bytes(sums_body)
            if found is not None:
                return KeptStatistics(session, sha256, found, partial(_statistics, body))
        statistics = statistics_of_bytes(body)
        return None if statistics is None else KeptStatistics.of(session, sha256, statistics)

    def _must_have(self, table: str, number: int, session: int, sha256: str, body: bytes) -> None:
        if hashlib.sha256(body).hexdigest() != sha256:
            words = (
                f"What an audit kept of session {session} for screening was altered, so that nothing is said of its room. "
                "Restore the store from a backup, or do the audit again."
            )
            self._damage.note(table, f"{number}", words)
            raise ResultDamaged(words)


def _statistics(body: bytes) -> SessionStatistics:
    found = statistics_of_bytes(body)
    assert found is not None  # sums were made of it by this version
    return found


def written_statistics(found: Iterable[tuple[int, SessionStatistics | None]]) -> list[WrittenStatistics]:
    """Statistics of sessions by their numbers, as the store writes them, made before the transaction begins."""
    return [_written(session, statistics) for session, statistics in found if statistics is not None]


def _written(session: int, statistics: SessionStatistics) -> WrittenStatistics:
    body, day = statistics_as_bytes(statistics), statistics.day.isoformat()
    return WrittenStatistics(session, day, body, written_sums(statistics), hashlib.sha256(body).hexdigest())


def new_statistics(
    db: Database, log: FactLog, found: Iterable[WrittenStatistics]
) -> list[NumberedStatistics]:
    """Statistics of the sessions whose logs an audit read, in the transaction that finishes it.

    The same as those of the newest audit before are not kept twice.
    """
    number, sums = log.next_counted(db, TABLE), log.next_counted(db, SUMS_TABLE)
    new = [each for each in found if db.execute(_NEWEST, [each.session]).fetchone() != (each.sha256,)]
    return [NumberedStatistics(each, number + place, sums + place) for place, each in enumerate(new)]


def keep_statistics(db: Database, new: Collection[NumberedStatistics]) -> None:
    """Keep the bytes of statistics that are on record, and of their sums."""
    bodies = [(each.statistics.body, each.number) for each in new]
    db.conn.executemany(f"UPDATE {TABLE} SET body = ? WHERE id = ?", bodies)
    keep_sums(db, {each.number_of_sums: each.statistics.sums for each in new})


def purge_statistics(db: Database, evidence: str) -> None:
    """Remove the statistics of the session whose log is purged, within the transaction."""
    kept = db.execute(
        f"SELECT id FROM {TABLE} WHERE session IN (SELECT id FROM sessions WHERE evidence = ?)", [evidence]
    ).fetchall()
    for (number,) in kept:
        purge_sums(db, number)
        db.execute(f"DELETE FROM {TABLE} WHERE id = ?", [number])
        db.execute("DELETE FROM damage WHERE subject = ? AND key = ?", [TABLE, f"{number}"])
