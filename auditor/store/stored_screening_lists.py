"""Lists of screening of each night, whose digests are in the register, and alarms that people closed."""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from msgspec import Struct
from sqlite_utils import Database

from auditor.errors import ResultDamaged, ResultPurged
from auditor.facts.kinds.facts_of_reports import ScreeningClosed, ScreeningListed
from auditor.store.caller import ITSELF, Caller
from auditor.store.connection import Connections
from auditor.store.damage import Damage
from auditor.store.fact_log import FactLog
from auditor.store.fact_parts import keep_part, part
from auditor.store.purgeable_rows import RESTS_ON_NOTHING
from auditor.store.purged_rows import is_purged
from auditor.store.rows import Page, within_json
from auditor.store.sealed import Sealed
from auditor.store.stored_screening_sums import enter_missing_sums
from rules.screening.screening_result import ScreeningResult

_TENFOLD = 1  # in decimal logarithms
LISTS, CLOSINGS = "screening_lists", "screening_closings"
_COLUMNS = "id, at, room, as_of, results, alarms, sha256, size"
_ENTRY = "(SELECT min(entry) FROM register WHERE kind = '{kind}' AND json_extract(record, '$.of') = {of})"
_ENTERED = f"coalesce({_ENTRY}, {{fact}})"  # of what facts make: one from before them comes first
# Entries of before facts have `of`.
_LISTED = f"""
SELECT {_COLUMNS}, coalesce({_ENTRY.format(kind="screening.listed", of=within_json("l.id"))}, l.fact) FROM {LISTS} AS l
"""
_ENTRY_OF_CLOSING = f"coalesce({_ENTRY.format(kind='screening.closed', of=within_json('c.id'))}, c.fact)"
_CLOSED = f"""
SELECT c.id, c.at, c.result, c.log10_e, c.words, c.by, c.key FROM {CLOSINGS} AS c
WHERE c.room = ? AND {_ENTRY_OF_CLOSING} < ? ORDER BY c.id
"""
_CLOSINGS_OF = f"SELECT id FROM {CLOSINGS} WHERE room = ? AND result = ?"
_WITH_ALARMS = f"""
WITH RECURSIVE listed(room) AS (
    SELECT min(room) FROM {LISTS}
    UNION ALL SELECT (SELECT min(room) FROM {LISTS} WHERE room > listed.room) FROM listed WHERE listed.room IS NOT NULL)
{_LISTED} WHERE l.alarms > 0
    AND l.id IN (SELECT (SELECT max(id) FROM {LISTS} AS of WHERE of.room = listed.room) FROM listed) ORDER BY l.room
"""
_CHANGED = f"""
SELECT max(entry) FROM (
    SELECT coalesce({_ENTRY.format(kind="audit.finished", of=within_json("kept.audit"))}, kept.fact) AS entry
        FROM screening_statistics AS kept JOIN sessions AS s ON s.id = kept.session WHERE s.room = ?1
    UNION ALL SELECT {_ENTERED.format(kind="upload.accepted", of="s.evidence", fact="s.first_fact")}
        FROM sessions AS s WHERE s.room = ?1
    UNION ALL SELECT {_ENTERED.format(kind="event.accepted", of=within_json("f.id"), fact="f.fact")}
        FROM event_files AS f WHERE f.room = ?1
    UNION ALL SELECT {_ENTRY_OF_CLOSING} FROM {CLOSINGS} AS c WHERE c.room = ?1) AS entries
"""


class NightlyList(Struct, frozen=True):
    """A room's list of a night. as_of: index of the last entry of the register that counted; sha256, size: of the list; entry:
    index of the entry that has its digest.
    """

    id: int
    at: str
    room: str
    as_of: int
    results: int
    alarms: int
    sha256: str
    size: int
    entry: int


class ClosedAlarm(Struct, frozen=True):
    """An alarm that a person closed. result: its id; log10_e: of the evidence then."""

    id: int
    at: str
    result: str
    log10_e: str
    reason: str
    by: str | None
    key: str | None

    def holds(self, log10_e: Decimal) -> bool:
        """Whether it stays closed with the evidence of now: E grew less than tenfold."""
        return log10_e - Decimal(self.log10_e) < _TENFOLD


