"""A store that somebody altered after its facts were made: each altered column is named, with its row."""

from contextlib import closing

import pytest
from sqlite_utils import Database

from auditor.store.legacy.column_catalogue import column_catalogue
from auditor.store.legacy.compared_rows import altered_cells
from tests.store.legacy.stores_before_facts import Adopted, with_more
from tests.store.test_doctor import sound

__all__ = ["sound"]  # a folder whose store has a row in every table

pytestmark = pytest.mark.slow


class Forged:
    """A copy of the store in memory without its triggers and constraints, and its facts."""

    def __init__(self, file):
        self.adopted = Adopted(file)
        self.tables = self.adopted.tables
        self.db = Database(memory=True)
        with closing(Database(file)) as source:
            source.conn.backup(self.db.conn)
        for (name,) in self.db.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            self.db.execute(f"DROP TRIGGER {name}")
        self.db.conn.commit()
        self.db.conn.isolation_level = None  # `named` begins transactions
        self.db.execute("PRAGMA ignore_check_constraints = ON")
        self.db.execute("PRAGMA foreign_keys = OFF")

    def named(self, sql, *values):
        """Cells that are named after a statement, which is undone."""
        self.db.conn.execute("BEGIN")
        try:
            assert self.db.conn.execute(sql, values).rowcount == 1, sql
            return list(altered_cells(self.db, self.tables, self.adopted.facts))
        finally:
            self.db.conn.rollback()

    def row(self, table):
        """The first row of a table by column, and the SQL that finds it."""
        key = column_catalogue()[table].key
        cursor = self.db.execute(f"SELECT * FROM {table} ORDER BY {', '.join(key)} LIMIT 1")
        row = dict(zip([name for name, *_ in cursor.description], cursor.fetchone(), strict=True))
        return row, " AND ".join(f'"{name}" = {row[name]!r}' for name in key)


@pytest.fixture(scope="module")
def forged(sound, tmp_path_factory):
    return Forged(with_more(sound, tmp_path_factory.mktemp("forged") / "data"))


def other(value):
    """Another value that the column can hold."""
    if isinstance(value, str) and value[:1] in ("{", "["):
        return '{"x":1}'
    if isinstance(value, bytes):
        return value + b"\0"
    return "x" if value is None else value + (1_000_003 if isinstance(value, int) else "x")


def other_of(db, table, column, value):
    (kind,) = db.execute("SELECT type FROM pragma_table_info(?) WHERE name = ?", [table, column]).fetchone()
    return 1_000_003 if value is None and kind == "INTEGER" else other(value)


def unique_columns(db, table):
    """Columns of a table of which another row must have other values."""
    sql = (
        "SELECT info.name FROM pragma_index_list(?) AS each JOIN pragma_index_info(each.name) AS info "
        'WHERE each."unique" AND info.name IS NOT NULL'
    )
    return [name for (name,) in db.execute(sql, [table])]


def test_a_store_that_nobody_altered_has_no_cell_that_is_named(forged):
    assert list(altered_cells(forged.db, forged.tables, forged.adopted.facts)) == []


def test_each_altered_column_of_each_table_is_named_with_its_row(forged):
    unnamed, tried = [], 0
    for table in column_catalogue().values():
        if not table.key:
            continue
        row, where = forged.row(table.name)
        key = tuple(row[name] for name in table.key)
        for column in (*table.by_facts, *table.digests):
            if row[column] == b"":
                continue  # purged
            tried += 1
            value = other_of(forged.db, table.name, column, row[column])
            found = forged.named(f'UPDATE {table.name} SET "{column}" = ? WHERE {where}', value)
            cells = {(cell.table, cell.key, cell.column) for cell in found}
            wanted = (table.name, key, None if column in table.key else column)
            if wanted not in cells:
                unnamed.append((table.name, column, sorted(map(str, found))))
    assert unnamed == []
    assert tried > 280


def test_a_removed_row_and_an_added_one_are_named(forged):
    for table in column_catalogue().values():
        if not table.key:
            continue
        row, where = forged.row(table.name)
        key = tuple(row[name] for name in table.key)
        (gone,) = forged.named(f"DELETE FROM {table.name} WHERE {where}")
        assert str(gone) == f"{table.name} {' '.join(map(str, key))} is not in the store."
        new_values = {table.key[-1], *unique_columns(forged.db, table.name)}
        added = {
            name: other_of(forged.db, table.name, name, value) if name in new_values else value
            for name, value in row.items()
        }
        names = ", ".join(f'"{name}"' for name in added)
        marks = ", ".join("?" * len(added))
        found = forged.named(f"INSERT INTO {table.name} ({names}) VALUES ({marks})", *added.values())
        new = tuple(added[name] for name in table.key)
        assert [(cell.table, cell.key, str(cell)) for cell in found] == [
            (table.name, new, f"{table.name} {' '.join(map(str, new))} is a row that no fact says.")
        ]


def test_forged_standing_terms_time_result_and_secret_are_named_in_words(forged):
    def words(sql):
        (cell,) = forged.named(sql)
        return str(cell)

    assert words("UPDATE controls SET standing = 'denied'") == (
        "controls wa-0417-thirteen 1: standing is 'denied', and facts say 'approved'."
    )
    assert words("UPDATE rooms SET terms = '[]'").startswith("rooms WA-0417: terms is '[]', and facts say [{")
    assert words("UPDATE holds SET at = '2020-01-01T00:00:00Z'").startswith(
        "holds 1: at is '2020-01-01T00:00:00Z', and facts say '"
    )
    assert words("UPDATE audits SET summary = '{}' WHERE id = 1").startswith(
        "audits 1: summary is '44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a', and facts say '"
    )
    assert words(f"UPDATE keys SET secret_sha256 = '{'d' * 64}' WHERE id = 'aaaaaaaa'") == (
        f"keys aaaaaaaa: secret_sha256 is {'d' * 64!r}, and facts say {'0' * 64!r}."
    )
    assert words("UPDATE keys SET authority = 'wsgc' WHERE id = 'bbbbbbbb'") == (
        "keys bbbbbbbb: authority is 'wsgc', and facts say no value."
    )


def test_bytes_that_were_purged_are_no_alteration_and_others_that_are_gone_are(forged):
    (purged,) = forged.db.execute("SELECT sha256 FROM evidence WHERE length(body) = 0").fetchone()
    (kept,) = forged.db.execute("SELECT sha256 FROM evidence WHERE length(body) > 0 LIMIT 1").fetchone()
    assert purged in {row["key"] for row in forged.tables.of("purges")}
    (cell,) = forged.named("UPDATE evidence SET body = x'' WHERE sha256 = ?", kept)
    assert (cell.table, cell.key, cell.column, cell.stated) == ("evidence", (kept,), "body", kept)


def test_text_that_is_no_json_is_named_and_is_no_error(forged):
    (cell,) = forged.named("UPDATE samples SET sessions = 'x'")
    assert (cell.table, cell.column) == ("samples", "sessions")
    (cell,) = forged.named("UPDATE sample_draws SET drawn = 'x'")
    assert (cell.table, cell.column, cell.stored) == ("sample_draws", "drawn", "x")
