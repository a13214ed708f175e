"""Answers from signed facts, for all threads of a process: a row of the store that says otherwise is not believed.

A row of what decides is compared with the tables in memory (`auditor.store.followed_facts`), one of another table with the signed
facts that it names: its first, and its last.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from itertools import islice
from typing import Any

import msgspec
from sqlite_utils import Database

from auditor.facts.authority_state import AuthorityState
from auditor.facts.handlers import HANDLERS, DoesNotFollow
from auditor.facts.kinds.facts_of_audits import AuditAsked
from auditor.facts.memory_tables import MemoryTables
from auditor.facts.recorded_fact import RecordedFact
from auditor.facts.tables import FACT, FIRST, TABLES, Row
from auditor.store.connection import Connections
from auditor.store.followed_facts import DECIDING, FollowedFacts, Terms
from auditor.store.followed_snapshot import SnapshotFile
from auditor.store.purged_parts import is_purged
from auditor.store.stored_fact_tables import (
    IN_MEMORY,
    TOGETHER,
    StoredFactTables,
    Texts,
    is_whole,
    texts_together,
)

Key = tuple[Any, ...]
_AT_ONCE = 500  # rows that are compared together
_NO_TEXTS: Texts = {}
_MOST_KEPT = 8  # tables that one fact made or two


class StoredAuthority:
    """Answers from a store's signed facts. Each question raises RecordDamaged where they are not as they were signed."""

    def __init__(self, connections: Connections, snapshot: SnapshotFile | None = None) -> None:
        self._connections = connections
        self._snapshot = snapshot
        self._lock = threading.Lock()
        self._without_following = threading.local()
        self._followed = FollowedFacts(connections, snapshot)
        self._begun_with: tuple[int, FollowedFacts] | None = None  # of the last transaction that wrote
        self._pending: _Entered | None = None  # of the last transaction that entered facts
        self._made: dict[tuple[str, tuple[int, ...]], MemoryTables] = {}  # of late, by one fact or two

    @contextmanager
    def _at_one_moment(self, table: str | None = None) -> Iterator[tuple[Database, FollowedFacts]]:
        """Rows and facts at one moment: that of the transaction, if there is one, which may have begun before the last facts.

        Without one, a store with fewer facts than were followed was put back: its rows are compared with those facts. table: of
        the rows; those of one that is not in memory name their facts, among which later ones are no matter.
        """
        if getattr(self._without_following, "on", False):
            with self._lock, self._connections.reading() as db:
                self._followed.must_have_followed()
                yield db, self._followed
            return
        within = self._connections.db.conn.in_transaction and (table is None or table in IN_MEMORY)
        with self._lock, self._connections.reading() as db:
            if not self._connections.is_writing():
                facts = self._facts_at(db, within)
            elif self._begun_with is not None and self._begun_with[0] == self._connections.transaction:
                facts = self._begun_with[1]  # nobody else enters facts meanwhile
            else:
                facts = self._facts_at(db, within)
                self._begun_with = self._connections.transaction, facts
            yield db, facts

    def _facts_at(self, db: Database, within: bool) -> FollowedFacts:
        """Facts followed up to what a transaction sees. within: no later ones."""
        facts = self._followed
        if not facts.follow(db) and within:
            facts = FollowedFacts(self._connections, self._snapshot)
            facts.follow(db)
        return facts

    @contextmanager
    def as_last_verified(self) -> Iterator[None]:
        """Block in which this thread's questions are answered from the facts that were verified last, and no further ones.

        So the sender of an upload is known while the register is not as it was signed. Each question raises RecordDamaged where
        nothing was verified since the start.
        """
        self._without_following.on = True
        try:
            yield
        finally:
            self._without_following.on = False

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

    def last_key(self, table: str) -> int:
        """Greatest number of the rows that facts make of a table of what decides, or 0."""
        with self._at_one_moment() as (_, facts):
            return facts.state.last_key(table)

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
            return row is not None and self._said(db, facts, table, [row]).is_said(key, row)

    def altered(self, table: str, keys: Iterable[Key]) -> list[Key]:
        """Those of some keys whose rows are not whole, not as signed facts say, or there without facts, or the other way round.

        Of a table that is not in memory a missing row is as facts say; one of `TOGETHER` is not, where the first column of a key
        names its rows. Rows of facts that this transaction entered are compared with these; of a table in memory: not within one.
        """
        found: list[Key] = []
        left = iter(keys)
        while part := list(islice(left, _AT_ONCE)):
            with self._at_one_moment(table) as (db, facts):  # others have their turn between parts
                whole = all(len(key) == len(TABLES[table].key) for key in part)
                rows = _stored_rows(db, table, part) if whole else {}
                said = self._said(db, facts, table, rows.values(), _texts(db, table, part) if whole else {})
                found += [key for key in dict.fromkeys(part) if not said.are_said(key, rows)]
        return found

    def altered_rows(self, table: str, column: str) -> dict[Key, set[Any]]:
        """Altered rows of a table of what decides, with what a column is in the store and by the facts."""
        names = ", ".join(TABLES[table].key)
        with self._at_one_moment() as (db, facts):
            values: dict[Key, set[Any]] = {}
            for value, *key in db.execute(f"SELECT {column}, {names} FROM {table} ORDER BY {names}"):
                values.setdefault(tuple(key), set()).add(value)
            for row in facts.state.rows_of(table):
                values.setdefault(TABLES[table].key_of(row), set()).add(row[column])
            rows = {key: _stored(db, table, key) for key in values}
            said = self._said(db, facts, table, rows.values())
            return {key: values[key] for key, row in rows.items() if not said.is_said(key, row)}

    def must_follow(self, number: int, fact: RecordedFact) -> None:
        """Raise DoesNotFollow unless a fact follows from the signed ones and those that this transaction entered before."""
        with self._at_one_moment() as (_, facts):
            transaction = self._connections.transaction
            if self._pending is None or self._pending.transaction != transaction:
                self._pending = _Entered(transaction, facts.state)
            self._pending.follow(number, fact)

    def logs_expected_since(self, rooms: Iterable[str]) -> dict[str, str]:
        """Times since when terms of rooms say by when their logs are expected; other rooms are left out."""
        with self._at_one_moment() as (db, facts):
            found = {room: facts.logs_expected_since(db, room) for room in rooms}
        return {room: since for room, since in found.items() if since is not None}

    def rulesets_of_others(self, rooms: Iterable[str]) -> list[str]:
        """Rulesets of which other rooms than these had a revision, also one that was discarded."""
        with self._at_one_moment() as (_, facts):
            return facts.rulesets_of_others(rooms)

    def is_signed(self, number: int, nonce: bytes, record: str) -> bool:
        """Whether an entry of the register is the one that was signed."""
        with self._at_one_moment() as (_, facts):
            return facts.is_signed(number, nonce, record)

    def rooms_of_ruleset(self, ruleset: str) -> list[str]:
        """Rooms that had a revision of a ruleset, also one that was discarded."""
        with self._at_one_moment() as (_, facts):
            return facts.rooms_of_ruleset(ruleset)

    def rooms_of_audit(self, number: int) -> tuple[str, ...]:
        """Rooms that an audit concerns, by the signed fact that it was asked for; none where the audit has no such fact."""
        with self._at_one_moment("audits") as (db, facts):
            row = db.execute(f"SELECT {FIRST} FROM audits WHERE id = ?", [number]).fetchone()
            asked = None if row is None else facts.fact(db, row[0])
            return asked.rooms if isinstance(asked, AuditAsked) and asked.number == number else ()

    def _said(
        self, db: Database, facts: FollowedFacts, table: str, rows: Iterable[Row | None], texts: Texts = _NO_TEXTS
    ) -> _Said:  # fmt: skip
        """Rows as facts say them, those too that this transaction entered before. texts: beside them, that were read together."""
        entered = self._pending if self._connections.is_writing() else None
        if entered is not None and entered.transaction != self._connections.transaction:
            entered = None
        return _Said(db, facts, table, rows, {} if entered is None else entered.facts, self._made, texts)


