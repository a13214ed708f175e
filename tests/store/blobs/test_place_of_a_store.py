"""A store and its place: whose it is, what nobody needs there, purges that were killed, backups and copies."""

import datetime as dt
import hashlib
import os
import signal
import threading
from contextlib import closing

import pytest

from auditor.jobs.bytes_cleaning import LOCK, BytesCleaning
from auditor.jobs.register_verifying import Verifying
from auditor.preview import Wanted, preview
from auditor.store import Store
from auditor.store.blobs.bytes_folder import BytesFolder
from auditor.store.blobs.kept_bytes import POINTED, pointer, writing_with
from auditor.store.blobs.named_place import BYTES_VARIABLE
from auditor.store.blobs.removed_bytes import clean_place, erase_purged, unneeded_bytes
from auditor.store.connection import StoreError
from rules.controls.library import library
from tests.cli.kit import call
from tests.http.filing import put_room
from tests.http.kit import NDJSON, ended, hand_line, log, serving
from tests.http.past import NEEDLE, WRONG, old_log, upload
from tests.processes import finished
from tests.services import application, unprotected
from tests.store.blobs.killed_purge import KILLED_PURGE
from tests.store.purging.kit import in_files


def digest(body):
    return hashlib.sha256(body).hexdigest()


def file_of(place, body):
    return place / digest(body)[:2] / digest(body)


def doctor(data, place):
    return call("doctor", "--data", data, AUDITOR_BYTES=f"{place}")


def test_a_purge_that_was_killed_is_named_and_the_next_start_erases(
    client, app, place, tmp_path, monkeypatch
):
    old = old_log()
    upload(client, old)
    client.post("/v1/audits", json={"sessions": [1]})
    killed = finished(KILLED_PURGE, tmp_path / "data")
    assert killed.returncode == -signal.SIGKILL
    assert client.get("/v1/sessions/1/log").status_code == 410
    assert file_of(place, old).read_bytes() == old
    found = doctor(tmp_path / "data", place)
    assert (found.status, f"bytes {digest(old)}: expected no bytes, after their purge" in found.out) == (
        1,
        True,
    )
    store = app.extensions["auditor"].store
    erased = clean_place(store.connections, dt.datetime.now(dt.UTC))
    assert (erased.purged, erased.orphans) == ([digest(old)], 0)
    assert in_files(place, NEEDLE) == []
    assert "erased" not in doctor(tmp_path / "data", place).out.partition("bytes ")[0]
    done = call("purge", "--data", tmp_path / "data", "--yes", AUDITOR_BYTES=f"{place}")
    assert (done.status, done.err) == (0, "")
    assert doctor(tmp_path / "data", place).status == 0


def test_the_same_bytes_in_another_row_stay(client, store, place):
    old = old_log()
    upload(client, old)
    with store.connections.writing() as db:  # as an attachment of the same digest
        db.execute(
            "INSERT INTO attachments (sha256, size, received_at, body) VALUES (?, ?, '2026-01-01', ?)",
            [digest(old), len(old), pointer(digest(old))],
        )
    done = call("purge", "--data", store.folder, "--yes", "--by", "Dana", AUDITOR_BYTES=f"{place}")
    assert (done.status, "Purged: 1" in done.out) == (0, True)
    assert file_of(place, old).exists()
    with store.connections.writing() as db:
        db.execute("DELETE FROM attachments")


def test_a_purged_file_that_is_sent_again_does_not_come_back(client, store, place):
    old = old_log()
    upload(client, old)
    done = call("purge", "--data", store.folder, "--yes", "--by", "Dana", AUDITOR_BYTES=f"{place}")
    assert (done.status, file_of(place, old).exists()) == (0, False)
    assert client.post("/v1/sessions", data=old, content_type=NDJSON).status_code == 410
    with writing_with(store.connections, {digest(old): old}):
        pass  # as a race of a purge and an upload has it
    assert not file_of(place, old).exists()


def test_bytes_of_no_row_are_named_and_erased_after_a_day(client, store, place):
    body = log()
    upload(client, body)
    orphan = b"of an upload that broke off"
    file = file_of(place, orphan)
    file.parent.mkdir(exist_ok=True)
    file.write_bytes(orphan)
    found = doctor(store.folder, place)
    assert found.status == 0, found.out
    said = f"1 file of {len(orphan)} bytes in {place} is of no row"
    assert said in " ".join(found.out.split())
    now = dt.datetime.now(dt.UTC)
    assert clean_place(store.connections, now).orphans == 0
    assert file.exists()
    erased = clean_place(store.connections, now + dt.timedelta(days=1, minutes=1))
    assert (erased.orphans, erased.orphan_bytes, file.exists()) == (1, len(orphan), False)
    assert client.get("/v1/sessions/1/log").data == body
    assert unneeded_bytes(store.connections).orphans == 0


