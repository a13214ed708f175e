"""Rows of a store from before facts, for the makers of facts."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import msgspec
from sqlite_utils import Database

from auditor.facts.recorded_fact import KeptFile

Keep = Callable[[bytes], str]  # keeps a part of a fact that may be erased, and returns its salted digest
OldRow = dict[str, Any]
_ENTRIES = """
SELECT kind, json_extract(record, '$.of'), min(entry), json_extract(record, '$.rooms') FROM register GROUP BY 1, 2
"""


class UnusableOldRow(ValueError):
    """A row of which no fact can be made, since it is no JSON, or rests on one that is not in the store; in words."""


class OldStore:
    """A store before facts, at its last migration, within one transaction. keep: of erasable parts."""

    def __init__(self, db: Database, keep: Keep) -> None:
        self._db = db
        self.keep = keep
        rows = db.execute(_ENTRIES).fetchall()
        self._entries = {(kind, of): (entry, rooms) for kind, of, entry, rooms in rows}

    def rows(self, table: str, order: str, *, but: tuple[str, ...] = ("body",)) -> Iterator[OldRow]:
        """Rows of a table in an order. but: columns that are left out."""
        names = [
            name
            for (name,) in self._db.execute("SELECT name FROM pragma_table_info(?)", [table])
            if name not in but
        ]
        columns = ", ".join(f'"{name}"' for name in names)
        for row in self._db.execute(f"SELECT {columns} FROM {table} ORDER BY {order}"):
            yield dict(zip(names, row, strict=True))

    def common(
        self,
        kind: str,
        of: int | str | None,
        at: str,
        by: str | None,
        *rooms: str | None,
        parts: dict[str, str] | None = None,
    ) -> dict[str, Any]:
        """Common fields of a fact. of: the row that its entry in the register was about; rooms: where it had none."""
        entry, stated = self._entries.get((kind, of), (None, None))
        known = (
            msgspec.json.decode(stated)
            if stated is not None
            else [each for each in rooms if each is not None]
        )
        common = {"at": at, "by": by, "rooms": tuple(known), "adopted": True, "entry": entry}
        return common if parts is None else {**common, "parts": parts}

    def about(self, kind: str, of: int | str) -> dict[str, Any] | None:
        """Record of the first entry about a row of before facts, or None without one."""
        if (kind, of) not in self._entries:
            return None
        sql = "SELECT json_extract(record, '$.about') FROM register WHERE entry = ?"
        (text,) = self._db.execute(sql, [self._entries[kind, of][0]]).fetchone()
        found: dict[str, Any] = msgspec.json.decode(text)
        return found

    def file(self, table: str, sha256: str, of: str) -> KeptFile:
        """A file of a table by its digest. of: the row that rests on it."""
        sql = f"SELECT sha256, size, media_type, filename FROM {table} WHERE sha256 = ?"
        row = self._db.execute(sql, [sha256]).fetchone()
        if row is None:
            raise UnusableOldRow(f"{of} rests on {sha256}, which is not in {table}.")
        return KeptFile(*row)


def named(row: OldRow, *names: str) -> dict[str, Any]:
    """Some columns of a row."""
    return {name: row[name] for name in names}


def file_of(row: OldRow) -> KeptFile:
    """The file that a row is of."""
    return KeptFile(row["sha256"], row["size"], row["media_type"], row["filename"])


def decoded(table: str, row: OldRow, column: str) -> Any:
    """Value of a column with JSON; None of no value. Raises UnusableOldRow."""
    text = row[column]
    try:
        return None if text is None else msgspec.json.decode(text)
    except msgspec.DecodeError as error:
        name = next(iter(row.values()))
        raise UnusableOldRow(f"{table} {name} cannot be read: {column} is no JSON ({error}).") from error


def one_of(rows: Mapping[Any, OldRow], key: Any, table: str, of: str) -> OldRow:
    """A row by its key. of: the row that rests on it. Raises UnusableOldRow."""
    try:
        return rows[key]
    except KeyError:
        raise UnusableOldRow(f"{of} rests on {key}, which is not in {table}.") from None


def text_digest(text: str) -> str:
    """SHA-256 of a column's text."""
    return hashlib.sha256(text.encode()).hexdigest()
