"""Purges against the remains, holds, and their grounds."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator

from sqlite_utils import Database

from auditor.doctor.fault import StoreFault
from auditor.doctor.guarded import guarded
from auditor.doctor.tables_examined import has
from auditor.facts.folding.folded_holds import covers
from auditor.facts.tables import Row
from auditor.store.connection import Connections
from auditor.store.documents.document_contents import KEPT
from auditor.store.purged_rows import is_erased
from auditor.store.stored_documents import CHUNKS
from auditor.store.stored_fact_tables import has_facts
from rules.controls.retention_years import years_after

_PURGES = """
SELECT id, at, subject, key, sha256, size, room, session, first_day, last_day, year_ends, years, kept_until
FROM purges ORDER BY id
"""
_HOLDS = "SELECT id, at, room, session, first_day, last_day, lifted_at FROM holds ORDER BY id"
_HOLDS_BEFORE_FACTS = (
    "SELECT id, holds.at, room, session, first_day, last_day, lifts.at AS lifted_at FROM holds "
    "LEFT JOIN lifts ON lifts.hold = holds.id ORDER BY id"
)


def purged(db: Database, subject: str) -> set[str]:
    """Keys of a table's purged rows."""
    if not has(db, "purges"):
        return set()
    return {key for (key,) in db.execute("SELECT key FROM purges WHERE subject = ?", [subject])}


def purges(connections: Connections) -> Iterator[StoreFault]:
    """Purges too early, of held things, or contradicting the record."""
    db = connections.db
    if not has(db, "purges"):
        return
    for row in db.execute(_PURGES):
        yield from guarded("purges", f"{row[0]}", _purge(db, *row))


def _purge(
    db: Database, number: int, at: str, subject: str, key: str, sha256: str, size: int, room: str | None, session: str | None,
    first: str | None, last: str | None, ends: str, years: int, until: str,
) -> Iterator[StoreFault]:  # fmt: skip
    counted = years_after(dt.date.fromisoformat(ends), years).isoformat()
    if until < counted:
        yield StoreFault("purges", f"{number}", f"kept until {counted}, {years} years from {ends}", until)
    if at[:10] <= until:
        yield StoreFault("purges", f"{number}", f"a purge after {until}", f"one at {at}")
    if subject == "evidence":
        for hold in _holds_at(db, at):
            if covers(hold, room, session, first, last or ""):
                words = f"hold {hold['id']} covered it"
                yield StoreFault("purges", f"{number}", "a purge of what nobody holds", words)
        yield from _of_file(db, number, key, sha256, size)
    else:
        yield from _of_audit(db, number, key, sha256)


def _holds_at(db: Database, at: str) -> Iterator[Row]:
    """Holds at a moment; they may have been lifted since."""
    rows = db.query(_HOLDS if has_facts(db, "holds") else _HOLDS_BEFORE_FACTS)
    return (row for row in rows if row["at"] <= at and (row["lifted_at"] is None or row["lifted_at"] > at))


def _of_file(db: Database, number: int, key: str, sha256: str, size: int) -> Iterator[StoreFault]:
    rows = []  # the same bytes may have been sent as a log, and as an original
    for table in (each for each in ("evidence", "originals") if has(db, each)):
        row = db.execute(f"SELECT size, length(body) FROM {table} WHERE sha256 = ?", [key]).fetchone()
        rows += [(table, *row)] if row else []
    if not rows or (key, rows[0][1]) != (sha256, size):
        found = f"{rows[0][1]:,} bytes" if rows else "no such file"
        yield StoreFault("purges", f"{number}", f"a purge of {size:,} bytes of SHA-256 {key}", found)
    for table, _, left in rows:
        if left:
            yield StoreFault(table, key, f"no bytes, after purge {number}", f"{left:,} bytes")


def _of_audit(db: Database, number: int, key: str, sha256: str) -> Iterator[StoreFault]:
    row = db.execute("SELECT result_sha256 FROM audits WHERE id = CAST(? AS INTEGER)", [key]).fetchone()
    if row is None or row[0] != sha256:
        yield StoreFault(
            "purges", f"{number}", f"a purge of audit {key}, result {sha256}", f"{row[0] if row else 'none'}"
        )
    kept = ", ".join(f"'{name}'" for name in KEPT)
    for table, of in (
        ("findings", ""),
        ("incidents", ""),
        ("corrections", ""),
        (CHUNKS, f" AND list NOT IN ({kept})"),
    ):
        if not has(db, table):
            continue
        (left,) = db.execute(
            f"SELECT count(*) FROM {table} WHERE audit = CAST(? AS INTEGER){of}", [key]
        ).fetchone()
        if left:
            yield StoreFault(table, f"of audit {key}", f"none, after purge {number}", f"{left}")


def erasure(connections: Connections) -> Iterator[StoreFault]:
    """A store's file that may keep purged bytes."""
    db = connections.db
    if not has(db, "purges"):
        return
    if not is_erased(db):
        (last,) = db.execute("SELECT max(id) FROM purges").fetchone()
        yield StoreFault(
            "purges",
            f"{last}",
            "a file that was made anew after it",
            "one that may have its bytes: run auditor purge --yes",
        )
