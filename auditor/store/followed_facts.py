"""Signed facts of a store, followed in memory: tables of what decides, the leaf of each entry, and the terms of rooms.

They are followed up to the last checkpoint that the register's key signed. Each record is hashed again, so that an altered one
is found before anything is believed of it.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from contextlib import suppress
from operator import itemgetter
from typing import Any

import msgspec
from msgspec import Struct
from sqlite_utils import Database

from auditor.errors import RecordDamaged
from auditor.facts.authority_state import AuthorityState, UnusableSnapshot
from auditor.facts.canonical_record import UnreadableFact, from_record, from_signed_record
from auditor.facts.handlers import DoesNotFollow, handlers_of
from auditor.facts.kinds import KINDS
from auditor.facts.kinds.facts_of_rooms import RoomTermsSet
from auditor.register import register_checkpoints, register_notes
from auditor.register.register_checkpoints import Checkpoint
from auditor.register.register_entries import leaf
from auditor.register.register_notes import NoteError
from auditor.register.tree import Frontier
from auditor.store.connection import Connections
from auditor.store.followed_snapshot import Followed, SnapshotFile
from auditor.store.rows import encoded
from auditor.store.stored_fact_tables import FOLDED
from auditor.store.stored_register import is_before_facts, tree_of
from rules.typed import from_json

DECIDING = frozenset(
    kind for kind, made in KINDS.items() if any(tables <= {*FOLDED} for tables, _ in handlers_of(made))
)
_OF_CHANGES = tuple(
    kind for kind in KINDS if kind.startswith(("room.", "controls."))
)  # with the number of a change
_ORIGINAL = "original"  # among kinds: the numbers that imports have of their originals
_OF_CONTROLS = "controls."
_TERMS = "room.terms"
_LAST = "SELECT id, note FROM checkpoints ORDER BY id DESC LIMIT 1"
_ENTRIES = "SELECT nonce, record FROM register WHERE entry >= ? AND entry < ? ORDER BY entry"
_SOME = "SELECT entry, nonce, record FROM register WHERE entry IN (SELECT CAST(value AS BIGINT) FROM json_each(?))"
_MOST_LATE, _SMALL = 2_000, 4_000  # facts that were read of late, and characters of such a one
_LEAF = 32  # bytes
MANY_FACTS = 10_000  # from which on a snapshot is kept: 60 ms to follow them

Terms = list[dict[str, Any]]


class _About(Struct, frozen=True):
    kind: str = ""
    number: Any = None
    room: Any = None
    original: Any = None
    ruleset: Any = None


_about = from_json(_About)


class FollowedFacts:
    """Signed facts up to a checkpoint. state: tables of what decides."""

    def __init__(self, connections: Connections, snapshot: SnapshotFile | None = None) -> None:
        self._connections = connections
        self._snapshot = snapshot
        self.state = AuthorityState(FOLDED)
        self._numbers: dict[str, int] = {}  # greatest number of the facts of a kind
        self._terms: dict[str, list[tuple[int, int]]] = {}  # of rooms: numbers of changes, and their entries
        self._rulesets: dict[str, list[str]] = {}  # of rooms: of which they ever had a revision
        self._expected: dict[
            str, tuple[int, str | None]
        ] = {}  # of rooms: terms that were looked at, and since when
        self._late: dict[int, object] = {}  # facts that were read of late
        self._frontier = Frontier()
        self._leaves = bytearray()
        self._checkpoint: int | None = None  # the last one that was followed
        self._kept = 0  # size of the snapshot

    def follow(self, db: Database) -> bool:
        """Follow the facts that a reader sees; whether it sees all that were followed. Raises RecordDamaged."""
        signing = self._connections.signing if self._connections.is_writing() else None
        row = db.execute(_LAST).fetchone() if signing is None else signing.extended()
        if row is None or row[0] == self._checkpoint:
            return row is not None or self._checkpoint is None
        number, note = row
        checkpoint = self._signed(db, note)
        if checkpoint.size < self._frontier.size:
            return False
        if self._checkpoint is None:
            self._begin_with_snapshot(db, checkpoint.size)
        frontier, leaves, records = self._frontier.copy(), bytearray(), []
        numbers = dict(self._numbers)
        for entry, hashed, record in _verified(db, frontier, checkpoint.size):
            leaves += hashed
            about = _read(record)
            _note(numbers, about)
            if about.kind in DECIDING:
                records.append((entry, about, record))
        if frontier.size != checkpoint.size or frontier.root() != checkpoint.root:
            raise damaged(f"the entries up to {checkpoint.size:,} are not those that were signed")
        for entry, about, record in records:
            self._take(entry, about, record)
        self.state.size = frontier.size
        self._numbers = numbers
        if self._leaves:
            self._leaves += leaves
        else:
            self._leaves = leaves  # not twice in memory
        self._frontier, self._checkpoint = frontier, number
        return True

    def must_have_followed(self) -> None:
        """Raise RecordDamaged where no facts were followed."""
        if self._checkpoint is None:
            raise damaged("none of its facts could be verified since the service started")

    def _take(self, entry: int, about: _About, record: str) -> None:
        """Take the signed record of a fact that decides in."""
        if about.kind == _TERMS:
            self._terms.setdefault(about.room, []).append((about.number, entry))
        if about.kind.startswith(_OF_CONTROLS) and about.ruleset not in self._rulesets.setdefault(
            about.room, []
        ):
            self._rulesets[about.room].append(about.ruleset)
        self.state.size = entry
        try:
            self.state.follow([from_record(record.encode())])
        except (DoesNotFollow, UnreadableFact) as error:
            raise damaged(f"{error}") from error

    def last_number(self, *kinds: str) -> int:
        """Greatest number of the facts of some kinds, or 0."""
        return max((self._numbers.get(kind, 0) for kind in kinds), default=0)

    @property
    def last_change(self) -> int:
        """Greatest number of a change of a room or its controls, or 0."""
        return self.last_number(*_OF_CHANGES)

    @property
    def last_original(self) -> int:
        """Greatest number of an original, or 0."""
        return self.last_number(_ORIGINAL)

    def rulesets_of_others(self, rooms: Iterable[str]) -> list[str]:
        """Rulesets of which other rooms than these had a revision, also one that was discarded."""
        mine = {*rooms}
        return sorted({each for room, of in self._rulesets.items() if room not in mine for each in of})

    def rooms_of_ruleset(self, ruleset: str) -> list[str]:
        """Rooms that had a revision of a ruleset, also one that was discarded."""
        return sorted(room for room, of in self._rulesets.items() if ruleset in of)

    def logs_expected_since(self, db: Database, room: str) -> str | None:
        """Time since when terms of a room say by when its logs are expected, or None. Raises RecordDamaged."""
        changes = self._terms.get(room, [])
        looked, since = self._expected.get(room, (0, None))
        while since is None and looked < len(changes):
            fact = self._terms_of(db, changes[looked][1])
            looked += 1
            if any(each.get("logs_expected") is not None for each in fact.terms):
                since = fact.at
        self._expected[room] = looked, since
        return since

    def keep_snapshot(self) -> None:
        """Keep a snapshot, if many facts were followed since the last one."""
        if self._snapshot is not None and self._frontier.size >= self._kept + MANY_FACTS:
            self._kept = self._frontier.size
            self._snapshot.keep(
                Followed(
                    self._kept, self._frontier.root(), self.state.snapshot(), self._numbers, self._terms, self._rulesets,
                    self._leaves,
                )
            )  # fmt: skip

    def _begin_with_snapshot(self, db: Database, size: int) -> None:
        """Begin with the snapshot, where it is of the first entries of this register."""
        found = None if self._snapshot is None else self._snapshot.read()
        if found is None or found.size > size or len(found.leaves) != found.size * _LEAF:
            return
        frontier = Frontier.of(found.size, tree_of(db, found.size).subtree)
        if frontier.root() != found.root:
            return
        with suppress(UnusableSnapshot):
            self.state = AuthorityState.from_snapshot(found.state, FOLDED)
            self._numbers, self._terms, self._leaves = found.numbers, found.terms, found.leaves
            self._rulesets = found.rulesets
            self._frontier, self._kept = frontier, found.size

    def fact(self, db: Database, number: int | None) -> object:
        """The fact of an entry; None where there is none, or where its record is not the signed one."""
        return None if number is None else self.facts(db, [number]).get(number)

    def facts(self, db: Database, numbers: Iterable[int]) -> dict[int, object]:
        """Facts of entries by their numbers, as `fact` gives each. Late ones are in memory: a signed fact stays as it is."""
        asked = dict.fromkeys(numbers)
        found = {number: self._late[number] for number in asked if number in self._late}
        left = [number for number in asked if number not in found and 0 <= number < self._frontier.size]
        for number, nonce, record in db.execute(_SOME, [encoded(left)]) if left else ():
            found[number] = fact = self._read_fact(number, nonce, record)
            if fact is not None and len(record) <= _SMALL:
                self._late[number] = fact
        while len(self._late) > _MOST_LATE:
            self._late.pop(next(iter(self._late)))
        return found

    def is_signed(self, number: int, nonce: bytes, record: str) -> bool:
        """Whether an entry is the one that was signed."""
        try:
            return leaf(nonce, record.encode()) == self._leaf(number)
        except (TypeError, AttributeError, UnicodeError):
            return False

    def _leaf(self, number: int) -> bytes:
        return bytes(self._leaves[number * _LEAF : (number + 1) * _LEAF])

    def _read_fact(self, number: int, nonce: bytes, record: str) -> object:
        try:
            hashed = leaf(bytes(nonce), record.encode())
            if hashed != self._leaf(number) or is_before_facts(record):
                return None
            return from_signed_record(record.encode())
        except (TypeError, ValueError, AttributeError):
            return None

    def terms_at(self, db: Database, change: int) -> dict[str, Terms]:
        """Terms of every room after a change. Raises RecordDamaged."""
        found: dict[str, Terms] = {}
        for room, changes in self._terms.items():
            place = bisect_right(changes, change, key=itemgetter(0))
            if place:
                found[room] = self._terms_of(db, changes[place - 1][1]).terms
        return found

    def _terms_of(self, db: Database, entry: int) -> RoomTermsSet:
        fact = self.fact(db, entry)
        if not isinstance(fact, RoomTermsSet):
            raise damaged(f"entry {entry:,} is not the one that was signed")
        return fact

    def _signed(self, db: Database, note: str) -> Checkpoint:
        signing = self._connections.signing
        if signing is not None and not signing.has_signed(db, note):
            raise damaged("its last checkpoint is not signed with its key")
        try:
            return register_checkpoints.read(register_notes.parse(note.encode()).text)
        except NoteError as error:
            raise damaged(f"its last checkpoint is none: {error}") from error


def _read(record: str) -> _About:
    """Kind, number and room of a fact's record; of another one, or of an altered one, which the root names, no kind."""
    try:
        return _About() if is_before_facts(record) else _about(record.encode())
    except msgspec.DecodeError:
        return _About()


def _note(numbers: dict[str, int], about: _About) -> None:
    for kind, number in ((about.kind, about.number), (_ORIGINAL, about.original)):
        if type(number) is int:
            numbers[kind] = max(numbers.get(kind, 0), number)


def _verified(db: Database, frontier: Frontier, size: int) -> Iterator[tuple[int, bytes, str]]:
    """Entries, leaves and records from a frontier to a size; the frontier takes the leaves."""
    for nonce, record in db.execute(_ENTRIES, [frontier.size, size]):
        try:
            hashed = leaf(bytes(nonce), record.encode())
        except (TypeError, ValueError, AttributeError, UnicodeError) as error:
            raise damaged(f"entry {frontier.size:,} cannot be read ({error})") from error
        frontier.add(hashed)
        yield frontier.size - 1, hashed, record


def damaged(why: str) -> RecordDamaged:
    """Error of a register that is not as it was signed, by why."""
    return RecordDamaged(
        f"The register is not as it was signed: {why}. Nothing is done with keys, accounts, rooms, controls or holds until it is "
        "sound. Whoever runs the service looks with `auditor verify --register`, and restores a backup that matches."
    )
