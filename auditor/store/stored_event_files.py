"""Tournaments' files and ledgers as uploaded, with corrections as a chain."""

from __future__ import annotations

import hashlib
from typing import Any, Literal

from msgspec import Struct
from sqlite_utils import Database

from auditor.errors import EventConflict, EvidenceDamaged
from auditor.evidence import Evidence
from auditor.facts.kinds.facts_of_uploads import EventFileAccepted
from auditor.store.blobs.kept_bytes import bytes_of, column_of, writing_with
from auditor.store.bytes_by_digest import note_repair
from auditor.store.caller import ITSELF, Caller
from auditor.store.connection import Connections
from auditor.store.damage import Damage
from auditor.store.fact_log import FactLog
from auditor.store.rows import Page, encoded
from auditor.store.sealed import Sealed
from auditor.store.stored_evidence import kept_file
from auditor.store.uploads import spend_bytes
from rules.shown_events import EventFacts
from rules.typed import from_json

TABLE = "event_files"
Kind = Literal["tournament", "ledger"]
KINDS: tuple[Kind, ...] = ("tournament", "ledger")
_facts = from_json(EventFacts)
CURRENT = "NOT EXISTS (SELECT 1 FROM event_files AS newer WHERE newer.supersedes = f.id)"
_NUMBER, _NUMBER_OF_IT = (f"CAST(json_extract({each}.facts, '$.number') AS BIGINT)" for each in "tf")
_BEGINS = "json_extract(f.facts, '$.begins')"
_YEAR_BEFORE = f"CAST(CAST(substr({_BEGINS}, 1, 4) AS BIGINT) - 1 AS TEXT) || substr({_BEGINS}, 5)"
# Ledgers of the year before one, or the dozen before it where days are unrecorded.
EARLIER = f"""(t.kind = 'ledger' AND f.kind = 'ledger' AND t.room = f.room AND t.id != f.id AND t.name != f.name
    AND coalesce(
        json_extract(t.facts, '$.ends') < json_extract(f.facts, '$.begins')
            AND json_extract(t.facts, '$.ends') >= {_YEAR_BEFORE},
        {_NUMBER} < {_NUMBER_OF_IT} AND {_NUMBER} >= {_NUMBER_OF_IT} - 12,
        FALSE))"""
# Highest lower running number among the room's current files of a kind.
NUMBER_BEFORE = f"""(SELECT max({_NUMBER}) FROM event_files AS t
    WHERE t.kind = f.kind AND t.room = f.room AND t.name != f.name AND {_NUMBER} < {_NUMBER_OF_IT}
        AND NOT EXISTS (SELECT 1 FROM event_files AS newer WHERE newer.supersedes = t.id))"""
_WITH_NUMBER_BEFORE = f"""(SELECT w.id FROM event_files AS w WHERE w.kind = f.kind AND w.room = f.room
    AND CAST(json_extract(w.facts, '$.number') AS BIGINT) = {NUMBER_BEFORE} ORDER BY w.id DESC LIMIT 1)"""
# Current ones with days of the quarter that the ledger pays; their tournaments' own days may decide on the quarter.
OF_QUARTER = f"""({EARLIER} AND json_extract(f.facts, '$.pays_from') IS NOT NULL
    AND coalesce(json_extract(t.facts, '$.ends') >= json_extract(f.facts, '$.pays_from'), TRUE)
    AND NOT EXISTS (SELECT 1 FROM event_files AS newer WHERE newer.supersedes = t.id))"""
