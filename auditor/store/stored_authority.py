"""Rows as signed facts say, folded in memory: what a row of the store says beside is not believed.

Facts are followed up to the last checkpoint that the register's key signed; what was entered without it changes nothing. Each
record is hashed again, so that an altered one is found before anything is believed of it.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec
from msgspec import Struct
from sqlite_utils import Database

from auditor.errors import RecordDamaged
from auditor.facts.authority_state import AuthorityState
from auditor.facts.canonical_record import UnreadableFact, from_record
from auditor.facts.handlers import HANDLERS, DoesNotFollow
from auditor.facts.kinds import KINDS
from auditor.facts.recorded_fact import RecordedFact
from auditor.facts.tables import Row
from auditor.register import register_checkpoints, register_notes
from auditor.register.register_checkpoints import Checkpoint
from auditor.register.register_entries import leaf
from auditor.register.register_notes import NoteError
from auditor.register.tree import Frontier
from auditor.store.connection import Connections
from auditor.store.stored_fact_tables import MADE_BY_FACTS, StoredFactTables, is_whole
from auditor.store.stored_register import is_before_facts
from rules.typed import from_json

_DECIDING = frozenset(
    kind for kind, made in KINDS.items() if any(tables & {*MADE_BY_FACTS} for tables, _ in HANDLERS[made])
)
_LAST = "SELECT id, note FROM checkpoints ORDER BY id DESC LIMIT 1"
_ENTRIES = "SELECT nonce, record FROM register WHERE entry >= ? AND entry < ? ORDER BY entry"


class _Kind(Struct, frozen=True):
    kind: str = ""


_kind = from_json(_Kind)


class StoredAuthority:
    """State of a store's facts that decide access, for all threads of a process."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections
        self._lock = threading.Lock()
        self._state = AuthorityState(MADE_BY_FACTS)
        self._frontier = Frontier()
        self._checkpoint: int | None = None  # the last one that was followed
        self._pending: tuple[int, AuthorityState] | None = None  # of a transaction, with what it entered

    def has_rows(self, table: str) -> bool:
        """Whether facts made any row of a table. Raises RecordDamaged."""
        with self._lock, self._connections.reading() as db:
            self._follow(db)
            return self._state.has_rows(table)

    def rows(self, table: str) -> list[Row]:
        """All rows that facts make of a table, by their keys. Raises RecordDamaged."""
        with self._lock, self._connections.reading() as db:
            self._follow(db)
            return self._state.rows_of(table)

    def is_as_facts_say(self, table: str, *key: str | int) -> bool:
        """Whether a row is there with its part and text, and as signed facts say. Raises RecordDamaged as `altered` does."""
        with self._lock, self._connections.reading() as db:
            self._follow(db)
            return self._is_as_followed(db, table, key) is True

    def altered(self, table: str, keys: Iterable[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
        """Keys of rows that are not whole, or not as signed facts say; of what neither has, nothing was altered.

        Raises RecordDamaged where the facts are not as they were signed. Not within a transaction that entered facts: they are
        signed at its end.
        """
        with self._lock, self._connections.reading() as db:  # rows and facts at one moment
            self._follow(db)
            return [key for key in keys if self._is_as_followed(db, table, key) is False]

    def _is_as_followed(self, db: Database, table: str, key: tuple[Any, ...]) -> bool | None:
        """Whether a row is whole and as facts say; None of what neither has."""
        try:
            row = StoredFactTables(db).get(table, *key)
        except msgspec.DecodeError:
            return False
        said = self._state.row(table, *key)
        if row is None and said is None:
            return None
        return row is not None and row == said and is_whole(db, table, row)

    def must_follow(self, number: int, fact: RecordedFact) -> None:
        """Raise DoesNotFollow unless a fact follows from the signed ones and those that this transaction entered before."""
        with self._lock, self._connections.reading() as db:
            self._follow(db)
            transaction = self._connections.transaction
            if self._pending is None or self._pending[0] != transaction:
                self._pending = (transaction, self._state.copy())
            self._pending[1].size = number
            self._pending[1].follow([fact])

    def _follow(self, db: Database) -> None:
        row = db.execute(_LAST).fetchone()
        if row is None or row[0] == self._checkpoint:
            return
        number, note = row
        checkpoint = self._signed(note)
        if checkpoint.size < self._frontier.size:
            return  # of a moment before
        frontier = self._frontier.copy()
        entries = _verified(db, frontier, checkpoint.size)
        records = [(entry, record) for entry, record in entries if _decides(record)]
        if frontier.size != checkpoint.size or frontier.root() != checkpoint.root:
            raise _damaged(f"the entries up to {checkpoint.size:,} are not those that were signed")
        try:
            for entry, record in records:
                self._state.size = entry
                self._state.follow([from_record(record.encode())])
        except (DoesNotFollow, UnreadableFact) as error:
            raise _damaged(f"{error}") from error
        self._state.size = frontier.size
        self._frontier, self._checkpoint = frontier, number

    def _signed(self, note: str) -> Checkpoint:
        signing = self._connections.signing
        if signing is not None and not signing.has_signed(note):
            raise _damaged("its last checkpoint is not signed with its key")
        try:
            return register_checkpoints.read(register_notes.parse(note.encode()).text)
        except NoteError as error:
            raise _damaged(f"its last checkpoint is none: {error}") from error


def _decides(record: str) -> bool:
    """Whether a record is a fact that makes a row of these tables."""
    try:
        return not is_before_facts(record) and _kind(record.encode()).kind in _DECIDING
    except msgspec.DecodeError:  # it was altered, which the root says
        return False


def _verified(db: Database, frontier: Frontier, size: int) -> Iterator[tuple[int, str]]:
    """Entries and records from a frontier to a size, whose leaves the frontier takes."""
    for nonce, record in db.execute(_ENTRIES, [frontier.size, size]):
        try:
            frontier.add(leaf(bytes(nonce), record.encode()))
        except (TypeError, ValueError, AttributeError, UnicodeError) as error:
            raise _damaged(f"entry {frontier.size:,} cannot be read ({error})") from error
        yield frontier.size - 1, record


def _damaged(why: str) -> RecordDamaged:
    return RecordDamaged(
        f"The register is not as it was signed: {why}. Nothing is done with keys, accounts or holds until it is sound. Whoever "
        "runs the service looks with `auditor verify --register`, and restores a backup that matches."
    )
