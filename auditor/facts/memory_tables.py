"""Tables in memory, for a state that is read often and for comparisons."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from auditor.facts.tables import TABLES, Row

_Key = tuple[Any, ...]
_Index = dict[_Key, dict[_Key, None]]


class MemoryTables:
    """Tables of dicts. names: those that it has."""

    def __init__(self, names: Iterable[str] = TABLES) -> None:
        self._rows: dict[str, dict[_Key, Row]] = {name: {} for name in names}
        self._indexes: dict[str, dict[tuple[str, ...], _Index]] = {name: {} for name in self._rows}

    def get(self, table: str, *key: Any) -> Row | None:
        """A row by its key, or None."""
        return self._rows[table].get(key)

    def put(self, table: str, row: Row) -> None:
        """Write a row in place of the one that has its key. Raises TypeError for other columns or types."""
        described = TABLES[table]
        described.check(row)
        key = described.key_of(row)
        self._leave(table, key)
        self._rows[table][key] = row
        for columns, index in self._indexes[table].items():
            index.setdefault(tuple([row[name] for name in columns]), {})[key] = None

    def drop(self, table: str, *key: Any) -> None:
        """Remove a row, if it is there."""
        self._leave(table, key)
        self._rows[table].pop(key, None)

    def of(self, table: str, **where: Any) -> Iterator[Row]:
        """Rows with these values, in the order of their keys."""
        rows = self._rows[table]
        keys = self._index(table, tuple(where)).get(tuple(where.values()), {}) if where else rows
        return iter([rows[key] for key in sorted(keys)])

    def last_key(self, table: str) -> int:
        """Greatest key of a table whose rows are numbered, or 0."""
        (last,) = max(self._rows[table], default=(0,))
        return int(last)

    def clear(self, table: str) -> None:
        """Remove all rows of a table."""
        self._rows[table] = {}
        self._indexes[table] = {columns: {} for columns in self._indexes[table]}

    def copy(self) -> MemoryTables:
        """Tables with the same rows."""
        other = MemoryTables(self._rows)
        other._rows = {name: dict(rows) for name, rows in self._rows.items()}
        return other

    def count(self) -> int:
        """Number of all rows."""
        return sum(map(len, self._rows.values()))

    def names(self) -> tuple[str, ...]:
        """Names of the tables."""
        return tuple(self._rows)

    def _index(self, table: str, columns: tuple[str, ...]) -> _Index:
        made = self._indexes[table]
        if columns not in made:
            index: _Index = {}
            for key, row in self._rows[table].items():
                index.setdefault(tuple([row[name] for name in columns]), {})[key] = None
            made[columns] = index
        return made[columns]

    def _leave(self, table: str, key: _Key) -> None:
        before = self._rows[table].get(key)
        if before is not None:
            for columns, index in self._indexes[table].items():
                del index[tuple([before[name] for name in columns])][key]
