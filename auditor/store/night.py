"""The newest finished audits of sessions and gaming days, now and as they were at an earlier moment.

Audits are numbered in the order in which they finished, so that such a number is a moment: what finishes later has a greater
one, also where a process began it before.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Any

import msgspec
from sqlite_utils import Database

from auditor.errors import ResultPurged
from auditor.store.caller import ITSELF, Caller
from auditor.store.connection import Connections
from auditor.store.first_found import OF_THE_RECORD
from auditor.store.results import Results
from auditor.store.sealed import Sealed
from rules.results import Failure
from rules.typed import from_json

_FINISHED = f"""
SELECT id, result_sha256, ruleset, room, day,
    EXISTS (SELECT 1 FROM purges WHERE purges.subject = 'audits' AND purges.key = CAST(audits.id AS TEXT)),
    (SELECT json_group_array(session ORDER BY position) FROM audit_sessions WHERE audit = audits.id)
FROM audits
WHERE finish IS NOT NULL AND {OF_THE_RECORD} AND finish <= ?
"""
_FINDINGS = """
SELECT session, fingerprint, code, name, kind, severity, room, session_name, hand, seat, line, hands, clause, message
FROM findings WHERE audit = ? ORDER BY position
"""
_failures = from_json(list[Failure])
_ANSWERED = """
SELECT DISTINCT finding.value FROM incident_events AS e JOIN incidents ON incidents.id = e.incident AND incidents.audit = ?,
    json_each(incidents.incident, '$.findings') AS finding WHERE e.action = 'answered'
"""
_LATER_THAN_ANY = (1 << 63) - 1


@dataclass(frozen=True, slots=True)
class FinishedAudit:
    """A finished audit; ``room`` and ``day`` are those of an audit of a gaming day."""

    id: int
    result_sha256: str
    ruleset: str | None
    room: str | None
    day: str | None
    purged: bool
    sessions: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SessionVersion:
    """A session as far as a night needs it. Later versions of a session have greater numbers. purged: its log."""

    id: int
    room: str
    session: str
    ruleset: str | None
    current: bool
    purged: bool


@dataclass(frozen=True, slots=True)
class Finished:
    """What had finished at a moment. ``digest`` is of all audits up to ``finish``, which is 0 where there is none; ``audits``
    are those that the caller sees.
    """

    finish: int
    digest: str
    audits: list[FinishedAudit]  # the newest first


class Nights:
    """What changes from one night to the next."""

    def __init__(
        self, connections: Connections, sealed: Sealed, results: Results, caller: Caller = ITSELF
    ) -> None:
        self._connections = connections
        self._sealed = sealed
        self._results = results
        self._caller = caller

    def read(self, since: int) -> tuple[Finished, Finished, list[SessionVersion]]:
        """What is finished now, what was at the moment ``since``, and all sessions, all of one moment of the store."""
        with self._connections.reading() as db:
            caller = self._caller
            now, before = _finished(db, _LATER_THAN_ANY, caller), _finished(db, since, caller)
            sessions = _sessions(db, caller)
        self._sealed.must_be_as_written("sessions", ((each.id,) for each in sessions))
        self._sealed.must_be_as_written("audits", ((each.id,) for each in now.audits))
        self._sealed.must_be_as_written("audit_sessions", ((each.id,) for each in now.audits))
        return now, before, sessions

    def purges(self) -> int:
        """How many purges there were, by which a record that was read before may have lost findings."""
        count: int = self._connections.db.execute("SELECT coalesce(max(id), 0) FROM purges").fetchone()[0]
        return count

    def findings(self, audit: int) -> list[tuple[int | None, dict[str, Any]]]:
        """An audit's findings in its order, each with its session's number (None: of the gaming day as a whole).

        Those that were purged are not there. Raises ResultDamaged.
        """
        rows = self._connections.db.execute(_FINDINGS, [audit]).fetchall()
        try:
            self._results.must_be_whole("findings", audit)
        except ResultPurged:
            return []
        return [(row[0], _finding(row[1:])) for row in rows]

    def answered(self, audit: int) -> set[str]:
        """The fingerprints of an audit's findings that belong to an incident which was answered, in whatever state it is."""
        rows = self._connections.db.execute(_ANSWERED, [audit])
        return {fingerprint for (fingerprint,) in rows}

    def failures(self, audit: int) -> list[Failure]:
        """The checks that failed to run in an audit."""
        row = self._connections.db.execute(
            "SELECT json_extract(summary, '$.failures') FROM audits WHERE id = ?", [audit]
        ).fetchone()
        return _failures(row[0] or "[]")


def number_finish(db: Database, audit: int) -> None:
    """Give an audit the next number in the order of finishing, in the transaction that finishes it."""
    db.execute(
        "UPDATE audits SET finish = (SELECT coalesce(max(finish), 0) + 1 FROM audits) WHERE id = ?", [audit]
    )


def _finished(db: Database, until: int, caller: Caller) -> Finished:
    seen, rooms = caller.where_audit()
    audits = [
        FinishedAudit(number, result, ruleset, room, day, bool(purged), tuple(msgspec.json.decode(sessions)))
        for number, result, ruleset, room, day, purged, sessions in db.execute(
            f"{_FINISHED} AND {seen} ORDER BY id DESC", [until, *rooms]
        )
    ]
    digest = hashlib.sha256()
    finish = 0
    for finish, result in db.execute(
        "SELECT finish, result_sha256 FROM audits WHERE finish <= ? ORDER BY finish", [until]
    ):
        digest.update(f"{finish} {result}\n".encode())
    return Finished(finish, digest.hexdigest(), audits)


def _sessions(db: Database, caller: Caller) -> list[SessionVersion]:
    seen, rooms = caller.where("s.room")
    rows = db.execute(
        f"""
        SELECT s.id, s.room, s.session, s.ruleset,
            NOT EXISTS (SELECT 1 FROM sessions AS newer WHERE newer.supersedes = s.id),
            EXISTS (SELECT 1 FROM purges WHERE purges.subject = 'evidence' AND purges.key = s.evidence)
        FROM sessions AS s WHERE {seen} ORDER BY s.id
        """,
        rooms,
    )
    return [
        SessionVersion(number, room, session, ruleset, bool(current), bool(purged))
        for number, room, session, ruleset, current, purged in rows
    ]


def _finding(row: tuple[Any, ...]) -> dict[str, Any]:
    names = (
        "fingerprint", "code", "name", "kind", "severity", "room", "session", "hand", "seat", "line", "hands", "clause",
        "message",
    )  # fmt: skip
    values = dict(zip(names, row, strict=True))
    values["hands"] = msgspec.json.decode(values["hands"]) if values["hands"] else None
    return values
