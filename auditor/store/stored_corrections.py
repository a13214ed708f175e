"""Changes by superseding logs, a row for each in an audit; and arrivals of such logs."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from msgspec import Struct
from sqlite_utils import Database

from auditor.store.connection import Connections
from auditor.store.first_found import OF_THE_RECORD
from auditor.store.rows import Page, SessionRecord
from rules.findings.written import json_text
from rules.results import Audit, Correction, CorrectionsSent
from rules.typed import from_json

DAYS = 90  # in which corrections are counted
_correction = from_json(Correction)
_INSERT = "INSERT INTO corrections (audit, position, session, correction) VALUES (?, ?, ?, ?)"
# Corrections of a room up to one, by table and by sender: the key's holder, or without keys the log's corrector.
_SENDER = "coalesce((SELECT keys.name FROM keys WHERE keys.id = s.key), 'log ' || json_extract(s.facts, '$.supersedes_by'))"
_SENT = f"""
SELECT count(*), count(CASE WHEN s.table_name = ?1 THEN 1 END), count(CASE WHEN {_SENDER} IS NOT DISTINCT FROM (
    SELECT {_SENDER} FROM sessions AS s WHERE s.id = ?2) THEN 1 END)
FROM sessions AS s
WHERE s.supersedes IS NOT NULL AND s.room = ?3 AND s.id <= ?2 AND s.received_at >= ?4
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

    def __init__(self, connections: Connections, must_be_whole: Callable[..., None]) -> None:
        self._connections = connections
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
        """Arrival of a superseding log."""
        db = self._connections.db
        since = dt.datetime.fromisoformat(session.received_at) - dt.timedelta(DAYS)
        values = [session.table, session.id, session.room, _text(since)]
        room, table, sender = db.execute(_SENT, values).fetchone()
        holder = db.execute("SELECT name FROM keys WHERE id = ?", [session.key]).fetchone()
        (before,) = db.execute(_BEFORE, [session.supersedes, session.received_at]).fetchone()
        sent = CorrectionsSent(days=DAYS, room=room, table=table, sender=sender)
        return SentCorrection(holder[0] if holder else None, before, sent)


def _text(at: dt.datetime) -> str:
    return at.astimezone(dt.UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")


def correction_rows(audit: Audit, sessions: Mapping[tuple[str, str], int]) -> list[tuple[Any, ...]]:
    """Rows of an audit's corrections, made before the transaction. sessions: ids by (room, name)."""
    return [
        (position, sessions[each.room, each.session], json_text(each).decode())
        for position, each in enumerate(audit.corrected)
    ]


def insert_corrections(db: Database, number: int, rows: Iterable[tuple[Any, ...]]) -> None:
    """Write an audit's corrections, as `correction_rows` makes them."""
    db.conn.executemany(_INSERT, ((number, *row) for row in rows))
