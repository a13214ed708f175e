"""The register's key is handed over: both keys sign it, and no other way leads to another key."""

import json
import shutil
import signal
from contextlib import closing

import pytest

from auditor.doctor import examine, verify_register
from auditor.register import register_checkpoints, register_notes
from auditor.register.register_notes import new_signer
from auditor.store import Store
from auditor.store.handover import NEXT, keys_of_log
from auditor.store.register_head import FILE as HEAD
from auditor.store.register_head import read_head
from auditor.store.register_key import FILE as KEY
from auditor.store.register_key import load
from auditor.store.register_rotation import CannotHandOver, hand_over
from auditor.store.service_clock import now
from auditor.store.store import FILE
from tests import altered_stores
from tests.http.kit import NDJSON, hand_line, log
from tests.processes import Forked
from tests.services import application


@pytest.fixture
def data(tmp_path):
    """A folder whose register has a few entries."""
    with application(tmp_path / "data") as app:
        assert upload(app, "S-1").status_code == 201
    return tmp_path / "data"


def upload(app, session):
    return app.test_client().post(
        "/v1/sessions", data=log(hand_line(1), session=session), content_type=NDJSON
    )


def rotated(folder):
    with closing(Store(folder)) as store:
        return hand_over(store, now())


def notes(folder):
    with altered_stores.altering(folder) as db:
        return [note for (note,) in db.execute("SELECT note FROM checkpoints ORDER BY id")]


def records(folder):
    with altered_stores.altering(folder) as db:
        return [json.loads(each) for (each,) in db.execute("SELECT record FROM register ORDER BY entry")]


def must_be_sound(folder):
    found = examine(folder / FILE)
    assert [(each.check, each.faults) for each in found.checks if each.faults and each.check != "disk"] == []


def refused(folder):
    """What the service says where it serves nothing, and in its health."""
    altered_stores.forget_keys(folder)
    with application(folder) as app:
        answer = app.test_client().get("/v1/rooms")
        assert (answer.status_code, answer.json["type"].rpartition(":")[2]) == (503, "record-not-continued")
        (reason,) = [
            each for each in app.test_client().get("/healthz").json["reasons"] if each["part"] == "register"
        ]
        return reason["reason"]


def test_the_new_key_signs_what_follows_and_the_fact_has_a_note_of_both(data):
    before = load(data).verifier
    size = len(records(data))
    made = rotated(data)
    after = load(data).verifier
    assert (made.before, made.after, made.size) == (before, after, size)
    assert after.name == before.name
    assert after != before
    fact = records(data)[-1]
    assert (fact["kind"], fact["before"], fact["after"]) == ("log.key_handed_over", str(before), str(after))
    signed = register_notes.verified(register_notes.parse(fact["note"].encode()), [before, after])
    assert set(signed) == {before, after}
    last = notes(data)[-1]
    assert register_checkpoints.seen(last.encode(), after).checkpoint.size == size + 1
    assert read_head(data).key == after
    assert not (data / NEXT).exists()
    with application(data) as app:
        assert upload(app, "S-2").status_code == 201
        assert app.test_client().get("/v1/register").json["key"] == str(after)
        assert [
            each for each in app.test_client().get("/healthz").json["reasons"] if each["part"] == "register"
        ] == []
    assert register_checkpoints.seen(notes(data)[-1].encode(), after)
    must_be_sound(data)


def test_a_key_is_handed_over_again_and_the_first_one_leads_to_the_last(data):
    first = load(data).verifier
    rotated(data)
    second = load(data).verifier
    with application(data) as app:
        upload(app, "S-2")
    rotated(data)
    with altered_stores.altering(data) as db:
        keys = keys_of_log(db, first)
        assert keys.keys == (first, second, load(data).verifier)
        assert keys_of_log(db, second) == keys
        assert keys_of_log(db, load(data).verifier) == keys
    must_be_sound(data)


def test_a_service_that_runs_goes_on_with_the_new_key(data):
    with application(data) as app:
        assert upload(app, "S-2").status_code == 201
        rotated(data)
        assert app.test_client().get("/v1/sessions/1").status_code == 200
        assert upload(app, "S-3").status_code == 201
        assert app.test_client().get("/v1/register").json["key"] == str(load(data).verifier)
        assert app.test_client().get("/healthz").json["status"] == "ok"
    must_be_sound(data)


def test_a_register_without_entries_has_no_key_to_hand_over(tmp_path):
    with closing(Store(tmp_path / "new")) as store, pytest.raises(CannotHandOver, match="no entry yet"):
        hand_over(store, now())


