"""Statistics of sessions as another version of the program would have kept them."""

import hashlib

from msgspec.structs import replace

from auditor.facts.kinds.facts_of_audits import StatisticsOnRecord
from rules.screening.session_statistics import SCREENING
from rules.screening.written_statistics import (
    statistics_as_bytes,
    statistics_of_bytes,
    sums_as_bytes,
    sums_of_bytes,
)
from tests.store.entered_audits import enter_alike


def as_of_version(body, version=SCREENING - 1):
    """Statistics as bytes, of a version."""
    return statistics_as_bytes(replace(statistics_of_bytes(body), version=version))


def sums_as_of_version(body, version=SCREENING - 1):
    """Sums as bytes, of a version."""
    return sums_as_bytes(replace(sums_of_bytes(body), version=version))


def keep_as_of_version(store, session):
    """Enter a further audit of a session, of an earlier version of the program: its statistics count, and have no sums."""
    with store.connections.writing() as db:
        audit, day, body = db.execute(
            "SELECT audit, day, body FROM screening_statistics WHERE session = ?", [session]
        ).fetchone()
        older, number = as_of_version(body), store.log.next_counted(db, "screening_statistics")
        kept = StatisticsOnRecord(number, session, day, hashlib.sha256(older).hexdigest(), len(older))
        enter_alike(store, db, audit, statistics=(kept,))
        db.execute("UPDATE screening_statistics SET body = ? WHERE id = ?", [older, number])
