"""The doctor over a store in PostgreSQL: it finds what it finds in a file, and says what it could not examine."""

import os
from contextlib import closing

import psycopg
import pytest

from auditor.doctor import examine, verify_register
from auditor.store import Store
from auditor.store.connections_of import FILE
from tests.cli.kit import call
from tests.http.kit import NDJSON, hand_line, log
from tests.services import application

pytestmark = pytest.mark.slow

WRONG = (300, 200, 300, -800)


@pytest.fixture
def data(postgresql, monkeypatch, tmp_path):
    """A data folder whose service audited a log, issued a report, and was stopped."""
    folder = tmp_path / "data"
    monkeypatch.setenv("AUDITOR_REGISTER_NAME", "auditor.example.org/register")
    postgresql.take_over(monkeypatch)
    url = postgresql.name(monkeypatch, folder)
    with psycopg.connect(url, autocommit=True) as conn:
        conn.execute("CREATE EXTENSION amcheck")
    with application(folder) as app:
        client = app.test_client()
        sent = client.post("/v1/sessions", data=log(hand_line(1), hand_line(2, WRONG)), content_type=NDJSON)
        assert sent.status_code == 201
        assert client.post("/v1/audits", json={"sessions": [1]}).json["state"] == "finished"
    return folder


def faults(folder):
    found = examine(folder / FILE)
    return {
        (each.check, fault.table, fault.row, fault.found) for each in found.checks for fault in each.faults
    }


def change(sql, values=()):
    with psycopg.connect(os.environ["AUDITOR_STORE"], autocommit=True) as conn:
        conn.execute("SET search_path = auditor, public; SET session_replication_role = replica")
        return conn.execute(sql, values)


def test_a_sound_store_is_sound_and_every_check_was_made(data):
    found = examine(data / FILE)
    assert faults(data) == set()
    assert [each.not_done for each in found.checks if each.not_done] == []
    assert {"database", "migrations", "schema", "evidence", "results", "register", "erasure"} <= {
        each.check for each in found.checks
    }
    verified = verify_register(data / FILE)
    assert (verified.faults, verified.size > 3, "auditor.example.org/register" in verified.key) == (
        [],
        True,
        True,
    )


def test_without_amcheck_the_doctor_says_that_it_was_not_done(data):
    change("DROP EXTENSION amcheck")
    ended = call("doctor", "--data", data, AUDITOR_STORE=os.environ["AUDITOR_STORE"])
    said = " ".join(ended.out.split())
    assert ended.status == 0, ended.out
    assert "database not done references; indexes and rows, by amcheck" in said
    assert "the database lacks the extension amcheck" in said
    assert "CREATE EXTENSION amcheck; GRANT EXECUTE ON FUNCTION bt_index_check(regclass, boolean)" in said


def test_a_row_that_was_altered_is_named_with_what_the_facts_say(data):
    change("UPDATE sessions SET session = 'S-9'")
    assert ("register", "sessions", "1", "'S-9'") in faults(data)


def test_altered_bytes_are_named(data):
    change(r"UPDATE evidence SET body = '\x00'")
    assert any(each[0] == "evidence" and each[3].startswith("1 bytes of SHA-256") for each in faults(data))


def test_a_removed_fact_is_named(data):
    change("DELETE FROM register WHERE entry = 1")
    found = faults(data)
    assert ("register", "register", "1", "none before entry 2") in found


def test_a_damaged_text_is_a_fault_and_the_other_checks_go_on(data):
    """PostgreSQL ends a statement at JSON that is none, where SQLite does too: nothing after it is left out."""
    change("UPDATE audits SET knowledge = '{', summary = '{'")
    change("UPDATE sessions SET session = 'S-9'")
    found = faults(data)
    assert ("register", "sessions", "1", "'S-9'") in found
    assert any(table == "audits" for _, table, *_ in found)
    assert not any("current transaction is aborted" in words for *_, words in found)


def test_a_reference_to_no_row_is_named_though_amcheck_is_missing(data):
    change("DROP EXTENSION amcheck")
    change("UPDATE sessions SET supersedes = 99")
    assert ("database", "sessions", "1", "a reference to none") in faults(data)


def test_a_migration_of_something_else_is_named_and_is_missing(data):
    change("UPDATE _sqlite_migrations SET migration_set = 'mine' WHERE name = '0002_audits'")
    found = faults(data)
    assert ("migrations", "_sqlite_migrations", "0002_audits", "one of mine") in found
    assert ("migrations", "_sqlite_migrations", "0002_audits", "none") in found


def test_an_index_without_a_row_of_its_table_is_named(data):
    change(
        "UPDATE pg_index SET indisready = false, indisvalid = false WHERE indexrelid = 'auditor.sessions_first'::regclass"
    )
    with psycopg.connect(os.environ["AUDITOR_STORE"], autocommit=True) as conn:
        conn.execute("SET search_path = auditor, public; SET session_replication_role = replica")
        conn.execute("UPDATE sessions SET session = 'S-7' WHERE id = 1")
        conn.execute(
            "UPDATE pg_index SET indisready = true, indisvalid = true WHERE indexrelid = 'auditor.sessions_first'::regclass"
        )
    found = faults(data)
    assert any(
        (check, table, row) == ("database", "sessions", "sessions_first")
        and "lacks matching index tuple" in words
        for check, table, row, words in found
    ), found


def test_a_foreign_table_column_index_trigger_and_rule_are_named(data):
    change("CREATE TABLE mine (a bigint)")
    change("ALTER TABLE sessions ADD COLUMN mine text")
    change("DROP INDEX sessions_first")
    change("ALTER TABLE sessions DISABLE TRIGGER ALL")
    change("CREATE RULE hide AS ON UPDATE TO sessions DO INSTEAD NOTHING")
    found = {each for each in faults(data) if each[0] == "schema"}
    assert {
        ("schema", "mine", "", "a table"),
        ("schema", "sessions", "mine", "a column of type text"),
        ("schema", "sessions", "sessions_first", "none"),
        ("schema", "sessions", "hide", "a rule"),
    } <= found


def test_a_store_that_went_back_is_named(data, postgresql):
    with closing(Store(data)) as store:
        size = store.register.size()
    change("DELETE FROM register WHERE entry = (SELECT max(entry) FROM register)")
    change("DELETE FROM checkpoints WHERE id = (SELECT max(id) FROM checkpoints)")
    found = {words for check, _, row, words in faults(data) if row == "of register.head"}
    assert any(f"{size - 1}" in words for words in found), (found, size)


def test_what_is_no_store_cannot_be_examined(postgresql, monkeypatch, tmp_path):
    url = postgresql.name(monkeypatch, tmp_path / "data", "template1")
    (tmp_path / "data" / "register.key").touch()
    ended = call("doctor", "--data", tmp_path / "data", AUDITOR_STORE=url)
    assert (ended.status, "there is no store in this database" in " ".join(ended.err.split())) == (2, True)
    ended = call("verify", "--register", "--data", tmp_path / "data", AUDITOR_STORE=f"{url}_of_nobody")
    assert (ended.status, "_of_nobody" in ended.err) == (2, True)
