"""Changes by superseding logs, a row for each in an audit; and arrivals of such logs."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from msgspec import Struct
from sqlite_utils import Database

from auditor.errors import RecordDamaged
from auditor.store.connection import Connections
from auditor.store.documents.document_rows import CorrectionRow
from auditor.store.first_found import OF_THE_RECORD
from auditor.store.rows import Page, SessionRecord
from auditor.store.stored_authority import StoredAuthority
from rules.findings.written import json_text
from rules.results import Audit, Correction, CorrectionsSent
from rules.typed import from_json

DAYS = 90  # in which corrections are counted
_correction = from_json(Correction)
_INSERT = "INSERT INTO corrections (audit, position, session, correction) VALUES (?, ?, ?, ?)"
# Corrections of a room up to one: number, table, key, and the log's corrector.
_SENT = """
SELECT s.id, s.table_name, s.key, json_extract(s.facts, '$.supersedes_by') FROM sessions AS s
WHERE s.supersedes IS NOT NULL AND s.room = ? AND s.id <= ? AND s.received_at >= ? ORDER BY s.id
"""
# Newest audit of a log before a time, under its own ruleset.
_BEFORE = f"""
SELECT max(audits.id) FROM audit_sessions AS part JOIN audits ON audits.id = part.audit
WHERE part.session = ? AND part.what_if = 0 AND audits.finish IS NOT NULL AND audits.finished_at < ? AND {OF_THE_RECORD}
"""


class SentCorrection(Struct, frozen=True):
    """Arrival of a correction. sent_by: the key's holder, or None; first_audit: of the first log, before it."""

    sent_by: str | None
    first_audit: int | None
    sent: CorrectionsSent


class CorrectionRows:
    """Corrections of audits, read back."""

    def __init__(
        self, connections: Connections, authority: StoredAuthority, must_be_whole: Callable[..., None]
    ) -> None:
        self._connections = connections
        self._authority = authority
        self._must_be_whole = must_be_whole  # raises ResultDamaged, ResultPurged

    def page(self, audit: int, page: Page) -> tuple[list[tuple[int, Correction]], int]:
        """Page of an audit's corrections in order, with sessions' numbers, and the total."""
        with self._connections.reading() as db:
            (total,) = db.execute("SELECT count(*) FROM corrections WHERE audit = ?", [audit]).fetchone()
            rows = db.execute(
                "SELECT position, session, correction FROM corrections WHERE audit = ? ORDER BY position LIMIT ? OFFSET ?",
                [audit, page.size, page.offset],
            ).fetchall()
        self._must_be_whole("corrections", audit, [row[0] for row in rows])
        return [(session, _correction(text)) for _, session, text in rows], total

    def all(self, audit: int) -> list[Correction]:
        """Corrections of an audit in order."""
        self._must_be_whole("corrections", audit)
        rows = self._connections.db.execute(
            "SELECT correction FROM corrections WHERE audit = ? ORDER BY position", [audit]
        )
        return [_correction(text) for (text,) in rows]

    def of_session(self, audit: int, session: int) -> Correction | None:
        """Changes by one of an audit's logs; None where it supersedes none."""
        row = self._connections.db.execute(
            "SELECT position, correction FROM corrections WHERE audit = ? AND session = ?", [audit, session]
        ).fetchone()
        if row is None:
            return None
        self._must_be_whole("corrections", audit, [row[0]])
        return _correction(row[1])

    def sent(self, session: SessionRecord) -> SentCorrection:
        """Arrival of a superseding log. Raises RecordDamaged."""
        db = self._connections.db
        since = dt.datetime.fromisoformat(session.received_at) - dt.timedelta(DAYS)
        rows = db.execute(_SENT, [session.room, session.id, _text(since)]).fetchall()
        (before,) = db.execute(_BEFORE, [session.supersedes, session.received_at]).fetchone()
        self._must_be_as_facts_say("sessions", [(number,) for number, *_ in rows])
        self._must_be_as_facts_say("audits", [] if before is None else [(before,)])
        senders = [self._sender(key, corrector) for _, _, key, corrector in rows]
        sent = CorrectionsSent(
            days=DAYS,
            room=len(rows),
            table=sum(table == session.table for _, table, *_ in rows),
            sender=senders.count(senders[-1]) if senders else 0,
        )
        return SentCorrection(self._holder(session.key), before, sent)

    def _sender(self, key: str | None, corrector: str | None) -> str | None:
        """Sender of a correction: the key's holder, or without keys the log's corrector."""
        holder = self._holder(key)
        return f"log {corrector}" if holder is None and corrector is not None else holder

    def _holder(self, key: str | None) -> str | None:
        """Name of a key, as facts say."""
        row = None if key is None else self._authority.row("keys", key)
        return None if row is None else str(row["name"])

    def _must_be_as_facts_say(self, table: str, keys: list[tuple[int]]) -> None:
        for (number,) in self._authority.altered(table, keys):
            raise RecordDamaged(
                f"What the store has of {table.removesuffix('s')} {number} is not what was written, so that nothing rests on "
                "it. Whoever runs the service looks with `auditor doctor` for what else was altered, and restores a backup."
            )


def _text(at: dt.datetime) -> str:
    return at.astimezone(dt.UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")


def correction_rows(audit: Audit, sessions: Mapping[tuple[str, str], int]) -> list[tuple[Any, ...]]:
    """Rows of an audit's corrections, made before the transaction. sessions: ids by (room, name)."""
    return rows_of_corrections((sessions[each.room, each.session], each) for each in audit.corrected)


def rows_of_corrections(corrections: Iterable[CorrectionRow]) -> list[tuple[Any, ...]]:
    """Rows of corrections, each with its session, in order."""
    return [
        (position, session, json_text(each).decode()) for position, (session, each) in enumerate(corrections)
    ]


def insert_corrections(db: Database, number: int, rows: Iterable[tuple[Any, ...]]) -> None:
    """Write an audit's corrections, as `correction_rows` makes them."""
    db.conn.executemany(_INSERT, ((number, *row) for row in rows))
