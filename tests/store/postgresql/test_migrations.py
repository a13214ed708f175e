"""Migrations of later versions bring a database up to date as they do a file: once, whole or not at all."""

import threading
from contextlib import closing

import pytest
from sqlite_utils.migrations import Migrations

from auditor.doctor import examine, tables_examined
from auditor.store import Store
from auditor.store.connection import NewerStore, OlderStore, StoreError
from auditor.store.connections_of import FILE, connections_of
from auditor.store.legacy.migrations import MIGRATIONS
from auditor.store.postgresql import described_schema, postgresql_tables
from auditor.store.sql_scripts import execute_each

pytestmark = pytest.mark.slow

LATER = """
CREATE TABLE seatings (id INTEGER PRIMARY KEY AUTOINCREMENT, session INTEGER NOT NULL REFERENCES sessions (id),
    seat INTEGER NOT NULL,
    name TEXT NOT NULL CHECK (name <> ''), picture BLOB) STRICT;
CREATE UNIQUE INDEX seatings_once ON seatings (session, seat) WHERE picture NOT NULL;
ALTER TABLE sign_ins ADD COLUMN machine TEXT;
CREATE TRIGGER seatings_stay BEFORE DELETE ON seatings BEGIN SELECT RAISE(ABORT, 'seatings stay'); END
"""
NAME = "0999_seatings"


def seatings(db):
    """A migration of a later version, that nobody made."""
    execute_each(db, LATER)
    db.execute("CREATE TABLE counted (n INTEGER PRIMARY KEY, said TEXT) STRICT")
    db.execute("INSERT INTO counted (said) VALUES (?)", ["first"])
    db.execute("INSERT INTO counted (n, said) SELECT count(*) + 1, ? FROM counted", ["second"])


def broken(db):
    """A migration that fails in the middle."""
    db.execute("CREATE TABLE half (n INTEGER PRIMARY KEY) STRICT")
    db.execute("INSERT INTO nowhere VALUES (1)")


@pytest.fixture(params=["file", "database"])
def data(request, monkeypatch, tmp_path):
    """A data folder of this version, in a file and in a database."""
    if request.param == "database":
        request.getfixturevalue("postgresql").name(monkeypatch, tmp_path / "data")
    Store(tmp_path / "data").close()
    return tmp_path / "data"


@pytest.fixture
def version():
    """Makes this version one that has a further migration; or again the one that it is."""
    before = MIGRATIONS._migrations
    caches = (
        postgresql_tables.known_migrations,
        postgresql_tables.sqlite_tables,
        described_schema.expected_schema,
        tables_examined._made_new,
    )

    def make(*changes):
        MIGRATIONS._migrations = [*before, *(Migrations._Migration(NAME, change) for change in changes)]
        for each in caches:
            each.cache_clear()

    yield make
    make()
    MIGRATIONS._migrations = before


def test_a_later_version_brings_the_tables_up_to_date(data, version):
    version(seatings)
    with pytest.raises(OlderStore, match=f"it lacks {NAME}"):
        Store(data, read_only=True)
    with closing(Store(data)) as store:
        db = store.connections.db
        assert db.execute("SELECT n, said FROM counted ORDER BY n").fetchall() == [
            (1, "first"),
            (2, "second"),
        ]
        with pytest.raises(StoreError, match=r"(?i)foreign key"), store.connections.writing() as writing:
            writing.execute("INSERT INTO seatings (session, seat, name) VALUES (?, ?, ?)", [99, 1, "P"])
        db.execute("UPDATE sign_ins SET machine = ?", ["here"])
        assert store.signing.trouble is None
    names = [
        name for (name,) in connections_of(data).db.execute("SELECT name FROM _sqlite_migrations ORDER BY id")
    ]
    assert names.count(NAME) == 1
    found = examine(data / FILE)
    assert [fault for each in found.checks for fault in each.faults] == []
    Store(data, read_only=True).close()


def test_processes_that_start_together_do_it_once(data, version):
    version(seatings)
    failed = []

    def start():
        try:
            Store(data).close()
        except Exception as error:
            failed.append(error)

    threads = [threading.Thread(target=start) for _ in range(4)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert failed == []
    with closing(Store(data, read_only=True)) as store:
        assert store.connections.db.execute("SELECT count(*) FROM counted").fetchone() == (2,)


def test_a_migration_that_fails_changes_nothing(data, version):
    version(broken)
    with pytest.raises(StoreError, match="nowhere"):
        Store(data)
    version()
    with closing(Store(data)) as store:
        assert "half" not in store.connections.db.table_names()
        assert store.signing.trouble is None


def test_an_earlier_version_does_not_open_what_a_later_one_made(postgresql, version, monkeypatch, tmp_path):
    postgresql.name(monkeypatch, tmp_path / "data")
    version(seatings)
    Store(tmp_path / "data").close()
    version()
    with pytest.raises(NewerStore, match=f"it has {NAME}"):
        Store(tmp_path / "data")


def test_a_new_database_of_the_later_version_has_the_same_tables(postgresql, version, monkeypatch, tmp_path):
    version(seatings)
    postgresql.name(monkeypatch, tmp_path / "migrated")
    Store(tmp_path / "migrated").close()
    with closing(connections_of(tmp_path / "migrated")) as connections:
        migrated = described_schema.found_schema(connections.db)
    postgresql.name(monkeypatch, tmp_path / "new", "template1")
    Store(tmp_path / "new").close()
    with closing(connections_of(tmp_path / "new")) as connections:
        assert described_schema.found_schema(connections.db) == migrated
    assert migrated["seatings", "seatings_session"] == "a reference to sessions"
    assert migrated["seatings", "count_seatings"] == "a trigger"
    assert migrated["sign_ins", "machine"] == "a column of type text"
