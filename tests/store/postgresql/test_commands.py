"""Commands that open a store, over one in PostgreSQL; one that cannot says so in words."""

import os
from contextlib import closing
from pathlib import Path

import pytest

from auditor.store import Store
from auditor.store.connections_of import STORE_VARIABLE
from tests.cli.kit import call
from tests.http.filing import put_room
from tests.http.kit import ended, hand_line, log, serving
from tests.http.past import WRONG, old_log, upload
from tests.services import application

pytestmark = pytest.mark.slow


@pytest.fixture
def data(postgresql, monkeypatch, tmp_path):
    """A data folder whose service audited the log of an evening."""
    folder = tmp_path / "data"
    postgresql.take_over(monkeypatch)
    postgresql.name(monkeypatch, folder)
    with application(folder) as app:
        client = app.test_client()
        put_room(client)
        number = upload(client, log(hand_line(1, WRONG), session="S-1"))
        assert client.post("/v1/audits", json={"sessions": [number]}).json["state"] == "finished"
    return folder


def run(*command):
    return call(*command, AUDITOR_STORE=os.environ[STORE_VARIABLE])


def test_the_log_is_copied_and_a_purge_reaches_the_copy(data, tmp_path):
    with application(data) as app:
        upload(app.test_client(), old_log())
    copy = tmp_path / "copy"
    first = run("export", "--log", copy, "--data", data, "--format", "json")
    assert (first.status, first.json["log"]["size"]) == (0, size_of(data)), first.err
    assert any(b"needle-8f1c" in each.read_bytes() for each in (copy / "bytes").rglob("*") if each.is_file())
    assert run("purge", "--yes", "--by", "Dana Reyes", "--data", data).status == 0
    assert run("export", "--log", copy, "--data", data).status == 0
    assert not any(b"needle-8f1c" in each.read_bytes() for each in copy.rglob("*") if each.is_file())


def test_the_log_of_a_running_service_is_followed(data, tmp_path):
    copy = tmp_path / "copy"
    with serving(Path(data)) as server:
        first = run("follow", server.url, "--output", copy, "--format", "json")
        assert (first.status, first.json["log"]["size"]) == (0, size_of(data)), first.err
        assert server.post_log(log(hand_line(1), session="S-5")).status_code == 201
        later = run("follow", server.url, "--output", copy, "--format", "json")
        assert (later.json["log"]["before"], later.json["log"]["size"]) == (
            first.json["log"]["size"],
            first.json["log"]["size"] + 1,
        )
        assert (later.json["log"]["size"], later.json["key"]) == (size_of(data), first.json["key"])
        server.stop()


def test_audits_are_written_as_tables(data, tmp_path):
    done = run("export", "--out", tmp_path / "tables", "--format", "json", "--data", data)
    assert (done.status, done.json["not_audited"]) == (0, []), done.err
    assert [each.name for each in (tmp_path / "tables").rglob("*.parquet")] != []


def test_logs_of_a_folder_are_audited_by_the_controls_of_the_store(data, tmp_path):
    (tmp_path / "logs").mkdir()
    (tmp_path / "logs" / "a.ndjson").write_bytes(log(hand_line(1, WRONG), session="S-2"))
    done = run(
        "bulk",
        tmp_path / "logs",
        "--out",
        tmp_path / "out",
        "--data",
        data,
        "--jobs",
        "1",
        "--format",
        "json",
    )
    assert done.status == 1, done.err
    assert (done.json["codes"], done.json["hands"]) == ({"SCR001": 2}, 1)


def test_another_engine_is_tried_on_the_record(data):
    done = run("audits", "preview", "--engine", "--data", data, "--format", "json")
    assert (done.status, done.json["audits"], done.json["changes"]) == (0, 1, []), done.err


def test_a_backup_of_a_file_is_previewed_beside_a_database(data, tmp_path):
    """The backup is a file, whatever the environment names."""
    other = tmp_path / "file"
    with closing(Store(other, in_file=True)):
        pass
    assert (
        run("audits", "preview", "--engine", "--data", data, "--backup", other / "auditor.sqlite").status == 0
    )


def test_a_backup_is_left_to_the_database_in_words(data, tmp_path):
    done = run("backup", tmp_path / "backup.sqlite", "--data", data)
    said = " ".join(done.err.split())
    assert (done.status, list(tmp_path.glob("backup*"))) == (2, [])
    assert "back it up with pg_dump, or with pg_basebackup and an archive of its log" in said
    assert f"auditor export --log DIR --data {data}" in said


def test_keys_people_and_messages_are_listed(data):
    assert (
        run(
            "keys", "make", "--role", "room", "--room", "WA-0417", "--name", "The floor", "--data", data
        ).status
        == 0
    )
    assert "The floor" in run("keys", "list", "--data", data).out
    invited = run(
        "people",
        "invite",
        "Dana",
        "--email",
        "dana@example.gov",
        "--role",
        "regulator",
        "--authority",
        "wsgc",
        "--data",
        data,
    )
    assert invited.status == 0, invited.err
    assert "dana@example.gov" in run("people", "list", "--data", data).out
    assert "There is no such message" in run("webhooks", "list", "--data", data).err
    assert "No mail server is set up" in " ".join(run("notify", "--data", data).err.split())


def test_two_processes_of_a_service_answer_and_audit(data):
    with serving(Path(data), workers=2) as server:
        assert len(server.has_workers(2)) == 2
        made = server.post_log(log(hand_line(1, WRONG), session="S-9"))
        assert made.status_code == 201
        audit = server.post_audit(sessions=[made.json()["id"]]).json()
        found = ended(lambda: server.get(f"/v1/audits/{audit['id']}").json())
        assert (found["state"], found["hands"], found["money_misallocated"]) == ("finished", 1, 100)
        sizes = {server.get("/healthz").json()["status"] for _ in range(4)}
        assert sizes == {"ok"}
        server.stop()
    assert run("doctor", "--data", data).status == 0


def size_of(data):
    with closing(Store(data, read_only=True)) as store:
        return store.register.size()
