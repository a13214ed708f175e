"""Statistics of sessions as another version of the program would have kept them."""

import hashlib

from msgspec.structs import replace

from auditor.facts.canonical_record import from_record
from auditor.facts.kinds.facts_of_audits import StatisticsOnRecord
from rules.screening.session_statistics import SCREENING
from rules.screening.written_statistics import (
    statistics_as_bytes,
    statistics_of_bytes,
    sums_as_bytes,
    sums_of_bytes,
)


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
        facts = "SELECT record FROM register WHERE entry IN (SELECT first_fact FROM audits WHERE id = ?1 "
        records = db.execute(f"{facts}UNION SELECT fact FROM audits WHERE id = ?1) ORDER BY entry", [audit])
        asked, finished = (from_record(record.encode()) for (record,) in records.fetchall())
        (last, summary) = db.execute(
            "SELECT max(finish), summary FROM audits WHERE id = ?", [audit]
        ).fetchone()
        number, kept = (
            store.log.next_counted(db, "audits"),
            store.log.next_counted(db, "screening_statistics"),
        )
        older = as_of_version(body)
        statistics = StatisticsOnRecord(kept, session, day, hashlib.sha256(older).hexdigest(), len(older))
        without = {"root": None, "sessions": (), "new_incidents": (), "sums": ()}
        store.log.append(db, replace(asked, number=number, idempotency_key=None))
        more = {"number": number, "finish": last + 1, "statistics": (statistics,)}
        store.log.append(db, replace(finished, **more, **without))
        db.execute("UPDATE audits SET summary = ? WHERE id = ?", [summary, number])
        db.execute("UPDATE screening_statistics SET body = ? WHERE id = ?", [older, kept])
