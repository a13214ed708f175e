"""Backups of a store that is written to, restored again, with real processes that are killed."""

import os
import shutil
import signal
import threading
import time
from pathlib import Path

import pytest
from sqlite_utils import Database
from sqlite_utils.utils import sqlite3

from auditor.doctor import examine
from auditor.store import Store
from auditor.store.legacy.migrations import MIGRATIONS
from auditor.store.store import FILE
from tests.cli.kit import call
from tests.http.kit import NDJSON, hand_line, log, serving
from tests.processes import COMMAND, Forked
from tests.services import application
from tests.store.test_doctor import alter

pytestmark = pytest.mark.of_the_file


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A folder with one audited session."""
    folder = tmp_path / "data"
    with application(folder) as app:
        client = app.test_client()
        client.post("/v1/sessions", data=log(hand_line(1, (0, 0, 0, 0))), content_type=NDJSON)
        assert client.post("/v1/audits", json={"sessions": [1]}).json["state"] == "finished"
    return folder


def sessions(file: Path) -> set[str]:
    db = Database(file)
    found = {name for (name,) in db.execute("SELECT session FROM sessions")}
    db.close()
    return found


def test_a_backup_is_a_sound_copy_of_its_owner_alone(data, tmp_path):
    target = tmp_path / "copy.sqlite"
    done = call("backup", target, "--data", data)
    assert (done.status, done.out) == (0, f"{target}: {target.stat().st_size:,} bytes, examined and sound.\n")
    assert target.stat().st_mode & 0o777 == 0o600
    assert examine(target, folder=False).sound
    assert sessions(target) == {"S-1"}
    again = call("backup", target, "--data", data)
    assert (again.status, "exists. Name another file" in again.err) == (2, True)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["copy.sqlite", "data"]


def test_a_backup_into_a_folder_is_named_by_its_moment(data, tmp_path):
    (tmp_path / "backups").mkdir()
    assert call("backup", tmp_path / "backups", "--data", data).status == 0
    (made,) = (tmp_path / "backups").iterdir()
    assert made.name.startswith("auditor-2")
    assert made.suffix == ".sqlite"


@pytest.mark.slow
def test_backups_while_the_service_writes_have_every_log_that_was_acknowledged_before(tmp_path):
    data, acknowledged, stop = tmp_path / "data", [], threading.Event()
    with serving(data) as server:

        def upload():
            number = 0
            while not stop.is_set():
                number += 1
                assert server.post_log(log(session=f"S-{number}")).status_code == 201
                acknowledged.append(f"S-{number}")

        work = threading.Thread(target=upload)
        work.start()
        try:
            for number in range(4):
                while len(acknowledged) < 5 * (number + 1):
                    time.sleep(0.01)
                before = set(acknowledged)
                done = call("backup", tmp_path / f"{number}.sqlite", "--data", data)
                assert done.status == 0, done.err
                assert before <= sessions(tmp_path / f"{number}.sqlite")
        finally:
            stop.set()
            work.join()
        assert server.get("/healthz").json()["status"] == "ok"


@pytest.mark.slow
def test_a_backup_that_is_killed_leaves_no_file_of_that_name(data, tmp_path):
    """Killed at any moment: there is a whole backup or none."""
    for milliseconds in (20, 50, 80, 120, 200):
        target = tmp_path / f"{milliseconds}.sqlite"
        with Forked(COMMAND, "backup", target, "--data", data) as process:
            time.sleep(milliseconds / 1000)
            process.send_signal(signal.SIGKILL)
        assert not target.exists() or examine(target, folder=False).sound
    assert examine(data / FILE).sound
    assert call("backup", tmp_path / "last.sqlite", "--data", data).status == 0


def test_a_store_with_a_damaged_row_is_copied_and_the_row_is_named(data, tmp_path):
    alter(data, "UPDATE sessions SET hands = 7")
    done = call("backup", tmp_path / "copy.sqlite", "--data", data)
    assert done.status == 1
    assert "sessions 1: expected hands 1, as facts say; found 7" in done.err
    assert "is a copy of a store that is damaged as listed" in done.err
    assert sessions(tmp_path / "copy.sqlite") == {"S-1"}


def test_a_store_with_a_damaged_page_gives_no_backup(data, tmp_path):
    db = Database(data / FILE)
    (page,) = db.execute("SELECT rootpage FROM sqlite_master WHERE name = 'sessions'").fetchone()
    db.close()
    with (data / FILE).open("r+b") as file:
        file.seek(4096 * (page - 1))
        file.write(os.urandom(4096))
    done = call("backup", tmp_path / "copy.sqlite", "--data", data)
    assert (done.status, "No backup was made: the database is damaged" in done.err) == (1, True)
    assert [path.name for path in tmp_path.iterdir()] == ["data"]


def test_there_is_nothing_to_copy_where_there_is_no_store(tmp_path):
    done = call("backup", tmp_path / "copy", "--data", tmp_path / "none")
    assert (done.status, "There is no store at" in done.err) == (2, True)
    assert list(tmp_path.iterdir()) == []


# ----------------------------------------------------------------------------------------------- restore


@pytest.mark.slow
def test_a_backup_is_restored_and_served(data, tmp_path):
    call("backup", tmp_path / "copy.sqlite", "--data", data)
    done = call("restore", tmp_path / "copy.sqlite", "--data", tmp_path / "new")
    assert (done.status, done.out.startswith("Restored ")) == (0, True), done.err
    assert (tmp_path / "new").stat().st_mode & 0o777 == 0o700
    assert examine(tmp_path / "new" / FILE).sound
    with application_over(tmp_path / "new") as client:
        assert client.get("/v1/sessions/1/log").get_data() == log(hand_line(1, (0, 0, 0, 0)))
        assert client.get("/v1/audits/1/report.json").status_code == 200
        assert client.post("/v1/sessions", data=log(session="S-2"), content_type=NDJSON).status_code == 201
    assert sessions(tmp_path / "copy.sqlite") == {"S-1"}


@pytest.mark.slow
def test_a_folder_that_is_not_empty_is_replaced_only_if_that_is_said(data, tmp_path):
    call("backup", tmp_path / "copy.sqlite", "--data", data)
    with application_over(data) as client:
        client.post("/v1/sessions", data=log(session="S-2"), content_type=NDJSON)
    done = call("restore", tmp_path / "copy.sqlite", "--data", data)
    assert (done.status, "is not empty" in done.err) == (2, True)
    assert sessions(data / FILE) == {"S-1", "S-2"}
    done = call("restore", tmp_path / "copy.sqlite", "--data", data, "--replace")
    assert (done.status, "Nothing was restored. Use a later backup; or" in done.err) == (2, True)
    assert sessions(data / FILE) == {"S-1", "S-2"}
    done = call("restore", tmp_path / "copy.sqlite", "--data", data, "--replace", "--accept-loss")
    assert done.status == 0, done.err
    assert sessions(data / FILE) == {"S-1"}
    (aside,) = data.glob(f"{FILE}.replaced-*")
    assert sessions(aside) == {"S-1", "S-2"}


@pytest.mark.slow
def test_a_folder_in_use_is_left_alone(tmp_path):
    data = tmp_path / "data"
    with serving(data) as server:
        server.post_log(log())
        assert call("backup", tmp_path / "copy.sqlite", "--data", data).status == 0
        done = call("restore", tmp_path / "copy.sqlite", "--data", data, "--replace")
        assert (done.status, "is in use. Stop the service first" in done.err) == (2, True)
        assert server.post_log(log(session="S-2")).status_code == 201
        server.kill()
    until = time.monotonic() + 30  # the killed processes let go one after the other
    again = ("restore", tmp_path / "copy.sqlite", "--data", data, "--replace", "--accept-loss")
    while (done := call(*again)).status == 2:
        assert time.monotonic() < until, done.err
        time.sleep(0.05)
    assert done.status == 0, done.err
    (aside,) = data.glob(f"{FILE}.replaced-*")
    assert sessions(aside) == {
        "S-1",
        "S-2",
    }  # also what lay in the log of changes when the service was killed
    assert sessions(data / FILE) == {"S-1"}


@pytest.mark.slow
def test_another_program_that_has_the_store_open_is_in_use_too(data, tmp_path):
    call("backup", tmp_path / "copy.sqlite", "--data", data)
    conn = sqlite3.connect(data / FILE)
    conn.execute("PRAGMA journal_mode = WAL")
    conn.execute("SELECT count(*) FROM sessions").fetchone()
    done = call("restore", tmp_path / "copy.sqlite", "--data", data, "--replace")
    assert (done.status, "is in use" in done.err) == (2, True)
    conn.close()
    assert call("restore", tmp_path / "copy.sqlite", "--data", data, "--replace").status == 0


@pytest.mark.slow
def test_a_damaged_backup_is_restored_only_if_that_is_said(data, tmp_path):
    call("backup", tmp_path / "copy.sqlite", "--data", data)
    conn = sqlite3.connect(tmp_path / "copy.sqlite", isolation_level=None)
    conn.execute("UPDATE sessions SET hands = 9")
    conn.close()
    done = call("restore", tmp_path / "copy.sqlite", "--data", tmp_path / "new")
    assert (done.status, "nothing was restored" in done.err) == (1, True)
    assert "sessions 1: expected hands 1, as facts say; found 9" in done.err
    assert not (tmp_path / "new").exists()
    assert call("restore", tmp_path / "copy.sqlite", "--data", tmp_path / "new", "--damaged").status == 0
    assert sessions(tmp_path / "new" / FILE) == {"S-1"}


def test_what_is_no_backup_is_not_restored(tmp_path):
    (tmp_path / "text").write_bytes(b"no database, but long enough to be looked at as one" * 100)
    for name in ("text", "none"):
        done = call("restore", tmp_path / name, "--data", tmp_path / "new")
        assert done.status == 2
    assert not (tmp_path / "new").exists()


def application_over(folder: Path):
    """The service over a folder that has a store."""
    from contextlib import contextmanager

    from auditor.http.app import close_app, create_app

    @contextmanager
    def opened():
        app = create_app(folder, wait=60, open_to_all=True)
        try:
            yield app.test_client()
        finally:
            close_app(app)

    return opened()


# ----------------------------------------------------------------------------------------------- before a migration


def early(folder: Path, before: str) -> None:
    db = Database(folder / FILE)
    MIGRATIONS.apply(db, stop_before=before)
    db.conn.commit()
    db.close()


def test_a_store_is_copied_before_it_is_migrated(tmp_path):
    early(tmp_path, "0003_open_points")
    Store(tmp_path).close()
    (copy,) = tmp_path.glob(f"{FILE}.before-*")
    assert copy.name == f"{FILE}.before-0003"
    assert copy.stat().st_mode & 0o777 == 0o600
    db = Database(copy)
    assert [each.name for each in MIGRATIONS.applied(db)] == ["0001_evidence_and_sessions", "0002_audits"]
    db.close()
    Store(tmp_path).close()  # nothing is to be migrated
    assert len(list(tmp_path.glob(f"{FILE}.before-*"))) == 1


@pytest.mark.slow
def test_the_last_three_copies_are_kept(tmp_path):
    for number in (
        "0002_audits",
        "0004_rooms_and_controls",
        "0005_knowledge",
        "0006_inapplicable",
        "0009_finishes",
    ):
        (tmp_path / FILE).unlink(missing_ok=True)
        early(tmp_path, number)
        Store(tmp_path).close()
    assert sorted(path.name[-4:] for path in tmp_path.glob(f"{FILE}.before-*")) == ["0005", "0006", "0009"]


def test_a_new_store_has_no_copy(tmp_path):
    Store(tmp_path).close()
    assert list(tmp_path.glob(f"{FILE}.before-*")) == []


@pytest.mark.slow
def test_copying_the_file_of_a_running_service_lacks_what_was_acknowledged(tmp_path):
    """Why that is no backup: the newest logs are in the file beside it."""
    with serving(tmp_path / "data") as server:
        assert server.post_log(log()).status_code == 201
        shutil.copyfile(tmp_path / "data" / FILE, tmp_path / "copied.sqlite")
    db = Database(tmp_path / "copied.sqlite")
    assert "sessions" not in db.table_names() or db["sessions"].count == 0
    db.close()
