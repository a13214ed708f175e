"""Uploads while the register is not as it was signed: kept in the inbox, and entered once it is sound."""

import hashlib
import json
import secrets

import pytest

from auditor.access import keys
from auditor.access.keys import NewKey
from auditor.http.context import EXTENSION, UPLOAD_LIMITS
from auditor.inbox import InboxEntering
from auditor.register import register_checkpoints
from auditor.register.register_checkpoints import Checkpoint
from auditor.register.register_notes import new_signer
from auditor.store.caller import UploadLimits
from auditor.store.inbox_key import FILE as INBOX_KEY
from tests import altered_stores
from tests.http.filing import put_room
from tests.http.kit import NDJSON, hand_line, log, zipped
from tests.importing.workbooks import content, written
from tests.rules.ledgers import build as ledgers
from tests.rules.tournaments import build as tournaments
from tests.rules.tournaments.build import written as written_lines
from tests.services import application, unprotected

LOG = log(hand_line(1))
UNSIGNED = "INSERT INTO register (entry, nonce, record, leaf) SELECT max(entry) + 1, ?, ?, ? FROM register"


@pytest.fixture(autouse=True)
def patient(monkeypatch):
    """The service's own thread (tests/http/test_inbox_worker.py) enters nothing: these tests say when something is."""
    monkeypatch.setattr("auditor.jobs.inbox_entering.InboxWorker.start", lambda _: None)


@pytest.fixture
def data(tmp_path):
    with application(tmp_path / "data") as app:
        put_room(app.test_client())
    return tmp_path / "data"


def altered(folder, sql, *values):
    """Alter a store as any program does, in spite of its triggers."""
    with altered_stores.altering(folder) as opened, unprotected(opened, references=False) as db:
        db.execute(sql, values)


class UnsignedEntry:
    """An entry after the signed ones, as somebody without the key appends it."""

    def put(self, folder):
        altered(
            folder,
            UNSIGNED,
            secrets.token_bytes(32),
            '{"about":"x","at":"2026-01-01","kind":"x"}',
            secrets.token_bytes(32),
        )

    def remove(self, folder):
        altered(folder, "DELETE FROM register WHERE entry = (SELECT max(entry) FROM register)")


class ForeignCheckpoint:
    """A checkpoint of another key after the signed ones: no fact can be followed, and no key looked up."""

    def put(self, folder):
        found = Checkpoint("example.org/log", 1, bytes(32), ())
        note = bytes(register_checkpoints.signed(found, new_signer("example.org/log", bytes(32)))).decode()
        altered(folder, "INSERT INTO checkpoints (size, note) VALUES (1, ?)", note)

    def remove(self, folder):
        altered(folder, "DELETE FROM checkpoints WHERE id = (SELECT max(id) FROM checkpoints)")


DAMAGES = [UnsignedEntry(), ForeignCheckpoint()]
both = pytest.mark.parametrize("damage", DAMAGES, ids=lambda each: type(each).__name__)


def key_of(app, role="room", room="WA-0417", **more):
    """A key's id, and the header that brings it."""
    made, text = keys.make(app.extensions[EXTENSION].store, NewKey(role, "Kim", rooms=[room], **more))
    return made.id, {"Authorization": f"Bearer {text}"}


def send(app, body, headers=None, path="/v1/sessions", kind=NDJSON):
    return app.test_client().post(path, data=body, content_type=kind, headers=headers or {})


def entered(app):
    """Enter what waits, as the service's thread does."""
    service = app.extensions[EXTENSION]
    return InboxEntering(service.store, service.seen_by).enter_all()


def inbox(app):
    return app.extensions[EXTENSION].store.inbox


def must_be_kept(answer, body):
    assert answer.status_code == 202
    found = answer.json
    sha256 = hashlib.sha256(body).hexdigest()
    assert (found["kept"], found["sha256"], found["bytes"]) == (True, sha256, len(body))
    assert found["detail"].startswith("Kept, not on record yet: the record is not as it was signed")
    return found


