"""Failed attempts to sign in, counted over all processes.

An attempt counts as failed before it is checked, so that many at once gain nothing.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Sequence

from msgspec import Struct
from sqlite_utils import Database

from auditor.store.connection import Connections

KNOWN_FOR = 90 * 24 * 3600.0  # seconds that a place from which somebody signed in is known
_DOUBLED = 64  # more than any wait doubles


class Limit(Struct, frozen=True):
    """Wait after failures: none for the first ``free``, then ``first`` seconds, doubled up to ``most``; forgotten ``forget``
    seconds after the last.
    """

    free: int
    first: float
    most: float
    forget: float

    def wait(self, failures: int) -> float:
        """Seconds from the last failure to the next attempt."""
        if failures < self.free:
            return 0.0
        return min(self.most, self.first * 2.0 ** min(failures - self.free, _DOUBLED))


class CountedFailures(Struct, frozen=True):
    """A subject of failures, such as an account, with its limit."""

    name: str
    limit: Limit

    @property
    def subject(self) -> str:
        """Digest of the name, for the table has no address or sign-in name."""
        return hashlib.sha256(self.name.encode()).hexdigest()


class Attempts:
    """Attempts by what they are counted for."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections

    def begin(self, place: CountedFailures, others: Sequence[CountedFailures], at: float) -> int:
        """Count an attempt as failed; returns 0, or the seconds to wait, and then counts nothing.

        place: an account with the attempt's origin. From an origin that succeeded before, the others do not block, so nobody
        locks a person out from elsewhere.
        """
        with self._connections.writing(lasting=False) as db:
            forget = max(each.limit.forget for each in (place, *others))
            db.execute(
                "DELETE FROM attempts WHERE (at < ? AND known = 0) OR at < ?", [at - forget, at - KNOWN_FOR]
            )
            db.execute("UPDATE attempts SET at = ?1 WHERE at > ?1", [at])  # the clock was set back
            counts = {each: _counted(db, each, at) for each in (place, *others)}
            waiting = [place] if counts[place].known else list(counts)
            left = max(counts[each].until for each in waiting) - at
            if left > 0:
                return math.ceil(left)
            for each, found in counts.items():
                _keep(db, each, found.failures + 1, at, found.known)
            return 0

    def succeed(self, place: CountedFailures, others: Sequence[CountedFailures], at: float) -> None:
        """Take back what `begin` counted, and remember the place."""
        with self._connections.writing(lasting=False) as db:
            _keep(db, place, 0, at, True)
            for each in others:
                db.execute(
                    "UPDATE attempts SET failures = failures - 1 WHERE subject = ? AND failures > 0",
                    [each.subject],
                )


class _Count(Struct, frozen=True):
    failures: int
    until: float  # when the next attempt may come
    known: bool


def _counted(db: Database, counted: CountedFailures, at: float) -> _Count:
    row = db.execute(
        "SELECT failures, at, known FROM attempts WHERE subject = ?", [counted.subject]
    ).fetchone()
    if row is None:
        return _Count(0, at, False)
    failures, last, known = row
    if at - last >= counted.limit.forget:
        failures = 0
    return _Count(failures, last + counted.limit.wait(failures), bool(known))


def _keep(db: Database, counted: CountedFailures, failures: int, at: float, known: bool) -> None:
    db.execute(
        """
        INSERT INTO attempts (subject, failures, at, known) VALUES (?1, ?2, ?3, ?4)
        ON CONFLICT (subject) DO UPDATE SET failures = ?2, at = ?3, known = ?4
        """,
        [counted.subject, failures, at, int(known)],
    )
