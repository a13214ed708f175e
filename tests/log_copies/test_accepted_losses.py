"""Restores behind what was signed: refused with both sizes, or accepted, and stated by the first fact under the next name."""

import json
import shutil
from contextlib import closing

import pytest

from auditor.doctor import verify_register
from auditor.log_copies.copy_errors import UnusableCopy
from auditor.log_copies.copy_folder import CopyFolder
from auditor.log_copies.exported_log import export_log
from auditor.register import register_checkpoints, register_notes
from auditor.signing.trial_authority import ROOT, make_test_authority
from auditor.store import Store
from auditor.store.register_head import FILE as HEAD
from auditor.store.register_head import read_head
from auditor.store.register_key import FILE as KEY
from auditor.store.register_key import load
from auditor.store.store import FILE
from tests.cli.kit import call
from tests.http.filing import put_room
from tests.http.kit import NDJSON, hand_line, log
from tests.log_copies.restored import copied, faults, folder_for, restored
from tests.services import application
from tests.signing.kit import NOW


def entries(folder):
    with closing(Store(folder, read_only=True)) as store:
        rows = store.connections.db.execute("SELECT record FROM register ORDER BY entry")
        return [json.loads(record) for (record,) in rows.fetchall()]


def filled(client):
    put_room(client)
    for session in ("S-1", "S-2"):
        sent = client.post("/v1/sessions", data=log(hand_line(1), session=session), content_type=NDJSON)
        assert sent.status_code == 201


def upload(folder, session):
    with application(folder) as app:
        sent = app.test_client().post(
            "/v1/sessions", data=log(hand_line(1), session=session), content_type=NDJSON
        )
        assert sent.status_code == 201, sent.json


@pytest.fixture
def data(tmp_path):
    """A data folder with two sessions."""
    with application(tmp_path / "data", filled=filled):
        pass
    return tmp_path / "data"


@pytest.fixture
def older(data, tmp_path):
    """A copy of its log, after which a session came."""
    copy = copied(data, tmp_path / "copy")
    upload(data, "S-gone")
    return copy


def emptied(data, path):
    """A new folder with the register's key and last signature of another one."""
    return folder_for(data, path, HEAD)


def test_a_copy_behind_what_was_signed_is_refused_with_both_sizes(data, older, tmp_path):
    lost = read_head(data).checkpoint
    target = emptied(data, tmp_path / "target")
    done = call("restore", older, "--data", target)
    had = lost.size - 1
    assert done.status == 2, done.err
    assert done.err.startswith(
        f"auditor: The copy has {had} entries of the register, and {lost.size} were signed: what was entered after those "
        f"{had} is lost. Nothing was restored. Use a later copy; or, if there is none, --accept-loss:"
    )
    assert sorted(each.name for each in target.iterdir()) == [HEAD, KEY]


def test_an_accepted_loss_is_the_first_fact_under_the_next_name(data, older, tmp_path):
    lost, before, key = read_head(data), entries(data)[:-1], load(data)
    target = emptied(data, tmp_path / "target")
    done = call("restore", older, "--data", target, "--accept-loss")
    assert done.status == 0, done.err
    now = load(target)
    assert now.name == f"{key.name}/2"
    assert done.out.endswith(f"\n{now.verifier}\n")
    *kept, first = entries(target)
    assert kept == before
    said = {name: first[name] for name in first if name not in ("at", "restored_root")}
    assert said == {
        "kind": "store.restored",
        "lost_name": key.name,
        "lost_root": lost.checkpoint.root.hex(),
        "lost_size": lost.checkpoint.size,
        "restored_size": lost.checkpoint.size - 1,
    }
    copy_of = register_checkpoints.seen((older / "checkpoint").read_bytes(), key.verifier).checkpoint
    assert first["restored_root"] == copy_of.root.hex()
    assert faults(target) == []
    upload(target, "S-after")
    assert faults(target) == []


def test_who_follows_the_lost_log_is_not_given_the_new_one_under_its_name(data, older, tmp_path):
    target = emptied(data, tmp_path / "target")
    later = copied(data, tmp_path / "later")
    restored(older, target, "--accept-loss")
    with (
        closing(Store(target, read_only=True)) as store,
        pytest.raises(UnusableCopy, match="A log has another name"),
    ):
        export_log(store, load(target).verifier, CopyFolder(later))
    anew = copied(target, tmp_path / "anew")
    again = restored(anew, folder_for(target, tmp_path / "again"))
    assert (load(again).name, entries(again)) == (load(target).name, entries(target))


