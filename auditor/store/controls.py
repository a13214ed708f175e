"""Controls of card rooms: their files, how far each revision has come, and which were approved at a moment."""

from __future__ import annotations

import hashlib
from typing import Any

from sqlite_utils import Database

from auditor.store.connection import Connections
from auditor.store.rows import ControlsRecord, FiledRecord, Page

_SELECT = """
SELECT c.room, c.ruleset, c.revision, c.standing, c.source, c.document, c.digest, c.starts, c.title, c.change
FROM controls AS c
"""


class Controls:
    """Revisions by the id of their ruleset and their number."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections

    def get(self, ruleset: str, revision: int) -> ControlsRecord | None:
        """One revision."""
        return get(self._connections.db, ruleset, revision)

    def room_of(self, ruleset: str) -> str | None:
        """The room whose ruleset this is; None where it is no room's."""
        return room_of(self._connections.db, ruleset)

    def of_room(self, room: str, ruleset: str) -> list[ControlsRecord]:
        """The revisions of one of a room's rulesets, the oldest first."""
        rows = self._connections.db.execute(
            f"{_SELECT} WHERE c.room = ? AND c.ruleset = ? ORDER BY c.revision", [room, ruleset]
        )
        return [ControlsRecord(*row) for row in rows]

    def page(self, room: str, page: Page) -> tuple[list[ControlsRecord], int]:
        """A part of a room's revisions, by ruleset and number, and how many there are in all."""
        with self._connections.reading() as db:
            (total,) = db.execute("SELECT count(*) FROM controls WHERE room = ?", [room]).fetchone()
            rows = db.execute(
                f"{_SELECT} WHERE c.room = ? ORDER BY c.ruleset, c.revision LIMIT ? OFFSET ?",
                [room, page.size, page.offset],
            )
            return [ControlsRecord(*row) for row in rows], total

    def approved(self, as_of: int) -> list[tuple[str, str, int, str]]:
        """(room, ruleset, revision, text of its file) of what was approved by a change, in the order of the revisions."""
        rows = self._connections.db.execute(
            """
            SELECT c.room, c.ruleset, c.revision, f.body
            FROM controls AS c JOIN filed AS f ON f.sha256 = c.source
            WHERE c.standing = 'approved' AND c.change <= ? ORDER BY c.ruleset, c.revision
            """,
            [as_of],
        )
        return [
            (room, ruleset, revision, bytes(body).decode("utf-8-sig"))
            for room, ruleset, revision, body in rows
        ]

    def filed(self, sha256: str) -> FiledRecord | None:
        """A file or document, without its bytes."""
        row = self._connections.db.execute(
            "SELECT sha256, size, media_type, filename, received_at FROM filed WHERE sha256 = ?", [sha256]
        ).fetchone()
        return FiledRecord(*row) if row else None

    def body(self, sha256: str) -> bytes:
        """The bytes of a file or document. Raises KeyError."""
        row = self._connections.db.execute("SELECT body FROM filed WHERE sha256 = ?", [sha256]).fetchone()
        if row is None:
            raise KeyError(sha256)
        return bytes(row[0])

    def gap_report(self, key: str, engine: str) -> bytes | None:
        """A gap report that was made before; None where there is none."""
        row = self._connections.db.execute(
            "SELECT report FROM gap_reports WHERE key = ? AND engine = ?", [key, engine]
        ).fetchone()
        return bytes(row[0]) if row else None

    def keep_gap_report(self, key: str, engine: str, report: bytes) -> None:
        """Keep a gap report for the next who asks."""
        with self._connections.writing() as db:
            db.execute("INSERT OR REPLACE INTO gap_reports VALUES (?, ?, ?)", [key, engine, report])


def get(db: Database, ruleset: str, revision: int) -> ControlsRecord | None:
    """One revision, within a transaction."""
    row = db.execute(f"{_SELECT} WHERE c.ruleset = ? AND c.revision = ?", [ruleset, revision]).fetchone()
    return ControlsRecord(*row) if row else None


def remove(db: Database, ruleset: str, revision: int) -> None:
    """Take a draft away, within a transaction; its life stays among the changes."""
    db.execute("DELETE FROM controls WHERE ruleset = ? AND revision = ?", [ruleset, revision])


def room_of(db: Database, ruleset: str) -> str | None:
    """The room whose ruleset this is, within a transaction."""
    row = db.execute("SELECT room FROM controls WHERE ruleset = ? LIMIT 1", [ruleset]).fetchone()
    return row[0] if row else None


def keep_filed(db: Database, body: bytes, media_type: str, filename: str | None, at: str) -> str:
    """Keep bytes under their SHA-256, as they first came."""
    sha256 = hashlib.sha256(body).hexdigest()
    db.execute(
        "INSERT OR IGNORE INTO filed (sha256, size, media_type, filename, received_at, body) VALUES (?, ?, ?, ?, ?, ?)",
        [sha256, len(body), media_type, filename, at, body],
    )
    return sha256


def put(db: Database, record: ControlsRecord) -> None:
    """Write a revision as it stands after a change."""
    values: list[Any] = [
        record.ruleset, record.revision, record.room, record.standing, record.source, record.document, record.digest,
        record.starts, record.title, record.change,
    ]  # fmt: skip
    db.execute(
        """
        INSERT INTO controls (ruleset, revision, room, standing, source, document, digest, starts, title, change)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)
        ON CONFLICT (ruleset, revision) DO UPDATE SET standing = ?4, source = ?5, document = ?6, digest = ?7,
            starts = ?8, title = ?9, change = ?10
        """,
        values,
    )
