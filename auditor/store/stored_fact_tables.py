"""Tables that facts make, as rows of the store: each names its last fact in the column ``fact``."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterator, Mapping
from typing import Any

import msgspec
from sqlite_utils import Database

from auditor.facts.tables import FACT, TABLES, ProjectedTable, Row
from auditor.store.fact_parts import is_whole_part
from auditor.store.rows import encoded

IN_MEMORY = (
    "keys", "people", "credentials", "sign_in_factors", "reminders", "pseudonym_keys", "rooms", "terms_proposals",
    "terms_decisions", "controls", "holds", "engines", "samples", "sample_draws", "sample_hands", "sample_closings", "reports",
)  # fmt: skip  # tables that each process folds
ONLY_IN_MEMORY = ("incident_states",)  # and those that no store has
FOLDED = (*IN_MEMORY, *ONLY_IN_MEMORY)
BY_ONE_FACT = (
    "changes",
    "filed",
    "room_incidents",
    "incident_events",
    "attachments",
    "report_pulls",
    "event_files",
    "originals",
    "imports",
    "derived_logs",
    "purges",
    "returns",
    "erasures",
    "repairs",
    "audit_sessions",
    "session_results",
    "screening_statistics",
    "screening_sums",
    "screening_lists",
    "screening_closings",
)  # tables whose rows each rest on one fact, and are compared with it
BY_TWO_FACTS = (
    "audits",
    "evidence",
    "sessions",
)  # and of which they each rest on their first fact and their last
TOGETHER = {
    "audit_sessions": "audits",
    "derived_logs": "imports",
}  # tables of which all rows are compared that belong to a row of another, by its key and its first fact
MADE_BY_FACTS = (
    *IN_MEMORY,
    *BY_ONE_FACT,
    *BY_TWO_FACTS,
)  # tables whose rows facts make; of the others facts are made later
COUNTED = (
    "sessions",
    "audits",
    "screening_statistics",
    "screening_sums",
)  # tables whose numbers are never given again, and counted in sqlite_sequence
PARTS = {
    "people": "email",
    "credentials": "secrets",
    "pseudonym_keys": "secret",
    "sample_hands": "seen",
    "evidence": "problems",
    "imports": "problems",
    "screening_closings": "words",
    "incident_events": "words",
}  # columns with digests of parts
TEXTS = {
    "samples": {"sessions": "list_sha256"},
    "sample_closings": {"results": "results_sha256"},
    "sessions": {"facts": "facts_sha256"},
    "event_files": {"facts": "facts_sha256"},
    "audits": {"summary": "summary_sha256"},
    "session_results": {"result": "result_sha256", "summary": "summary_sha256"},
}  # columns beside those of facts, and those with their digests
Texts = Mapping[
    tuple[Any, ...], tuple[Any, ...]
]  # texts beside rows by their keys, columns in the order of `TEXTS`


class StoredFactTables:
    """Tables of a store as a fold sees them, within a transaction."""

    def __init__(self, db: Database) -> None:
        self._db = db
        self._read: dict[tuple[Any, ...], Row | None] = {}  # rows that were read and not written since

    def get(self, table: str, *key: Any) -> Row | None:
        """A row by its key, or None."""
        name = (table, *key)
        if name not in self._read:
            where = " AND ".join(f"{column} = ?" for column in TABLES[table].key)
            self._read[name] = next(self._rows(TABLES[table], where, list(key)), None)
        return self._read[name]

    def some(self, table: str, keys: list[Any]) -> dict[tuple[Any, ...], Row | None]:
        """Rows by their keys of one column; None of one that is not there."""
        (name,) = TABLES[table].key
        rows = self._rows(TABLES[table], _keys_among(TABLES[table]), [encoded(keys)])
        found = {(row[name],): row for row in rows}
        return {(key,): found.get((key,)) for key in keys}

    def put(self, table: str, row: Row) -> None:
        """Write a row in place of the one that has its key: only what differs. Raises TypeError for other columns or types."""
        described = TABLES[table]
        described.check(row)
        key = described.key_of(row)
        before = self.get(table, *key)
        self._read.pop((table, *key), None)
        if before is None:
            self._insert(table, [row])
            return
        changed = [name for name in described.columns if row[name] != before[name]]
        if changed:
            sets = ", ".join(f"{name} = ?" for name in changed)
            where = " AND ".join(f"{name} = ?" for name in described.key)
            values = [_stored(described, name, row[name]) for name in changed]
            self._db.execute(f"UPDATE {table} SET {sets} WHERE {where}", [*values, *key])

    def drop(self, table: str, *key: Any) -> None:
        """Remove a row, if it is there."""
        where = " AND ".join(f"{name} = ?" for name in TABLES[table].key)
        self._read.pop((table, *key), None)
        self._db.execute(f"DELETE FROM {table} WHERE {where}", list(key))

    def of(self, table: str, **where: Any) -> Iterator[Row]:
        """Rows with these values, in the order of their keys."""
        described = TABLES[table]
        said = {name: _stored(described, name, value) for name, value in where.items()}
        conditions = " AND ".join(
            f"{name} IS NULL" if value is None else f"{name} = ?" for name, value in said.items()
        )
        values = [value for value in said.values() if value is not None]
        order = ", ".join(described.key)
        yield from self._rows(described, f"{conditions or 'TRUE'} ORDER BY {order}", values)

    def _insert(self, table: str, rows: Collection[Row]) -> None:
        described = TABLES[table]
        names = ", ".join(described.columns)
        marks = ", ".join("?" * len(described.columns))
        sql = f"INSERT INTO {table} ({names}) VALUES ({marks})"
        self._db.conn.executemany(sql, [stored_row(described, row) for row in rows])

    def _rows(self, table: ProjectedTable, where: str, values: list[Any]) -> Iterator[Row]:
        names = ", ".join(table.columns)
        for row in self._db.execute(f"SELECT {names} FROM {table.name} WHERE {where}", values).fetchall():
            yield read_row(table, dict(zip(table.columns, row, strict=True)))


class TablesOfOneFact(StoredFactTables):
    """Tables while one fact is entered, of which the new rows of each table are written together (`write`)."""

    def __init__(self, db: Database) -> None:
        super().__init__(db)
        self._new: dict[str, dict[tuple[Any, ...], Row]] = {}

    def get(self, table: str, *key: Any) -> Row | None:
        """A row by its key, also a new one, or None."""
        return self._new.get(table, {}).get(key) or super().get(table, *key)

    def put(self, table: str, row: Row) -> None:
        """Write a row, one that is there already at once. Raises TypeError for other columns or types."""
        described = TABLES[table]
        key = described.key_of(row)
        if self.get(table, *key) is None:
            described.check(row)
            self._new.setdefault(table, {})[key] = row
            return
        self.write()
        super().put(table, row)

    def drop(self, table: str, *key: Any) -> None:
        """Remove a row, if it is there."""
        self.write()
        super().drop(table, *key)

    def of(self, table: str, **where: Any) -> Iterator[Row]:
        """Rows with these values, also new ones, in the order of their keys."""
        self.write()
        return super().of(table, **where)

    def write(self) -> None:
        """Write the new rows: tables in the order in which they got some, as rows refer to earlier ones."""
        new, self._new = self._new, {}
        for table, rows in new.items():
            for key in rows:
                self._read.pop((table, *key), None)
            self._insert(table, rows.values())


def has_table(db: Database, table: str) -> bool:
    """Whether a store has a table."""
    return db.execute("SELECT 1 FROM sqlite_master WHERE name = ?", [table]).fetchone() is not None


def has_facts(db: Database, table: str) -> bool:
    """Whether facts make the rows of a table in this store."""
    return has_column(db, table, FACT)


def has_column(db: Database, table: str, column: str) -> bool:
    """Whether a table of a store has a column."""
    found = db.execute("SELECT 1 FROM pragma_table_info(?) WHERE name = ?", [table, column]).fetchone()
    return found is not None


def is_whole(db: Database, table: str, row: Row, texts: Texts) -> bool:
    """Whether the part and the texts of a row are what their digests say. texts: that were read together."""
    is_right = table not in PARTS or is_whole_part(db, row[PARTS[table]])
    return is_right and not other_texts(db, table, row, texts)


def other_texts(db: Database, table: str, row: Row, texts: Texts | None = None) -> list[str]:
    """Columns with a text of a row that is not what its digest says; none where none is stated. texts: read together."""
    if table not in TEXTS:
        return []
    stated, key = TEXTS[table], TABLES[table].key_of(row)
    found = (texts or {}).get(key) or _texts_of(db, table, key)
    if found is None:
        return list(stated)
    return [
        name for name, text in zip(stated, found, strict=True) if digest_of_text(text) != row[stated[name]]
    ]


def _texts_of(db: Database, table: str, key: tuple[Any, ...]) -> tuple[Any, ...] | None:
    where = " AND ".join(f"{name} = ?" for name in TABLES[table].key)
    found: tuple[Any, ...] | None = db.execute(
        f"SELECT {', '.join(TEXTS[table])} FROM {table} WHERE {where}", list(key)
    ).fetchone()
    return found


def texts_together(db: Database, table: str, keys: list[Any]) -> Texts:
    """Texts beside rows by their keys of one column, read together; of a table without texts none."""
    if table not in TEXTS:
        return {}
    described = TABLES[table]
    names = ", ".join((*described.key, *TEXTS[table]))
    where = _keys_among(described)
    rows = db.execute(f"SELECT {names} FROM {table} WHERE {where}", [encoded(keys)])
    return {(key,): tuple(texts) for key, *texts in rows.fetchall()}


def _keys_among(table: ProjectedTable) -> str:
    """Condition of rows whose key of one column is among those of a JSON array."""
    (name,) = table.key
    value = "CAST(value AS BIGINT)" if table.columns[name] == "integer" else "value"
    return f"{name} IN (SELECT {value} FROM json_each(?))"


def digest_of_text(text: Any) -> str | None:
    """Digest of a text beside a row, as its facts state it."""
    return None if text is None else hashlib.sha256(f"{text}".encode()).hexdigest()


def stored_row(table: ProjectedTable, row: Row) -> tuple[Any, ...]:
    """A row as it is stored, columns in order."""
    values = table.values_of(row)
    if not table.coded:
        return values
    stored = list(values)
    for place, name in table.coded:
        stored[place] = _stored(table, name, values[place])
    return tuple(stored)


def read_row(table: ProjectedTable, stored: Row) -> Row:
    """A row of its columns as they are stored. Raises msgspec.DecodeError."""
    row = dict(stored)
    for _, name in table.coded:
        if name in row:
            row[name] = _read(table, name, row[name])
    return row


def _stored(table: ProjectedTable, name: str, value: Any) -> Any:
    kind = table.columns[name]
    if value is None:
        return None
    if kind == "json":
        return encoded(value)
    return int(value) if kind == "flag" else value


def _read(table: ProjectedTable, name: str, value: Any) -> Any:
    kind = table.columns[name]
    if value is None:
        return None
    if kind == "json":
        return msgspec.json.decode(value)
    return bool(value) if kind == "flag" else value
