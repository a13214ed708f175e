"""Table sessions as uploaded, with corrections as a chain."""

from __future__ import annotations

import hashlib
from collections.abc import Collection
from typing import Any, NamedTuple

from msgspec.structs import replace
from sqlite_utils import Database

from auditor.errors import Conflict, EvidencePurged
from auditor.evidence import Evidence
from auditor.facts.kinds.facts_of_uploads import KeyedAlterations, UploadAccepted
from auditor.store import stored_purges
from auditor.store.blobs.kept_bytes import writing_with
from auditor.store.caller import ITSELF, Caller
from auditor.store.connection import Connections
from auditor.store.fact_log import FactLog
from auditor.store.rows import Page, Selection, SessionRecord, encoded
from auditor.store.sealed import Sealed
from auditor.store.stored_evidence import Intake, Why, kept_file, same_content
from auditor.store.uploads import spend
from auditor.terms import gaming_day
from rules.results import LogFacts
from rules.typed import from_json

# An audit under another ruleset, or a failed one, leaves the session pending.
_facts = from_json(LogFacts)
AUDITED = """
EXISTS (SELECT 1 FROM audit_sessions AS done JOIN audits ON audits.id = done.audit
        WHERE done.session = s.id AND done.what_if = 0 AND audits.state != 'failed')
"""
_MOST_TABLES = 100
CURRENT = "NOT EXISTS (SELECT 1 FROM sessions AS newer WHERE newer.supersedes = s.id)"
_KEPT = "NOT EXISTS (SELECT 1 FROM purges WHERE purges.subject = 'evidence' AND purges.key = s.evidence)"
_PENDING = f"({CURRENT} AND {_KEPT} AND NOT {AUDITED})"
_HAS = """EXISTS (SELECT 1 FROM audit_sessions AS own JOIN audits ON audits.id = own.audit
    WHERE own.session = s.id AND own.what_if = 0 AND audits.state IN ({states}))"""
_FINISHED, _GOING_ON = _HAS.format(states="'finished'"), _HAS.format(states="'queued', 'running'")
_STATES = {
    "purged": f"NOT ({_KEPT})",
    "superseded": f"{_KEPT} AND NOT ({CURRENT})",
    "audited": f"{_KEPT} AND {CURRENT} AND {_FINISHED}",
    "auditing": f"{_KEPT} AND {CURRENT} AND NOT {_FINISHED} AND {_GOING_ON}",
}
_AMONG = "s.id IN (SELECT CAST(value AS BIGINT) FROM json_each(?))"
_FROM_FIRST = "SELECT s.id FROM sessions AS s WHERE {where} ORDER BY s.id LIMIT ? OFFSET ?"
_FROM_LAST = "SELECT s.id FROM sessions AS s WHERE {where} ORDER BY s.id DESC LIMIT ? OFFSET ?"
_FAILED_UNDER = """
EXISTS (SELECT 1 FROM audit_sessions AS tried JOIN audits ON audits.id = tried.audit
        WHERE tried.session = s.id AND tried.what_if = 0 AND audits.state = 'failed'
            AND NOT EXISTS (SELECT 1 FROM audit_sessions AS beside WHERE beside.audit = audits.id AND beside.session != s.id)
            AND CAST(json_extract(audits.knowledge, '$.as_of') AS BIGINT) = ? AND json_extract(audits.knowledge, '$.code') = ?)
"""
_SELECT = f"""
SELECT s.id, s.room, s.session, s.table_name, s.currency, s.day, s.hands, s.ruleset, s.evidence,
    s.content_sha256, s.supersedes, (SELECT newer.id FROM sessions AS newer WHERE newer.supersedes = s.id),
    s.received_at, s.key, s.facts, e.size, e.media_type, {_PENDING},
    {stored_purges.selected("evidence", "s.evidence")}
FROM sessions AS s JOIN evidence AS e ON e.sha256 = s.evidence
"""


class TablePlayed(NamedTuple):
    """A log of a table on a gaming day."""

    table: str
    day: str
    hands: int
    ruleset: str | None


