"""A store that does not continue what was signed last (an older copy, a fork, of another key): nothing of it is served."""

import json
import os
import shutil
from contextlib import closing

import pytest

from auditor.doctor import accepted_loss, examine, verify_register
from auditor.doctor.examined_backups import CannotRestore, restore
from auditor.register import register_checkpoints
from auditor.store import Store
from auditor.store.register_head import FILE as HEAD
from auditor.store.register_head import read_head
from auditor.store.register_key import FILE as KEY
from auditor.store.register_key import begin_next, load, load_or_make
from auditor.store.register_signing import UnsignedEntries
from auditor.store.store import FILE
from tests import altered_stores
from tests.cli.kit import call
from tests.http.filing import put_room
from tests.http.kit import NDJSON, hand_line, log
from tests.processes import Forked
from tests.services import application
from tests.store.test_doctor import sound

__all__ = ["sound"]  # a folder whose store has a row in every table


@pytest.fixture
def data(sound, tmp_path):
    altered_stores.copied(sound, tmp_path / "data")
    (tmp_path / "data").chmod(0o700)
    return tmp_path / "data"


def upload(app, session):
    return app.test_client().post(
        "/v1/sessions", data=log(hand_line(1), session=session), content_type=NDJSON
    )


@pytest.fixture
def older(data, tmp_path):
    """The folder after an upload, in which the store of before was put back; and that store."""
    altered_stores.kept_aside(data, tmp_path / "older.sqlite")
    with application(data) as app:
        assert upload(app, "S-gone").status_code == 201
    altered_stores.put_back(tmp_path / "older.sqlite", data)
    return tmp_path / "older.sqlite"


@pytest.fixture
def forked(data, older):
    """The folder whose older store went on for two uploads where the last signature was not known."""
    head = (data / HEAD).read_text()
    (data / HEAD).unlink()
    with application(data) as app:
        assert [upload(app, each).status_code for each in ("S-fork-1", "S-fork-2")] == [201, 201]
    (data / HEAD).write_text(head)
    return data


def entries(folder):
    with altered_stores.altering(folder) as db:
        return [json.loads(record) for (record,) in db.execute("SELECT record FROM register ORDER BY entry")]


def reasons(app):
    answer = app.test_client().get("/healthz")
    return answer.status_code, [
        each["reason"] for each in answer.json["reasons"] if each["part"] == "register"
    ]


def must_serve_nothing(folder, words):
    """No address gives anything but these words, in two starts, and nothing is written or signed."""
    before, head = entries(folder), (folder / HEAD).read_text()
    for _ in range(2):
        with application(folder) as app:
            client = app.test_client()
            for address in (
                "/v1/sessions/1",
                "/v1/register/checkpoint",
                "/sessions",
                "/metrics",
                "/register",
            ):
                answer = client.get(address)
                assert (answer.status_code, words in answer.get_data(as_text=True)) == (503, True), address
            refused = upload(app, "S-after")
            assert (refused.status_code, refused.json["type"]) == (
                503,
                "urn:cardroom-auditor:problem:record-not-continued",
            )
            assert refused.json["detail"].startswith(f"Nothing is served. {words}")
            status, (reason,) = reasons(app)
            assert (status, reason.startswith(f"Nothing is served. {words}")) == (503, True)
            assert client.get("/healthz/live").status_code == 200
            assert client.get("/healthz/ready").status_code == 503
    assert (entries(folder), (folder / HEAD).read_text()) == (before, head)


def test_an_older_store_that_is_put_back_is_not_served(data, older):
    size = len(entries(data))
    must_serve_nothing(
        data, f"Rolled back: the store has {size} entries in its register, and {size + 1} were signed."
    )
    (fault,) = [each for each in verify_register(data / FILE).faults if each.row == "of register.head"]
    assert (fault.table, fault.found) == ("checkpoints", f"{size}")


def test_a_store_that_went_on_elsewhere_is_not_served(forked):
    size = len(entries(forked))
    must_serve_nothing(
        forked,
        f"Forked: the store has {size} entries in its register, and the first {size - 1} are not those that were signed.",
    )


def test_the_store_of_another_key_is_not_served(data, tmp_path):
    before = read_head(data).key
    with application(tmp_path / "other") as app:
        for number in range(60):
            put_room(app.test_client(), f"WA-{number:04}")
    altered_stores.kept_aside(tmp_path / "other", tmp_path / "aside")
    altered_stores.put_back(tmp_path / "aside", data)
    altered_stores.forget_keys(data)
    shutil.copy(tmp_path / "other" / KEY, data / KEY)
    must_serve_nothing(
        data, f"Another key: the register was signed with {before.name} ({before.key_id.hex()})"
    )


def test_a_store_whose_key_is_missing_is_not_served_until_somebody_says_that_it_was_meant(data):
    size = len(entries(data))
    (data / KEY).unlink()
    altered_stores.forget_keys(data)
    must_serve_nothing(data, "Another key: the register was signed with ")
    (data / HEAD).unlink()
    altered_stores.forget_keys(data)
    with application(data) as app:
        assert reasons(app) == (200, [])
        assert upload(app, "S-after").status_code == 201
    said = [each for each in entries(data) if each["kind"] == "log.key_replaced"]
    assert [(each["after"], each["size"]) for each in said] == [(f"{load(data).verifier}", size)]


STARTED = """
import sys
from contextlib import closing
from pathlib import Path
from auditor.store import Store
from auditor.store.register_signing import RegisterSigning
real = RegisterSigning.replaced
def replaced(*given):
    found = real(*given)
    print(found and found.kind, flush=True)
    sys.stdin.readline()  # until the other process has come as far
    return found
RegisterSigning.replaced = replaced
Store(Path(sys.argv[1])).close()
"""