# Unaudited, or followed by something that belongs to it.
PENDING = f"""({CURRENT} AND NOT EXISTS (
    SELECT 1 FROM audits AS a WHERE a.event = f.id AND a.state != 'failed' AND a.of IS NULL
        AND NOT EXISTS (SELECT 1 FROM sessions AS s WHERE s.room = f.room AND s.received_at > a.created_at AND (
            (f.kind = 'tournament' AND json_extract(s.facts, '$.tournament') = f.name)
            OR s.session IN (SELECT value FROM json_each(f.facts, '$.missing'))))
        AND NOT EXISTS (SELECT 1 FROM event_files AS t WHERE t.room = f.room AND t.received_at > a.created_at
            AND f.kind = 'ledger' AND t.kind = 'tournament' AND t.name IN (SELECT value FROM json_each(f.facts, '$.missing')))
        AND NOT EXISTS (SELECT 1 FROM event_files AS t WHERE t.received_at > a.created_at AND {EARLIER})
        AND CAST(json_extract(a.request, '$.number_before') AS BIGINT) IS NOT DISTINCT FROM {NUMBER_BEFORE}
        AND NOT EXISTS (SELECT 1 FROM event_files AS t CROSS JOIN json_each(t.facts, '$.missing') AS named
            CROSS JOIN event_files AS late
            WHERE late.kind = 'tournament' AND late.room = f.room AND late.name = named.value
                AND late.received_at > a.created_at AND {OF_QUARTER})
))"""
_SELECT = f"""
SELECT f.id, f.kind, f.room, f.name, f.currency, f.day, f.sha256, f.content_sha256, f.size, f.media_type, f.filename,
    f.received_at, f.supersedes, (SELECT newer.id FROM event_files AS newer WHERE newer.supersedes = f.id), f.key, {PENDING},
    f.facts
FROM event_files AS f
"""


class EventFileRecord(Struct, frozen=True):
    """A version of a file. name: id within the room; key: of its upload; pending: awaits its audit."""

    id: int
    kind: Kind
    room: str
    name: str
    currency: str
    day: str | None
    sha256: str
    content_sha256: str
    size: int
    media_type: str
    filename: str | None
    received_at: str
    supersedes: int | None
    superseded_by: int | None
    key: str | None
    pending: bool
    facts: EventFacts


_NAMES = EventFileRecord.__struct_fields__


