"""Rows compared with what the facts make of them, folded again from the first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import Any

import msgspec
from sqlite_utils import Database

from auditor.doctor.fault import StoreFault
from auditor.doctor.folded_file import FoldedFile
from auditor.doctor.guarded import guarded
from auditor.doctor.purges_examined import purged
from auditor.doctor.tables_examined import has
from auditor.facts.canonical_record import UnknownFact, UnreadableFact, from_record
from auditor.facts.fold import apply_in_part
from auditor.facts.handlers import DoesNotFollow
from auditor.facts.recorded_fact import RecordedFact
from auditor.facts.tables import TABLES, Row
from auditor.store.fact_parts import is_kept_part, is_whole_part
from auditor.store.legacy.register_facts import TABLE_OF_KIND
from auditor.store.purged_parts import file_of_parts, is_purged_step, step_of_parts
from auditor.store.stored_fact_tables import (
    FOLDED,
    MADE_BY_FACTS,
    ONLY_IN_MEMORY,
    PARTS,
    TEXTS,
    has_facts,
    other_texts,
    read_row,
)
from auditor.store.stored_register import Of
from auditor.store.streamed_rows import streamed

_PARTS_TABLE = "fact_parts"
_REMOVED_WITH_LOGS = ("session_results", "screening_statistics", "screening_sums")
_PURGED_LOG = """
SELECT 1 FROM sessions AS s JOIN purges AS p ON p.subject = 'evidence' AND p.key = s.evidence WHERE s.id = ?
"""
_AS_FOLDED = "the row that facts make"
_RANKS: dict[type, int] = {
    int: 1,
    float: 1,
    str: 2,
    bytes: 3,
}  # of values in SQLite's order; null comes first

_Values = tuple[Any, ...]


class RecordedFacts:
    """Facts of the register, and the tables that they make in this store."""

    def __init__(self, db: Database) -> None:
        self._db = db
        self.tables = frozenset(name for name in MADE_BY_FACTS if has_facts(db, name))
        names = self.tables | {*ONLY_IN_MEMORY}
        self._names = names
        self._folded = FoldedFile(names, FOLDED)
        self._before: dict[int, tuple[str, Of]] = {}  # entries from before facts, and what each is of
        self._adopted: set[int | None] = set()  # those that facts name
        self._files: dict[str, str] = {}  # of parts that go with them, by the digests of these
        self._steps: dict[str, tuple[int, str]] = {}  # and audits with incidents

    def close(self) -> None:
        """Let go of what was folded."""
        self._folded.close()

    def is_made_of(self, number: int, kind: str, of: Of) -> bool:
        """Whether facts make the table of an entry from before them; then a fact has to name it."""
        if TABLE_OF_KIND.get(kind) not in self.tables:
            return False
        self._before[number] = kind, of
        return True

    def take(self, number: int, record: str) -> Iterator[StoreFault]:
        """Fold the next fact; a fault where it is none, is of a later version, or does not follow."""
        try:
            fact: RecordedFact | UnknownFact = from_record(record.encode())
            if isinstance(fact, UnknownFact):
                yield _fault(
                    number, "a fact that this program knows", f"a word that it does not know: {fact.kind!r}"
                )
            else:
                self._adopted.add(fact.entry)
                file, step = file_of_parts(fact), step_of_parts(fact)
                if file is not None:
                    self._files |= dict.fromkeys(fact.parts.values(), file)
                if step is not None:
                    self._steps |= dict.fromkeys(fact.parts.values(), step)
            apply_in_part(self._folded, self._names, number, fact)
        except UnreadableFact as error:
            yield _fault(number, "the record of a fact", f"{error}")
        except DoesNotFollow as error:
            yield _fault(number, "a fact that follows from those before it", f"{error}")

    def compared(self) -> Iterator[StoreFault]:
        """Rows that facts make otherwise, or do not make, or that are missing; entries of which no fact was made."""
        for name in sorted(self.tables):
            yield from guarded(name, "", self._of_table(name))
        yield from guarded(_PARTS_TABLE, "", self._of_parts())
        adopted = {self._before[number] for number in self._adopted if number in self._before}
        for number, (kind, of) in self._before.items():
            if (kind, of) not in adopted:
                yield StoreFault(
                    "register", f"{number} ({kind} of {of})", "a fact that was made of it", "none"
                )

    def _of_parts(self) -> Iterator[StoreFault]:
        """Parts that are not what their digests say, or that no row has; and rows without theirs."""
        if not has(self._db, _PARTS_TABLE):
            return
        named: set[str] = set()
        for table, column in ((each, PARTS[each]) for each in PARTS if each in self.tables):
            key = TABLES[table].key[0]
            for row, digest in self._db.execute(f"SELECT {key}, {column} FROM {table} ORDER BY {key}"):
                named.add(digest)
                yield from self._of_part(table, row, column, digest)
        for (digest,) in self._db.execute(f"SELECT digest FROM {_PARTS_TABLE} ORDER BY digest"):
            if digest not in named:
                yield StoreFault(_PARTS_TABLE, f"{digest}", "a part of a row", "one that no row has")

    def _of_part(self, table: str, row: Any, column: str, digest: str | None) -> Iterator[StoreFault]:
        """A part that is not what its digest says, or is gone without a purge, or left by one."""
        of = "its file" if self._files.get(digest or "") in self._purged else "every result"
        if of == "its file" or self._is_purged_step(digest):
            if is_kept_part(self._db, digest):
                yield StoreFault(table, f"{row}", f"no {column}, after the purge of {of}", "some")
        elif not is_whole_part(self._db, digest):
            yield StoreFault(table, f"{row}", f"{column} of digest {digest}", "another one, or none")

    def _is_purged_step(self, digest: str | None) -> bool:
        step = self._steps.get(digest or "")
        return step is not None and is_purged_step(self._db, *step)

    @cached_property
    def _purged(self) -> set[str]:
        """Digests of files that were purged."""
        return purged(self._db, "evidence")

    def _of_table(self, name: str) -> Iterator[StoreFault]:
        table = TABLES[name]
        columns = ", ".join(table.columns)
        stored = streamed(self._db, f"SELECT {columns} FROM {name} ORDER BY {', '.join(table.key)}")
        places = [list(table.columns).index(column) for column in table.key]
        for found, said in _side_by_side(stored, self._folded.stored(name), places):
            if found is None:
                assert said is not None  # one of the two is there
                if not self._is_purged(name, dict(zip(table.columns, said, strict=True))):
                    yield StoreFault(name, _words([said[place] for place in places]), _AS_FOLDED, "none")
                continue
            key = tuple([found[place] for place in places])
            if found != said:
                yield from guarded(name, _words(key), _of_row(name, key, found, said))
            if name in TEXTS:
                text = dict(zip(table.columns, found, strict=True))
                yield from guarded(name, _words(key), self._of_text(name, key, text))

    def _is_purged(self, name: str, row: Row) -> bool:
        """Whether a missing row was removed with its session's log, where the fold does not know sessions yet."""
        if name not in _REMOVED_WITH_LOGS or "sessions" in self.tables:
            return False
        if name == "screening_sums":
            row = self._folded.get("screening_statistics", row["statistics"]) or {"session": None}
        return self._db.execute(_PURGED_LOG, [row["session"]]).fetchone() is not None

    def _of_text(self, name: str, key: tuple[Any, ...], stored: Row) -> Iterator[StoreFault]:
        for column in other_texts(self._db, name, stored):
            digest = stored[TEXTS[name][column]]
            expected = f"no {column}" if digest is None else f"{column} of SHA-256 {digest}"
            yield StoreFault(name, _words(key), expected, "another text, or none")


