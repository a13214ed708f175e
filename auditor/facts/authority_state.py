"""State that decides access and rules: keys, accounts, rooms, terms, controls, holds and keys of the log.

It is folded in memory from verified facts and never read from tables. A snapshot of it spares the facts before; who keeps one
signs it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec
from msgspec import Struct

from auditor.facts.canonical_record import UnknownFact
from auditor.facts.fold import apply_in_part
from auditor.facts.handlers import must_act
from auditor.facts.memory_tables import MemoryTables
from auditor.facts.recorded_fact import RecordedFact
from auditor.facts.tables import TABLES, Row
from rules.typed import from_json

AUTHORITY_TABLES = (
    "keys", "people", "credentials", "sign_in_factors", "reminders", "rooms", "terms_proposals", "terms_decisions", "controls",
    "holds", "log_keys",
)  # fmt: skip


class UnusableSnapshot(ValueError):
    """A snapshot of other tables or columns, or damaged, in words: fold the facts again."""


class _Snapshot(Struct, frozen=True):
    size: int
    columns: dict[str, list[str]]
    rows: dict[str, list[list[Any]]]


_snapshot = from_json(_Snapshot)


class AuthorityState:
    """Tables of authority after the first ``size`` facts of the log. names: those of its tables that facts make."""

    def __init__(self, names: Iterable[str] = AUTHORITY_TABLES) -> None:
        self.size = 0
        self._names = frozenset(names)
        self._tables = MemoryTables(self._names)

    def follow(self, facts: Iterable[RecordedFact | UnknownFact]) -> None:
        """Fold the facts that come next. Raises DoesNotFollow."""
        for fact in facts:
            apply_in_part(self._tables, self._names, self.size, fact)
            self.size += 1

    def must_let_act(self, number: int, fact: RecordedFact) -> None:
        """Raise DoesNotFollow where the key of a fact may not act. number: the fact's."""
        must_act(self._tables, number, fact)

    def copy(self) -> AuthorityState:
        """A state of the same rows, which goes on by itself."""
        other = AuthorityState(())
        other.size, other._names, other._tables = self.size, self._names, self._tables.copy()
        return other

    def row(self, table: str, *key: Any) -> Row | None:
        """A row by its key, or None."""
        return self._tables.get(table, *key)

    def rows_of(self, table: str) -> list[Row]:
        """All rows of a table, by their keys."""
        return list(self._tables.of(table))

    def last_key(self, table: str) -> int:
        """Greatest key of a table whose rows are numbered, or 0."""
        return self._tables.last_key(table)

    def key(self, key: str) -> Row | None:
        """A key by its id, ended or not."""
        return self._tables.get("keys", key)

    def key_of_secret(self, secret_sha256: str) -> Row | None:
        """The key with a secret of this SHA-256."""
        return next(self._tables.of("keys", secret_sha256=secret_sha256), None)

    def account(self, person: int) -> Row | None:
        """An account by its number, disabled or not."""
        return self._tables.get("people", person)

    def account_of_key(self, key: str) -> Row | None:
        """The account that acts with a key."""
        return next(self._tables.of("people", key=key), None)

    def credentials(self, person: int) -> Row | None:
        """Credentials of an account as facts say them, with the salted digest of its secrets."""
        return self._tables.get("credentials", person)

    def person_of_calendar(self, calendar: str) -> int | None:
        """The person whose calendar's address has a secret of this SHA-256."""
        row = next(self._tables.of("reminders", calendar=calendar), None)
        return None if row is None else int(row["person"])

    def room(self, room: str) -> Row | None:
        """A room with all its terms."""
        return self._tables.get("rooms", room)

    def rooms_of(self, authority: str) -> tuple[str, ...]:
        """Rooms that an authority licenses by any terms, by id."""
        rooms = self._tables.of("rooms")
        return tuple(
            row["id"] for row in rooms if authority in [each.get("authority") for each in row["terms"]]
        )

    def controls(self, ruleset: str, revision: int) -> Row | None:
        """A revision of controls."""
        return self._tables.get("controls", ruleset, revision)

    def controls_of(self, room: str, standing: str) -> list[Row]:
        """Revisions of a room with a standing, by ruleset and number."""
        return list(self._tables.of("controls", room=room, standing=standing))

    def undecided_terms(self, room: str) -> list[Row]:
        """Proposed terms of a room that wait for a decision, oldest first."""
        proposals = self._tables.of("terms_proposals", room=room)
        return [row for row in proposals if self._tables.get("terms_decisions", row["id"]) is None]

    def holds(self) -> list[Row]:
        """Holds that were not lifted, oldest first."""
        return list(self._tables.of("holds", lifted_at=None))

    def rows(self) -> int:
        """Number of rows in memory."""
        return self._tables.count()

    def snapshot(self) -> bytes:
        """The state as canonical bytes."""
        columns = {name: list(TABLES[name].columns) for name in sorted(self._names)}
        rows = {
            name: [[row[column] for column in columns[name]] for row in self._tables.of(name)]
            for name in columns
        }
        return msgspec.json.encode(_Snapshot(self.size, columns, rows), order="sorted")

    @classmethod
    def from_snapshot(cls, snapshot: bytes, names: Iterable[str] = AUTHORITY_TABLES) -> AuthorityState:
        """The state of a snapshot with these tables. Raises UnusableSnapshot."""
        try:
            found = _snapshot(snapshot)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise UnusableSnapshot(f"This is no snapshot of keys, rooms and holds: {error}.") from error
        state = cls(names)
        expected = {name: list(TABLES[name].columns) for name in state._names}
        if found.columns != expected or found.rows.keys() != expected.keys():
            raise UnusableSnapshot(
                "The snapshot of keys, rooms and holds has the columns of another version."
            )
        state.size = found.size
        state._read(found)
        return state

    def _read(self, found: _Snapshot) -> None:
        for name, rows in found.rows.items():
            for values in rows:
                try:
                    self._tables.put(name, dict(zip(found.columns[name], values, strict=True)))
                except (TypeError, ValueError) as error:
                    raise UnusableSnapshot(f"A row of the snapshot is not of its table: {error}.") from error
