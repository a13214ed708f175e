"""Sums of the statistics that are kept for screening: made with them, and of older ones when a night's list is made."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence

from sqlite_utils import Database

from auditor.facts.kinds.facts_of_audits import StatisticsSummed, SumsOnRecord
from auditor.store.fact_log import FactLog
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


def sums_on_record(number: int, statistics: int, body: bytes) -> SumsOnRecord:
    """Sums of statistics as a fact states them."""
    return SumsOnRecord(number, statistics, SUMS, hashlib.sha256(body).hexdigest(), len(body))


def keep_sums(db: Database, bodies: Mapping[int, bytes]) -> None:
    """Keep the bytes of sums that are on record, by their numbers."""
    rows = [(body, number) for number, body in bodies.items()]
    db.conn.executemany(f"UPDATE {SUMS_TABLE} SET body = ? WHERE id = ?", rows)


def enter_missing_sums(
    db: Database, log: FactLog, room: str, found: Sequence[tuple[int, bytes]], at: str
) -> None:
    """Enter sums of a room's statistics that have none, by the numbers of these, within a transaction; not twice."""
    has = f"SELECT 1 FROM {SUMS_TABLE} WHERE statistics = ? AND version = ?"
    new = [(number, body) for number, body in found if db.execute(has, [number, SUMS]).fetchone() is None]
    if new:
        first = log.next_counted(db, SUMS_TABLE)
        sums = [sums_on_record(first + place, *each) for place, each in enumerate(new)]
        log.append(db, StatisticsSummed(sums=tuple(sums), at=at, rooms=(room,)))
        keep_sums(db, {each.number: body for each, (_, body) in zip(sums, new, strict=True)})


def missing_sums(db: Database, room: str) -> list[tuple[int, bytes]]:
    """Sums of a room's statistics that have none of this version yet, with the numbers of these."""
    rows = db.execute(_MISSING, [room]).fetchall()
    found = ((number, statistics_of_bytes(body)) for number, body in rows)
    return [(number, written_sums(each)) for number, each in found if each is not None]


def purge_sums(db: Database, statistics: int) -> None:
    """Remove the sums of statistics, within the transaction that removes these."""
    for (number,) in db.execute(f"SELECT id FROM {SUMS_TABLE} WHERE statistics = ?", [statistics]).fetchall():
        db.execute(f"DELETE FROM {SUMS_TABLE} WHERE id = ?", [number])
        db.execute("DELETE FROM damage WHERE subject = ? AND key = ?", [SUMS_TABLE, f"{number}"])