class SessionRows:
    """Sessions by number, place and time of play."""

    def __init__(
        self, connections: Connections, sealed: Sealed, log: FactLog, caller: Caller = ITSELF
    ) -> None:
        self._connections = connections
        self._sealed = sealed
        self._log = log
        self._caller = caller

    def get(self, number: int) -> SessionRecord | None:
        """One session."""
        found = self._seen("s.id = ?", number)
        self._must_be_as_written([found] if found else [])
        return found

    def current(self, room: str, session: str) -> SessionRecord | None:
        """Current version of a room's session."""
        in_scope, rooms_seen = self._caller.where("s.room")
        found = _one(
            self._connections.db,
            f"s.room = ? AND s.session = ? AND {CURRENT} AND {in_scope}",
            [room, session, *rooms_seen],
        )
        self._must_be_as_written([found] if found else [])
        return found

    def currencies(self, room: str, sessions: Collection[str]) -> dict[str, str]:
        """Currencies of a room's sessions by id. Raises RecordDamaged."""
        return self._of_sessions("s.currency", room, sessions)

    def tables_of(self, room: str, sessions: Collection[str]) -> dict[str, str]:
        """Tables of a room's sessions by id. Raises RecordDamaged."""
        return self._of_sessions("s.table_name", room, sessions)

    def _of_sessions(self, column: str, room: str, sessions: Collection[str]) -> dict[str, str]:
        in_scope, rooms_seen = self._caller.where("s.room")
        rows = self._connections.db.execute(
            f"SELECT s.id, s.session, {column} FROM sessions AS s WHERE s.room = ? AND s.session IN (SELECT value FROM "
            f"json_each(?)) AND {CURRENT} AND {in_scope}",
            [room, encoded(list(sessions)), *rooms_seen],
        ).fetchall()
        self._sealed.must_be_as_written("sessions", ((number,) for number, *_ in rows))
        return {session: value for _, session, value in rows}

    def tables_played(
        self, rooms: Collection[str], first: str, last: str, *, checked: bool = True
    ) -> dict[str, list[TablePlayed]]:
        """Tables of rooms on some gaming days with their current logs' rulesets, by room. checked: compare the rows, unnecessary
        for a number beside a link.
        """
        in_scope, rooms_seen = self._caller.where("s.room")
        rows = self._connections.db.execute(
            "SELECT s.room, s.table_name, s.day, s.hands, s.ruleset, s.id FROM sessions AS s WHERE s.room IN (SELECT value FROM "
            f"json_each(?)) AND s.day BETWEEN ? AND ? AND {CURRENT} AND {in_scope}",
            [encoded(list(rooms)), first, last, *rooms_seen],
        ).fetchall()
        if checked:
            self._sealed.must_be_as_written("sessions", ((row[5],) for row in rows))
        found: dict[str, list[TablePlayed]] = {}
        for room, *rest in rows:
            found.setdefault(room, []).append(TablePlayed(*rest[:4]))
        return found

    def of_content(self, content_sha256: str) -> SessionRecord | None:
        """Session of a log's digest (without gzip). A new log is taken whatever else was altered."""
        found = self._seen("s.content_sha256 = ?", content_sha256)
        if found is not None:
            self._must_be_as_written([found])
        return found

    def _seen(self, where: str, value: Any) -> SessionRecord | None:
        in_scope, rooms_seen = self._caller.where("s.room")
        return _one(self._connections.db, f"{where} AND {in_scope}", [value, *rooms_seen])

    def _must_be_as_written(self, sessions: list[SessionRecord]) -> None:
        self._sealed.must_be_as_written("sessions", ((each.id,) for each in sessions))
        self._sealed.must_be_as_written("evidence", ((each.evidence,) for each in sessions))

    def page(self, selection: Selection, page: Page) -> tuple[list[SessionRecord], int]:
        """Page of the sessions by arrival, and the total."""
        where, values = _where(seen_by(self._caller, selection))
        with self._connections.reading() as db:
            (total,) = db.execute(f"SELECT count(*) FROM sessions AS s WHERE {where}", values).fetchone()
            numbers = _numbers(db, where, values, page, total)
            rows = _many(db, f"{_AMONG} ORDER BY s.id", [encoded(numbers)])
        self._must_be_as_written(rows)
        return rows, total

    def all(self, selection: Selection) -> list[SessionRecord]:
        """Sessions of a selection by arrival."""
        found = selected(self._connections.db, seen_by(self._caller, selection))
        self._must_be_as_written(found)
        return found

    def earlier_versions(self, number: int) -> list[SessionRecord]:
        """Versions before one, oldest first."""
        found = []
        before = self.get(number)
        while before is not None and before.supersedes is not None:
            before = self.get(before.supersedes)
            assert before is not None  # it is referred to
            found.append(before)
        return found[::-1]

    def last_log(self, room: str, until: str) -> tuple[str, str] | None:
        """Gaming day and arrival of a room's latest current session up to a day, or None. Raises RecordDamaged."""
        row = self._connections.db.execute(
            f"SELECT s.day, s.received_at, s.id FROM sessions AS s WHERE s.room = ? AND s.day <= ? AND {CURRENT} "
            "ORDER BY s.day DESC, s.id DESC LIMIT 1",
            [room, until],
        ).fetchone()
        if row is None or not self._caller.sees(room):
            return None
        self._sealed.must_be_as_written("sessions", [(row[2],)])
        return row[0], row[1]

    def last_received(self) -> str | None:
        """Arrival of the last log, or None."""
        row = self._connections.db.execute(
            "SELECT received_at FROM sessions ORDER BY id DESC LIMIT 1"
        ).fetchone()
        return row[0] if row else None

    def never_audited(self, above: int, as_of: int, code: str, most: int) -> list[tuple[int, str]]:
        """First pending sessions above a number, with arrivals, without those that failed under the same registry change and
        program.
        """
        rows = self._connections.db.execute(
            f"SELECT s.id, s.received_at FROM sessions AS s WHERE s.id > ? AND {_PENDING} AND NOT {_FAILED_UNDER} "
            "ORDER BY s.id LIMIT ?",
            [above, as_of, code, most],
        )
        return rows.fetchall()

    def tables(self, room: str) -> tuple[str, ...]:
        """Tables in a room's logs, latest days first; none of a room that the caller does not see."""
        rows = self._connections.db.execute(
            "SELECT table_name FROM sessions WHERE room = ? GROUP BY table_name ORDER BY max(day) DESC, table_name LIMIT ?",
            [room, _MOST_TABLES],
        )
        return tuple(name for (name,) in rows) if self._caller.sees(room) else ()

    def count(self) -> int:
        """Number of sessions, each version counted."""
        count: int = self._connections.db.execute("SELECT count(*) FROM sessions").fetchone()[0]
        return count

    def keep(
        self,
        evidence: Evidence,
        facts: LogFacts,
        filename: str | None,
        at: str,
        keyed: KeyedAlterations | None = None,
    ) -> tuple[SessionRecord, bool]:
        """Keep a log as a session or find the same; whether it is new. keyed: where its hands were keyed.

        Raises Conflict, keeping the bytes as such, EvidencePurged and RecordDamaged.
        """
        with writing_with(self._connections, {evidence.sha256: evidence.body}) as db:
            spend(db, self._caller, evidence.sha256, evidence.size)
            intake = Intake(db, self._log, self._sealed, at, self._caller.key)
            found = keep_in(intake, evidence, facts, filename, keyed)
        if isinstance(found, Conflict):
            raise found
        return found

    def check(self, content_sha256: str, facts: LogFacts) -> SessionRecord | None:
        """Do `keep` without writing: the session that the log already is. Raises Conflict."""
        with self._connections.reading() as db:
            successor_of(db, content_sha256, facts, self._sealed)
            return _one(db, "s.content_sha256 = ?", [content_sha256])


