"""Messages to deliver, each written in its fact's transaction and kept until sent.

No record: ended ones are removed after a while. A row is a message to one endpoint, leased by whoever sends it; a message whose
lease has ended is sent again. A row names what the message is about and says nothing of it: the body is made of facts when it is
sent (`auditor.webhooks.message_bodies`).
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Collection, Sequence
from typing import Final

from msgspec import Struct
from sqlite_utils import Database

from auditor.store.connection import Connections
from auditor.store.leases import Lease, Leases, done, remove_ended, take
from auditor.store.rows import encoded

MOST_SESSIONS = 100  # that a message names; it counts all
WEBHOOK = "webhook"  # the kind of lease
AUDIT_ENDED: Final = ("audit.finished", "audit.failed")  # events
LOG_OVERDUE: Final = "log.overdue"

_SELECT = """
SELECT id, message, endpoint, event, fact, state, attempts, created_at, due_at, error, ended_at FROM webhooks
"""
_FREE = "NOT EXISTS (SELECT 1 FROM leases WHERE kind = 'webhook' AND of = CAST(webhooks.id AS TEXT))"
_DUE = f"""
WHERE state = 'pending' AND endpoint = ? AND due_at <= ? AND {_FREE} ORDER BY due_at, id LIMIT 1
"""
_OF_AUDIT = re.compile(r"audit ([1-9][0-9]{0,17})")
_OF_LOG = re.compile(r"room (.+) ([0-9]{4}-[0-9]{2}-[0-9]{2})")
Listeners = Callable[[str, Collection[str]], Sequence[str]]  # the endpoints that get an event about rooms


class Delivery(Struct, frozen=True):
    """A message to an endpoint, with its progress."""

    id: int
    message: str
    endpoint: str
    event: str
    fact: str
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


class Outbox:
    """Messages by endpoint. ``listeners``: of the configuration."""

    def __init__(self, connections: Connections, leases: Leases) -> None:
        self._connections = connections
        self._leases = leases
        self.listeners: Listeners = _nobody

    def audit_ended(self, db: Database, number: int, state: str, rooms: Collection[str], at: str) -> None:
        """Write that an audit finished or failed, in the transaction that ends it. rooms: that it concerns, as facts say."""
        self._put(db, f"audit.{state}", f"audit {number}", rooms, at)

    def log_overdue(self, room: str, day: str, at: str) -> None:
        """Write once that a gaming day's log is overdue."""
        if not self.listeners(LOG_OVERDUE, [room]):
            return
        fact = f"room {room} {day}"
        held = "SELECT count(*) FROM webhooks WHERE event = 'log.overdue' AND fact = ?"
        (known,) = self._connections.db.execute(held, [fact]).fetchone()
        if known < len(self.listeners(LOG_OVERDUE, [room])):
            with self._connections.writing() as db:
                self._put(db, LOG_OVERDUE, fact, [room], at)

    def _put(self, db: Database, event: str, fact: str, rooms: Collection[str], at: str) -> None:
        for endpoint in self.listeners(event, rooms):
            db.execute(
                """
                INSERT INTO webhooks (message, endpoint, event, fact, created_at, due_at)
                VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (endpoint, event, fact) DO NOTHING
                """,
                [f"msg_{secrets.token_hex(16)}", endpoint, event, fact, at, at],
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

    def drop(self, lease: Lease) -> bool:
        """Remove a leased message of which nothing is to be sent; False where another took the lease."""
        with self._connections.writing() as db:
            if not done(db, lease):
                return False
            db.execute("DELETE FROM webhooks WHERE id = ?", [int(lease.of)])
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


def number_of(fact: str) -> int | None:
    """Number of the audit that a message is about; None where it is about another thing."""
    found = _OF_AUDIT.fullmatch(fact)
    return int(found[1]) if found else None


def room_and_day_of(fact: str) -> tuple[str, str] | None:
    """Room and gaming day of the log that a message is about; None where it is about another thing."""
    found = _OF_LOG.fullmatch(fact)
    return (found[1], found[2]) if found else None