@pytest.mark.parametrize("column", ["x''", "x'00'", "CAST('sha256:' || 'a' AS BLOB)"])
def test_whoever_alters_a_row_has_no_bytes_erased(client, store, place, column):
    body = log()
    upload(client, body)
    sealed = store.connections.db.execute("SELECT body FROM evidence").fetchone()[0]
    with unprotected(store.connections.db) as db:
        db.execute(f"UPDATE evidence SET body = {column}")
    later = dt.datetime.now(dt.UTC) + dt.timedelta(days=2)
    orphan = b"of an upload that goes on"
    file_of(place, orphan).parent.mkdir(exist_ok=True)
    file_of(place, orphan).write_bytes(orphan)
    erase_purged(store.connections)
    assert file_of(place, orphan).read_bytes() == orphan
    erased = clean_place(store.connections, later)
    assert (erased.purged, erased.orphans, file_of(place, body).read_bytes()) == ([], 1, body)
    assert doctor(store.folder, place).status == 1
    with unprotected(store.connections.db) as db:
        db.execute("UPDATE evidence SET body = ?", [sealed])
    assert client.get("/v1/sessions/1/log").data == body
    assert doctor(store.folder, place).status == 0


def test_no_orphan_is_erased_while_the_record_is_damaged(client, store, place):
    """The row that points to it may have been removed."""
    body = log()
    upload(client, body)
    file = file_of(place, body)
    two_days_ago = dt.datetime.now().timestamp() - 2 * 86_400
    os.utime(file, (two_days_ago, two_days_ago))
    with unprotected(store.connections.db, references=False) as db:
        db.execute("DELETE FROM evidence")
    Verifying(store)._verify()
    cleaning = BytesCleaning(store)
    with (store.folder / LOCK).open("w") as lock:
        cleaning.clean_if_mine(lock)
        assert file.read_bytes() == body
        for each in store.damage.all():
            store.damage.forget(each.subject, each.key)
        cleaning.clean_if_mine(lock)
    assert not file.exists()


@pytest.mark.slow
def test_a_cleaning_that_takes_all_for_old_takes_nothing_of_uploads_beside_it(
    client, store, place, monkeypatch
):
    monkeypatch.setattr(
        BytesFolder, "tidy", lambda *_: None
    )  # no put takes the two days that the clock is ahead
    ended, took = threading.Event(), []
    cleaner = threading.Thread(target=clean_until, args=(store, ended, took))
    cleaner.start()
    sent = {}
    try:
        for number in range(1, 41):
            body = log(hand_line(1), session=f"S-{number}")
            sent[upload(client, body)] = body
            refused = f"no log {number}".encode()
            assert client.post("/v1/sessions", data=refused, content_type=NDJSON).status_code == 422
    finally:
        ended.set()
        cleaner.join()
    assert len(took) > 5
    assert {each: client.get(f"/v1/sessions/{each}/log").data for each in sent} == sent
    assert doctor(store.folder, place).status == 0


def clean_until(store, ended, took):
    """Clean again and again, as if all bytes were two days old."""
    while not ended.is_set():
        took.append(clean_place(store.connections, dt.datetime.now(dt.UTC) + dt.timedelta(days=2)))


def test_a_start_without_the_place_or_with_another_one_is_refused_in_words(place, tmp_path, monkeypatch):
    with application(tmp_path / "data") as app:
        put_room(app.test_client())
        upload(app.test_client(), log())
    monkeypatch.delenv(BYTES_VARIABLE)
    with pytest.raises(StoreError, match="and AUDITOR_BYTES names none"):
        Store(tmp_path / "data")
    found = call("doctor", "--data", tmp_path / "data")
    assert (
        found.status,
        "expected the place of bytes of this store in AUDITOR_BYTES; found none" in found.out,
    ) == (1, True)
    purge = call("purge", "--data", tmp_path / "data")
    assert (purge.status, "and AUDITOR_BYTES names none" in purge.err) == (2, True)
    monkeypatch.setenv(BYTES_VARIABLE, f"{tmp_path / 'other'}")
    with pytest.raises(
        StoreError, match="at another place than the folder that AUDITOR_BYTES names, which has none"
    ):
        Store(tmp_path / "data")
    assert not (tmp_path / "other").exists()
    monkeypatch.setenv(BYTES_VARIABLE, f"{place}")
    with (
        pytest.raises(StoreError, match="has the bytes of another store"),
        closing(Store(tmp_path / "second")),
    ):
        pass
    place.rename(tmp_path / "moved")
    monkeypatch.setenv(BYTES_VARIABLE, f"file://{tmp_path / 'moved'}")
    with closing(Store(tmp_path / "data")) as store:
        assert store.evidence.body(digest(log())) == log()