class EventFileRows:
    """Files of events in the caller's rooms."""

    def __init__(
        self, connections: Connections, sealed: Sealed, damage: Damage, log: FactLog, caller: Caller = ITSELF
    ) -> None:
        self._connections = connections
        self._sealed = sealed
        self._log = log
        self._damage = damage
        self._caller = caller

    def get(self, kind: Kind, number: int) -> EventFileRecord | None:
        """One file."""
        return self._one("f.kind = ? AND f.id = ?", kind, number)

    def current(self, kind: Kind, room: str, name: str) -> EventFileRecord | None:
        """Current version of a room's file."""
        return self._one(f"f.kind = ? AND f.room = ? AND f.name = ? AND {CURRENT}", kind, room, name)

    def earlier_ledgers(self, file: EventFileRecord) -> list[EventFileRecord]:
        """Current ledgers of the room before one, newest first."""
        seen, rooms = self._caller.where("t.room")
        with self._connections.reading() as db:
            rows = db.execute(
                f"""
                SELECT t.id FROM event_files AS t JOIN event_files AS f ON f.id = ? WHERE {EARLIER} AND {seen}
                    AND NOT EXISTS (SELECT 1 FROM event_files AS newer WHERE newer.supersedes = t.id)
                ORDER BY json_extract(t.facts, '$.begins') DESC NULLS LAST, t.id DESC
                """,
                [file.id, *rooms],
            )
            numbers = [number for (number,) in rows]
        return [found for each in numbers if (found := self.get("ledger", each)) is not None]

    def number_before(self, file: EventFileRecord) -> int | None:
        """Highest earlier running number among the room's files of its kind, or None. Raises RecordDamaged."""
        found: tuple[int | None, int | None] = self._connections.db.execute(
            f"SELECT {NUMBER_BEFORE}, {_WITH_NUMBER_BEFORE} FROM event_files AS f WHERE f.id = ?", [file.id]
        ).fetchone()
        self._sealed.must_all_rest_on_facts(TABLE, [(found[1],)] if found[1] is not None else [])
        return found[0]

    def named_in_the_quarter(self, file: EventFileRecord) -> list[str]:
        """Names in earlier ledgers with days of a quarter that a ledger pays. Raises RecordDamaged."""
        seen, rooms = self._caller.where("t.room")
        with self._connections.reading() as db:
            rows = db.execute(
                f"""
                SELECT named.value, t.id FROM event_files AS t JOIN event_files AS f ON f.id = ?
                    CROSS JOIN json_each(t.facts, '$.missing') AS named WHERE {OF_QUARTER} AND {seen}
                """,
                [file.id, *rooms],
            ).fetchall()
        self._sealed.must_all_rest_on_facts(TABLE, ((number,) for number in {number for _, number in rows}))
        return sorted({name for name, _ in rows})

    def of_content(self, content_sha256: str) -> EventFileRecord | None:
        """The file with a digest (without gzip)."""
        return self._one("f.content_sha256 = ?", content_sha256)

    def page(
        self, kind: Kind, room: str | None, page: Page, *, pending: bool | None = None
    ) -> tuple[list[EventFileRecord], int]:
        """Page of the files, newest first, and the total."""
        seen, values = self._caller.where("f.room")
        where, values = f"f.kind = ? AND {seen}", [kind, *values]
        if room is not None:
            where, values = f"{where} AND f.room = ?", [*values, room]
        if pending is not None:
            where = f"{where} AND {'' if pending else 'NOT '}{PENDING}"
        return self._part(where, values, "f.id DESC", page)

    def of_room(self, room: str, page: Page) -> tuple[list[EventFileRecord], int]:
        """Page of a room's current files, newest first, and the total."""
        seen, rooms = self._caller.where("f.room")
        where, values = f"f.room = ? AND {seen} AND {CURRENT}", [room, *rooms]
        return self._part(where, values, "coalesce(f.day, f.received_at) DESC, f.id DESC", page)

    def seen_up_to(self) -> tuple[int, int]:
        """Numbers of the last file and the last session, or 0."""
        found: tuple[int, int] = self._connections.db.execute(
            "SELECT coalesce((SELECT max(id) FROM event_files), 0), coalesce((SELECT max(id) FROM sessions), 0)"
        ).fetchone()
        return found

    def last_received(self) -> str | None:
        """Arrival of the last file, or None."""
        row = self._connections.db.execute(
            "SELECT received_at FROM event_files ORDER BY id DESC LIMIT 1"
        ).fetchone()
        return row[0] if row else None

    def _part(
        self, where: str, values: list[Any], order: str, page: Page
    ) -> tuple[list[EventFileRecord], int]:
        with self._connections.reading() as db:
            (total,) = db.execute(f"SELECT count(*) FROM event_files AS f WHERE {where}", values).fetchone()
            rows = db.execute(
                f"{_SELECT} WHERE {where} ORDER BY {order} LIMIT ? OFFSET ?",
                [*values, page.size, page.offset],
            )
            found = [_record(row) for row in rows]
        return self._as_written(found), total

    def sessions_of(self, room: str, tournament: str) -> list[int]:
        """Current sessions of a room's tournament, by arrival."""
        seen, values = self._caller.where("s.room")
        rows = self._connections.db.execute(
            f"""
            SELECT s.id FROM sessions AS s
            WHERE s.room = ? AND json_extract(s.facts, '$.tournament') = ? AND {seen}
                AND NOT EXISTS (SELECT 1 FROM sessions AS newer WHERE newer.supersedes = s.id)
            ORDER BY s.id
            """,
            [room, tournament, *values],
        )
        return [number for (number,) in rows]

    def body(self, file: EventFileRecord) -> bytes:
        """Bytes of a file. Raises EvidenceDamaged, BytesUnavailable."""
        (column,) = self._connections.db.execute(
            "SELECT body FROM event_files WHERE id = ?", [file.id]
        ).fetchone()
        body = bytes_of(column, file.sha256)
        found = hashlib.sha256(body).hexdigest()
        if found == file.sha256:
            return body
        words = (
            f"The file of {file.kind} {file.id} is no longer what was received: its SHA-256 was {file.sha256} and is now "
            f"{found}. Send the same file again, or restore the store from a backup."
        )
        self._damage.note(TABLE, f"{file.id}", words)
        raise EvidenceDamaged(words)

    def repair(self, file: EventFileRecord, body: bytes, at: str) -> None:
        """Repair damaged bytes, on record. ``body`` has the digest."""
        with writing_with(self._connections, {file.sha256: body}) as db:
            _repair(db, file.id, file.sha256, body, at, self._caller.key)

    def keep(
        self, evidence: Evidence, facts: EventFacts, filename: str | None, at: str
    ) -> tuple[EventFileRecord, bool]:
        """Keep a file or find the same; whether it is new. Raises EventConflict, LimitReached, RecordDamaged."""
        with writing_with(self._connections, {evidence.sha256: evidence.body}) as db:
            existing = _one(db, "f.content_sha256 = ?", [evidence.content_sha256])
            if existing is not None:
                self._sealed.must_rest_on_facts(TABLE, existing.id)
            spend_bytes(db, self._caller, 0 if existing else evidence.size)
            if existing is not None:
                return existing, False
            supersedes = successor_of(db, facts, self._sealed)
            number = self._enter(db, evidence, facts, supersedes, filename, at)
            found = _one(db, "f.id = ?", [number])
            assert found is not None
            return found, True

    def _enter(
        self,
        db: Database,
        evidence: Evidence,
        facts: EventFacts,
        supersedes: int | None,
        filename: str | None,
        at: str,
    ) -> int:
        number, text = (
            self._log.number_after(db, TABLE, "event.accepted"),
            encoded(facts),
        )
        about: dict[str, Any] = {
            "event": facts.kind, "room": facts.room, "name": facts.id, "currency": facts.currency, "day": facts.day,
            "at": at, "by": self._caller.key, "rooms": (facts.room,),
        }  # fmt: skip
        fact = EventFileAccepted(
            number=number,
            file=kept_file(evidence, filename),
            content_sha256=evidence.content_sha256,
            supersedes=supersedes,
            facts_sha256=hashlib.sha256(text.encode()).hexdigest(),
            **about,
        )
        self._log.append(db, fact)
        db.execute(
            f"UPDATE {TABLE} SET facts = ?, body = ? WHERE id = ?",
            [text, column_of(evidence.sha256, evidence.body), number],
        )
        return number

    def check(self, facts: EventFacts) -> None:
        """Raise EventConflict where `keep` of a new file would."""
        with self._connections.reading() as db:
            successor_of(db, facts, self._sealed)

    def _one(self, where: str, *values: Any) -> EventFileRecord | None:
        seen, rooms = self._caller.where("f.room")
        found = _one(self._connections.db, f"{where} AND {seen}", [*values, *rooms])
        self._as_written([found] if found else [])
        return found

    def _as_written(self, files: list[EventFileRecord]) -> list[EventFileRecord]:
        self._sealed.must_be_as_written(TABLE, ((each.id,) for each in files))
        return files


