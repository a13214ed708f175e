"""Transactions in PostgreSQL: one writer at a time, whole or not at all; a lost connection is an error of the store."""

import threading
from contextlib import closing

import psycopg
import pytest

from auditor.store import Store
from auditor.store.connection import NewerStore, OlderStore, StoreError, StoreUnavailable
from auditor.store.connections_of import UnusableStoreAddress, connections_of
from auditor.store.postgresql.database import StoreCursor
from auditor.store.rows import NewHold

pytestmark = pytest.mark.slow

ADD = "INSERT INTO keyed_drafts (room, head, made_at, changed_at, version, key) VALUES (?, '{}', 'then', 'then', 1, ?)"
HOLD = NewHold("WA-0001", None, None, None, "an inquiry", "Dana Ortiz")


@pytest.fixture
def connections(postgresql, tmp_path):
    made = postgresql.connections_of(tmp_path / "data")
    yield made
    made.close()


def rooms(connections):
    return [room for (room,) in connections.db.execute("SELECT room FROM keyed_drafts ORDER BY id")]


def test_a_transaction_is_kept_whole_or_not_at_all(connections):
    with connections.writing() as db:
        assert db.execute(ADD, ["first", None]).rowcount == 1
    with pytest.raises(StoreError, match="no such pragma"):
        _write(connections, lambda db: (db.execute(ADD, ["second", None]), db.execute("PRAGMA data_version")))
    assert rooms(connections) == ["first"]
    assert not connections.db.conn.in_transaction


def test_what_the_database_refuses_undoes_the_transaction_and_the_next_one_goes_on(connections):
    with pytest.raises(StoreError, match="foreign key"):
        _write(
            connections, lambda db: (db.execute(ADD, ["first", None]), db.execute(ADD, ["second", "nobody"]))
        )
    with connections.writing() as db:
        db.execute(ADD, ["third", None])
    assert rooms(connections) == ["third"]