class ScreeningLists:
    """Lists and closings, of the rooms that the caller sees."""

    def __init__(
        self, connections: Connections, sealed: Sealed, damage: Damage, log: FactLog, caller: Caller = ITSELF
    ) -> None:
        self._connections = connections
        self._sealed = sealed
        self._damage = damage
        self._log = log
        self._caller = caller

    def is_due(self, room: str, day: str) -> bool:
        """Whether a room has no list of a day (UTC) yet, and something changed since its last one."""
        last = self.last(room)
        if last is None:
            return True
        changed: int | None = self._connections.db.execute(_CHANGED, [room]).fetchone()[0]
        return last.at[:10] < day and changed is not None and changed > last.as_of

    def last(self, room: str) -> NightlyList | None:
        """The newest list of a room. Raises RecordDamaged."""
        found, _ = self.page(room, Page(1, 1))
        return found[0] if found else None

    def page(self, room: str, page: Page) -> tuple[list[NightlyList], int]:
        """Page of the lists of a room, newest first, and the total. Raises RecordDamaged."""
        if not self._caller.sees(room):
            return [], 0
        with self._connections.reading() as db:
            (total,) = db.execute(f"SELECT count(*) FROM {LISTS} WHERE room = ?", [room]).fetchone()
            sql = f"{_LISTED} WHERE room = ? ORDER BY id DESC LIMIT ? OFFSET ?"
            rows: list[Any] = db.execute(sql, [room, page.size, page.offset]).fetchall()
        return self._as_written(rows), total

    def get(self, number: int) -> NightlyList | None:
        """A list of a room that the caller sees; None: there is none. Raises RecordDamaged."""
        rows = self._connections.db.execute(f"{_LISTED} WHERE l.id = ?", [number]).fetchall()
        found = self._as_written(rows)
        return found[0] if found and self._caller.sees(found[0].room) else None

    def _as_written(self, rows: list[Any]) -> list[NightlyList]:
        self._sealed.must_be_as_written(LISTS, ((row[0],) for row in rows))
        return [NightlyList(*row) for row in rows]

    def with_alarms(self) -> list[NightlyList]:
        """The newest list of each room whose list has alarms, by room. Raises RecordDamaged."""
        rows = self._connections.db.execute(_WITH_ALARMS).fetchall()
        return [each for each in self._as_written(rows) if self._caller.sees(each.room)]

    def body(self, found: NightlyList) -> bytes:
        """The list itself, a result a line. Raises ResultDamaged, ResultPurged."""
        (kept,) = self._connections.db.execute(
            f"SELECT body FROM {LISTS} WHERE id = ?", [found.id]
        ).fetchone()
        body = text_of_list(kept)
        if hashlib.sha256(body).hexdigest() == found.sha256 and kept:
            return body
        if not kept and is_gone(self._connections.db, found.id):
            raise ResultPurged(
                f"The list of screening {found.id} of room {found.room} was purged with the last log that it rests on. Its "
                f"SHA-256, {found.sha256}, stays on record and in the register."
            )
        words = (
            f"The list of screening {found.id} of room {found.room} is no longer what was stored. Restore the store from a "
            "backup."
        )
        self._damage.note(LISTS, f"{found.id}", words)
        raise ResultDamaged(words)

    def keep(
        self,
        room: str,
        as_of: int,
        results: int,
        alarms: int,
        body: bytes,
        at: str,
        sums: Sequence[tuple[int, bytes]] = (),
    ) -> NightlyList:
        """Keep a list, and enter its digest in the register. sums: of statistics that have none yet, by their numbers."""
        packed, sha256 = zlib.compress(body, 9), hashlib.sha256(body).hexdigest()
        about: dict[str, Any] = {"room": room, "as_of": as_of, "results": results, "alarms": alarms}
        with self._connections.writing() as db:
            enter_missing_sums(db, self._log, room, sums, at)
            number = self._log.number_after(db, LISTS, "screening.listed")
            fact = ScreeningListed(
                number=number, sha256=sha256, size=len(body), at=at, rooms=(room,), **about
            )
            self._log.append(db, fact)
            db.execute(f"UPDATE {LISTS} SET body = ? WHERE id = ?", [packed, number])
        kept = self.get(number)
        assert kept is not None  # it was written
        return kept

    def closed(self, room: str, entries: int) -> dict[str, ClosedAlarm]:
        """The last closing of each alarm of a room by its id, as of a number of entries. Raises RecordDamaged."""
        with self._connections.reading() as db:
            rows: list[Any] = db.execute(_CLOSED, [room, entries]).fetchall()
            said = [part(db, words) for *_, words, _, _ in rows]
        self._sealed.must_be_as_written(CLOSINGS, ((row[0],) for row in rows))
        found: dict[str, ClosedAlarm] = {}
        for (*about, _, by, key), (_, reason) in zip(rows, said, strict=True):
            values: list[Any] = [*about, reason, by, key]
            alarm = ClosedAlarm(*values)
            found[alarm.result] = alarm
        return found

    def close(self, alarm: ScreeningResult, reason: str, by: str | None, at: str) -> None:
        """Put on record that an alarm is closed, with the evidence that it had. Raises RecordDamaged."""
        assert alarm.log10_e is not None  # it is an alarm
        with self._connections.writing() as db:
            before = db.execute(_CLOSINGS_OF, [alarm.room, alarm.id]).fetchall()
            for (each,) in before:
                self._sealed.must_rest_on_facts(CLOSINGS, each)
            about: dict[str, Any] = {
                "room": alarm.room,
                "result": alarm.id,
                "indicator": alarm.indicator,
                "year": alarm.year,
            }
            seen: dict[str, Any] = {"log10_e": alarm.log10_e.combined, "as_of": alarm.as_of}
            parts = {"words": keep_part(db, [alarm.unit, reason])}
            number = self._log.number_after(db, CLOSINGS, "screening.closed")
            common: dict[str, Any] = {"who": by, "at": at, "by": self._caller.key, "rooms": (alarm.room,)}
            self._log.append(db, ScreeningClosed(number=number, parts=parts, **about, **seen, **common))


