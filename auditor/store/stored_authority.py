"""Answers from signed facts, for all threads of a process: a row of the store that says otherwise is not believed.

A row of what decides is compared with the tables in memory (`auditor.store.followed_facts`), one of another table with the signed
facts that it names: its first, and its last.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

import msgspec
from sqlite_utils import Database

from auditor.facts.authority_state import AuthorityState
from auditor.facts.handlers import HANDLERS, DoesNotFollow
from auditor.facts.memory_tables import MemoryTables
from auditor.facts.recorded_fact import RecordedFact
from auditor.facts.tables import FACT, FIRST, TABLES, Row
from auditor.store.connection import Connections
from auditor.store.followed_facts import FollowedFacts, Terms
from auditor.store.followed_snapshot import SnapshotFile
from auditor.store.purged_parts import is_purged
from auditor.store.stored_fact_tables import IN_MEMORY, TOGETHER, StoredFactTables, is_whole

Key = tuple[Any, ...]


class StoredAuthority:
    """Answers from a store's signed facts. Each question raises RecordDamaged where they are not as they were signed."""

    def __init__(self, connections: Connections, snapshot: SnapshotFile | None = None) -> None:
        self._connections = connections
        self._snapshot = snapshot
        self._lock = threading.Lock()
        self._followed = FollowedFacts(connections, snapshot)
        self._pending: tuple[int, AuthorityState] | None = None  # of a transaction, with what it entered

    @contextmanager
    def _at_one_moment(self, table: str | None = None) -> Iterator[tuple[Database, FollowedFacts]]:
        """Rows and facts at one moment: that of the transaction, if there is one, which may have begun before the last facts.

        Without one, a store with fewer facts than were followed was put back: its rows are compared with those facts. table: of
        the rows; those of one that is not in memory name their facts, among which later ones are no matter.
        """
        within = self._connections.db.conn.in_transaction and (table is None or table in IN_MEMORY)
        with self._lock, self._connections.reading() as db:
            facts = self._followed
            if not facts.follow(db) and within:
                facts = FollowedFacts(self._connections, self._snapshot)
                facts.follow(db)
            yield db, facts

    def keep_snapshot(self) -> None:
        """Keep a snapshot of the signed facts for processes that start, if many came since the last one."""
        with self._at_one_moment() as (_, facts):
            facts.keep_snapshot()

    @contextmanager
    def moment(self) -> Iterator[tuple[Database, AuthorityState]]:
        """Rows and tables of signed facts at one moment, for further questions."""
        with self._at_one_moment() as (db, facts):
            yield db, facts.state

    def rows(self, table: str) -> list[Row]:
        """All rows that facts make of a table of what decides."""
        with self._at_one_moment() as (_, facts):
            return facts.state.rows_of(table)

    def row(self, table: str, *key: str | int) -> Row | None:
        """A row of a table of what decides, as facts make it, or None."""
        with self._at_one_moment() as (_, facts):
            return facts.state.row(table, *key)

    def rooms_of(self, authority: str) -> tuple[str, ...]:
        """Rooms that an authority licenses by any terms."""
        with self._at_one_moment() as (_, facts):
            return facts.state.rooms_of(authority)

    def last_change(self) -> int:
        """Greatest number of a change of a room or its controls, or 0."""
        with self._at_one_moment() as (_, facts):
            return facts.last_change

    def last_original(self) -> int:
        """Greatest number of an original, or 0."""
        with self._at_one_moment() as (_, facts):
            return facts.last_original

    def last_number(self, *kinds: str) -> int:
        """Greatest number of the facts of some kinds, or 0."""
        with self._at_one_moment() as (_, facts):
            return facts.last_number(*kinds)

    def terms_at(self, change: int) -> dict[str, Terms]:
        """Terms of every room after a change."""
        with self._at_one_moment() as (db, facts):
            return facts.terms_at(db, change)

    def is_as_facts_say(self, table: str, *key: str | int) -> bool:
        """Whether a row is there with its part and text, and as signed facts say.

        Not within a transaction that entered facts: they are signed at its end.
        """
        with self._at_one_moment(table) as (db, facts):
            row = _stored(db, table, key)
            return row is not None and _Said(db, facts, table).is_said(key, row)

    def altered(self, table: str, keys: Iterable[Key]) -> list[Key]:
        """Those of some keys whose rows are not whole, not as signed facts say, or there without facts, or the other way round.

        Of a table that is not in memory a missing row is as facts say; one of `TOGETHER` is not, where the first column of a key
        names its rows. Not within a transaction that entered facts.
        """
        with self._at_one_moment(table) as (db, facts):
            said = _Said(db, facts, table)
            return [key for key in keys if not said.are_said(key)]

    def altered_rows(self, table: str, column: str) -> dict[Key, set[Any]]:
        """Altered rows of a table of what decides, with what a column is in the store and by the facts."""
        names = ", ".join(TABLES[table].key)
        with self._at_one_moment() as (db, facts):
            values: dict[Key, set[Any]] = {}
            for value, *key in db.execute(f"SELECT {column}, {names} FROM {table} ORDER BY {names}"):
                values.setdefault(tuple(key), set()).add(value)
            for row in facts.state.rows_of(table):
                values.setdefault(TABLES[table].key_of(row), set()).add(row[column])
            said = _Said(db, facts, table)
            return {
                key: of_row
                for key, of_row in values.items()
                if not said.is_said(key, _stored(db, table, key))
            }

    def must_follow(self, number: int, fact: RecordedFact) -> None:
        """Raise DoesNotFollow unless a fact follows from the signed ones and those that this transaction entered before."""
        with self._at_one_moment() as (_, facts):
            transaction = self._connections.transaction
            if self._pending is None or self._pending[0] != transaction:
                self._pending = (transaction, facts.state.copy())
            self._pending[1].size = number
            self._pending[1].follow([fact])


