"""Adoption of audits, of what they kept of sessions, and of statistics for screening by facts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

import msgspec
from sqlite_utils import Database

from auditor.facts.memory_tables import MemoryTables
from auditor.facts.tables import Row
from auditor.store.legacy.adopted_rows import (
    altered_keys,
    enter_adopted,
    folded_so_far,
    no_parts,
    remake,
)
from auditor.store.legacy.audit_tables import AUDITS_OF_FACTS, BESIDE_AUDITS
from auditor.store.legacy.legacy_audits import AlteredResults, audits
from auditor.store.legacy.old_store import OldStore, text_digest
from auditor.store.legacy.register_facts import FACTS, NoSuchFact, canonical
from auditor.store.legacy.screening_tables import STATISTICS_OF_FACTS
from auditor.store.legacy.signed_seals import counting_seals
from auditor.store.legacy.stored_seals import not_as_sealed
from auditor.store.sql_scripts import execute_each, set_aside
from auditor.store.stored_fact_tables import has_facts

_AT_ONCE = 500  # audits whose seals are read together
_TABLES = ("audits", "audit_sessions", "session_results", "screening_statistics", "screening_sums")
_BESIDE: dict[str, tuple[str, ...]] = {
    "audits": BESIDE_AUDITS,
    "session_results": ("result TEXT", "summary TEXT"),
    "screening_statistics": ("body BLOB",),
    "screening_sums": ("body BLOB",),
}
_COUNTED = {"audits", "screening_statistics", "screening_sums"}
_AUDITS = """
SELECT id, CASE WHEN state = 'running' THEN 'queued' ELSE state END AS state, request, ruleset, skipped, idempotency_key,
    request_sha256, CASE WHEN state IN ('queued', 'running') THEN 0 ELSE attempts END AS attempts, created_at, finished_at,
    hands_total, error, (SELECT root FROM result_documents WHERE audit = before.id) AS root, counts, result_sha256, knowledge,
    of, room, day, finish, key, open, event, owner, started_at, hands_done, attempts AS begun, summary
FROM audits_before AS before ORDER BY id
"""


def adopt_audits(db: Database) -> None:
    """Enter facts of audits and of what they kept, and make their tables of these, with texts and bytes beside."""
    tables = folded_so_far(db, *_TABLES)
    enter_adopted(db, tables, audits(OldStore(db, no_parts), _altered(db)))
    (last,) = db.execute("SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = 'audits'").fetchone()
    set_aside(db, *_TABLES)
    for name in _TABLES:
        remake(db, tables, name, _before(db, tables, name), *_BESIDE.get(name, ()), counted=name in _COUNTED)
    db.execute("UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = 'audits'", [last])
    for name in _TABLES[::-1]:
        db.execute(f"DROP TABLE {name}_before")
    execute_each(db, AUDITS_OF_FACTS + STATISTICS_OF_FACTS)


def _before(db: Database, tables: MemoryTables, name: str) -> Iterator[Row]:
    """Rows from before with the columns that facts have more."""
    for row in db.query(_AUDITS if name == "audits" else f"SELECT * FROM {name}_before"):
        if name == "audits":
            made = tables.get(name, row["id"])
            row["root"] = row["root"] if made is None else made["root"]
            row["summary_sha256"] = _digest(row["summary"])
        elif name == "session_results":
            row |= {"result_sha256": _digest(row["result"]), "summary_sha256": _digest(row["summary"])}
        yield row


def _digest(text: str | None) -> str | None:
    return None if text is None else text_digest(text)


def _altered(db: Database) -> AlteredResults:
    every = [(number,) for (number,) in db.execute("SELECT id FROM audits ORDER BY id")]
    ended = [key for key in every if not _is_unsealed(db, *key)]
    unsealed = {number for (number,) in every if (number,) not in {*ended}}
    documents = db.execute("SELECT id FROM audits WHERE state = 'finished' ORDER BY id").fetchall()
    of_audits = {number for (number,) in _not_as_sealed(db, "audits", ended)}
    of_audits |= {number for (number,) in _not_as_sealed(db, "audit_sessions", every)}
    of_audits |= {number for number in unsealed if not _is_as_entered(db, number)}
    incidents = [] if has_facts(db, "room_incidents") else _not_as_sealed(db, "room_incidents", ended)
    return AlteredResults(
        audits=frozenset(of_audits),
        documents=frozenset(number for (number,) in _not_as_sealed(db, "result_documents", documents)),
        incidents=frozenset(number for (number,) in incidents),
        session_results=frozenset(altered_keys(db, "session_results")),
        statistics=frozenset(altered_keys(db, "screening_statistics")),
        sums=frozenset(altered_keys(db, "screening_sums")),
    )


def _is_unsealed(db: Database, audit: int) -> bool:
    """Whether an audit waits, and never had an end."""
    (state,) = db.execute("SELECT state FROM audits WHERE id = ?", [audit]).fetchone()
    sealed = "SELECT 1 FROM seals WHERE subject = 'audits' AND key = json_array(?)"
    return state in ("queued", "running") and db.execute(sealed, [audit]).fetchone() is None


def _is_as_entered(db: Database, audit: int) -> bool:
    """Whether an audit that has no seal yet is what its entry in the register says."""
    find = "SELECT record FROM register WHERE kind = 'audit.asked' AND json_extract(record, '$.of') = ?"
    row = db.execute(find, [audit]).fetchone()
    if row is None:
        return False
    try:
        now = msgspec.json.decode(canonical(FACTS["audit.asked"](db, audit).about))
    except (NoSuchFact, msgspec.DecodeError):
        return False
    about: dict[str, Any] = msgspec.json.decode(row[0])["about"]
    return all(now.get(name) == value for name, value in about.items())


def _not_as_sealed(db: Database, subject: str, keys: Iterable[tuple[int]]) -> list[tuple[Any, ...]]:
    left, found = iter(keys), list[tuple[Any, ...]]()
    while part := list(islice(left, _AT_ONCE)):
        found += not_as_sealed(db, subject, part, counting_seals(db))
    return found