def _side_by_side(
    stored: Iterable[_Values], said: Iterable[_Values], places: list[int]
) -> Iterator[tuple[_Values | None, _Values | None]]:
    """Rows of a store and those that facts make, by their keys, in whose order both are."""
    left = iter(said)
    other = next(left, None)
    for row in stored:
        key = _in_order(row, places)
        while other is not None and _in_order(other, places) < key:
            yield None, other
            other = next(left, None)
        if other is not None and _in_order(other, places) == key:
            yield row, other
            other = next(left, None)
        else:
            yield row, None
    while other is not None:
        yield None, other
        other = next(left, None)


def _in_order(row: _Values, places: list[int]) -> list[tuple[int, Any]]:
    """Key of a row as SQLite orders keys, whatever a damaged row has in them."""
    return [
        (_RANKS.get(type(row[place]), 0), row[place] if row[place] is not None else 0) for place in places
    ]


def _of_row(name: str, key: _Values, stored: _Values, said: _Values | None) -> Iterator[StoreFault]:
    if said is None:
        yield StoreFault(name, _words(key), "no such row", "a row that no fact makes")
        return
    table = TABLES[name]
    try:
        row = read_row(table, dict(zip(table.columns, stored, strict=True)))
    except msgspec.DecodeError as error:
        yield StoreFault(name, _words(key), _AS_FOLDED, f"one that cannot be read ({error})")
        return
    for column, value in read_row(table, dict(zip(table.columns, said, strict=True))).items():
        if row[column] != value:
            yield StoreFault(name, _words(key), f"{column} {value!r}, as facts say", f"{row[column]!r}")


def _words(key: Sequence[Any]) -> str:
    return ", ".join(map(str, key))


def _fault(number: int, expected: str, found: str) -> StoreFault:
    return StoreFault("register", f"{number}", expected, found)