_UNREADABLE: Row = {}  # a row that is there, and like none that facts make


def _stored(db: Database, table: str, key: Key) -> Row | None:
    try:
        return StoredFactTables(db).get(table, *key)
    except msgspec.DecodeError:
        return _UNREADABLE


class _Said:
    """Rows of a table as facts say them: of what decides those in memory, of another one those that the facts make which a row
    names.
    """

    def __init__(self, db: Database, facts: FollowedFacts, table: str) -> None:
        self._db, self._facts, self._table = db, facts, table
        self._made: dict[tuple[Any, ...], MemoryTables] = {}  # by the first and the last fact

    def are_said(self, key: Key) -> bool:
        """Whether the row of a key, or all rows that its first column names, are whole and as facts say."""
        if len(key) == len(TABLES[self._table].key):
            return self.is_said(key, _stored(self._db, self._table, key))
        of = _stored(self._db, TOGETHER[self._table], key)
        where = {TABLES[self._table].key[0]: key[0]}
        try:
            rows = list(StoredFactTables(self._db).of(self._table, **where))
        except msgspec.DecodeError:
            return False
        if of is None or of is _UNREADABLE:
            return of is None and not rows
        return rows == list(self._tables(of.get(FIRST, of[FACT])).of(self._table, **where))

    def is_said(self, key: Key, row: Row | None) -> bool:
        """Whether a row is whole and as facts say. None: it is not there."""
        if row is _UNREADABLE:
            return False
        said = self._row(key, row)
        return row == said and (row is None or self._is_whole(row))

    def _is_whole(self, row: Row) -> bool:
        return is_whole(self._db, self._table, row) or is_purged(
            self._db, self._table, row, self._facts.fact(self._db, row[FACT])
        )

    def _row(self, key: Key, row: Row | None) -> Row | None:
        if self._table in IN_MEMORY:
            return self._facts.state.row(self._table, *key)
        if row is None:
            return None
        return self._tables(row.get(FIRST, row[FACT]), row[FACT]).get(self._table, *key)

    def _tables(self, *named: int | None) -> MemoryTables:
        if named not in self._made:
            self._made[named] = self._made_by(dict.fromkeys(named))
        return self._made[named]

    def _made_by(self, numbers: Iterable[int | None]) -> MemoryTables:
        made = MemoryTables((self._table,))
        for number in numbers:
            fact = self._facts.fact(self._db, number)
            if isinstance(fact, RecordedFact) and number is not None:
                _write(made, self._table, number, fact)
        return made


def _write(made: MemoryTables, table: str, number: int, fact: RecordedFact) -> None:
    """Write what a fact changes in a table; nothing where it changes a row that is not there."""
    for tables, handler in HANDLERS[type(fact)]:
        if tables == {table}:
            with suppress(DoesNotFollow):
                handler(made, number, fact)
