"""Statistics of sessions as another version of the program would have kept them."""

import hashlib

from msgspec.structs import replace

from auditor.store.stored_seals import seal
from rules.screening.session_statistics import SCREENING
from rules.screening.written_statistics import (
    statistics_as_bytes,
    statistics_of_bytes,
    sums_as_bytes,
    sums_of_bytes,
)
from tests.services import unprotected


def as_of_version(body, version=SCREENING - 1):
    """Statistics as bytes, of a version."""
    return statistics_as_bytes(replace(statistics_of_bytes(body), version=version))


def sums_as_of_version(body, version=SCREENING - 1):
    """Sums as bytes, of a version."""
    return sums_as_bytes(replace(sums_of_bytes(body), version=version))


def keep_as_of_version(store, session):
    """Make what the store keeps of a session that of an earlier version, sealed, and without sums."""
    with unprotected(store.connections.db) as db, store.connections.writing():
        number, body = db.execute(
            "SELECT id, body FROM screening_statistics WHERE session = ?", [session]
        ).fetchone()
        older = as_of_version(body)
        db.execute(
            "UPDATE screening_statistics SET body = ?, sha256 = ?, size = ? WHERE id = ?",
            [older, hashlib.sha256(older).hexdigest(), len(older), number],
        )
        db.execute("DELETE FROM screening_sums WHERE statistics = ?", [number])
        seal(db, "screening_statistics", number)
