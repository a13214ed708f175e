"""Uploads of each key of late, so that no key takes more than its share. The counts hold across processes.

A row a key, changed in the transaction that keeps what was uploaded: a bucket of uploads that fills with time, and what was
kept on the present day (UTC). Without keys the service as a whole has one row.
"""

from __future__ import annotations

import datetime as dt
import math
import time

from msgspec import Struct
from sqlite_utils import Database

from auditor.errors import LimitReached
from auditor.store.caller import Caller, UploadLimits
from auditor.store.connection import Connections


class _Used(Struct, frozen=True):
    """What a key may still upload at once, and what was kept of it on a day."""

    left: float
    day: str
    bytes: int
    refused: int


class Uploads:
    """The uploads of a caller."""

    def __init__(self, connections: Connections, caller: Caller) -> None:
        self._connections = connections
        self._caller = caller

    def must_be_possible(self) -> None:
        """Raise LimitReached where the next upload would come too fast, before any work is done for it."""
        if self._caller.limits is not None:
            _too_fast(_used(self._connections.db, self._caller, time.time()), self._caller.limits)


def spend(db: Database, caller: Caller, sha256: str, size: int, *, refused: bool = False) -> None:
    """Count an upload that is kept, in its own transaction. Bytes that are on record already cost no space.

    Raises LimitReached, and nothing is kept.
    """
    new = db.execute("SELECT 1 FROM evidence WHERE sha256 = ?", [sha256]).fetchone() is None
    spend_bytes(db, caller, size * new, refused=refused and new)


def spend_bytes(db: Database, caller: Caller, kept: int, *, refused: bool = False) -> None:
    """Count an upload of which so many bytes are kept newly, in its own transaction. refused: it is a new refused file.

    Raises LimitReached, and nothing is kept.
    """
    limits = caller.limits
    if limits is None:
        return
    at = time.time()
    used = _used(db, caller, at)
    _too_fast(used, limits)
    size, refusals = used.bytes + kept, used.refused + refused
    if size > limits.bytes_a_day:
        raise _over(f"More than {limits.bytes_a_day:,} bytes of evidence a day are not kept of one key.", at)
    if refusals > limits.refused_a_day:
        raise _over(f"More than {limits.refused_a_day:,} refused files a day are not kept of one key.", at)
    db.execute(
        """
        INSERT INTO uploads (key, left, at, day, bytes, refused) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
        ON CONFLICT (key) DO UPDATE SET left = ?2, at = ?3, day = ?4, bytes = ?5, refused = ?6
        """,
        [caller.key or "", used.left - 1, at, used.day, size, refusals],
    )


def _used(db: Database, caller: Caller, at: float) -> _Used:
    """What has been used at a time. A clock that was set back gives nothing, and takes nothing away."""
    limits = caller.limits
    assert limits is not None  # else nothing is counted
    today = dt.datetime.fromtimestamp(at, dt.UTC).date().isoformat()
    row = db.execute(
        "SELECT left, at, day, bytes, refused FROM uploads WHERE key = ?", [caller.key or ""]
    ).fetchone()
    if row is None:
        return _Used(limits.per_second, today, 0, 0)
    left, before, day, size, refused = row
    left = min(limits.per_second, left + max(0.0, at - before) * limits.per_second)
    return _Used(left, today, size, refused) if day == today else _Used(left, today, 0, 0)


def _too_fast(used: _Used, limits: UploadLimits) -> None:
    if used.left < 1:
        raise LimitReached(
            f"More than {limits.per_second:g} uploads a second are not taken of one key.",
            math.ceil((1 - used.left) / limits.per_second),
        )


def _over(text: str, at: float) -> LimitReached:
    """A limit of the day, which ends with it."""
    now = dt.datetime.fromtimestamp(at, dt.UTC)
    midnight = dt.datetime.combine(now.date() + dt.timedelta(1), dt.time(), dt.UTC)
    return LimitReached(text, math.ceil((midnight - now).total_seconds()))