def test_one_transaction_at_a_time_writes(connections):
    """Each reads the last row and adds the next number: none is added twice."""

    def add():
        for _ in range(5):
            with connections.writing() as db:
                (last,) = db.execute(
                    "SELECT coalesce(max(CAST(room AS INTEGER)), 0) FROM keyed_drafts"
                ).fetchone()
                db.execute(ADD, [str(last + 1), None])

    threads = [threading.Thread(target=add) for _ in range(4)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert rooms(connections) == [str(number) for number in range(1, 21)]


def test_a_writer_that_has_no_turn_in_time_is_an_unavailable_store(connections):
    connections.db.wait_for_locks(1)
    held, given = threading.Event(), threading.Event()

    def hold():
        with connections.writing():
            held.set()
            given.wait(60)

    other = threading.Thread(target=hold)
    other.start()
    assert held.wait(60)
    with (
        pytest.raises(StoreUnavailable, match="another process has been writing for 30 seconds"),
        connections.writing(),
    ):
        pass
    given.set()
    other.join()
    with connections.writing() as db:
        db.execute(ADD, ["after", None])
    assert rooms(connections) == ["after"]


def test_an_error_of_a_statement_that_waits_comes_with_the_next_one_and_nothing_is_kept(connections):
    def add_without_a_head(db):
        db.execute(ADD, ["kept", None])
        late = db.execute(ADD.replace("'{}'", "NULL"), ["refused", None])
        with pytest.raises(StoreError, match='null value in column "head"'):
            db.execute("SELECT 1")
        assert late.rowcount == 0

    with pytest.raises(StoreError, match="nothing of the transaction is kept"):
        _write(connections, add_without_a_head)
    with (
        pytest.raises(StoreError, match='null value in column "head"'),
        connections.writing() as db,
    ):
        db.execute(ADD.replace("'{}'", "NULL"), ["refused at the end", None])
    assert rooms(connections) == []


def test_an_append_takes_eight_journeys_to_the_database(postgresql, monkeypatch, tmp_path):
    postgresql.take_over(monkeypatch)
    with closing(Store(tmp_path / "data")) as store:
        store.holds.make(HOLD, "2026-06-01T10:00:00.000000Z")
        sent = []
        execute = StoreCursor.execute
        monkeypatch.setattr(
            StoreCursor, "execute", lambda cursor, sql: (sent.append(sql), execute(cursor, sql))[1]
        )
        store.holds.make(HOLD, "2026-06-01T10:00:01.000000Z")
    assert len(sent) == 8, sent
    assert sent[0].startswith("BEGIN ;\nSELECT pg_advisory_xact_lock(")
    assert sent[-1].startswith("INSERT INTO checkpoints")
    assert sent[-1].endswith("COMMIT")


def test_a_reader_sees_one_state(connections):
    def add():
        with connections.writing() as db:
            db.execute(ADD, ["meanwhile", None])

    with connections.reading() as db:
        assert rooms(connections) == []
        other = threading.Thread(target=add)
        other.start()
        other.join()
        assert rooms(connections) == []
        with pytest.raises(StoreUnavailable, match="read-only"):
            db.execute(ADD, ["not here", None])
    assert rooms(connections) == ["meanwhile"]


def test_a_lost_connection_is_an_unavailable_store_and_the_next_transaction_has_another(connections):
    (mine,) = connections.db.execute("SELECT pg_backend_pid()").fetchone()

    def lose(db):
        db.execute(ADD, ["lost", None])
        _end_connection(connections, mine)
        db.execute(ADD, ["lost too", None])

    with pytest.raises(StoreUnavailable):
        _write(connections, lose)
    with connections.writing() as db:
        db.execute(ADD, ["new", None])
    assert rooms(connections) == ["new"]


def test_a_store_of_another_version_is_refused(connections, postgresql, tmp_path):
    with connections.writing() as db:
        db.execute("INSERT INTO _sqlite_migrations (migration_set, name) VALUES ('auditor', '9999_later')")
    other = postgresql.connections_of(tmp_path / "data", read_only=True)
    with pytest.raises(NewerStore, match="it has 9999_later"):
        other.must_be_up_to_date()
    with connections.writing() as db:
        db.execute("DELETE FROM _sqlite_migrations WHERE name IN ('9999_later', '0050_leases')")
    with pytest.raises(OlderStore, match="it lacks 0050_leases"):
        other.must_be_up_to_date()
    other.close()


def test_an_address_is_a_database_s(monkeypatch, tmp_path):
    monkeypatch.setenv("AUDITOR_STORE", "mysql://host/auditor")
    with pytest.raises(UnusableStoreAddress, match="It begins with postgresql://"):
        connections_of(tmp_path)


def test_a_store_in_a_file_is_not_left_aside(monkeypatch, tmp_path):
    (tmp_path / "auditor.sqlite").touch()
    monkeypatch.setenv("AUDITOR_STORE", "postgresql://host/auditor")
    with pytest.raises(UnusableStoreAddress, match=r"has a store in the file auditor\.sqlite"):
        connections_of(tmp_path)
    monkeypatch.delenv("AUDITOR_STORE")
    connections_of(tmp_path).close()


def test_a_named_database_is_opened_and_has_its_tables(monkeypatch, postgresql, tmp_path):
    postgresql.put(tmp_path / "empty", "template1")
    monkeypatch.setenv("AUDITOR_STORE", postgresql.url_of(tmp_path / "empty"))
    with pytest.raises(StoreUnavailable, match="there is no store in this database"):
        connections_of(tmp_path / "empty", read_only=True).must_be_up_to_date()
    with closing(connections_of(tmp_path / "empty")) as made:
        made.migrate()
        assert {"sessions", "register", "sqlite_sequence"} <= {*made.db.table_names()}


def _write(connections, change):
    with connections.writing() as db:
        change(db)


def _end_connection(connections, backend):
    with psycopg.connect(connections._url, autocommit=True) as conn:
        conn.execute("SELECT pg_terminate_backend(%s, 60000)", [backend])


def test_a_refused_statement_ends_nothing_of_who_only_reads(connections):
    """As in SQLite: rows that are read one by one go on, and later statements are of the same moment."""
    with connections.writing() as db:
        for room in ("first", "second"):
            db.execute(ADD, [room, None])
    with connections.reading() as db:
        rows_of = db.streamed("SELECT room FROM keyed_drafts ORDER BY id")
        assert next(rows_of) == ("first",)
        with pytest.raises(StoreError, match="invalid input syntax for type json"):
            db.execute("SELECT json_extract('{', '$.a')")
        assert next(rows_of) == ("second",)
        assert rooms(connections) == ["first", "second"]
    assert not connections.db.conn.in_transaction