def test_two_processes_that_start_at_once_state_once_that_the_key_was_replaced(data):
    size, name = len(entries(data)), load(data).name
    for each in (KEY, HEAD):
        (data / each).unlink()
    altered_stores.forget_keys(data)
    load_or_make(data, name)
    reader, writer = os.pipe()
    with Forked(STARTED, data, stdin=reader) as first, Forked(STARTED, data, stdin=reader) as second:
        os.close(reader)
        assert [each.stdout.readline() for each in (first, second)] == ["log.key_replaced\n"] * 2
        os.close(writer)
        ends = [(each.wait(120), each.said_wrong()) for each in (first, second)]
    assert ends == [(0, "the register's key was replaced without a handover\n")] * 2
    said = [each for each in entries(data) if each["kind"] == "log.key_replaced"]
    assert [(each["after"], each["size"]) for each in said] == [(f"{load(data).verifier}", size)]
    assert examine(data / FILE).sound


def test_a_program_beside_the_service_writes_nothing_into_an_older_store(data, older):
    with closing(Store(data)) as store, pytest.raises(UnsignedEntries, match=r"^Rolled back: the store has "):
        store.reminders.keep_calendar(1, "c" * 64, "2026-03-20T20:00:00.000000Z")


@pytest.mark.of_the_file
def test_a_backup_behind_what_was_signed_is_restored_only_if_the_loss_is_accepted(data, older):
    with pytest.raises(CannotRestore, match=r"after those \d+ is lost\. Nothing was restored\. Use a later"):
        restore(older, data, replace=True)
    assert list(data.glob(f"{FILE}.replaced-*")) == []


@pytest.mark.of_the_file
def test_an_accepted_loss_is_the_first_fact_of_a_register_with_the_next_name(data, older):
    lost, before, name = read_head(data).checkpoint, entries(data), load(data).name
    restored = restore(older, data, replace=True, accept_loss=True)
    assert (restored.register, restored.register.name) == (load(data).verifier, f"{name}/2")
    assert (
        f"and {lost.size} were signed: what was entered after those {lost.size - 1} is" in restored.lost.words
    )
    *kept, first = entries(data)
    assert kept == before
    assert (first["kind"], first["lost_size"], first["lost_root"]) == (
        "store.restored",
        lost.size,
        lost.root.hex(),
    )
    assert [each.faults for each in examine(data / FILE).checks if each.faults] == []
    with application(data) as app:
        assert reasons(app) == (200, [])
        assert upload(app, "S-after").status_code == 201
        note = app.test_client().get("/v1/register/checkpoint").data
    assert register_checkpoints.seen(note, restored.register).checkpoint.origin == f"{name}/2"


@pytest.mark.of_the_file
def test_whoever_is_killed_before_the_loss_is_stated_leaves_a_store_that_is_not_served(
    data, older, monkeypatch
):
    lost, name = read_head(data).checkpoint, load(data).name

    def killed(*_, **__):
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(accepted_loss, "Store", killed)
        with pytest.raises(KeyboardInterrupt):
            restore(older, data, replace=True, accept_loss=True)
    assert (load(data).name, read_head(data).checkpoint) == (f"{name}/2", lost)
    must_serve_nothing(data, f"Another key: the register was signed with {name} (")
    restore(older, data, replace=True, accept_loss=True)
    first = entries(data)[-1]
    assert (first["kind"], first["lost_size"], first["lost_name"]) == ("store.restored", lost.size, name)
    with application(data) as app:
        assert reasons(app) == (200, [])


@pytest.mark.of_the_file
def test_a_fork_is_restored_from_a_backup_too(forked, older):
    restored = restore(older, forked, replace=True, accept_loss=True)
    assert "S-gone" not in json.dumps(entries(forked))
    assert "S-fork-1" not in json.dumps(entries(forked))
    assert "were signed: what was entered after those " in restored.lost.words
    with application(forked) as app:
        assert reasons(app) == (200, [])


@pytest.mark.of_the_file
def test_a_backup_of_what_was_signed_needs_no_loss(data, tmp_path):
    shutil.copy(data / FILE, tmp_path / "now.sqlite")
    key = (data / KEY).read_text()
    assert restore(tmp_path / "now.sqlite", data, replace=True).lost is None
    assert (data / KEY).read_text() == key
    with application(data) as app:
        assert reasons(app) == (200, [])


@pytest.mark.of_the_file
def test_the_command_names_the_loss_and_the_new_key(data, older):
    done = call("restore", older, "--data", data, "--replace", "--accept-loss")
    assert done.status == 0, done.err
    assert f"\n{load(data).verifier}\n" in done.out
    assert f"The register goes on as {load(data).name}" in " ".join(done.out.split())
    said = done.out.partition("\nThe backup has ")[2].partition(f"{load(data).name}+")[0]
    assert [line for line in said.splitlines() if len(line) > 79] == []


@pytest.mark.parametrize(
    ("name", "then"),
    [
        ("auditor.example/log", "auditor.example/log/2"),
        ("auditor.example/log/2", "auditor.example/log/3"),
        ("auditor.example/log/99", "auditor.example/log/100"),
        ("auditor.example/log/2026", "auditor.example/log/2026/2"),
        ("auditor.invalid/1234567890123456", "auditor.invalid/1234567890123456/2"),
    ],
)
def test_the_next_name_counts(tmp_path, name, then):
    made = begin_next(tmp_path, name)
    assert (made.name, load(tmp_path)) == (then, made)
    assert (tmp_path / KEY).stat().st_mode & 0o777 == 0o600
