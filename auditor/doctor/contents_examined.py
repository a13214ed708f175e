"""Contents of tables against their digests."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator

from sqlite_utils import Database

from auditor.doctor.fault import StoreFault
from auditor.doctor.guarded import guarded, must_answer
from auditor.doctor.purges_examined import purged
from auditor.doctor.tables_examined import has
from auditor.engine import read_program
from auditor.errors import ResultDamaged
from auditor.store.blobs.kept_bytes import bytes_of
from auditor.store.connection import Connections
from auditor.store.damage import Damage
from auditor.store.documents.document_contents import DocumentAltered
from auditor.store.documents.stored_result import StoredResult
from auditor.store.report_bytes import REPORTS
from auditor.store.rows_of_documents import ROWS_OF_DOCUMENTS, differing
from auditor.store.stored_authority import StoredAuthority
from auditor.store.stored_documents import CHUNKS, NO_ROOT, TABLE, result_of_row
from auditor.store.stored_fact_tables import has_facts
from auditor.store.stored_results import ResultRows
from auditor.store.stored_screening import TABLE as STATISTICS
from auditor.store.stored_screening_lists import LISTS, is_as_listed, text_of_list
from auditor.store.stored_screening_sums import SUMS_TABLE
from rules.findings.written import json_pieces

_ROOTS = f"""
SELECT audits.id, audits.root, d.root FROM audits LEFT JOIN {TABLE} AS d ON d.audit = audits.id WHERE d.root IS NOT audits.root
UNION ALL SELECT audit, NULL, root FROM {TABLE} WHERE audit NOT IN (SELECT id FROM audits) ORDER BY 1
"""
_REPORTS = """
SELECT id, sha256, size, EXISTS (SELECT 1 FROM purges WHERE subject = 'audits' AND key = CAST(audit AS TEXT))
FROM reports ORDER BY id
"""


def evidence(connections: Connections) -> Iterator[StoreFault]:
    """Unpurged logs with altered bytes."""
    yield from _bodies(connections.db, "evidence", purged(connections.db, "evidence"))


def originals(connections: Connections) -> Iterator[StoreFault]:
    """Unpurged originals with altered bytes."""
    yield from _bodies(connections.db, "originals", purged(connections.db, "evidence"))


def events(connections: Connections) -> Iterator[StoreFault]:
    """Tournaments' files and ledgers with altered bytes."""
    yield from _bodies(connections.db, "event_files", set())


def documents(connections: Connections) -> Iterator[StoreFault]:
    """Filed files with altered bytes."""
    yield from _bodies(connections.db, "filed", set())


def _bodies(db: Database, table: str, gone: set[str]) -> Iterator[StoreFault]:
    if not has(db, table):
        return
    for sha256, size in db.execute(f"SELECT sha256, size FROM {table} ORDER BY sha256"):
        if sha256 not in gone:
            yield from must_answer(guarded(table, sha256, _body(db, table, sha256, size)))


def _body(db: Database, table: str, sha256: str, size: int) -> Iterator[StoreFault]:
    (column,) = db.execute(f"SELECT body FROM {table} WHERE sha256 = ?", [sha256]).fetchone()
    body = bytes_of(column, sha256)
    found = hashlib.sha256(body).hexdigest()
    if (found, len(body)) != (sha256, size):
        yield StoreFault(
            table, sha256, f"{size:,} bytes of this SHA-256", f"{len(body):,} bytes of SHA-256 {found}"
        )


def results(connections: Connections) -> Iterator[StoreFault]:
    """Altered documents of results, and this engine's audits whose rebuilt result has another digest; purged ones cannot be
    rebuilt.
    """
    db = connections.db
    if not has(db, TABLE):
        return
    gone = purged(db, "audits")
    for row in db.execute(f"SELECT audit, root, contents, salt, sessions FROM {TABLE} ORDER BY audit"):
        yield from guarded(CHUNKS, f"of audit {row[0]}", _document(db, *row, purged=f"{row[0]}" in gone))
    alone = (
        f"SELECT DISTINCT audit FROM {CHUNKS} WHERE audit NOT IN (SELECT audit FROM {TABLE}) ORDER BY audit"
    )
    for (audit,) in db.execute(alone):
        yield StoreFault(CHUNKS, f"of audit {audit}", "no chunk, as it has no document", "at least one")
    if not has_facts(db, "audits"):
        return  # its rows are compared with their seals
    yield from guarded(TABLE, "", _roots(db))
    read = ResultRows(connections, StoredAuthority(connections), Damage(connections))
    rows = db.execute(
        "SELECT id, summary, result_sha256 FROM audits WHERE state = 'finished' AND json_extract(knowledge, '$.code') = ?",
        [read_program().code],
    )
    for number, summary, expected in rows:
        if f"{number}" not in gone:
            yield from guarded("audits", f"{number}", _result(read, number, summary, expected))
    if has(db, STATISTICS):
        for number, sha256 in db.execute(f"SELECT id, sha256 FROM {STATISTICS} ORDER BY id"):
            yield from guarded(STATISTICS, f"{number}", _digest(db, STATISTICS, number, sha256))
    if has(db, SUMS_TABLE):
        for number, sha256 in db.execute(f"SELECT id, sha256 FROM {SUMS_TABLE} ORDER BY id"):
            yield from guarded(SUMS_TABLE, f"{number}", _digest(db, SUMS_TABLE, number, sha256))
    if has(db, LISTS):
        for number, sha256 in db.execute(f"SELECT id, sha256 FROM {LISTS} ORDER BY id"):
            yield from guarded(LISTS, f"{number}", _digest(db, LISTS, number, sha256))


