"""Requested audits, made from a selection of sessions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from msgspec import Struct
from sqlite_utils import Database

from auditor.errors import KeyUsed, TooManyAtOnce
from auditor.facts.kinds.facts_of_audits import AskedLog, AuditAsked
from auditor.store import stored_purges
from auditor.store import stored_sessions as kept
from auditor.store.audit_filter import STATE, AuditFilter, filtered
from auditor.store.caller import ITSELF, Caller
from auditor.store.connection import Connections
from auditor.store.earlier_stores import completed
from auditor.store.fact_log import FactLog
from auditor.store.first_found import OF_THE_RECORD
from auditor.store.rows import (
    AuditBasis,
    AuditRecord,
    EventOf,
    LastAudit,
    NewAudit,
    Page,
    Selection,
    SessionRecord,
    encoded,
    numbers_of,
)
from auditor.store.sealed import Sealed
from rules.typed import from_json

WHAT_IFS_AT_ONCE = 2  # of one caller that are not finished yet

_knowledge = from_json(AuditBasis)
_SELECT = f"""
SELECT id, {STATE}, request, ruleset, skipped, owner, CASE WHEN state = 'queued' THEN begun ELSE attempts END, created_at,
    started_at, finished_at, hands_total, CASE WHEN state = 'finished' THEN hands_total ELSE hands_done END, error,
    summary, counts, result_sha256, request_sha256,
    (SELECT string_agg(CAST(session AS TEXT), ',' ORDER BY position) FROM audit_sessions WHERE audit = audits.id),
    knowledge, of, room, day, key, open,
    (SELECT f.id || ' ' || f.kind || ' ' || f.name FROM event_files AS f WHERE f.id = audits.event),
    {stored_purges.selected("audits", "CAST(audits.id AS TEXT)")}
FROM audits
"""

_OF_NEW = (
    "request", "request_sha256", "ruleset", "skipped", "knowledge", "of", "room", "day", "event",
)  # fmt: skip  # fields of the fact, too
_ROOMS = """
SELECT room FROM (SELECT CAST(?1 AS TEXT) AS room) AS asked WHERE room IS NOT NULL
UNION SELECT room FROM sessions WHERE id IN (SELECT CAST(value AS BIGINT) FROM json_each(?2))
"""


class OwnAudits(Struct, frozen=True):
    """Numbers of a session's newest audits under its own ruleset by outcome, or None. error: of the failed one."""

    finished: int | None = None
    going_on: int | None = None
    failed: int | None = None
    error: str | None = None


