"""Copies of a log restored into PostgreSQL, and from it into a file: the same rows, or nothing."""

import json
import os
import shutil
from contextlib import closing

import psycopg
import pytest

from auditor.doctor import examine
from auditor.store import Store
from auditor.store.connections_of import FILE, STORE_VARIABLE
from auditor.store.register_head import FILE as HEAD
from auditor.store.register_head import read_head
from auditor.store.register_key import load
from tests.cli.kit import call
from tests.http.filing import put_room
from tests.http.kit import NDJSON, hand_line, log
from tests.http.past import old_log
from tests.log_copies.restored import copied, folder_for, restored
from tests.log_copies.test_exported_log import hold
from tests.services import application

pytestmark = pytest.mark.slow

WRONG = (300, 200, 300, -800)


def filled(client):
    put_room(client)
    for body in (log(hand_line(1), hand_line(2, WRONG)), old_log()):
        assert client.post("/v1/sessions", data=body, content_type=NDJSON).status_code == 201
    assert client.post("/v1/audits", json={"sessions": [1]}).json["state"] == "finished"
    assert client.post("/v1/audits/1/reports", json={}).status_code == 201


PATHS = (
    "/v1/sessions", "/v1/sessions/1", "/v1/sessions/1/log", "/v1/sessions/2", "/v1/audits/1/findings", "/v1/audits/1/incidents",
    "/v1/rooms/WA-0417", "/v1/reports/1", "/v1/reports/1/report.pdf", "/v1/register/entries/0",
)  # fmt: skip


def answers(folder):
    with application(folder) as app:
        client = app.test_client()
        found = {path: client.get(path) for path in PATHS}
        return {
            path: (answer.status_code, answer.json if answer.mimetype == "application/json" else answer.data)
            for path, answer in found.items()
        }


@pytest.fixture
def before(tmp_path):
    """A data folder with a file, a purged log, an audit and a report."""
    with application(tmp_path / "before") as app:
        filled(app.test_client())
    assert call("purge", "--data", tmp_path / "before", "--yes", "--by", "Dana").status == 0
    return tmp_path / "before"


@pytest.fixture
def copy(before, tmp_path):
    return copied(before, tmp_path / "copy")


@pytest.fixture
def data(before, copy, postgresql, monkeypatch, tmp_path):
    """A new data folder with the keys of the other one, and an empty database."""
    folder = folder_for(before, tmp_path / "data")
    postgresql.name(monkeypatch, folder, "template1")
    return folder


def into(copy, data, *options):
    """Restore a copy into the database that the environment names."""
    return call("restore", copy, "--data", data, *options, **{STORE_VARIABLE: os.environ[STORE_VARIABLE]})


def faults(data):
    return {
        (each.check, fault.table, fault.row, fault.found)
        for each in examine(data / FILE).checks
        for fault in each.faults
    }


def records():
    with psycopg.connect(os.environ[STORE_VARIABLE]) as conn:
        rows = conn.execute("SELECT record FROM auditor.register ORDER BY entry").fetchall()
        return [json.loads(record) for (record,) in rows]


def test_a_copy_of_a_file_is_restored_into_a_database(before, copy, data, postgresql, monkeypatch):
    was = answers_of_file(before, monkeypatch)
    done = into(copy, data)
    assert done.status == 0, done.err
    assert done.out.startswith("Restored postgresql:")
    assert not (data / FILE).exists()
    assert faults(data) == set()
    postgresql.take_over(monkeypatch)
    now = answers(data)
    assert {path: status for path, (status, _) in now.items()} == {
        path: status for path, (status, _) in was.items()
    }
    for path in PATHS:
        assert without_pull(now[path][1]) == without_pull(was[path][1]), path
    with application(data) as app:
        sent = app.test_client().post(
            "/v1/sessions", data=log(hand_line(1), session="S-3"), content_type=NDJSON
        )
        assert (sent.status_code, sent.json["id"]) == (201, 3)
    assert faults(data) == set()


def answers_of_file(folder, monkeypatch):
    with monkeypatch.context() as patched:
        patched.delenv(STORE_VARIABLE)
        return answers(folder)


def without_pull(value):
    return (
        {name: each for name, each in value.items() if name != "pulled_at"}
        if isinstance(value, dict)
        else value
    )


def test_a_copy_that_is_not_whole_leaves_the_database_empty(copy, data):
    sorted((copy / "bytes").glob("??/*"))[0].unlink()
    done = into(copy, data)
    assert (done.status, "no file" in done.err) == (1, True)
    with psycopg.connect(os.environ[STORE_VARIABLE]) as conn:
        assert conn.execute("SELECT to_regclass('auditor.register')").fetchone() == (None,)


def test_a_database_with_a_store_is_left_alone(copy, data):
    assert into(copy, data).status == 0
    with closing(Store(data)) as store:
        hold(store)
    before = records()
    done = into(copy, data)
    assert (done.status, "The database that AUDITOR_STORE names has a store." in done.err) == (2, True), (
        done.err
    )
    assert records() == before


def test_a_loss_is_stated_in_the_database_under_the_next_name(before, copy, data, monkeypatch):
    with monkeypatch.context() as patched:
        patched.delenv(STORE_VARIABLE)
        with application(before) as app:
            assert (
                app.test_client().post("/v1/holds", json={"room": "WA-0417", "reason": "x"}).status_code
                == 201
            )
    shutil.copy(before / HEAD, data / HEAD)
    lost = read_head(data).checkpoint
    done = into(copy, data)
    assert (done.status, f"and {lost.size} were signed" in done.err) == (2, True), done.err
    name = load(data).name
    done = into(copy, data, "--accept-loss")
    assert done.status == 0, done.err
    first = records()[-1]
    assert (first["kind"], first["lost_size"], first["lost_name"]) == ("store.restored", lost.size, name)
    assert load(data).name == f"{name}/2"
    assert faults(data) == set()


def test_a_copy_of_a_database_is_restored_into_a_file(postgresql, monkeypatch, tmp_path):
    postgresql.take_over(monkeypatch)
    data = tmp_path / "data"
    postgresql.name(monkeypatch, data)
    with application(data) as app:
        filled(app.test_client())
    copy = copied(data, tmp_path / "copy")
    was = answers(data)
    monkeypatch.undo()
    made = restored(copy, folder_for(data, tmp_path / "made"))
    assert (made / FILE).exists()
    assert faults(made) == set()
    now = answers(made)
    for path in PATHS:
        assert without_pull(now[path][1]) == without_pull(was[path][1]), path