@both
def test_a_log_is_kept_and_entered_with_its_key_once_the_record_is_sound(data, damage):
    with application(data, open_to_all=False) as app:
        key, headers = key_of(app)
        assert (
            app.test_client().get("/v1/rooms/WA-0417", headers=headers).status_code == 200
        )  # facts are followed
        damage.put(data)
        kept = must_be_kept(send(app, LOG, headers), LOG)
        assert (
            must_be_kept(send(app, LOG, headers), LOG)["received_at"] == kept["received_at"]
        )  # the same again
        (waiting,) = inbox(app).waiting()
        assert (waiting.key, waiting.sent.kind, inbox(app).body(waiting)) == (key, "session", LOG)
        assert entered(app) == 0
        damage.remove(data)
        assert entered(app) == 1
        found = app.test_client().get("/v1/sessions/1", headers=headers).json
        assert (found["session"], found["sha256"], found["key"]) == (
            "S-1", kept["sha256"], key,
        )  # fmt: skip
        assert (inbox(app).is_empty(), sorted(each.name for each in inbox(app).path.iterdir())) == (True, [])
        again = send(app, LOG, headers)
        assert (again.status_code, again.json["id"]) == (200, 1)
        assert entered(app) == 0


@both
def test_all_else_is_refused(data, damage):
    with application(data, open_to_all=False) as app:
        _, headers = key_of(app)
        app.test_client().get("/v1/rooms/WA-0417", headers=headers)
        damage.put(data)
        dry = send(app, LOG, headers, "/v1/sessions?dry_run=true")
        if isinstance(damage, ForeignCheckpoint):
            assert (dry.status_code, dry.json["type"].rpartition(":")[2]) == (503, "record-damaged")
            read = app.test_client().get("/v1/rooms/WA-0417", headers=headers)
            assert (read.status_code, read.json["type"].rpartition(":")[2]) == (503, "record-damaged")
        assert not inbox(app).path.exists()
        damage.remove(data)


@both
def test_nothing_is_kept_for_who_cannot_be_verified(data, damage):
    with application(data, open_to_all=False) as app:
        key, headers = key_of(app)
        _, reader = key_of(app, "compliance")
        app.test_client().get("/v1/rooms/WA-0417", headers=headers)
        damage.put(data)
        assert send(app, LOG).json["type"].endswith("no-key")
        assert (
            send(app, LOG, {"Authorization": f"{headers['Authorization'][:-6]}AAAAAA"})
            .json["type"]
            .endswith("bad-key")
        )
        assert send(app, LOG, reader).json["type"].endswith("not-permitted")
        # the row of another key, as only somebody without the register's key wrote it
        altered(data, "UPDATE keys SET role = 'room' WHERE role = 'compliance'")
        assert send(app, LOG, reader).json["type"].endswith("key-damaged")
        altered(data, "UPDATE keys SET role = 'compliance' WHERE name = 'Kim' AND id != ?", key)
        altered(data, "UPDATE keys SET role = 'room' WHERE id = ?", key)
        assert not inbox(app).path.exists()
        damage.remove(data)


def test_a_service_that_starts_on_a_register_of_which_nothing_can_be_verified_keeps_nothing(data):
    with application(data, open_to_all=False) as app:
        _, headers = key_of(app)
    ForeignCheckpoint().put(data)
    with application(data, open_to_all=False) as app:
        answer = send(app, LOG, headers)
        assert (answer.status_code, answer.json["type"].rpartition(":")[2]) == (503, "record-damaged")
        assert not inbox(app).path.exists()
    ForeignCheckpoint().remove(data)


def test_a_service_that_starts_on_unsigned_entries_keeps_uploads_and_the_next_start_enters_them(data):
    with application(data, open_to_all=False) as app:
        _, headers = key_of(app)
    UnsignedEntry().put(data)
    with application(data, open_to_all=False) as app:
        must_be_kept(send(app, LOG, headers), LOG)
    UnsignedEntry().remove(data)
    with application(data, open_to_all=False) as app:
        entered(app)  # unless its thread did
        assert app.test_client().get("/v1/sessions/1", headers=headers).json["session"] == "S-1"


@pytest.mark.parametrize(
    ("path", "body", "kind", "at"),
    [
        ("/v1/tournaments", written_lines(tournaments.header()), NDJSON, "/v1/tournaments/1"),
        ("/v1/ledgers", written_lines(ledgers.header()), NDJSON, "/v1/ledgers/1"),
        ("/v1/originals", written(content()), "application/octet-stream", "/v1/originals/1"),
        ("/v1/sessions", zipped(LOG), "application/gzip", "/v1/sessions/1"),
    ],
)
def test_files_of_every_kind_are_kept(data, path, body, kind, at):
    with application(data) as app:
        UnsignedEntry().put(data)
        must_be_kept(send(app, body, path=path, kind=kind), body)
        UnsignedEntry().remove(data)
        assert entered(app) == 1
        found = app.test_client().get(at).json
        digest = found["original"]["sha256"] if "original" in found else found["sha256"]
        assert digest == hashlib.sha256(body).hexdigest()


