"""A purge of a store in PostgreSQL: the bytes are in no file of the server afterwards, where it lets go of its log."""

import os
from contextlib import closing

import psycopg
import pytest
from psycopg.conninfo import conninfo_to_dict

from auditor.doctor import examine
from auditor.store import Store
from auditor.store.connections_of import FILE, STORE_VARIABLE
from tests.cli.kit import call
from tests.http.filing import put_room
from tests.http.kit import hand_line, log
from tests.http.past import NEEDLE, WRONG, old_log, upload
from tests.services import application
from tests.store.postgresql.server import running_server
from tests.store.postgresql.stores import StoresInPostgresql
from tests.store.purging.kit import in_files

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def server():
    """A server that keeps no file of its log for later use, as docs/operating.md says to set it up."""
    with running_server(wal_recycle="off", min_wal_size="32MB", autovacuum="off", fsync="off") as running:
        yield running


@pytest.fixture
def url(server, monkeypatch, tmp_path):
    stores = StoresInPostgresql(server)
    stores.take_over(monkeypatch)
    return stores.name(monkeypatch, tmp_path / "data")


@pytest.fixture
def old(url, tmp_path):
    """A service with the audited log of an evening whose time is over, and that of another."""
    with application(tmp_path / "data") as app:
        client = app.test_client()
        put_room(client)
        for number, body in enumerate((old_log(), log(hand_line(1, WRONG), session="S-kept")), 1):
            assert upload(client, body) == number
            assert client.post("/v1/audits", json={"sessions": [number]}).json["state"] == "finished"
        with psycopg.connect(url, autocommit=True) as conn:
            conn.execute("ANALYZE")  # as the server does by itself in a while
        yield client


def purged(data):
    return call(
        "purge", "--data", data, "--yes", "--by", "Dana Reyes", AUDITOR_STORE=os.environ[STORE_VARIABLE]
    )


def prints_of(url, audit):
    """Bytes of an audit's result that no other has."""
    with psycopg.connect(url) as conn:
        rows = conn.execute(
            "SELECT body FROM auditor.result_chunks WHERE audit = %s AND list NOT IN ('summary', 'coverage') AND body NOT IN "
            "(SELECT body FROM auditor.result_chunks WHERE audit <> %s)",
            [audit, audit],
        ).fetchall()
    return [bytes(body) for (body,) in rows]


def test_the_bytes_are_in_no_file_of_the_server_afterwards(old, server, url, tmp_path):
    prints = prints_of(url, 1)
    server.execute("CHECKPOINT")
    assert prints
    assert in_files(server.data, NEEDLE, *prints) == [NEEDLE, *prints]
    done = purged(tmp_path / "data")
    assert (done.status, "Purged: 1 (1 file" in done.out) == (0, True), done.err
    assert in_files(server.data, NEEDLE, *prints) == []
    assert "log of the database's server (pg_wal)" in " ".join(done.out.split())
    with closing(Store(tmp_path / "data")) as store:
        assert store.purges.is_erased()
        assert store.sessions.get(1).purged.by == "Dana Reyes"
    assert old.get("/v1/sessions/2/log").data == log(hand_line(1, WRONG), session="S-kept")
    assert old.get("/v1/sessions/1/log").status_code == 410
    found = examine(tmp_path / "data" / FILE)
    assert [fault for each in found.checks for fault in each.faults] == []


def test_who_reads_an_earlier_state_is_waited_for_by_the_next_run(old, server, url, tmp_path):
    """Rows that a transaction of before the purge can still see stay in the tables, and the command says so."""
    with psycopg.connect(url) as reader:
        reader.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        reader.execute("SELECT pg_current_snapshot()").fetchone()
        first = purged(tmp_path / "data")
        assert first.status == 74
        assert "another program reads the store" in first.err.replace("\n", " ")
        assert in_files(server.data, NEEDLE) == [NEEDLE]
        found = examine(tmp_path / "data" / FILE)
        assert [each.check for each in found.checks if each.faults] == ["erasure"]
    assert purged(tmp_path / "data").status == 0
    assert in_files(server.data, NEEDLE) == []


def test_a_user_who_may_not_end_a_log_file_purges_all_the_same(old, server, url, tmp_path, monkeypatch):
    server.execute("CREATE ROLE keeper LOGIN")
    name = conninfo_to_dict(url)["dbname"]
    server.execute(f"ALTER DATABASE {name} OWNER TO keeper")
    with psycopg.connect(url, autocommit=True) as conn:
        conn.execute("ALTER SCHEMA auditor OWNER TO keeper")
        for (table,) in conn.execute(
            "SELECT relname::text FROM pg_class WHERE relnamespace = 'auditor'::regnamespace AND relkind IN ('r', 'v')"
        ).fetchall():
            conn.execute(f"ALTER TABLE auditor.{table} OWNER TO keeper")
    monkeypatch.setenv(STORE_VARIABLE, url.replace("//auditor@", "//keeper@"))
    done = purged(tmp_path / "data")
    assert (done.status, "Purged: 1 (1 file" in done.out) == (0, True), done.err
    with psycopg.connect(url) as conn:
        assert conn.execute("SELECT count(*) FROM auditor.evidence WHERE length(body) = 0").fetchone() == (1,)