def keep_in(
    intake: Intake,
    evidence: Evidence,
    facts: LogFacts,
    filename: str | None,
    keyed: KeyedAlterations | None = None,
) -> tuple[SessionRecord, bool] | Conflict:
    """Keep a log as a session, find the same, or keep a conflict, within a transaction; whether it
    is new. Raises EvidencePurged, RecordDamaged.
    """
    db = intake.db
    purged = stored_purges.of_log(db, evidence.sha256, evidence.content_sha256)
    if purged is not None:
        raise EvidencePurged(purged.words("This log was here before and"))
    existing = _one(db, "s.content_sha256 = ?", [evidence.content_sha256])
    if existing is not None:
        intake.sealed.must_rest_on_facts("sessions", existing.id)
        intake.repeat(existing.id, existing.room, evidence, filename)
        return existing, False
    try:
        supersedes = successor_of(db, evidence.content_sha256, facts, intake.sealed)
    except Conflict as conflict:
        intake.keep_refused(evidence, filename, Why("conflict", str(conflict)), evidence.content_sha256)
        return conflict
    return _keep_new(intake, evidence, facts, filename, supersedes, keyed), True


def _keep_new(
    intake: Intake,
    evidence: Evidence,
    facts: LogFacts,
    filename: str | None,
    supersedes: int | None,
    keyed: KeyedAlterations | None,
) -> SessionRecord:
    intake.outcome(evidence)  # it rests on facts, if it is there
    number, text = (
        intake.log.number_after(intake.db, "sessions", "upload.accepted"),
        encoded(facts),
    )
    about: dict[str, Any] = {
        name: getattr(facts, name)
        for name in ("room", "session", "table", "currency", "opened_at", "closed_at", "hands", "ruleset")
    }
    fact = UploadAccepted(
        number=number,
        day=_day(intake, facts),
        supersedes=supersedes,
        file=kept_file(evidence, filename),
        content_sha256=evidence.content_sha256,
        facts_sha256=hashlib.sha256(text.encode()).hexdigest(),
        keyed=keyed,
        **about,
        **intake.common(facts.room),
    )
    intake.enter(fact, evidence)
    intake.db.execute("UPDATE sessions SET facts = ? WHERE id = ?", [text, number])
    made = _one(intake.db, "s.id = ?", [number])
    assert made is not None
    return made