class Audits:
    """Audits by their number."""

    def __init__(
        self, connections: Connections, sealed: Sealed, log: FactLog, caller: Caller = ITSELF
    ) -> None:
        self._connections = connections
        self._sealed = sealed
        self._log = log
        self._caller = caller

    def get(self, number: int) -> AuditRecord | None:
        """One audit."""
        seen, rooms = self._caller.where_audit(self._sealed.authority)
        row = self._connections.db.execute(f"{_SELECT} WHERE id = ? AND {seen}", [number, *rooms]).fetchone()
        self._must_be_as_written([number] if row else [])
        found = _record(row) if row else None
        if found is not None and self._caller.rooms is not None:  # whose rooms decide who sees it
            self._sealed.must_be_as_written("sessions", ((each,) for each in found.sessions))
        return found

    def _must_be_as_written(self, numbers: list[int]) -> None:
        for subject in ("audits", "audit_sessions"):
            self._sealed.must_be_as_written(subject, ((number,) for number in numbers))

    def _must_rest_on_facts(self, found: AuditRecord) -> AuditRecord:
        """An earlier audit in place of a new one, within a transaction. Raises RecordDamaged."""
        for subject in ("audits", "audit_sessions"):
            self._sealed.must_rest_on_facts(subject, found.id)
        return found

    def newest_of(self, session: int) -> LastAudit | None:
        """Newest finished audit of a session under its own ruleset, perhaps with other rooms; or None."""
        row = self._connections.db.execute(
            f"""
            SELECT audits.id, audits.finished_at, CAST(json_extract(audits.summary, '$.complete') AS BIGINT)
            FROM audit_sessions AS part JOIN audits ON audits.id = part.audit
            JOIN sessions AS s ON s.id = part.session
            WHERE s.id = ? AND audits.finish IS NOT NULL AND {OF_THE_RECORD}
                AND (audits.ruleset IS NULL OR audits.ruleset = s.ruleset)
            ORDER BY audits.id DESC LIMIT 1
            """,
            [session],
        ).fetchone()
        if row is None:
            return None
        self._must_be_as_written([row[0]])
        return LastAudit(row[0], row[1], bool(row[2]))

    def own_of(self, sessions: Sequence[int]) -> dict[int, OwnAudits]:
        """Newest audits of sessions under their own rulesets; others are left out.

        Failed ones only of a session alone, as another may have been the reason. Raises RecordDamaged.
        """
        rows = self._connections.db.execute(
            """
            SELECT own.session, own.state, own.last, audits.error
            FROM (SELECT part.session, audits.state, max(audits.id) AS last
                FROM audit_sessions AS part JOIN audits ON audits.id = part.audit
                WHERE part.session IN (SELECT CAST(value AS BIGINT) FROM json_each(?)) AND part.what_if = 0
                    AND (audits.state != 'failed' OR NOT EXISTS (SELECT 1 FROM audit_sessions AS beside
                        WHERE beside.audit = audits.id AND beside.session != part.session))
                GROUP BY part.session, audits.state) AS own JOIN audits ON audits.id = own.last
            """,
            [encoded(list(sessions))],
        )
        numbers: dict[int, dict[str, Any]] = {}
        named: set[int] = set()
        for session, state, last, error in rows:
            own = numbers.setdefault(session, {})
            own["going_on" if state == "queued" else state] = last
            named.add(last)
            if state == "failed":
                own["error"] = error
        for subject in (
            "audits",
            "audit_sessions",
        ):  # also of a log that comes while the register does not match
            self._sealed.must_all_rest_on_facts(subject, ((each,) for each in sorted(named)))
        return {session: OwnAudits(**own) for session, own in numbers.items()}

    def was_asked(self, session: int) -> bool:
        """Whether an unfailed audit of a session under its own ruleset was ever requested."""
        row = self._connections.db.execute(
            """
            SELECT 1 FROM audit_sessions AS part JOIN audits ON audits.id = part.audit
            WHERE part.session = ? AND part.what_if = 0 AND audits.state != 'failed' LIMIT 1
            """,
            [session],
        ).fetchone()
        return row is not None

    def state(self, number: int) -> str:
        """State of an audit alone, for those who wait."""
        state: str = self._connections.db.execute(
            f"SELECT {STATE} FROM audits WHERE id = ?", [number]
        ).fetchone()[0]
        return state

    def page(self, wanted: AuditFilter, page: Page) -> tuple[list[AuditRecord], int]:
        """Page of the audits, newest first, and the total."""
        seen, rooms = self._caller.where_audit(self._sealed.authority)
        where, values = filtered(wanted)
        seen, rooms = f"{where} AND {seen}", [*values, *rooms]
        with self._connections.reading() as db:
            (total,) = db.execute(f"SELECT count(*) FROM audits WHERE {seen}", rooms).fetchone()
            rows = db.execute(
                f"{_SELECT} WHERE {seen} ORDER BY id DESC LIMIT ? OFFSET ?", [*rooms, page.size, page.offset]
            )
            found = [_record(row) for row in rows]
        self._must_be_as_written([each.id for each in found])
        return found, total

    def what_ifs(self, ruleset: str, most: int) -> list[AuditRecord]:
        """The what-ifs of a revision (ID@REV) that the caller sees, newest first."""
        seen, rooms = self._caller.where_audit(self._sealed.authority)
        rows = self._connections.db.execute(
            f"{_SELECT} WHERE ruleset = ? AND CAST(json_extract(knowledge, '$.as_if') AS BIGINT) = 1 AND {seen} "
            "ORDER BY id DESC LIMIT ?",
            [ruleset, *rooms, most],
        )
        found = [_record(row) for row in rows]
        self._must_be_as_written([each.id for each in found])
        return found

    def of_hands_since(self, room: str, day: str) -> list[int]:
        """Finished audits of a room's sessions open on a day or after."""
        seen, rooms = self._caller.where_audit(self._sealed.authority, "a")
        rows = self._connections.db.execute(
            f"""
            SELECT DISTINCT a.id FROM audits AS a
            JOIN audit_sessions AS m ON m.audit = a.id JOIN sessions AS s ON s.id = m.session
            WHERE s.room = ? AND a.state = 'finished' AND (s.day >= ? OR substr(s.closed_at, 1, 10) >= ?) AND {seen}
            ORDER BY a.id
            """,
            [room, day, day, *rooms],
        )
        found = [number for (number,) in rows]
        self._must_be_as_written(found)
        return found

    def of_day(self, room: str, day: str) -> list[AuditRecord]:
        """Audits of a gaming day, newest first, without repeated ones."""
        found = _of_day(self._connections.db, room, day)
        self._must_be_as_written([each.id for each in found])
        return found

    def ask_day(
        self,
        room: str,
        day: str,
        selection: Selection,
        make: Callable[[list[SessionRecord], AuditRecord | None], NewAudit],
    ) -> tuple[AuditRecord, bool]:
        """Queue a gaming day's audit; False with the newest version where that has the same digest, unless it was made without
        keys and there are some now.

        ``make`` gets the newest version, if any.
        """
        with self._connections.writing() as db:
            newest = next(iter(_of_day(db, room, day)), None)
            new = make(kept.selected(db, kept.seen_by(self._caller, selection)), newest)
            return self._unless_same(db, new, newest)

    def of_event(self, kind: str, room: str, name: str) -> list[AuditRecord]:
        """Audits of a tournament or ledger, newest first, without repeated ones."""
        found = _of_event(self._connections.db, kind, room, name) if self._caller.sees(room) else []
        self._must_be_as_written([each.id for each in found])
        return found

    def ask_event(
        self, kind: str, room: str, name: str, make: Callable[[], NewAudit]
    ) -> tuple[AuditRecord, bool]:
        """Queue an event's audit, as `ask_day` does."""
        with self._connections.writing() as db:
            newest = next(iter(_of_event(db, kind, room, name)), None)
            return self._unless_same(db, make(), newest)

    def _unless_same(
        self, db: Database, new: NewAudit, newest: AuditRecord | None
    ) -> tuple[AuditRecord, bool]:
        same = newest and newest.state != "failed" and newest.request_sha256 == new.request_sha256
        if newest and same and (self._caller.open or not newest.open):
            return self._must_rest_on_facts(newest), False
        made = get(db, self._insert_all(db, new))
        assert made is not None
        return made, True

    def by_state(self) -> dict[str, int]:
        """Number of audits in each state."""
        return dict(
            self._connections.db.execute(f"SELECT {STATE}, count(*) FROM audits GROUP BY 1").fetchall()
        )

    def ask(
        self,
        selection: Selection,
        make: Callable[[list[SessionRecord]], NewAudit | None],
        key: str | None = None,
        request_sha256: str = "",
    ) -> tuple[AuditRecord | None, bool]:
        """Queue an audit of selected sessions; whether it is new.

        ``make``: the audit of the sessions at that moment, or None. The caller's ``key`` with the same request gives the earlier
        audit; a what-if without a key, the same earlier one. Raises KeyUsed, TooManyAtOnce.
        """
        with self._connections.writing() as db:
            before = _by_key(db, _named(self._caller, key)) if key is not None else None
            if before is not None:
                if before.request_sha256 != request_sha256:
                    raise KeyUsed(
                        f"The Idempotency-Key {key!r} was used for another request, which made audit "
                        f"{before.id}. Use a new key for a new request."
                    )
                return self._must_rest_on_facts(before), False
            new = make(kept.selected(db, kept.seen_by(self._caller, selection)))
            if new is None:
                return None, False
            if new.knowledge.as_if:
                same = _same_what_if(db, new, self._caller)
                if same is not None:
                    return self._must_rest_on_facts(same), False
                _must_have_a_turn(db, self._caller)
            return get(db, self._insert_all(db, new)), True

    def _insert_all(self, db: Database, new: NewAudit) -> int:
        for each in new.beside:
            self._insert(db, each)
        return self._insert(db, new)

    def _insert(self, db: Database, new: NewAudit) -> int:
        number, key = self._log.number_after(db, "audits", "audit.asked"), new.idempotency_key
        about: dict[str, Any] = {name: msgspec.to_builtins(getattr(new, name)) for name in _OF_NEW}
        fact = AuditAsked(
            number=number,
            idempotency_key=None if key is None else _named(self._caller, key),
            hands_total=sum(session.hands for session in new.sessions),
            logs=tuple(_asked_log(new, session) for session in new.sessions),
            open=self._caller.open,
            at=new.created_at,
            by=self._caller.key,
            rooms=self._rooms(db, new),
            **about,
        )
        self._log.append(db, fact)
        return number

    def _rooms(self, db: Database, new: NewAudit) -> tuple[str, ...]:
        """Rooms that an audit concerns, by id. Raises RecordDamaged where one of its sessions is not as facts say."""
        skipped = [
            each["session"] for each in msgspec.to_builtins(new.skipped) if each.get("session") is not None
        ]
        sessions = [*(each.id for each in new.sessions), *skipped]
        self._sealed.must_all_rest_on_facts("sessions", ((each,) for each in sessions))
        rooms = {room for (room,) in db.execute(_ROOMS, [new.room, encoded(sessions)])}
        if new.ruleset is not None:
            rooms.update(self._sealed.authority.rooms_of_ruleset(new.ruleset.partition("@")[0]))
        return tuple(sorted(rooms))


