"""Messages to deliver, each written in its fact's transaction and kept until sent.

No record: ended ones are removed after a while. A row is a message to one endpoint, leased by whoever sends it; a message whose
lease has ended is sent again.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Collection, Sequence
from typing import Any

import msgspec
from msgspec import Struct
from sqlite_utils import Database

from auditor.store.connection import Connections
from auditor.store.leases import Lease, Leases, done, remove_ended, take
from auditor.store.rows import encoded
from rules.results import SEVERITIES

MOST_SESSIONS = 100  # that a message names; it counts all
WEBHOOK = "webhook"  # the kind of lease

_SELECT = """
SELECT id, message, endpoint, event, fact, body, state, attempts, created_at, due_at, error, ended_at FROM webhooks
"""
_FREE = "NOT EXISTS (SELECT 1 FROM leases WHERE kind = 'webhook' AND of = CAST(webhooks.id AS TEXT))"
_DUE = f"""
WHERE state = 'pending' AND endpoint = ? AND due_at <= ? AND {_FREE} ORDER BY due_at, id LIMIT 1
"""
Listeners = Callable[[str, Collection[str]], Sequence[str]]  # the endpoints that get an event about rooms


class Delivery(Struct, frozen=True):
    """A message to an endpoint, with its progress."""

    id: int
    message: str
    endpoint: str
    event: str
    fact: str
    body: str
    state: str
    attempts: int
    created_at: str
    due_at: str
    error: str | None
    ended_at: str | None


class ClaimedDelivery(Struct, frozen=True):
    """A message to send, and its lease."""

    delivery: Delivery
    lease: Lease


def _nobody(_event: str, _rooms: Collection[str]) -> Sequence[str]:
    return ()


def _no_register(_db: Database) -> str | None:
    return None


class Outbox:
    """Messages by endpoint. ``listeners``, ``service`` (base address of links): of the configuration. checkpoint: signs the
    register within a transaction, and returns the last checkpoint.
    """

    def __init__(self, connections: Connections, leases: Leases) -> None:
        self._connections = connections
        self._leases = leases
        self.listeners: Listeners = _nobody
        self.checkpoint: Callable[[Database], str | None] = _no_register
        self.service = ""

    def audit_ended(self, db: Database, number: int, rooms_of: Collection[str], at: str) -> None:
        """Write that an audit finished or failed, in the transaction that ends it. rooms_of: those that it concerns, as facts
        say, of which alone endpoints hear.
        """
        if self.listeners is _nobody:
            return
        state, room, day, complete, severities, what_if = db.execute(
            """
            SELECT state, room, day, CAST(json_extract(summary, '$.complete') AS BIGINT), json_extract(counts, '$.severity'),
                coalesce(CAST(json_extract(knowledge, '$.as_if') AS BIGINT), 0)
            FROM audits WHERE id = ?
            """,
            [number],
        ).fetchone()
        sessions = db.execute(
            "SELECT s.id, s.room FROM audit_sessions AS a JOIN sessions AS s ON s.id = a.session WHERE a.audit = ? "
            "ORDER BY a.position",
            [number],
        ).fetchall()
        rooms = sorted({room, *(each[1] for each in sessions)} & {*rooms_of})
        counts = msgspec.json.decode(severities) if severities else None
        data = {
            "audit": number, "state": state, "what_if": bool(what_if), "rooms": rooms, "day": day,
            "complete": None if complete is None else bool(complete),
            "findings": counts and {each: counts[each] for each in SEVERITIES},
            "session_count": len(sessions), "sessions": [each[0] for each in sessions[:MOST_SESSIONS]],
            "link": f"{self.service}/v1/audits/{number}",
        }  # fmt: skip
        self._put(db, f"audit.{state}", f"audit {number}", rooms, data, at)

    def log_overdue(self, room: str, day: str, data: dict[str, Any], at: str) -> None:
        """Write once that a gaming day's log is overdue."""
        if not self.listeners("log.overdue", [room]):
            return
        fact = f"room {room} {day}"
        held = "SELECT count(*) FROM webhooks WHERE event = 'log.overdue' AND fact = ?"
        (known,) = self._connections.db.execute(held, [fact]).fetchone()
        if known < len(self.listeners("log.overdue", [room])):
            with self._connections.writing() as db:
                self._put(db, "log.overdue", fact, [room], data, at)

    def _put(self, db: Database, event: str, fact: str, rooms: Collection[str], data: Any, at: str) -> None:
        for endpoint in self.listeners(event, rooms):
            checkpoint = self.checkpoint(db)  # covers the fact's entry
            body = encoded({"type": event, "timestamp": at, "data": data, "checkpoint": checkpoint})
            db.execute(
                """
                INSERT INTO webhooks (message, endpoint, event, fact, body, created_at, due_at)
                VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (endpoint, event, fact) DO NOTHING
                """,
                [f"msg_{secrets.token_hex(16)}", endpoint, event, fact, body, at, at],
            )

    def claim(self, owner: str, endpoint: str, at: str) -> ClaimedDelivery | None:
        """Claim an endpoint's longest due message that nobody sends, as one attempt."""
        ended = self._leases.ended(WEBHOOK)
        due = self._connections.db.execute(f"SELECT 1 FROM webhooks {_DUE}", [endpoint, at])
        if not ended and due.fetchone() is None:
            return None
        with self._connections.writing() as db:
            remove_ended(db, ended)
            row = db.execute(f"{_SELECT} {_DUE}", [endpoint, at]).fetchone()
            if row is None:
                return None
            lease = take(db, WEBHOOK, f"{row[0]}", owner)
            db.execute("UPDATE webhooks SET attempts = attempts + 1 WHERE id = ?", [row[0]])
            return ClaimedDelivery(
                Delivery(*db.execute(f"{_SELECT} WHERE id = ?", [row[0]]).fetchone()), lease
            )

    def delivered(self, lease: Lease, at: str) -> bool:
        """Write that a leased message arrived; False where another took the lease."""
        with self._connections.writing() as db:
            if not done(db, lease):
                return False
            db.execute(
                "UPDATE webhooks SET state = 'delivered', error = NULL, ended_at = ? WHERE id = ?",
                [at, int(lease.of)],
            )
            return True

    def not_delivered(self, lease: Lease, error: str, at: str, due_at: str | None) -> bool:
        """Write that an attempt failed; False where another took the lease. due_at: of the next; None for the last."""
        with self._connections.writing() as db:
            if not done(db, lease):
                return False
            if due_at is None:
                change, values = "state = 'failed', ended_at = ?", [at]
            else:
                change, values = "due_at = ?", [due_at]
            db.execute(
                f"UPDATE webhooks SET error = ?, {change} WHERE id = ?", [error, *values, int(lease.of)]
            )
            return True

    def give_up_others(self, endpoints: Collection[str], at: str) -> None:
        """Give up messages to endpoints that are no longer configured."""
        others = f"state = 'pending' AND {_FREE} AND endpoint NOT IN (SELECT value FROM json_each(?))"
        names = encoded(sorted(endpoints))
        if self._connections.db.execute(f"SELECT 1 FROM webhooks WHERE {others} LIMIT 1", [names]).fetchone():
            with self._connections.writing() as db:
                db.execute(
                    f"UPDATE webhooks SET state = 'failed', ended_at = ?, error = ? WHERE {others}",
                    [at, "no endpoint of this name is configured", names],
                )

    def retry(self, at: str, numbers: Collection[int] | None = None) -> list[int]:
        """Queue failed messages (None: all) again with all attempts; returns their numbers."""
        with self._connections.writing() as db:
            rows = db.execute(
                """
                UPDATE webhooks SET state = 'pending', attempts = 0, due_at = ?, ended_at = NULL
                WHERE state = 'failed'
                    AND (CAST(? AS BIGINT) IS NULL OR id IN (SELECT CAST(value AS BIGINT) FROM json_each(?))) RETURNING id
                """,
                [at, None if numbers is None else 1, encoded(sorted(numbers or ()))],
            ).fetchall()
        return sorted(number for (number,) in rows)

    def all(self, state: str | None = None) -> list[Delivery]:
        """The messages in their order."""
        where, values = ("WHERE state = ?", [state]) if state else ("", [])
        return [
            Delivery(*row) for row in self._connections.db.execute(f"{_SELECT} {where} ORDER BY id", values)
        ]

    def failed(self) -> dict[str, int]:
        """Number of failed messages by endpoint."""
        rows = self._connections.db.execute(
            "SELECT endpoint, count(*) FROM webhooks WHERE state = 'failed' GROUP BY endpoint ORDER BY endpoint"
        )
        return dict(rows.fetchall())

    def purge(self, before: str) -> None:
        """Remove what ended before a time, except overdue logs, which are reported once."""
        old = "ended_at < ? AND event != 'log.overdue'"
        if self._connections.db.execute(f"SELECT 1 FROM webhooks WHERE {old} LIMIT 1", [before]).fetchone():
            with self._connections.writing() as db:
                db.execute(f"DELETE FROM webhooks WHERE {old}", [before])