def _day(intake: Intake, facts: LogFacts) -> str:
    """Gaming day of a log by the terms of its room as facts say them."""
    room = intake.log.authority.row("rooms", facts.room)
    return gaming_day(room["terms"], facts.opened_at) if room else facts.opened_at[:10]


def successor_of(db: Database, content_sha256: str, facts: LogFacts, sealed: Sealed) -> int | None:
    """The session that a log corrects; None for a first or stored one. Raises Conflict, RecordDamaged."""
    if _one(db, "s.content_sha256 = ?", [content_sha256]) is not None:
        return None
    current = _one(db, f"s.room = ? AND s.session = ? AND {CURRENT}", [facts.room, facts.session])
    if current is not None:
        sealed.must_rest_on_facts("sessions", current.id)
        sealed.must_rest_on_facts("evidence", current.evidence)
    named = facts.supersedes_sha256
    what = f"session {facts.session!r} of room {facts.room!r}"
    if named is None:
        if current is None:
            return None
        raise Conflict(
            f"Other bytes are on record for {what}: session {current.id} with SHA-256 {current.evidence}, "
            f"received {current.received_at}. If this file corrects that one, say so in its session line: "
            f'"supersedes": {{"sha256": "{current.evidence}", "reason": …, "by": …}}.',
            current,
        )
    if current is None:
        raise Conflict(
            f"This file says that it supersedes {named}, but no file is on record for {what}. "
            'Upload the first file before its correction, or leave "supersedes" out.',
            None,
        )
    if named == current.evidence or same_content(db, named) == current.content_sha256:
        return current.id
    raise Conflict(
        f"This file says that it supersedes {named}, which is not the current file of {what}: that is "
        f"session {current.id} with SHA-256 {current.evidence}, received {current.received_at}. Name the "
        "current file's SHA-256.",
        current,
    )


def seen_by(caller: Caller, selection: Selection) -> Selection:
    """Part of a selection that a caller sees."""
    return selection if caller.rooms is None else replace(selection, rooms=caller.rooms)


def selected(db: Database, selection: Selection) -> list[SessionRecord]:
    """Sessions of a selection by arrival."""
    where, values = _where(selection)
    return _many(db, f"{where} ORDER BY s.id", values)


def _where(selection: Selection) -> tuple[str, list[Any]]:
    parts, values = ["TRUE"], []
    for sql, value in (
        ("s.room = ?", selection.room),
        ("s.table_name = ?", selection.table),
        ("s.day >= ?", selection.first_day),
        ("s.day <= ?", selection.last_day),
    ):
        if value is not None:
            parts.append(sql)
            values.append(value)
    for sql, wanted in ((_PENDING, selection.pending), (CURRENT, selection.current)):
        if wanted is not None:
            parts.append(sql if wanted else f"NOT ({sql})")
    if selection.state is not None:
        parts.append(_STATES[selection.state])
    if selection.rooms is not None:
        parts.append("s.room IN (SELECT value FROM json_each(?))")
        values.append(encoded(selection.rooms))
    if selection.ids is not None:
        parts.append(_AMONG)
        values.append(encoded(selection.ids))
    return " AND ".join(parts), values


def _numbers(db: Database, where: str, values: list[Any], page: Page, total: int) -> list[int]:
    """Numbers of a page, counted from the nearer end, in an index that has what a caller and a list are restricted to."""
    size = max(0, min(page.size, total - page.offset))
    after = max(0, total - page.offset - size)
    numbers, offset = (_FROM_FIRST, page.offset) if page.offset <= after else (_FROM_LAST, after)
    found = db.execute(numbers.format(where=where), [*values, size, offset])
    return [number for (number,) in found]


def _one(db: Database, where: str, values: list[Any]) -> SessionRecord | None:
    rows = _many(db, where, values)
    return rows[0] if rows else None


def _many(db: Database, where: str, values: list[Any]) -> list[SessionRecord]:
    return [_record(row) for row in db.execute(f"{_SELECT} WHERE {where}", values)]


def _record(row: tuple[Any, ...]) -> SessionRecord:
    values = list(row)
    values[-5] = _facts(values[-5])
    values[-2] = bool(values[-2])  # pending
    values[-1] = stored_purges.read(values[-1])
    return SessionRecord(*values)