def _same_what_if(db: Database, new: NewAudit, caller: Caller) -> AuditRecord | None:
    """The caller's earlier what-if of the same rulesets, engine and logs, unless failed."""
    if new.idempotency_key is not None or new.of is not None:
        return None  # found by its key, or to be repeated
    rows = db.execute(
        f"""
        {_SELECT} WHERE request_sha256 = ? AND knowledge = ? AND key IS NOT DISTINCT FROM ? AND open = ?
            AND of IS NULL AND state != 'failed' ORDER BY id DESC LIMIT 1
        """,
        [new.request_sha256, encoded(new.knowledge), caller.key, int(caller.open)],
    )
    for row in rows:
        found = _record(row)
        if found.sessions == tuple(session.id for session in new.sessions) and found.skipped == new.skipped:
            return found
    return None


def _must_have_a_turn(db: Database, caller: Caller) -> None:
    (waiting,) = db.execute(
        """
        SELECT count(*) FROM audits
        WHERE state = 'queued' AND CAST(json_extract(knowledge, '$.as_if') AS BIGINT) = 1 AND key IS NOT DISTINCT FROM ?
        """,
        [caller.key],
    ).fetchone()
    if waiting >= WHAT_IFS_AT_ONCE:
        raise TooManyAtOnce(
            f"{waiting} what-ifs of this caller are not finished yet. Ask for another when one of them is."
        )


