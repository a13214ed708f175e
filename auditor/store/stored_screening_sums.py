"""Sums of the statistics that are kept for screening: made with them, and of older ones when a night's list is made."""

from __future__ import annotations

import hashlib

from sqlite_utils import Database

from auditor.store.stored_seals import seal
from rules.screening.session_statistics import SessionStatistics
from rules.screening.session_sums import SUMS, sums_of
from rules.screening.written_statistics import statistics_of_bytes, sums_as_bytes

SUMS_TABLE = "screening_sums"
_MISSING = f"""
SELECT kept.id, kept.body FROM screening_statistics AS kept JOIN sessions AS s ON s.id = kept.session
WHERE s.room = ? AND NOT EXISTS (SELECT 1 FROM {SUMS_TABLE} WHERE statistics = kept.id AND version = {SUMS})
ORDER BY kept.id
"""


def written_sums(statistics: SessionStatistics) -> bytes:
    """Sums of statistics as the store writes them."""
    return sums_as_bytes(sums_of(statistics))


def insert_sums(db: Database, statistics: int, body: bytes) -> None:
    """Keep sums of statistics, by the number of these, within a transaction; not twice."""
    of = [statistics, SUMS]
    if db.execute(f"SELECT 1 FROM {SUMS_TABLE} WHERE statistics = ? AND version = ?", of).fetchone():
        return
    sha256 = hashlib.sha256(body).hexdigest()
    number = db.execute(
        f"INSERT INTO {SUMS_TABLE} (statistics, version, sha256, size, body) VALUES (?, ?, ?, ?, ?)",
        [statistics, SUMS, sha256, len(body), body],
    ).lastrowid
    seal(db, SUMS_TABLE, number)


def missing_sums(db: Database, room: str) -> list[tuple[int, bytes]]:
    """Sums of a room's statistics that have none of this version yet, with the numbers of these."""
    rows = db.execute(_MISSING, [room]).fetchall()
    found = ((number, statistics_of_bytes(body)) for number, body in rows)
    return [(number, written_sums(each)) for number, each in found if each is not None]


def purge_sums(db: Database, statistics: int) -> None:
    """Remove the sums of statistics, within the transaction that removes these."""
    for (number,) in db.execute(f"SELECT id FROM {SUMS_TABLE} WHERE statistics = ?", [statistics]).fetchall():
        db.execute(f"DELETE FROM {SUMS_TABLE} WHERE id = ?", [number])
        seal(db, SUMS_TABLE, number)
        db.execute("DELETE FROM damage WHERE subject = ? AND key = ?", [SUMS_TABLE, f"{number}"])