KILLED = """
import os, signal, sys
from pathlib import Path
import auditor.store.register_rotation as rotation
from auditor.store import Store
from auditor.store.register_signing import RegisterSigning
kill = lambda *_, **__: os.kill(os.getpid(), signal.SIGKILL)
store = Store(Path(sys.argv[1]))
{where}
rotation.hand_over(store, "2026-12-01T00:00:00.000000Z")
"""
BEFORE_THE_FACT = KILLED.format(where="store.log.append = kill")
BEFORE_THE_COMMIT = KILLED.format(
    where="real = RegisterSigning.sign\nRegisterSigning.sign = lambda *given: (real(*given), kill())"
)
BEFORE_THE_KEY = KILLED.format(where="rotation.put_next_in_place = kill")
BEFORE_THE_HEAD = KILLED.format(
    where="import auditor.store.register_signing as signing\nsigning.put_head = kill"
)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("code", "is_done"),
    [(BEFORE_THE_FACT, False), (BEFORE_THE_COMMIT, False), (BEFORE_THE_KEY, True), (BEFORE_THE_HEAD, True)],
    ids=["before the fact", "before the commit", "before the key", "before the head"],
)
def test_whoever_is_killed_in_a_handover_leaves_a_register_that_goes_on(data, code, is_done):
    before = load(data).verifier
    with Forked(code, data) as process:
        assert process.wait(120) == -signal.SIGKILL, process.said_wrong()
    with application(data) as app:
        assert upload(app, "S-2").status_code == 201
        assert [
            each for each in app.test_client().get("/healthz").json["reasons"] if each["part"] == "register"
        ] == []
    after = load(data).verifier
    assert (after != before) == is_done
    assert register_checkpoints.seen(notes(data)[-1].encode(), after)
    assert [each["after"] for each in records(data) if each["kind"] == "log.key_handed_over"] == [
        str(after)
    ] * is_done
    must_be_sound(data)
    rotated(data)  # what was left beside is in nobody's way
    assert not (data / NEXT).exists()
    must_be_sound(data)


def test_the_key_before_that_is_put_back_is_not_believed(data):
    before = (data / KEY).read_text()
    rotated(data)
    (data / KEY).write_text(before)
    assert "Another key: the register was signed with" in refused(data)
    faults = [
        each for check in examine(data / FILE).checks for each in check.faults if check.check == "register"
    ]
    assert [each.found for each in faults if each.table == HEAD] == [str(load(data).verifier)]


def test_the_key_before_signs_nothing_where_the_last_signature_is_gone_too(data):
    before = (data / KEY).read_text()
    rotated(data)
    entries, after = len(records(data)), (data / KEY).read_text()
    (data / KEY).write_text(before)
    (data / HEAD).unlink()
    altered_stores.forget_keys(data)
    with application(data) as app:
        assert upload(app, "S-2").status_code in (202, 503)
        found = [
            each for each in app.test_client().get("/healthz").json["reasons"] if each["part"] == "register"
        ]
        assert any("was handed over to another key than" in each["reason"] for each in found), found
    assert len(records(data)) == entries
    (data / KEY).write_text(after)


@pytest.mark.parametrize("way", ["another", "removed"])
def test_a_key_that_was_replaced_without_a_handover_is_found(data, way):
    rotated(data)
    if way == "another":
        other = new_signer(load(data).name, bytes(range(32)))
        (data / KEY).write_text(f"{other.secret}\n")
    else:
        (data / KEY).unlink()
    assert "Another key: the register was signed with" in refused(data)


def forged(folder, note, before, after):
    """The folder with a fact of a handover that one of the keys did not sign, entered with that other key."""
    with closing(Store(folder)) as store, store.connections.writing() as db:
        from auditor.facts.kinds.facts_of_log import LogKeyHandedOver

        store.log.append(
            db, LogKeyHandedOver(at=now(), before=str(before), after=str(after.verifier), note=note)
        )
        store.signing.sign_with(after)
    (folder / KEY).write_text(f"{after.secret}\n")


@pytest.mark.parametrize("which", ["the key before", "the key after"])
def test_a_handover_that_one_key_alone_signed_leads_nowhere(data, which):
    shutil.copy(data / HEAD, data / "head-before")
    before = load(data)
    after = new_signer(before.name, bytes(range(32)))
    with altered_stores.altering(data) as db:
        size = len(records(data))
        found = register_checkpoints.read(register_notes.parse(notes(data)[-1].encode()).text)
        text = register_checkpoints.Checkpoint(
            found.origin, size, found.root, (f"handover {before.verifier} {after.verifier}",)
        ).text
        assert db
    note = bytes(register_notes.sign(text, before if which == "the key before" else after)).decode()
    forged(data, note, before.verifier, after)
    shutil.copy(data / "head-before", data / HEAD)  # as who has no key before cannot sign another one
    (data / "head-before").unlink()
    with altered_stores.altering(data) as db:
        assert keys_of_log(db, before.verifier).keys == (before.verifier,)
    assert "Another key: the register was signed with" in refused(data)
    faults = [(each.row, each.found) for each in verify_register(data / FILE, after.verifier).faults]
    missing = after.verifier if which == "the key before" else before.verifier
    assert (
        f"{size}",
        f"The key {missing.key_id.hex()} did not sign this handover: both keys sign it.",
    ) in faults


def test_a_checkpoint_of_the_key_before_is_a_fault_after_its_handover(data):
    before = load(data)
    rotated(data)
    with application(data) as app:
        upload(app, "S-2")
    with altered_stores.altering(data) as db:
        found = register_checkpoints.read(register_notes.parse(notes(data)[-1].encode()).text)
        note = bytes(register_checkpoints.signed(found, before)).decode()
        (number,) = db.execute(
            "INSERT INTO checkpoints (id, size, note) SELECT min(id) - 1, ?, ? FROM checkpoints RETURNING id",
            [found.size, note],
        ).fetchone()
        db.conn.commit()
        faults = verify_register(data / FILE).faults
        assert [(each.table, each.row) for each in faults] == [("checkpoints", f"{number}")]
        for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            db.execute(f"DROP TRIGGER {name}")
        db.execute("DELETE FROM checkpoints WHERE id = ?", [number])
        db.conn.commit()