def _named(caller: Caller, key: str) -> str:
    """Idempotency key as stored, apart for each caller's key."""
    return key if caller.key is None else f"{caller.key}\x1f{key}"


def _of_day(db: Database, room: str, day: str) -> list[AuditRecord]:
    rows = db.execute(f"{_SELECT} WHERE room = ? AND day = ? AND of IS NULL ORDER BY id DESC", [room, day])
    return [_record(row) for row in rows]


def _of_event(db: Database, kind: str, room: str, name: str) -> list[AuditRecord]:
    files = "SELECT id FROM event_files WHERE kind = ? AND room = ? AND name = ?"
    rows = db.execute(
        f"{_SELECT} WHERE event IN ({files}) AND of IS NULL ORDER BY id DESC", [kind, room, name]
    )
    return [_record(row) for row in rows]


def get(db: Database, number: int) -> AuditRecord | None:
    """One audit, within a transaction."""
    row = db.execute(f"{_SELECT} WHERE id = ?", [number]).fetchone()
    return _record(row) if row else None


def _by_key(db: Database, key: str) -> AuditRecord | None:
    row = db.execute(f"{_SELECT} WHERE idempotency_key = ?", [key]).fetchone()
    return _record(row) if row else None


def _asked_log(new: NewAudit, session: SessionRecord) -> AskedLog:
    what_if = new.knowledge.as_if or is_what_if(new.ruleset, session.ruleset)
    return AskedLog(session.id, session.evidence, what_if)


def _event(text: str) -> EventOf:
    number, kind, name = text.split(" ", 2)
    return EventOf(int(number), kind, name)


def is_what_if(asked: str | None, named: str | None) -> bool:
    """Whether an audit's ruleset differs from the session's.

    A session without one takes the requested; a name without a revision leaves it to the hand's day.
    """
    if asked is None or named is None or asked == named:
        return False
    (asked_id, _, asked_revision), (named_id, _, named_revision) = asked.partition("@"), named.partition("@")
    return asked_id != named_id or bool(asked_revision and named_revision)


def _record(row: tuple[Any, ...]) -> AuditRecord:
    (
        number, state, request, ruleset, skipped, owner, attempts, created, started, finished, total, done,
        error, summary, counts, result, request_sha256, sessions, knowledge, of, room, day, key, is_open, event, purged,
    ) = row  # fmt: skip
    return AuditRecord(
        id=number,
        state=state,
        request=msgspec.json.decode(request),
        ruleset=ruleset,
        skipped=msgspec.json.decode(skipped),
        owner=owner,
        attempts=attempts,
        created_at=created,
        started_at=started,
        finished_at=finished,
        hands_total=total,
        hands_done=done,
        error=error,
        summary=completed(summary) if summary else None,
        counts=msgspec.json.decode(counts) if counts else None,
        result_sha256=result,
        request_sha256=request_sha256,
        sessions=numbers_of(sessions),
        knowledge=_knowledge(knowledge) if knowledge else AuditBasis(),
        of=of,
        room=room,
        day=day,
        key=key,
        open=bool(is_open),
        event=_event(event) if event else None,
        purged=stored_purges.read(purged),
    )