def test_a_second_loss_is_the_next_name_again(data, older, tmp_path):
    target = emptied(data, tmp_path / "target")
    restored(older, target, "--accept-loss")
    upload(target, "S-after")
    third = emptied(target, tmp_path / "third")
    restored(older, third, "--accept-loss")
    assert load(third).name == f"{load(data).name}/3"
    assert entries(third)[-1]["lost_name"] == f"{load(data).name}/2"


# --- anchors ------------------------------------------------------------------------------------------------------------


def test_an_anchor_is_a_head_or_a_checkpoint_that_is_kept_elsewhere(data, older, tmp_path):
    with application(data) as app:
        (tmp_path / "checkpoint").write_bytes(app.test_client().get("/v1/register/checkpoint").data)
    shutil.copy(data / HEAD, tmp_path / "head")
    size = read_head(data).checkpoint.size
    for number, anchor in enumerate(("checkpoint", "head")):
        target = folder_for(data, tmp_path / f"target{number}")
        done = call("restore", older, "--data", target, "--anchor", tmp_path / anchor)
        assert (done.status, f"and {size} were signed" in done.err) == (2, True), done.err
        assert [each.name for each in target.iterdir()] == [KEY]
        restored(older, target, "--anchor", tmp_path / anchor, "--accept-loss")
        assert entries(target)[-1]["lost_size"] == size
        assert load(target).name == f"{load(data).name}/2"


def test_an_anchor_that_the_copy_continues_changes_nothing(data, older, tmp_path):
    target = folder_for(data, tmp_path / "target")
    restored(older, target, "--anchor", older / "checkpoint")
    assert load(target) == load(data)
    assert entries(target)[-1]["kind"] == "upload.accepted"


def test_a_loss_that_was_accepted_before_is_not_asked_about_again(data, older, tmp_path):
    shutil.copy(data / HEAD, tmp_path / "head")
    target = emptied(data, tmp_path / "target")
    restored(older, target, "--accept-loss")
    copy = copied(target, tmp_path / "of-the-next")
    again = restored(copy, folder_for(target, tmp_path / "again"), "--anchor", tmp_path / "head")
    assert load(again) == load(target)


def test_an_anchor_of_an_unknown_key_is_refused(data, older, tmp_path):
    other = register_notes.new_signer("elsewhere.example/log", b"\x07" * 32)
    note = register_checkpoints.signed(register_checkpoints.Checkpoint(other.name, 9, bytes(32)), other)
    (tmp_path / "note").write_bytes(bytes(note))
    target = folder_for(data, tmp_path / "target")
    done = call("restore", older, "--data", target, "--anchor", tmp_path / "note")
    assert done.status == 2, done.err
    assert done.err.startswith(
        f"auditor: {tmp_path / 'note'} is no signature of a register by a key that is known ({load(data).name}):"
    )
    assert [each.name for each in target.iterdir()] == [KEY]


@pytest.mark.of_the_file
def test_a_backup_is_compared_with_an_anchor_too(data, tmp_path):
    assert call("backup", tmp_path / "older.sqlite", "--data", data).status == 0
    upload(data, "S-gone")
    shutil.copy(data / HEAD, tmp_path / "head")
    target = folder_for(data, tmp_path / "target")
    done = call("restore", tmp_path / "older.sqlite", "--data", target, "--anchor", tmp_path / "head")
    assert (done.status, "The backup has 4 entries of the register, and 5 were signed" in done.err) == (
        2,
        True,
    ), done.err
    restored(tmp_path / "older.sqlite", target, "--anchor", tmp_path / "head", "--accept-loss")
    first = entries(target)[-1]
    assert (first["lost_name"], first["lost_size"], first["restored_size"]) == (load(data).name, 5, 4)


# --- what was issued before ---------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_report_of_before_the_loss_is_verified_under_the_old_name(data, tmp_path):
    make_test_authority(data, NOW)
    with application(data) as app:
        client = app.test_client()
        assert client.post("/v1/audits", json={"sessions": [1]}).json["state"] == "finished"
        assert client.post("/v1/audits/1/reports", json={}).status_code == 201
        (tmp_path / "report.pdf").write_bytes(client.get("/v1/reports/1/report.pdf").data)
        key = client.get("/v1/register").json["key"]
    copy = copied(data, tmp_path / "copy")
    upload(data, "S-gone")
    target = restored(copy, emptied(data, tmp_path / "target"), "--accept-loss")
    done = call("verify", tmp_path / "report.pdf", "--roots", data / ROOT, "--key", key, "--data", target)
    assert (done.status, done.lines[-1]) == (0, "The report is verified."), done.out
    with application(target) as app:
        assert (
            app.test_client().get("/v1/reports/1/report.pdf").data == (tmp_path / "report.pdf").read_bytes()
        )
    assert verify_register(target / FILE).faults == []