def _roots(db: Database) -> Iterator[StoreFault]:
    """Documents with another root than their audit has, and those that are missing or were added."""
    for audit, stated, found in db.execute(_ROOTS):
        yield StoreFault(TABLE, f"{audit}", f"root {stated or 'of no document'}", f"{found or 'no document'}")


def _of_its_rows(db: Database, audit: int, sessions: str, result: StoredResult) -> Iterator[StoreFault]:
    """Rows by which a result is found that its document has otherwise."""
    if json.loads(sessions) != result.sessions_of_findings():
        yield StoreFault(TABLE, f"{audit}", "the sessions that its findings are of", sessions)
    for subject in ROWS_OF_DOCUMENTS if has_facts(db, "audits") else ():
        for position in differing(db, subject, audit, result):
            expected = (
                "the row that its document has" if position < result.size_of(subject) else "no such row"
            )
            yield StoreFault(subject, f"{position} of audit {audit}", expected, "another one, or none")


def _document(
    db: Database, audit: int, root: str, contents: bytes, salt: str | None, sessions: str, *, purged: bool
) -> Iterator[StoreFault]:
    if (salt is None) is not purged and root != NO_ROOT:
        expected = "no salt, after its purge" if purged else "its salt"
        yield StoreFault(TABLE, f"{audit}", expected, "none" if salt is None else "a salt")
    try:
        result = result_of_row(db, audit, root, contents, salt)
    except DocumentAltered as fault:
        faults = [f"{fault}"]
    else:
        there = set(db.execute(f"SELECT list, number FROM {CHUNKS} WHERE audit = ?", [audit]).fetchall())
        added = sorted(there - result.places())
        faults = [*result.faults(), *(f"Part {number} of {name} was added." for name, number in added)]
        if not faults and not purged:
            yield from _of_its_rows(db, audit, sessions, result)
    for each in faults:
        yield StoreFault(CHUNKS, f"of audit {audit}", "the document as this program wrote it", each)


def _result(read: ResultRows, number: int, summary: str, expected: str) -> Iterator[StoreFault]:
    digest = hashlib.sha256()
    try:
        for piece in json_pieces(read.audit(number, json.loads(summary))):
            digest.update(piece)
        found = f"SHA-256 {digest.hexdigest()}"
    except ResultDamaged as error:
        found = str(error)
    if found != f"SHA-256 {expected}":
        yield StoreFault("audits", f"{number}", f"a result of SHA-256 {expected}", found)


def _digest(db: Database, table: str, number: int, sha256: str) -> Iterator[StoreFault]:
    """What is kept for screening: the digest is of the bytes; that of a list is of its text, which may be purged."""
    if table == LISTS and is_as_listed(db, number):
        return
    (body,) = db.execute(f"SELECT body FROM {table} WHERE id = ?", [number]).fetchone()
    found = hashlib.sha256(text_of_list(body) if table == LISTS else body).hexdigest()
    if found != sha256:
        yield StoreFault(table, f"{number}", f"bytes of SHA-256 {sha256}", f"bytes of SHA-256 {found}")


def issued_reports(connections: Connections) -> Iterator[StoreFault]:
    """Reports with altered bytes, or bytes left by a purge."""
    db = connections.db
    if not has(db, REPORTS):
        return
    for row in db.execute(_REPORTS):
        yield from must_answer(guarded(REPORTS, f"{row[0]}", _report(db, *row)))


def _report(db: Database, number: int, sha256: str, size: int, purged: int) -> Iterator[StoreFault]:
    (column,) = db.execute("SELECT body FROM reports WHERE id = ?", [number]).fetchone()
    body = bytes_of(column, sha256)
    found = hashlib.sha256(body).hexdigest()
    if purged and column:
        gone = "no bytes, after the purge of its audit's result"
        yield StoreFault(REPORTS, f"{number}", gone, f"{len(body):,} bytes")
    elif not purged and (found, len(body)) != (sha256, size):
        expected = f"{size:,} bytes of SHA-256 {sha256}"
        yield StoreFault(REPORTS, f"{number}", expected, f"{len(body):,} bytes of SHA-256 {found}")
