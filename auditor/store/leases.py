"""Leases: pieces of work that a process has for some seconds, renewed while it is at them.

No record. A lease has an epoch that is never given again, so that whoever lost it is known and writes nothing. Ends are by the
database's clock. A lease that has ended is another's once it was seen unrenewed for a while: after a sleep, or where the clock
jumps, its owner has the time to renew it.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Collection

from msgspec import Struct
from sqlite_utils import Database

from auditor.store.connection import Connections

SECONDS = 10.0  # of a lease
RENEWED_SECONDS = 2.0  # between renewals
MOST_SECONDS = 600.0  # of a lease; a longer one counts as ended, whoever wrote it
SEEN_SECONDS = 3.0  # for which a lease that has ended is left to its owner; longer than between renewals

CLOCK = "unixepoch('subsec')"  # seconds since 1970; of PostgreSQL: extract(epoch FROM clock_timestamp())
# The second: it was made before the clock was put back.
_ENDED = f"(ends <= {CLOCK} OR ends > {CLOCK} + seconds OR seconds > {MOST_SECONDS})"
_OF_KIND = f"SELECT epoch, ends FROM leases WHERE kind = ? AND {_ENDED}"
_INSERT = f"""
INSERT INTO leases (kind, of, owner, seconds, ends) VALUES (?, ?, ?, ?, {CLOCK} + ?)
ON CONFLICT (kind, of) DO NOTHING RETURNING epoch
"""


class Lease(Struct, frozen=True):
    """Lease of a piece of work. epoch: its number, never given again."""

    kind: str
    of: str
    owner: str
    epoch: int


class Leases:
    """Leases of a store."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections
        self._guard = threading.Lock()
        # by kind and epoch: when it ends, and since when it is seen as ended
        self._seen: dict[str, dict[int, tuple[float, float]]] = {}

    def claim(self, kind: str, of: str, owner: str, seconds: float | None = None) -> Lease | None:
        """Lease a piece of work (None: for SECONDS); None where another has it."""
        length = SECONDS if seconds is None else seconds
        ended = self.ended(kind)
        held = self._connections.db.execute("SELECT epoch FROM leases WHERE kind = ? AND of = ?", [kind, of])
        row = held.fetchone()
        if row is not None and row[0] not in ended:
            return None
        with self._connections.writing(lasting=False) as db:
            remove_ended(db, ended)
            made = db.execute(_INSERT, [kind, of, owner, length, length]).fetchone()
        return None if made is None else Lease(kind, of, owner, made[0])

    def keep(self, epochs: Collection[int]) -> set[int]:
        """Renew leases by epoch; the epochs of those that nobody took meanwhile."""
        with self._connections.writing(lasting=False) as db:
            rows = db.execute(
                f"UPDATE leases SET ends = {CLOCK} + seconds WHERE epoch IN ({_places(epochs)}) RETURNING epoch",
                [*epochs],
            ).fetchall()
        return {epoch for (epoch,) in rows}

    def give_up(self, epochs: Collection[int]) -> None:
        """End leases at once; those that have ended already are no matter."""
        with self._connections.writing(lasting=False) as db:
            db.execute(f"DELETE FROM leases WHERE epoch IN ({_places(epochs)})", [*epochs])

    def others_have(self, kind: str, owner: str) -> bool:
        """Whether another owner has work of a kind in hand, under a lease that has not ended."""
        held = f"SELECT 1 FROM leases WHERE kind = ? AND owner != ? AND NOT {_ENDED} LIMIT 1"
        return self._connections.db.execute(held, [kind, owner]).fetchone() is not None

    def ended(self, kind: str) -> list[int]:
        """Epochs of a kind's leases that may be taken: ended, and not renewed while it was looked."""
        rows = self._connections.db.execute(_OF_KIND, [kind]).fetchall()
        at = time.monotonic()  # does not go on while the machine sleeps
        with self._guard:
            before = self._seen.get(kind, {})
            seen = {epoch: _since(before.get(epoch), ends, at) for epoch, ends in rows}
            self._seen[kind] = seen
        return [epoch for epoch, (_, since) in seen.items() if at - since >= SEEN_SECONDS]


def take(db: Database, kind: str, of: str, owner: str, seconds: float | None = None) -> Lease:
    """Lease a piece of work in a transaction that has found it free, whatever lease of it is left."""
    length = SECONDS if seconds is None else seconds
    db.execute("DELETE FROM leases WHERE kind = ? AND of = ?", [kind, of])
    (epoch,) = db.execute(_INSERT, [kind, of, owner, length, length]).fetchone()
    return Lease(kind, of, owner, epoch)


def holds(db: Database, lease: Lease) -> bool:
    """Whether nobody has taken a lease."""
    return db.execute("SELECT 1 FROM leases WHERE epoch = ?", [lease.epoch]).fetchone() is not None


def done(db: Database, lease: Lease) -> bool:
    """End a lease in the transaction of its result; False where another took it, and nothing may be written."""
    ended = "DELETE FROM leases WHERE epoch = ? RETURNING epoch"
    return db.execute(ended, [lease.epoch]).fetchone() is not None


def remove_ended(db: Database, epochs: Collection[int]) -> None:
    """Remove leases that were seen ended, unless they were renewed since."""
    if epochs:
        db.execute(f"DELETE FROM leases WHERE epoch IN ({_places(epochs)}) AND {_ENDED}", [*epochs])


def _since(before: tuple[float, float] | None, ends: float, at: float) -> tuple[float, float]:
    """The end of a lease, and since when it is seen: from now on where it was renewed."""
    return before if before is not None and before[0] == ends else (ends, at)


def _places(values: Collection[int]) -> str:
    return ", ".join("?" * len(values))
