"""Newest finished audits of sessions and gaming days, now and at an earlier moment. Audits are numbered as they finish, and such
a number is a moment.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from typing import Any

from msgspec import Struct
from sqlite_utils import Database

from auditor.store.caller import ITSELF, Caller
from auditor.store.connection import Connections
from auditor.store.first_found import OF_THE_RECORD
from auditor.store.rows import encoded, numbers_of
from auditor.store.sealed import Sealed
from auditor.store.stored_results import ResultRows
from rules.results import Failure
from rules.typed import from_json

_FINISHED = f"""
SELECT id, finish, ruleset, room, day, (SELECT f.kind || ' ' || f.name FROM event_files AS f WHERE f.id = audits.event),
    EXISTS (SELECT 1 FROM purges WHERE purges.subject = 'audits' AND purges.key = CAST(audits.id AS TEXT)),
    (SELECT string_agg(CAST(session AS TEXT), ',' ORDER BY position) FROM audit_sessions WHERE audit = audits.id)
FROM audits
WHERE finish IS NOT NULL AND {OF_THE_RECORD}
"""
_AMONG = "IN (SELECT CAST(value AS BIGINT) FROM json_each(?))"
_DIGESTED = "SELECT finish, result_sha256 FROM audits WHERE finish IS NOT NULL ORDER BY finish"
# Audits that matter to a night: since the cursor, with findings, or with a failed check.
_SINCE = "SELECT id FROM audits WHERE finish > ?"
_WITH_FINDINGS = """
SELECT id FROM audits WHERE finish IS NOT NULL AND CAST(json_extract(counts, '$.findings') AS BIGINT) > 0
"""
_WITH_FAILURES = """
SELECT id FROM audits WHERE finish IS NOT NULL AND json_extract(summary, '$.failures') != '[]'
"""
# All versions under some sessions' names.
_NAMED = f"""
WITH named (room, session) AS MATERIALIZED (
    SELECT s.room, s.session FROM audit_sessions AS part JOIN sessions AS s ON s.id = part.session WHERE part.audit {_AMONG}
    UNION SELECT s.room, s.session FROM sessions AS s WHERE s.id IN (
        SELECT CAST(played.value AS BIGINT) FROM result_documents AS d
        CROSS JOIN json_each(d.sessions) AS played WHERE d.audit {_AMONG})
)
SELECT s.id, s.room, s.session, s.day, s.ruleset,
    NOT EXISTS (SELECT 1 FROM sessions AS newer WHERE newer.supersedes = s.id),
    EXISTS (SELECT 1 FROM purges WHERE purges.subject = 'evidence' AND purges.key = s.evidence)
FROM named CROSS JOIN sessions AS s WHERE s.room = named.room AND s.session = named.session
"""
_OF_PLACES = f"""
SELECT audit FROM audit_sessions WHERE session {_AMONG}
UNION SELECT other.id FROM audits AS one JOIN audits AS other ON other.room = one.room AND other.day = one.day
    WHERE one.id {_AMONG} AND one.day IS NOT NULL
UNION SELECT other.id FROM audits AS one JOIN event_files AS f ON f.id = one.event
    JOIN event_files AS version ON version.kind = f.kind AND version.room = f.room AND version.name = f.name
    JOIN audits AS other ON other.event = version.id
    WHERE one.id {_AMONG}
"""
_CURRENT = """
SELECT count(*) FROM sessions AS s WHERE NOT EXISTS (SELECT 1 FROM sessions AS newer WHERE newer.supersedes = s.id)
    AND {purged} EXISTS (SELECT 1 FROM purges WHERE purges.subject = 'evidence' AND purges.key = s.evidence) AND {seen}
"""
_EVENTS = f"""
SELECT a.id, f.kind || ' ' || f.name FROM audits AS a JOIN event_files AS f ON f.id = a.event WHERE a.id {_AMONG}
"""
_OF_FINDINGS = (
    "fingerprint", "code", "name", "kind", "severity", "room", "session", "hand", "seat", "line", "hands", "clause", "message",
)  # fmt: skip
_failures = from_json(list[Failure])
_ANSWERED = f"""
SELECT incidents.audit, finding.value, e.id FROM incident_events AS e
JOIN incidents ON incidents.id = e.incident AND incidents.audit {_AMONG}
CROSS JOIN json_each(incidents.incident, '$.findings') AS finding WHERE e.action = 'answered'
"""


class FinishedAudit(Struct, frozen=True):
    """A finished audit; ``room``, ``day``: of a gaming day's; ``event``: a tournament's or ledger's name."""

    id: int
    finish: int
    ruleset: str | None
    room: str | None
    day: str | None
    event: str | None
    purged: bool
    sessions: tuple[int, ...]


class SessionVersion(Struct, frozen=True):
    """A session for nights; later versions have greater numbers. purged: its log."""

    id: int
    room: str
    session: str
    day: str
    ruleset: str | None
    current: bool
    purged: bool


class Finished(Struct, frozen=True):
    """Finished audits at a moment. ``digest``: of all up to ``finish`` (0: none); ``audits``:
    relevant ones that the caller sees.
    """

    finish: int
    digest: str
    audits: list[FinishedAudit]  # the newest first


class NightSpan(Struct, frozen=True):
    """The record now and earlier, where findings or audits since matter.

    sessions: relevant ones, in all versions. count: current ones on record; purged: of these. last: greatest session number.
    with_findings: audits whose findings must be whole.
    """

    now: Finished
    before: Finished
    sessions: list[SessionVersion]
    count: int
    purged: int
    last: int
    with_findings: list[int]


