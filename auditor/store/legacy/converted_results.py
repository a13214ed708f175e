"""Results of before documents: rows of findings and coverage, made documents by a migration.

A result whose rows are not as they were sealed gets a root that no contents have, so that it is never read as if it were
whole. Its rows are in the copy of the store from before the migration.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from typing import Any

import msgspec
from sqlite_utils import Database

from auditor.facts.salted_parts import SALT_BYTES
from auditor.store.documents.document_contents import KEPT, root_of
from auditor.store.documents.document_making import DocumentMaker
from auditor.store.documents.document_rows import FindingRow, ResultLists
from auditor.store.legacy.document_tables import TABLES, document_triggers
from auditor.store.legacy.stored_seals import altered, last_seal, seal
from auditor.store.sql_scripts import execute_each
from auditor.store.stored_documents import NO_ROOT, TABLE, insert_chunks, insert_document
from rules.results import Correction, Coverage, Finding, Incident
from rules.typed import from_json, from_plain

_AUDITS = """
SELECT id, summary, EXISTS (SELECT 1 FROM purges WHERE subject = 'audits' AND key = CAST(audits.id AS TEXT))
FROM audits WHERE state = 'finished' ORDER BY id
"""
_DROPPED = """
DROP TABLE findings;
DROP TABLE coverage;
DELETE FROM damage WHERE subject IN ('findings', 'coverage');
"""
_SEALED = ("audits", "findings", "coverage", "incidents")
_NAMES = {"session": "", "session_name": "session", "table_name": "table", "audit": "", "position": ""}
_finding, _coverage = from_plain(Finding), from_plain(Coverage)
_incident, _correction = from_json(Incident), from_json(Correction)


def convert_results(db: Database) -> None:
    """Make documents of all finished audits' rows, in place of their findings and coverage."""
    execute_each(db, TABLES)
    for audit, summary, purged in db.execute(_AUDITS).fetchall():
        try:
            _convert(db, audit, _lists(db, audit, summary), purged=bool(purged))
        except (msgspec.MsgspecError, ValueError, TypeError, OverflowError):  # of an altered row
            db.execute("DELETE FROM result_chunks WHERE audit = ?", [audit])
            insert_document(db, audit, NO_ROOT, b"", None, ())
            seal(db, TABLE, audit)
    execute_each(db, _DROPPED)
    execute_each(db, document_triggers())


def _convert(db: Database, audit: int, lists: ResultLists, *, purged: bool) -> None:
    salt = secrets.token_bytes(SALT_BYTES)
    maker = DocumentMaker(salt)
    insert_chunks(db, audit, (each for each in maker.parts(lists) if not purged or each.name in KEPT))
    contents = maker.contents()
    root = root_of(contents) if _is_as_sealed(db, audit) else NO_ROOT
    insert_document(db, audit, root, contents, None if purged else salt, maker.sessions)
    seal(db, TABLE, audit)


def _is_as_sealed(db: Database, audit: int) -> bool:
    seals = [last_seal(db, subject, audit) for subject in _SEALED]
    of_corrections = last_seal(db, "corrections", audit)  # none of an audit from before there were any
    if of_corrections is not None:
        seals.append(of_corrections)
    elif db.execute("SELECT 1 FROM corrections WHERE audit = ?", [audit]).fetchone():
        return False
    return all(each is not None and not altered(db, each) for each in seals)


def _lists(db: Database, audit: int, summary: str) -> ResultLists:
    return ResultLists(
        summary,
        (_coverage_of(row) for row in _rows(db, "coverage", audit)),
        (_finding_of(row) for row in _rows(db, "findings", audit)),
        ((row["session"], _incident(row["incident"])) for row in _rows(db, "incidents", audit)),
        ((row["session"], _correction(row["correction"])) for row in _rows(db, "corrections", audit)),
    )


def _rows(db: Database, table: str, audit: int) -> Iterator[dict[str, Any]]:
    found = db.execute(f"SELECT * FROM {table} WHERE audit = ? ORDER BY position", [audit])
    names = [name for name, *_ in found.description]
    for row in found:
        yield dict(zip(names, row, strict=True))


def _coverage_of(row: dict[str, Any]) -> Coverage:
    values = {name: value for name, value in row.items() if name not in _NAMES}
    return _coverage(values | {"because": msgspec.json.decode(row["because"])})


def _finding_of(row: dict[str, Any]) -> FindingRow:
    values = {_NAMES.get(name, name): value for name, value in row.items()}
    values.pop("", None)
    for name in ("hands", "readings"):
        values[name] = None if row[name] is None else msgspec.json.decode(row[name])
    if _are_truths(values):
        values |= {name: bool(values[name]) for name in ("stated", "expected")}
    return row["session"], _finding(values)


def _are_truths(values: dict[str, Any]) -> bool:
    """Whether stated and expected are truth values, which SQLite kept as 0 and 1: numbers have a difference, or a unit."""
    if values["unit"] is not None or values["difference"] is not None:
        return False
    return all(type(each) is int and each in (0, 1) for each in (values["stated"], values["expected"]))
