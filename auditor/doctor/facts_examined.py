"""Rows compared with what the facts make of them, folded again from the first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import cached_property
from typing import Any

import msgspec
from sqlite_utils import Database

from auditor.doctor.differing_rows import Values, differing_rows
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
    digest_of_text,
    has_facts,
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
                if fact.parts:
                    self._note_parts(fact)
            apply_in_part(self._folded, self._names, number, fact)
        except UnreadableFact as error:
            yield _fault(number, "the record of a fact", f"{error}")
        except DoesNotFollow as error:
            yield _fault(number, "a fact that follows from those before it", f"{error}")

    def _note_parts(self, fact: RecordedFact) -> None:
        file, step = file_of_parts(fact), step_of_parts(fact)
        if file is not None:
            self._files |= dict.fromkeys(fact.parts.values(), file)
        if step is not None:
            self._steps |= dict.fromkeys(fact.parts.values(), step)

    def compared(self) -> Iterator[StoreFault]:
        """Rows that facts make otherwise, or do not make, or that are missing; entries of which no fact was made."""
        for name in sorted(self.tables):
            yield from guarded(name, "", self._of_table(name))
            if name in TEXTS:
                yield from guarded(name, "", self._of_texts(name))
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
            rows = f"SELECT {key}, {column} FROM {table} WHERE {column} IS NOT NULL ORDER BY {key}"
            for row, digest in self._db.execute(rows):
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
        for found, said in differing_rows(stored, self._folded.stored(name), places):
            if found is None:
                assert said is not None  # one of the two is there
                if not self._is_purged(name, dict(zip(table.columns, said, strict=True))):
                    yield StoreFault(name, _words([said[place] for place in places]), _AS_FOLDED, "none")
                continue
            key = tuple([found[place] for place in places])
            yield from guarded(name, _words(key), _of_row(name, key, found, said))

    def _is_purged(self, name: str, row: Row) -> bool:
        """Whether a missing row was removed with its session's log, where the fold does not know sessions yet."""
        if name not in _REMOVED_WITH_LOGS or "sessions" in self.tables:
            return False
        if name == "screening_sums":
            row = self._folded.get("screening_statistics", row["statistics"]) or {"session": None}
        return self._db.execute(_PURGED_LOG, [row["session"]]).fetchone() is not None

    def _of_texts(self, name: str) -> Iterator[StoreFault]:
        """Texts beside the columns of a table that are not what their digests say."""
        key, texts = TABLES[name].key, TEXTS[name]
        columns = ", ".join([*key, *texts, *texts.values()])
        for row in streamed(self._db, f"SELECT {columns} FROM {name} ORDER BY {', '.join(key)}"):
            named, found = row[: len(key)], row[len(key) : len(key) + len(texts)]
            stated = dict(zip(texts, zip(found, row[-len(texts) :], strict=True), strict=True))
            if not _are_whole(stated):
                yield from guarded(name, _words(named), _of_text(name, named, stated))


def _are_whole(stated: dict[str, tuple[Any, Any]]) -> bool:
    with suppress(UnicodeError):
        return all(digest_of_text(text) == digest for text, digest in stated.values())
    return False


def _of_text(name: str, key: Values, stated: dict[str, tuple[Any, Any]]) -> Iterator[StoreFault]:
    for column, (text, digest) in stated.items():
        if digest_of_text(text) != digest:
            expected = f"no {column}" if digest is None else f"{column} of SHA-256 {digest}"
            yield StoreFault(name, _words(key), expected, "another text, or none")


def _of_row(name: str, key: Values, stored: Values, said: Values | None) -> Iterator[StoreFault]:
    if said is None:
        yield StoreFault(name, _words(key), "no such row", "a row that no fact makes")
        return
    table = TABLES[name]
    names = list(table.columns)
    differ = [place for place, value in enumerate(stored) if value != said[place]]
    try:
        row = read_row(table, {names[place]: stored[place] for place in differ})
    except msgspec.DecodeError as error:
        yield StoreFault(name, _words(key), _AS_FOLDED, f"one that cannot be read ({error})")
        return
    for column, value in read_row(table, {names[place]: said[place] for place in differ}).items():
        if row[column] != value:
            yield StoreFault(name, _words(key), f"{column} {value!r}, as facts say", f"{row[column]!r}")


def _words(key: Sequence[Any]) -> str:
    return ", ".join(map(str, key))


def _fault(number: int, expected: str, found: str) -> StoreFault:
    return StoreFault("register", f"{number}", expected, found)
