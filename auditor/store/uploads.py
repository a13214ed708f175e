"""Recent uploads of each key against its limits, across processes.

A row for each key (one without keys): a bucket that refills, and what was kept this UTC day.
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
    """What a key may still upload at once, and kept on a day."""

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
        """Raise LimitReached before any work where the next upload is too fast."""
        if self._caller.limits is not None:
            _too_fast(_used(self._connections.db, self._caller, time.time()), self._caller.limits)


def spend(db: Database, caller: Caller, sha256: str, size: int, *, refused: bool = False) -> None:
    """Count a kept upload in its transaction; recorded bytes cost nothing. Raises LimitReached."""
    new = db.execute("SELECT 1 FROM evidence WHERE sha256 = ?", [sha256]).fetchone() is None
    spend_bytes(db, caller, size * new, refused=refused and new)


def spend_bytes(db: Database, caller: Caller, kept: int, *, refused: bool = False) -> None:
    """Count an upload with newly kept bytes in its transaction. refused: a new refused file. Raises LimitReached."""
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
        INSERT INTO uploads (key, "left", at, day, bytes, refused) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
        ON CONFLICT (key) DO UPDATE SET "left" = ?2, at = ?3, day = ?4, bytes = ?5, refused = ?6
        """,
        [caller.key or "", used.left - 1, at, used.day, size, refusals],
    )


def _used(db: Database, caller: Caller, at: float) -> _Used:
    """Use at a time; a clock set back changes nothing."""
    limits = caller.limits
    assert limits is not None  # else nothing is counted
    today = dt.datetime.fromtimestamp(at, dt.UTC).date().isoformat()
    row = db.execute(
        'SELECT "left", at, day, bytes, refused FROM uploads WHERE key = ?', [caller.key or ""]
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
    now = dt.datetime.fromtimestamp(at, dt.UTC)
    midnight = dt.datetime.combine(now.date() + dt.timedelta(1), dt.time(), dt.UTC)
    return LimitReached(text, math.ceil((midnight - now).total_seconds()))