def successor_of(db: Database, facts: EventFacts, sealed: Sealed) -> int | None:
    """The file that a new one corrects, or None. Raises EventConflict, RecordDamaged."""
    current = _one(
        db, f"f.kind = ? AND f.room = ? AND f.name = ? AND {CURRENT}", [facts.kind, facts.room, facts.id]
    )
    if current is not None:
        sealed.must_rest_on_facts(TABLE, current.id)
    named = facts.supersedes_sha256
    what = f"{facts.kind} {facts.id!r} of room {facts.room!r}"
    if named is None:
        if current is None:
            return None
        raise EventConflict(
            f"Other bytes are on record for {what}: {facts.kind} {current.id} with SHA-256 {current.sha256}, received "
            f"{current.received_at}. If this file corrects that one, say so in its first line: "
            f'"supersedes": {{"sha256": "{current.sha256}", "reason": …, "by": …}}.',
            current,
        )
    if current is None:
        raise EventConflict(
            f"This file says that it supersedes {named}, but no file is on record for {what}. "
            'Upload the first file before its correction, or leave "supersedes" out.'
        )
    if named in (current.sha256, current.content_sha256):
        return current.id
    raise EventConflict(
        f"This file says that it supersedes {named}, which is not the current file of {what}: that is {facts.kind} "
        f"{current.id} with SHA-256 {current.sha256}, received {current.received_at}. Name the current file's SHA-256.",
        current,
    )


def _repair(db: Database, number: int, sha256: str, body: bytes, at: str, by: str | None) -> None:
    (column,) = db.execute("SELECT body FROM event_files WHERE id = ?", [number]).fetchone()
    found = bytes_of(column, sha256)
    if found == body:
        return
    note_repair(db, "evidence", sha256, found, at, by)
    db.execute("UPDATE event_files SET body = ? WHERE id = ?", [column_of(sha256, body), number])
    db.execute("DELETE FROM damage WHERE subject = ? AND key = ?", [TABLE, f"{number}"])


def _one(db: Database, where: str, values: list[Any]) -> EventFileRecord | None:
    row = db.execute(f"{_SELECT} WHERE {where}", values).fetchone()
    return _record(row) if row else None


def _record(row: tuple[Any, ...]) -> EventFileRecord:
    values = dict(zip(_NAMES, row, strict=True))
    return EventFileRecord(**{**values, "pending": bool(values["pending"]), "facts": _facts(values["facts"])})