class _Entered:
    """Facts that a transaction entered, by their numbers, and what decides after them."""

    def __init__(self, transaction: int, state: AuthorityState) -> None:
        self.transaction = transaction
        self.facts: dict[int, RecordedFact] = {}
        self._state, self._is_copy = state, False

    def follow(self, number: int, fact: RecordedFact) -> None:
        """Take a fact. Raises DoesNotFollow."""
        self.facts[number] = fact
        if fact.kind not in DECIDING:
            self._state.must_let_act(number, fact)
            return
        if not self._is_copy:
            self._state, self._is_copy = self._state.copy(), True
        self._state.size = number
        self._state.follow([fact])


_UNREADABLE: Row = {}  # a row that is there, and like none that facts make


def _stored(db: Database, table: str, key: Key) -> Row | None:
    try:
        return StoredFactTables(db).get(table, *key)
    except msgspec.DecodeError:
        return _UNREADABLE


def _stored_rows(db: Database, table: str, keys: list[Key]) -> dict[Key, Row | None]:
    """Rows by their keys, read together where a key is of one column and all can be read."""
    if len(keys) > 1 and len(TABLES[table].key) == 1:
        with suppress(msgspec.DecodeError, UnicodeError):
            return StoredFactTables(db).some(table, [key for (key,) in keys])
    return {key: _stored(db, table, key) for key in keys}