def test_a_place_that_is_named_later_has_what_comes_then_and_both_are_read(tmp_path, monkeypatch):
    first, second = log(), log(session="S-2")
    with application(tmp_path / "data") as app:
        put_room(app.test_client())
        upload(app.test_client(), first)
    monkeypatch.setenv(BYTES_VARIABLE, f"{tmp_path / 'bytes'}")
    with application(tmp_path / "data") as app:
        client = app.test_client()
        assert upload(client, second) == 2
        assert [client.get(f"/v1/sessions/{each}/log").data for each in (1, 2)] == [first, second]
        assert not file_of(tmp_path / "bytes", first).exists()
        assert client.post("/v1/sessions", data=first, content_type=NDJSON).status_code == 200
        assert client.get("/v1/sessions/1/log").data == first


@pytest.mark.of_the_file
def test_a_backup_says_what_it_lacks_and_is_restored_beside_the_place(client, store, place, tmp_path):
    body = log(hand_line(1, WRONG))
    upload(client, body)
    made = call("backup", tmp_path / "copy.sqlite", "--data", store.folder, AUDITOR_BYTES=f"{place}")
    assert (made.status, f"The bytes in {place} are not in it." in made.out) == (0, True), made.err
    assert in_files(tmp_path / "copy.sqlite", body) == []
    restored = call(
        "restore", tmp_path / "copy.sqlite", "--data", tmp_path / "restored", AUDITOR_BYTES=f"{place}"
    )
    assert restored.status == 0, restored.err
    with closing(Store(tmp_path / "restored")) as found:
        assert found.evidence.body(digest(body)) == body


def test_a_copy_of_the_log_has_the_bytes_and_fills_the_place(client, store, place, tmp_path, monkeypatch):
    body = log(hand_line(1, WRONG))
    upload(client, body)
    client.post("/v1/audits", json={"sessions": [1]})
    assert client.post("/v1/audits/1/reports", json={"edition": "full"}).status_code == 201
    pdf = client.get("/v1/reports/1/report.pdf").data
    copied = call("export", "--log", tmp_path / "log", "--data", store.folder, AUDITOR_BYTES=f"{place}")
    assert copied.status == 0, copied.err
    assert in_files(tmp_path / "log", body, pdf) == [body, pdf]
    (tmp_path / "restored").mkdir(mode=0o700)
    for key in ("register.key", "people.key"):
        if (store.folder / key).exists():
            (tmp_path / "restored" / key).write_bytes((store.folder / key).read_bytes())
    other = tmp_path / "other"
    restored = call("restore", tmp_path / "log", "--data", tmp_path / "restored", AUDITOR_BYTES=f"{other}")
    assert restored.status == 0, (restored.out, restored.err)
    assert {each.name for each in other.glob("??/*") if len(each.name) == 64} >= {digest(body), digest(pdf)}
    monkeypatch.setenv(BYTES_VARIABLE, f"{other}")
    with closing(Store(tmp_path / "restored")) as found:
        assert found.evidence.body(digest(body)) == body
        rows = [
            (sha256, bytes(column))
            for table in POINTED
            for sha256, column in found.connections.db.execute(f"SELECT sha256, body FROM {table}")
        ]
    assert rows
    assert [each for each in rows if each[1] != pointer(each[0])] == []
    looked = doctor(tmp_path / "restored", other)
    assert looked.status == 0, looked.out


def test_a_preview_reads_from_the_place(client, store, place, tmp_path):
    body = log(hand_line(1, WRONG))
    upload(client, body)
    client.post("/v1/audits", json={"sessions": [1]})
    with closing(Store(store.folder, read_only=True)) as read:
        found = preview(read, library(), Wanted())
        assert (found.audits, found.failed, found.changes) == (1, [], [])
        file_of(place, body).unlink()
        (failed,) = preview(read, library(), Wanted()).failed
    assert (failed.audit, digest(b"") in failed.reason) == (1, True)


def test_an_audit_waits_until_the_place_is_there_again(place, tmp_path):
    with serving(tmp_path / "data") as server:
        assert server.post_log(log(hand_line(1, WRONG))).status_code == 201
    with serving(tmp_path / "data") as server:  # which has not read the log yet
        place.rename(tmp_path / "away")
        assert server.post_audit(sessions=[1]).status_code == 202
        looked = ended(lambda: server.get("/v1/audits/1").json(), seconds=3)
        assert looked["state"] in ("queued", "running")
        (tmp_path / "away").rename(place)
        assert ended(lambda: server.get("/v1/audits/1").json())["state"] == "finished"
