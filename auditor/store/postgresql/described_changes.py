"""Changes of tables by migrations, as PostgreSQL reads them: what makes tables, columns, indexes and triggers."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from auditor.store.postgresql.database import PostgresDatabase, Values, in_our_errors
from auditor.store.postgresql.overwritten_rows import WITHOUT_SAMPLES
from auditor.store.postgresql.postgresql_tables import (
    added_column,
    made_index,
    made_table,
    made_trigger,
)
from auditor.store.postgresql.statements import plain

_KINDS: tuple[tuple[str, Callable[[re.Match[str]], Iterator[str]]], ...] = (
    (r"CREATE TABLE (\w+)\s*\(.*", lambda found: made_table(found[0], found[1])),
    (r"CREATE (?:UNIQUE )?INDEX .*", lambda found: iter([made_index(found[0])])),
    (r"CREATE TRIGGER (\w+) .*", lambda found: made_trigger(found[0])),
    (r"ALTER TABLE (\w+) ADD COLUMN (.*?);?\s*", lambda found: added_column(found[1], found[2])),
    (r"DROP TRIGGER (?:IF EXISTS )?(\w+);?\s*", lambda found: iter([f"DROP FUNCTION IF EXISTS {found[1]}() CASCADE"])),
    (r"(?:ALTER TABLE|DROP TABLE|DROP INDEX) .*", lambda found: iter([plain(found[0])])),
)  # fmt: skip


def described(sql: str) -> list[str] | None:
    """Statements of PostgreSQL for one that changes tables; None for any other. A trigger that refuses is none there."""
    for pattern, made in _KINDS:
        found = re.fullmatch(pattern, sql.strip(), re.DOTALL)
        if found is not None:
            return list(made(found))
    return None


class MigratedDatabase(PostgresDatabase):
    """A connection within a transaction, in which migrations change tables. Each statement raises StoreError."""

    def __init__(self, of: PostgresDatabase) -> None:
        super().__init__(of.connection, 0)
        self._of = of

    def end(self) -> None:
        """End the changes: of new columns of bytes no samples are kept, and the connection asks anew for columns."""
        with in_our_errors():
            self.connection.execute(WITHOUT_SAMPLES)

    def execute(self, sql: str, values: Values = None) -> object:
        """Rows of a statement; none of one that changes tables."""
        changes = described(sql)
        if changes is None:
            return super().execute(sql, values)
        with in_our_errors():
            for each in changes:
                self.connection.execute(each)
        return iter(())