def _texts(db: Database, table: str, keys: list[Key]) -> Texts:
    """Texts beside rows by their keys, read together where a key is of one column."""
    if len(keys) < 2 or len(TABLES[table].key) != 1:
        return _NO_TEXTS
    return texts_together(db, table, [key for (key,) in keys])


class _Said:
    """Rows of a table as facts say them: of what decides those in memory, of another one those that the facts make which the rows
    name. entered: facts that this transaction entered, which are signed at its end. kept: what one fact or two made, which signed
    ones make for good.
    """

    def __init__(
        self,
        db: Database,
        facts: FollowedFacts,
        table: str,
        rows: Iterable[Row | None],
        entered: Mapping[int, RecordedFact],
        kept: dict[tuple[str, tuple[int, ...]], MemoryTables],
        texts: Texts,
    ) -> None:
        self._texts = texts
        self._db, self._facts, self._table, self._entered, self._kept = db, facts, table, entered, kept
        self._made = None if table in IN_MEMORY else self._made_by(_facts_of(rows))

    def are_said(self, key: Key, stored: Mapping[Key, Row | None]) -> bool:
        """Whether the row of a key, or all rows that its first column names, are whole and as facts say. stored: as read."""
        if len(key) == len(TABLES[self._table].key):
            return self.is_said(key, stored[key] if key in stored else _stored(self._db, self._table, key))
        of = _stored(self._db, TOGETHER[self._table], key)
        where = {TABLES[self._table].key[0]: key[0]}
        try:
            rows = list(StoredFactTables(self._db).of(self._table, **where))
        except msgspec.DecodeError:
            return False
        if of is None or of is _UNREADABLE:
            return of is None and not rows
        first = of.get(FIRST, of[FACT])
        return rows == list(self._made_by([] if first is None else [first]).of(self._table, **where))

    def is_said(self, key: Key, row: Row | None) -> bool:
        """Whether a row is whole and as facts say. None: it is not there."""
        if row is _UNREADABLE:
            return False
        if self._made is None:
            said = self._facts.state.row(self._table, *key)
        elif row is None:
            said = None
        else:
            said = self._made.get(self._table, *key)
        return row == said and (row is None or self._is_whole(row))

    def _is_whole(self, row: Row) -> bool:
        return is_whole(self._db, self._table, row, self._texts) or is_purged(
            self._db, self._table, row, self._facts.fact(self._db, row[FACT])
        )

    def _made_by(self, numbers: list[int]) -> MemoryTables:
        """The table as some facts make it. What the facts of a row make is kept for a while: rows may be asked for one by one."""
        if len(numbers) > 2 or not self._entered.keys().isdisjoint(numbers):
            return self._folded(numbers)
        name = self._table, tuple(numbers)
        made = self._kept.pop(name, None) or self._folded(numbers)
        if made.count():
            self._kept[name] = made  # as the one that was used last
        while len(self._kept) > _MOST_KEPT:
            self._kept.pop(next(iter(self._kept)))
        return made

    def _folded(self, numbers: list[int]) -> MemoryTables:
        """The table as some facts make it, each read once; further ones between a row's first and last change nothing of it."""
        made = MemoryTables((self._table,))
        signed = self._facts.facts(self._db, numbers)
        for number in numbers:
            fact = signed.get(number, self._entered.get(number))
            if isinstance(fact, RecordedFact):
                _write(made, self._table, number, fact)
        return made


def _facts_of(rows: Iterable[Row | None]) -> list[int]:
    """Numbers of the facts that rows name, in their order."""
    there = [row for row in rows if row]
    named = {row.get(column) for row in there for column in (FIRST, FACT)}
    return sorted(number for number in named if number is not None)


def _write(made: MemoryTables, table: str, number: int, fact: RecordedFact) -> None:
    """Write what a fact changes in a table; nothing where it changes a row that is not there."""
    for tables, handler in HANDLERS[type(fact)]:
        if tables == {table}:
            with suppress(DoesNotFollow):
                handler(made, number, fact)
