"""Rows of an earlier store against their seals, and seals against those that the register's key signed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from sqlite_utils import Database

from auditor.doctor.checkpoints_examined import HeadBeside
from auditor.doctor.fault import StoreFault
from auditor.doctor.guarded import guarded
from auditor.doctor.tables_examined import has
from auditor.register import register_checkpoints, register_notes
from auditor.register.register_notes import NoteError, Verifier
from auditor.register.register_seals import SealHead, stated_seals
from auditor.store.connection import Connections
from auditor.store.legacy.stored_seals import EACH, EVER_SEALED, OF_AUDITS, Seal, altered, chained, last_seals
from auditor.store.rows_of_documents import ROWS_OF_DOCUMENTS
from auditor.store.stored_documents import TABLE
from auditor.store.stored_fact_tables import has_facts
from auditor.store.stored_register import is_signed_by

AS_SEALED = "the row as this program wrote it"
_SEALED_SINCE = {"keys": "0018_sealed_keys"}  # tables that were there before they were sealed
# tables whose numbers go up one by one
_WITH_ENDS = (
    "changes",
    "sessions",
    "audits",
    "repairs",
    "holds",
    "purges",
    "returns",
    "erasures",
    "incident_events",
    "engines",
    "people",
    "people_events",
    "originals",
    "event_files",
    "imports",
    "samples",
    "sample_hands",
    "screening_lists",
    "screening_closings",
    "seals",
    "checkpoints",
)
_CHECKPOINTS, _HEAD = "checkpoints", "register.head"
_SEALS = "SELECT id, subject, key, shape, rows FROM seals ORDER BY id"


def has_seals(connections: Connections) -> bool:
    """Whether a store has seals: of before facts alone."""
    return has(connections.db, "seals")


def rows(connections: Connections) -> Iterator[StoreFault]:
    """Rows altered, removed, or not by this program."""
    db = connections.db
    if not has(db, "seals"):
        return
    pending = connections.pending_migrations()
    for table in EVER_SEALED:
        of_audits = table == TABLE or table in ROWS_OF_DOCUMENTS  # audits have the roots of their documents
        by_facts = has_facts(db, "audits" if of_audits else table)
        if not has(db, table) or _SEALED_SINCE.get(table) in pending or by_facts:
            continue
        yield from guarded(table, "", _of_table(db, table))


def _of_table(db: Database, table: str) -> Iterator[StoreFault]:
    sealed = set()
    for each in last_seals(db, table):
        sealed.add(each.key)
        yield from guarded(table, _words(each), _of_seal(db, each))
    yield from _unsealed(db, table, sealed)


def _of_seal(db: Database, sealed: Seal) -> Iterator[StoreFault]:
    of_audit = sealed.subject in OF_AUDITS
    many = len(sealed.rows) // EACH
    for place in altered(db, sealed):
        row = _row(db, sealed, place) if of_audit else _words(sealed)
        if place >= many:
            yield StoreFault(sealed.subject, row, "no such row", "a row that was added")
        elif of_audit:
            yield StoreFault(sealed.subject, row, f"{AS_SEALED} ({many} rows)", "another one, or none")
        else:
            yield StoreFault(
                sealed.subject, row, AS_SEALED, "none" if _gone(db, sealed) else "an altered row"
            )


def _unsealed(db: Database, table: str, sealed: set[tuple[Any, ...]]) -> Iterator[StoreFault]:
    names = ", ".join(EVER_SEALED[table])
    ended = " WHERE state IN ('finished', 'failed')" if table == "audits" else ""
    for key in db.execute(f"SELECT DISTINCT {names} FROM {table}{ended}"):
        if tuple(key) not in sealed:
            row = f"of audit {key[0]}" if table in OF_AUDITS else ", ".join(map(str, key))
            yield StoreFault(table, row, "a row that this program wrote", "one without a seal")


def _row(db: Database, sealed: Seal, place: int) -> str:
    (audit,) = sealed.key
    found = db.execute(
        f"SELECT position FROM {sealed.subject} WHERE audit = ? ORDER BY position LIMIT 1 OFFSET ?",
        [audit, place],
    ).fetchone()
    return f"{found[0] if found else place} of audit {audit}"


def _words(sealed: Seal) -> str:
    return ", ".join(map(str, sealed.key))


def _gone(db: Database, sealed: Seal) -> bool:
    where = " AND ".join(f"{name} = ?" for name in EVER_SEALED[sealed.subject])
    return db.execute(f"SELECT 1 FROM {sealed.subject} WHERE {where}", list(sealed.key)).fetchone() is None


def seals(connections: Connections) -> Iterator[StoreFault]:
    """Altered or removed seals, and rows missing at a table's end."""
    db = connections.db
    if not has(db, "seals"):
        return
    yield from guarded("seals", "", _chain(db))
    yield from guarded("seal_shapes", "", _shapes(db))
    for table in (each for each in _WITH_ENDS if has(db, each) and not has_facts(db, each)):
        yield from guarded(table, "", _end(db, table))