def test_a_file_that_is_no_log_is_on_record_as_refused_and_leaves_the_inbox(data):
    with application(data) as app:
        UnsignedEntry().put(data)
        must_be_kept(send(app, b"no log\n"), b"no log\n")
        UnsignedEntry().remove(data)
        assert entered(app) == 1
        (found,) = [
            each for each in app.extensions[EXTENSION].store.evidence.totals().items() if each[0] == "refused"
        ]
        assert found == ("refused", (1, 7))
        assert inbox(app).is_empty()
        assert inbox(app).refused() == []


def test_a_key_that_was_revoked_meanwhile_enters_nothing_and_the_file_is_kept_apart(data):
    with application(data, open_to_all=False) as app:
        key, headers = key_of(app)
        UnsignedEntry().put(data)
        must_be_kept(send(app, LOG, headers), LOG)
        UnsignedEntry().remove(data)
        keys.revoke(app.extensions[EXTENSION].store, key)
        assert entered(app) == 1
        (refused,) = inbox(app).refused()
        assert (refused.key, refused.why) == (
            key,
            f"Key {key} was revoked. Ask whoever runs the service for another.",
        )
        assert (inbox(app).path / "refused" / refused.sha256).read_bytes() == LOG
        assert app.extensions[EXTENSION].store.sessions.count() == 0
        (reason,) = [
            each for each in app.test_client().get("/healthz").json["reasons"] if each["part"] == "inbox"
        ]
        assert "1 upload of the inbox was refused" in reason["reason"]


def test_a_log_of_another_room_enters_nothing(data):
    other = log(hand_line(1), room="WA-9999")
    with application(data, open_to_all=False) as app:
        _, headers = key_of(app)
        app.test_client().get("/v1/rooms/WA-0417", headers=headers)
        ForeignCheckpoint().put(data)
        must_be_kept(send(app, other, headers), other)
        ForeignCheckpoint().remove(data)
        assert entered(app) == 1
        (refused,) = inbox(app).refused()
        assert "this key is not for that room" in refused.why
        assert app.extensions[EXTENSION].store.sessions.count() == 0


def test_what_somebody_puts_into_the_folder_enters_nothing(data):
    """Somebody with the folder and without inbox.key forges an upload in the name of a key, and alters another one."""
    with application(data, open_to_all=False) as app:
        _, headers = key_of(app)
        UnsignedEntry().put(data)
        must_be_kept(send(app, LOG, headers), LOG)
        (kept,) = inbox(app).waiting()
        folder = inbox(app).path
        forged = log(hand_line(1), session="S-forged")
        (folder / hashlib.sha256(forged).hexdigest()).write_bytes(forged)
        said = json.loads((folder / kept.name).read_text())
        said["upload"]["sha256"] = hashlib.sha256(forged).hexdigest()
        (folder / kept.name.replace(kept.sha256, said["upload"]["sha256"])).write_text(json.dumps(said))
        (folder / kept.sha256).write_bytes(LOG.replace(b'"T1"', b'"T2"'))
        UnsignedEntry().remove(data)
        assert entered(app) == 0
        assert app.extensions[EXTENSION].store.sessions.count() == 0
        found = {each.name[:64]: each.found for each in inbox(app).damaged()}
        assert found[kept.sha256] == "other bytes than its name says, or none"
        assert (
            found[said["upload"]["sha256"]]
            == "bytes of which no file says who sent them: it was removed, or the upload broke "
            "off; send the file again"
        )
        must_be_mended = send(
            app, LOG, headers
        )  # the sender sends it again: on record, whatever is in the folder
        assert must_be_mended.status_code == 201


def test_another_key_of_the_inbox_enters_nothing(data):
    with application(data) as app:
        UnsignedEntry().put(data)
        must_be_kept(send(app, LOG), LOG)
        (data / INBOX_KEY).write_text(f"{'0' * 64}\n")
        UnsignedEntry().remove(data)
        assert (entered(app), inbox(app).waiting()) == (0, [])
        (damaged,) = [each for each in inbox(app).damaged() if each.name.endswith(".json")]
        assert damaged.found == "a file that this program did not write, or another inbox.key"


def test_the_same_bytes_of_two_keys_are_one_file_and_two_uploads(data):
    with application(data, open_to_all=False) as app:
        first, headers = key_of(app)
        second, others = key_of(app, room="WA-9999")
        UnsignedEntry().put(data)
        for each in (others, headers):
            # a log of another room is refused at once where its room can be read
            assert send(app, LOG, each).status_code in (202, 403)
        ForeignCheckpoint().put(data)
        must_be_kept(send(app, LOG, others), LOG)
        assert sorted(each.key for each in inbox(app).waiting()) == sorted([first, second])
        assert len([each for each in inbox(app).path.iterdir() if each.suffix == ""]) == 1
        ForeignCheckpoint().remove(data)
        UnsignedEntry().remove(data)
        assert entered(app) == 2
        assert app.test_client().get("/v1/sessions/1", headers=headers).json["session"] == "S-1"
        assert [each.key for each in inbox(app).refused()] == [second]