class Nights:
    """Changes from one night to the next."""

    def __init__(
        self, connections: Connections, sealed: Sealed, results: ResultRows, caller: Caller = ITSELF
    ) -> None:
        self._connections = connections
        self._sealed = sealed
        self._results = results
        self._caller = caller

    def read(self, since: int) -> NightSpan:
        """Audits finished now and at ``since`` (0: the whole record), in one snapshot.

        Sessions without findings and new audits are only counted. Raises RecordDamaged, ResultDamaged.
        """
        with self._connections.reading() as db:
            found = self._read(db, since)
        audits = [each.id for each in found.now.audits]
        self._sealed.must_be_as_written("sessions", ((each.id,) for each in found.sessions))
        self._sealed.must_be_as_written("audits", ((each,) for each in audits))
        self._sealed.must_be_as_written("audit_sessions", ((each,) for each in audits))
        self._must_have_whole_events(audits)
        return found

    def _must_have_whole_events(self, audits: Iterable[int]) -> None:
        """Raise RecordDamaged where a file that gives a tournament or ledger its name was altered."""
        rows = self._connections.db.execute(
            f"SELECT DISTINCT event FROM audits WHERE event IS NOT NULL AND id {_AMONG}",
            [encoded(sorted(audits))],
        ).fetchall()
        self._sealed.must_be_as_written("event_files", rows)

    def _read(self, db: Database, since: int) -> NightSpan:
        later = _numbers(db, _SINCE, since)
        with_findings, with_failures = _numbers(db, _WITH_FINDINGS), _numbers(db, _WITH_FAILURES)
        sessions = _sessions(db, self._caller, encoded([*later, *with_failures]), encoded(with_findings))
        matter = [*later, *with_findings, *with_failures]
        among = _numbers(
            db, _OF_PLACES, encoded([each.id for each in sessions]), encoded(matter), encoded(matter)
        )
        seen, rooms = self._caller.where_audit(self._sealed.authority)
        rows = db.execute(
            f"{_FINISHED} AND id {_AMONG} AND {seen} ORDER BY id DESC", [encoded([*among, *matter]), *rooms]
        )
        audits = [
            FinishedAudit(number, finish, ruleset, room, day, event, bool(purged), numbers_of(played))
            for number, finish, ruleset, room, day, event, purged, played in rows
        ]
        now, before = _digests(db, since)
        seen, rooms = self._caller.where("s.room")
        (count,), (purged,) = (
            db.execute(_CURRENT.format(purged=words, seen=seen), rooms).fetchone() for words in ("NOT", "")
        )
        (last,) = db.execute(
            f"SELECT coalesce(max(s.id), 0) FROM sessions AS s WHERE {seen}", rooms
        ).fetchone()
        earlier = [each for each in audits if each.finish <= since]
        whole = sorted(set(with_findings) & {each.id for each in audits})
        return NightSpan(
            Finished(*now, audits), Finished(*before, earlier), sessions, count, purged, last, whole
        )

    def purges(self) -> int:
        """Number of purges, after which an earlier read may have lost findings."""
        count: int = self._connections.db.execute("SELECT coalesce(max(id), 0) FROM purges").fetchone()[0]
        return count

    def findings(self, audits: Iterable[int]) -> Iterator[tuple[int, int | None, dict[str, Any]]]:
        """Unpurged findings of audits in order, with audit and session (None: a whole day). Raises ResultDamaged before the
        first.
        """
        asked = sorted(audits)
        events = dict(self._connections.db.execute(_EVENTS, [encoded(asked)]).fetchall())
        found = self._results.every_finding(asked)
        return (
            (
                audit,
                session,
                {name: getattr(each, name) for name in _OF_FINDINGS} | {"event": events.get(audit)},
            )
            for audit, session, each in found
        )

    def answered(self, audits: Iterable[int]) -> dict[int, set[str]]:
        """Fingerprints of findings in ever answered incidents, by audit. Raises RecordDamaged, ResultDamaged."""
        rows = self._connections.db.execute(_ANSWERED, [encoded(sorted(audits))]).fetchall()
        self._sealed.must_be_as_written("incident_events", ((step,) for step in {row[2] for row in rows}))
        self._results.must_all_be_whole("incidents", {row[0] for row in rows})
        found: dict[int, set[str]] = {}
        for audit, fingerprint, _ in rows:
            found.setdefault(audit, set()).add(fingerprint)
        return found

    def failures(self, audits: Iterable[int]) -> dict[int, list[Failure]]:
        """Failed checks by audit; others are left out."""
        rows = self._connections.db.execute(
            f"SELECT id, json_extract(summary, '$.failures') FROM audits WHERE id {_AMONG} "
            "AND json_extract(summary, '$.failures') != '[]' ORDER BY id",
            [encoded(sorted(audits))],
        )
        return {audit: _failures(text) for audit, text in rows}


def _numbers(db: Database, sql: str, *values: Any) -> list[int]:
    return [number for (number,) in db.execute(sql, list(values))]


def _digests(db: Database, since: int) -> tuple[tuple[int, str], tuple[int, str]]:
    """Number and digest of what had finished: in all, and up to a moment."""
    digest = hashlib.sha256()
    last, before = 0, (0, digest.hexdigest())
    for finish, result in db.execute(_DIGESTED):
        digest.update(f"{finish} {result}\n".encode())
        last = finish
        if finish == since:
            before = finish, digest.hexdigest()
    return (last, digest.hexdigest()), before


def _sessions(db: Database, caller: Caller, audits: str, with_findings: str) -> list[SessionVersion]:
    """All versions of sessions in audits, and of those with findings in others; both lists as JSON."""
    seen, rooms = caller.where("s.room")
    rows = db.execute(f"{_NAMED} AND {seen} ORDER BY s.id", [audits, with_findings, *rooms])
    return [
        SessionVersion(number, room, session, day, ruleset, bool(current), bool(purged))
        for number, room, session, day, ruleset, current, purged in rows
    ]