def _chain(db: Database) -> Iterator[StoreFault]:
    chain, last = "", 0
    for number, subject, key, shape, sealed, found in db.execute(
        "SELECT id, subject, key, shape, rows, chain FROM seals ORDER BY id"
    ):
        if number != last + 1:
            yield StoreFault("seals", f"{last + 1}", "a seal", f"none before seal {number}")
        expected = chained(chain, subject, key, shape, sealed)
        if found != expected:
            yield StoreFault("seals", f"{number}", f"chain {expected}", f"chain {found}")
        chain, last = found, number


def _shapes(db: Database) -> Iterator[StoreFault]:
    """Shapes of another table than their seals."""
    for shape, subject, of in db.execute(
        "SELECT DISTINCT s.shape, s.subject, h.subject FROM seals AS s LEFT JOIN seal_shapes AS h ON h.id = s.shape "
        "WHERE h.subject IS NOT s.subject"
    ):
        found = "no such shape" if of is None else f"one of {of}"
        yield StoreFault("seal_shapes", f"{shape}", f"a shape of {subject}", found)


def _end(db: Database, table: str) -> Iterator[StoreFault]:
    (most,) = db.execute(f"SELECT coalesce(max(id), 0) FROM {table}").fetchone()
    ever = db.execute("SELECT seq FROM sqlite_sequence WHERE name = ?", [table]).fetchone()
    if ever is not None and ever[0] > most:
        yield StoreFault(table, f"{most + 1}", f"rows up to {ever[0]}", f"none after {most}")
    elif most and (ever is None or ever[0] < most):
        counted = "none" if ever is None else f"{ever[0]}"
        yield StoreFault("sqlite_sequence", table, f"{most} as the last number of {table}", counted)


def of_seals(db: Database, key: Verifier | None, beside: HeadBeside) -> Iterator[StoreFault]:
    """Seals not signed by the register's key, or replaced ones.

    key: None where unknown, and checkpoints are then believed.
    """
    if not has(db, "seals") or not has(db, "checkpoints"):
        return
    stated = _stated(db, key) or _kept_beside(beside)
    if not stated:
        return
    number, found, last, chain = 0, "", stated[-1][1], ""
    unsigned: list[tuple[int, str, str]] = []
    wanted = {each.number: (name, each.chain) for name, each in stated}
    for number, subject, of, shape, rows in db.execute(_SEALS):
        chain = chained(chain, subject, of, shape, rows)
        if number > last.number:
            unsigned.append((number, subject, of))
        elif number in wanted and wanted[number][1] != chain:
            yield StoreFault(
                _CHECKPOINTS,
                wanted[number][0],
                f"seal {number} with chain {wanted[number][1]}",
                f"chain {chain}",
            )
        found = chain if number == last.number else found
    if found != last.chain:
        yield StoreFault(
            "seals",
            f"{last.number}",
            f"chain {last.chain}, which was signed",
            f"chain {found}" if found else "no such seal",
        )
    for number, subject, of in unsigned:
        yield StoreFault(
            "seals",
            f"{number}",
            f"no seal after {last.number}, the last that was signed",
            f"one of {subject} {of}",
        )


def _stated(db: Database, key: Verifier | None) -> list[tuple[str, SealHead]]:
    """Seals in checkpoints with their numbers, the last one signed by the key."""
    found: list[tuple[str, SealHead]] = []
    for number, note in db.execute("SELECT id, note FROM checkpoints ORDER BY id"):
        with suppress(NoteError):
            stated = stated_seals(register_checkpoints.read(register_notes.parse(note.encode()).text))
            if stated is not None and (key is None or is_signed_by(note, key)):
                found.append((f"{number}", stated))
    return found


def _kept_beside(beside: HeadBeside) -> list[tuple[str, SealHead]]:
    head = beside.head
    return [] if head is None or head.seals is None else [(_HEAD, head.seals)]


def of_seals_beside(db: Database, beside: HeadBeside) -> Iterator[StoreFault]:
    """A seal that was signed, as the signature beside the key says, and is not in the store."""
    head = beside.head
    if head is None or not has(db, "seals"):
        return
    stated = head.seals
    if stated is not None:
        row = db.execute("SELECT chain FROM seals WHERE id = ?", [stated.number]).fetchone()
        if stated.number and (row is None or row[0] != stated.chain):
            yield StoreFault(
                _HEAD,
                "",
                f"seal {stated.number} with chain {stated.chain}",
                f"chain {row[0]}" if row else "no such seal",
            )
