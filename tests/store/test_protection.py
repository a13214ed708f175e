"""What is on record stays as it is, whichever program writes: through a plain connection without any setting."""

import sqlite3 as built_in
from pathlib import Path

import pytest
from sqlite_utils.utils import sqlite3

from auditor.store.store import FILE
from tests.http.filing import approved, put_room, surrender
from tests.http.kit import NDJSON, hand_line, log
from tests.rules.filed import controls
from tests.services import application

TABLES = {
    "result_documents": "root = root",
    "result_chunks": "body = x'00'",
    "incidents": "severity = 'minor'",
}
every_table = pytest.mark.parametrize("table", TABLES)


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    """A store with rows in every table, all of which are on record."""
    folder = tmp_path_factory.mktemp("protected") / "data"
    with application(folder) as app:
        client = app.test_client()
        put_room(client)
        approved(client, controls(1, "2026-01-01", surrender=surrender(2)))
        client.post("/v1/sessions", data=log(hand_line(1, (0, 0, 0, 0))), content_type=NDJSON)
        assert client.post("/v1/audits", json={"sessions": [1]}).json["state"] == "finished"
    return folder / FILE


@pytest.fixture
def db(path: Path):
    """A program that sets nothing, in a transaction that is not kept."""
    conn = sqlite3.connect(path, isolation_level=None)
    conn.execute("BEGIN IMMEDIATE")
    yield conn
    conn.rollback()
    conn.close()


@pytest.mark.sampled(3)
@every_table
def test_every_table_has_rows(db, table):
    assert db.execute(f"SELECT count(*) FROM {table}").fetchone()[0]


@every_table
@pytest.mark.parametrize("foreign_keys", ["OFF", "ON"])
def test_no_program_alters_removes_or_replaces_a_row(path, table, foreign_keys):
    conn = sqlite3.connect(path, isolation_level=None)
    conn.execute(f"PRAGMA foreign_keys = {foreign_keys}")
    before = conn.execute(f"SELECT * FROM {table}").fetchall()
    for sql, says in (
        (f"UPDATE {table} SET {TABLES[table]}", "never altered"),
        (f"UPDATE OR REPLACE {table} SET {TABLES[table]}", "never altered"),
        (f"DELETE FROM {table}", "never removed"),
        (f"INSERT OR REPLACE INTO {table} SELECT * FROM {table}", "never replaced"),
        (f"INSERT OR IGNORE INTO {table} SELECT * FROM {table}", "never replaced"),
        (f"REPLACE INTO {table} SELECT * FROM {table}", "never replaced"),
    ):
        with pytest.raises(sqlite3.IntegrityError, match=says):
            conn.execute(sql)
    assert conn.execute(f"SELECT * FROM {table}").fetchall() == before
    conn.close()


def test_nothing_is_added_to_an_audit_that_is_finished(db):
    for table, key in (("result_chunks", "number"), ("incidents", "position")):
        names = [name for (name,) in db.execute("SELECT name FROM pragma_table_info(?)", [table])]
        values = ", ".join(f"{key} + 1000" if name == key else name for name in names)
        with pytest.raises(sqlite3.IntegrityError, match="is never replaced"):
            db.execute(f"INSERT INTO {table} SELECT {values} FROM {table}")


def test_pythons_own_sqlite_is_refused_too(path):
    with built_in.connect(path) as conn, pytest.raises(built_in.IntegrityError, match="its bytes stay"):
        conn.execute("UPDATE evidence SET body = x''")
    conn.close()


# ----------------------------------------------------------------------------------------------- repairs


@pytest.mark.parametrize("table", ["evidence", "filed"])
def test_bytes_are_altered_only_with_an_open_repair(db, table):
    (sha256,) = db.execute(f"SELECT sha256 FROM {table}").fetchone()
    db.execute(
        f"INSERT INTO repairs (id, at, subject, sha256, found_sha256, found_size) VALUES (1, 'now', '{table}', ?1, ?1, 1)",
        [sha256],
    )
    db.execute(f"UPDATE {table} SET body = x'0a'")
    with pytest.raises(sqlite3.IntegrityError, match="is never altered: its bytes stay"):
        db.execute(f"UPDATE {table} SET body = x''")
