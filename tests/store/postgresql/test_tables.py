"""Tables in PostgreSQL are those of the last migration of SQLite."""

import pytest
from sqlite_utils import Database
from sqlite_utils.utils import sqlite3

from auditor.store.connection import StoreError
from auditor.store.legacy.migrations import MIGRATIONS
from auditor.store.postgresql.postgresql_tables import known_migrations

pytestmark = pytest.mark.slow

TYPES = {"INTEGER": "bigint", "TEXT": "text", "BLOB": "bytea", "REAL": "double precision"}
COLUMNS = """
SELECT table_name::text, column_name::text, data_type::text, collation_name::text, is_nullable = 'NO'
FROM information_schema.columns WHERE table_schema = 'auditor' AND table_name NOT LIKE 'sqlite_%'
    AND table_name <> 'shared_keys'
"""


@pytest.fixture
def sqlite():
    db = Database(sqlite3.connect(":memory:", isolation_level=None))
    MIGRATIONS.apply(db)
    yield db
    db.close()


@pytest.fixture
def db(postgresql, tmp_path):
    connections = postgresql.connections_of(tmp_path / "data")
    yield connections.db
    connections.close()


def test_every_table_and_column_is_there_with_its_type(sqlite, db):
    expected = {
        (table, name, TYPES[kind], "C" if kind == "TEXT" else None)
        for table in sqlite.table_names()
        if table != "sqlite_sequence"
        for _, name, kind, *_ in sqlite.execute(f"PRAGMA table_xinfo({table})")
    }
    found = {tuple(row[:4]) for row in db.execute(COLUMNS)}
    assert found == expected
    assert ("sessions", "facts", "text", "C") in found
    assert ("evidence", "body", "bytea", None) in found


def test_what_must_not_be_null_there_must_not_be_here(sqlite, db):
    needed = {(row[0], row[1]) for row in db.execute(COLUMNS) if row[4]}
    for table in set(sqlite.table_names()) - {"sqlite_sequence", "_sqlite_migrations"}:
        for _, name, _, not_null, *_ in sqlite.execute(f"PRAGMA table_xinfo({table})"):
            assert not not_null or (table, name) in needed, (table, name)


def test_every_index_is_there_and_unique_where_it_was(sqlite, db):
    expected = {
        (name, sql.startswith("CREATE UNIQUE"))
        for name, sql in sqlite.execute(
            "SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL"
        )
    }
    found = {
        (name, bool(unique))
        for name, unique in db.execute(
            "SELECT c.relname::text, i.indisunique FROM pg_index AS i JOIN pg_class AS c ON c.oid = i.indexrelid"
        )
    }
    assert expected <= found
    assert ("sessions_first", True) in expected


def test_references_are_kept(sqlite, db):
    expected = {
        (table, of, column)
        for table in sqlite.table_names()
        for _, _, of, column, *_ in sqlite.execute(f"PRAGMA foreign_key_list({table})")
    }
    found = {
        tuple(row)
        for row in db.execute(
            "SELECT t.relname::text, o.relname::text, a.attname::text FROM pg_constraint AS c JOIN pg_class AS t "
            "ON t.oid = c.conrelid JOIN pg_class AS o ON o.oid = c.confrelid JOIN pg_attribute AS a "
            "ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1] WHERE c.contype = 'f'"
        )
    }
    assert found == expected
    assert ("keyed_hands", "keyed_drafts", "draft") in found


def test_a_value_that_the_file_refuses_is_refused_here(db):
    with pytest.raises(StoreError, match="violates check constraint"):
        db.execute("INSERT INTO attempts (subject, failures, at, known) VALUES ('short', 1, 1.5, 0)")
    with pytest.raises(StoreError, match="violates foreign key constraint"):
        db.execute("INSERT INTO keyed_removed (draft, content) VALUES (5, '{}')")


def test_a_database_states_the_migrations_that_it_is_of(db):
    names = [name for (name,) in db.execute("SELECT name FROM _sqlite_migrations ORDER BY id")]
    assert names == [*known_migrations()]
    assert names[0] == "0001_evidence_and_sessions"


def test_numbers_go_on_after_the_greatest_that_there_ever_was(db):
    add = "INSERT INTO keyed_drafts (room, head, made_at, changed_at, version) VALUES (?, '{}', 'then', 'then', 1) RETURNING id"
    assert [db.execute(add, [room]).fetchone()[0] for room in ("a", "b")] == [1, 2]
    db.execute("INSERT INTO keyed_drafts VALUES (7, 'c', '{}', 'then', 'then', NULL, 1)")
    db.execute("DELETE FROM keyed_drafts WHERE id >= 2")
    assert db.execute(add, ["d"]).fetchone() == (8,)
    assert db.execute("SELECT seq FROM sqlite_sequence WHERE name = ?", ["keyed_drafts"]).fetchone() == (8,)