def test_the_inbox_has_bounds(data, monkeypatch):
    with application(data) as app:
        UnsignedEntry().put(data)
        monkeypatch.setenv("AUDITOR_LEAST_FREE", f"{1 << 62}")
        full = send(app, LOG)
        assert (full.status_code, full.json["type"].rpartition(":")[2]) == (507, "inbox-full")
        assert "Nothing of it is kept." in full.json["detail"]
        monkeypatch.delenv("AUDITOR_LEAST_FREE")
        app.config[UPLOAD_LIMITS] = UploadLimits(10, len(LOG) + 10, 10)
        must_be_kept(send(app, LOG), LOG)
        more = send(app, log(hand_line(1), session="S-2"))
        assert (more.status_code, more.json["type"].rpartition(":")[2]) == (429, "limit-reached")
        UnsignedEntry().remove(data)


def test_health_says_how_many_wait_and_since_when(data):
    with application(data) as app:
        assert app.test_client().get("/healthz").json["inbox"] == {"waiting": 0, "oldest": None}
        UnsignedEntry().put(data)
        kept = must_be_kept(send(app, LOG), LOG)
        found = app.test_client().get("/healthz").json
        assert found["inbox"] == {"waiting": 1, "oldest": kept["received_at"]}
        (reason,) = [each for each in found["reasons"] if each["part"] == "inbox"]
        assert reason == {
            "part": "inbox", "status": "degraded",
            "reason": f"1 upload is kept and not on record yet, received {kept['received_at']} or later: the record takes "
            "nothing until it is sound. It is entered by itself then. `auditor doctor` names each.",
        }  # fmt: skip
        assert b"auditor_inbox_uploads 1.0" in app.test_client().get("/metrics").data
        UnsignedEntry().remove(data)
        entered(app)
        assert [
            each for each in app.test_client().get("/healthz").json["reasons"] if each["part"] == "inbox"
        ] == []


class RolledBack:
    """The last entry and its checkpoint removed, as who has no key puts an earlier state back."""

    def put(self, folder):
        with altered_stores.altering(folder) as db:
            self.entry = db.execute(
                "SELECT entry, nonce, record, leaf FROM register ORDER BY entry DESC LIMIT 1"
            ).fetchone()
            self.note = db.execute(
                "SELECT id, size, note FROM checkpoints ORDER BY id DESC LIMIT 1"
            ).fetchone()
        altered(folder, "DELETE FROM register WHERE entry = ?", self.entry[0])
        altered(folder, "DELETE FROM checkpoints WHERE id = ?", self.note[0])

    def remove(self, folder):
        altered(folder, "INSERT INTO register (entry, nonce, record, leaf) VALUES (?, ?, ?, ?)", *self.entry)
        altered(folder, "INSERT INTO checkpoints (id, size, note) VALUES (?, ?, ?)", *self.note)


def test_a_service_that_runs_goes_on_from_no_earlier_state(data):
    with application(data) as app:
        assert send(app, LOG).status_code == 201
        back = RolledBack()
        back.put(data)
        other = log(hand_line(1), session="S-2")
        must_be_kept(send(app, other), other)
        (reason,) = [
            each for each in app.test_client().get("/healthz").json["reasons"] if each["part"] == "register"
        ]
        assert "Rolled back: the register has" in reason["reason"]
        back.remove(data)
        assert entered(app) == 1
        assert app.test_client().get("/v1/sessions/2").json["session"] == "S-2"


def test_one_key_does_not_fill_the_inbox_for_others(data, monkeypatch):
    monkeypatch.setattr("auditor.inbox.MOST_OF_KEY", 1)
    with application(data, open_to_all=False) as app:
        (_, headers), (_, others) = key_of(app), key_of(app)
        UnsignedEntry().put(data)
        must_be_kept(send(app, LOG, headers), LOG)
        more = log(hand_line(1), session="S-2")
        answer = send(app, more, headers)
        assert (answer.status_code, answer.json["type"].rpartition(":")[2]) == (429, "limit-reached")
        must_be_kept(send(app, more, others), more)
        UnsignedEntry().remove(data)
        assert entered(app) == 2
