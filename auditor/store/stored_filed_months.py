"""Session files that came in a room's months, for the screening of late corrections.

A month is looked at once, when the month after it has ended: until then a file may still be corrected late.
"""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from typing import Any

from sqlite_utils import Database

from auditor.store.sealed import Sealed
from rules.screening.filed_month import FiledLog, FiledMonth

_CORRECTIONS = """
SELECT first.id, s.id, s.received_at FROM sessions AS s JOIN sessions AS first ON first.id = s.supersedes
WHERE s.room = ? AND substr(s.received_at, 1, 4) = ? ORDER BY s.id
"""
_FILES = """
SELECT s.id, s.received_at, coalesce(json_extract(s.facts, '$.supersedes_by'), json_extract(s.facts, '$.recorded_by')),
    json_extract(s.facts, '$.supervisor'), newer.received_at, newer.id
FROM sessions AS s LEFT JOIN sessions AS newer ON newer.supersedes = s.id
WHERE s.room = ? AND substr(s.received_at, 1, 4) = ? ORDER BY s.id
"""


def filed_months(db: Database, sealed: Sealed, room: str, year: int, at: str) -> list[FiledMonth]:
    """Months of a room's year that are looked at by a time (RFC 3339, UTC), with the files that came in them.

    Raises RecordDamaged.
    """
    rows: list[Any] = db.execute(_FILES, [room, f"{year:04}"]).fetchall()
    sealed.must_be_as_written(
        "sessions", ((each,) for row in rows for each in (row[0], row[-1]) if each is not None)
    )
    of: defaultdict[dt.date, list[FiledLog]] = defaultdict(list)
    for _, came, author, supervisor, corrected, _ in rows:
        month = dt.date.fromisoformat(came[:10]).replace(day=1)
        last = _looked_at(month)
        after = None if corrected is None or corrected >= last else _time(corrected) - _time(came)
        if last <= at:
            of[month].append(FiledLog(author, supervisor, after))
    return [FiledMonth(room, month, logs) for month, logs in sorted(of.items())]


def filed_corrections(db: Database, room: str, year: int, at: str) -> dict[dt.date, list[tuple[int, int]]]:
    """Numbers of each session that was superseded and of its correction, by the month in which that came, of the same months."""
    found: defaultdict[dt.date, list[tuple[int, int]]] = defaultdict(list)
    for first, second, came in db.execute(_CORRECTIONS, [room, f"{year:04}"]):
        month = dt.date.fromisoformat(came[:10]).replace(day=1)
        if _looked_at(month) <= at:
            found[month].append((first, second))
    return dict(found)


def _looked_at(month: dt.date) -> str:
    """The end of the month after one, as the store writes times."""
    after = (month + dt.timedelta(days=64)).replace(day=1)
    return after.isoformat()


def _time(text: str) -> dt.datetime:
    return dt.datetime.fromisoformat(text)