def is_gone(db: Database, number: int) -> bool:
    """Whether every log that was on record when a list was made is purged, as facts say."""
    (at, room) = db.execute(f"SELECT at, room FROM {LISTS} WHERE id = ?", [number]).fetchone()
    logs = db.execute(
        "SELECT evidence FROM sessions WHERE room = ? AND received_at <= ?", [room, at]
    ).fetchall()
    return bool(logs) and all(is_purged(db, "evidence", sha256) for (sha256,) in logs)


def is_as_listed(db: Database, number: int) -> bool:
    """Whether the text of a list has its digest, or was purged."""
    sha256, body = db.execute(f"SELECT sha256, body FROM {LISTS} WHERE id = ?", [number]).fetchone()
    return hashlib.sha256(text_of_list(body)).hexdigest() == sha256 if body else is_gone(db, number)


def purge_lists(db: Database, room: str | None) -> None:
    """Remove the text of a room's lists that rest on nothing but purged logs, while the purge of the last one is open."""
    rows = db.execute(
        f"SELECT id FROM {LISTS} AS l WHERE room = ? AND length(body) > 0 AND {RESTS_ON_NOTHING.format(of='l')}",
        [room],
    ).fetchall()
    for (number,) in (row for row in rows if is_gone(db, *row)):
        db.execute(f"UPDATE {LISTS} SET body = ? WHERE id = ?", [b"", number])
        db.execute("DELETE FROM damage WHERE subject = ? AND key = ?", [LISTS, f"{number}"])


def text_of_list(kept: bytes | None) -> bytes:
    """The text of a list as it is kept; empty where it cannot be read, or there is none."""
    unpacked = zlib.decompressobj()
    try:
        text = unpacked.decompress(kept or b"")
    except zlib.error:
        return b""
    return text if unpacked.eof and not unpacked.unused_data else b""
