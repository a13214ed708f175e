"""Entries of an earlier register, each of a row, against the rows and the seals of its time."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import msgspec
from msgspec import Struct
from sqlite_utils import Database

from auditor.doctor.facts_examined import RecordedFacts
from auditor.doctor.fault import StoreFault
from auditor.doctor.guarded import guarded
from auditor.doctor.tables_examined import has
from auditor.store.legacy.register_facts import FACTS, LATER, NoSuchFact, canonical, every
from auditor.store.legacy.stored_seals import chained
from auditor.store.stored_register import Of

_TABLE = "register"


class _Entry(Struct, frozen=True):
    index: int
    record: dict[str, Any]


class EntriesOfRows:
    """Entries of rows, in order, and rows without one."""

    def __init__(self, db: Database, facts: RecordedFacts) -> None:
        self._db = db
        self._facts = facts
        self._entered: set[tuple[str, Of]] = set()
        self._chain = _Chain(db) if has(db, "seals") else None

    def take(self, index: int, text: str) -> Iterator[StoreFault]:
        """Faults of the next entry."""
        entry = _Entry(index, msgspec.json.decode(text))
        if not _is_of_a_fact(entry.record):
            yield StoreFault(_TABLE, f"{index}", "the record of a fact", text)
            return
        kind, of = entry.record["kind"], entry.record["of"]
        self._entered.add((kind, of))
        row = f"{index} ({kind} of {of})"
        if self._chain is not None:
            yield from guarded(_TABLE, f"{index}", _of_seals(entry, self._chain))
        if not self._facts.is_made_of(index, kind, of):
            yield from guarded(_TABLE, row, _of_fact(self._db, entry, row))

    def missing(self) -> Iterator[StoreFault]:
        """Rows without an entry, of tables that facts do not make."""
        for kind, of in every(self._db):
            if (kind, of) not in self._entered:
                yield from guarded(_TABLE, "", _not_entered(self._db, kind, of))


def _not_entered(db: Database, kind: str, of: Of) -> Iterator[StoreFault]:
    with suppress(NoSuchFact):
        FACTS[kind](db, of)
        yield StoreFault(_TABLE, "", f"an entry {kind} of {of}", "none")


_HAS = frozenset({"about", "at", "key", "kind", "of", "rooms", "seals"})


def _is_of_a_fact(record: Any) -> bool:
    """Whether a record still has the compared parts."""
    return (
        isinstance(record, dict)
        and record.keys() >= _HAS
        and isinstance(record["kind"], str)
        and isinstance(record["of"], int | str)
        and isinstance(record["about"], dict)
        and (record["seals"] is None or (isinstance(record["seals"], list) and len(record["seals"]) == 2))
    )


class _Chain:
    """Recomputed chain of seals, asked for in order."""

    def __init__(self, db: Database) -> None:
        self._rows = db.execute("SELECT id, subject, key, shape, rows FROM seals ORDER BY id")
        self._last, self._chain = 0, ""

    def up_to(self, number: int) -> str | None:
        """Chain up to a seal, or None without it."""
        while self._last < number:
            row = self._rows.fetchone()
            if row is None:
                return None
            self._last, subject, key, shape, rows = row
            self._chain = chained(self._chain, subject, key, shape, rows)
        return self._chain if self._last == number else None


def _of_seals(entry: _Entry, chain: _Chain) -> Iterator[StoreFault]:
    if entry.record["seals"] is None:
        return
    number, stated = entry.record["seals"]
    found = chain.up_to(number)
    if found != stated:
        what = "none" if found is None else f"chain {found}"
        yield StoreFault(_TABLE, f"{entry.index}", f"seal {number} with chain {stated}", what)


def _of_fact(db: Database, entry: _Entry, row: str) -> Iterator[StoreFault]:
    kind, of = entry.record["kind"], entry.record["of"]
    if kind not in FACTS:
        yield StoreFault(
            _TABLE, row, "a fact that this program knows", f"a word that it does not know: {kind!r}"
        )
        return
    try:
        fact = FACTS[kind](db, of)
    except NoSuchFact:
        yield StoreFault(_TABLE, row, "rows that say so", "none")
        return
    now = msgspec.json.decode(canonical({"about": fact.about, "key": fact.key}))
    if now["key"] != entry.record["key"]:
        yield StoreFault(_TABLE, row, f"key {entry.record['key']}", f"{now['key']}")
    about = entry.record["about"]
    for name in sorted(about.keys() - LATER.get(kind, ())):
        if name not in now["about"] or now["about"][name] != about[name]:
            found = canonical(now["about"].get(name))
            yield StoreFault(_TABLE, row, f"{name} {canonical(about[name])}", found)
