"""Commands while the register of a service is not as it was signed: uploads are kept, named and taken along."""

import hashlib
import json

import pytest

from auditor.store.inbox_key import FILE as INBOX_KEY
from auditor.store.store import FILE
from tests.cli import kit
from tests.cli.kit import call
from tests.cli.watching import QUICK
from tests.http.kit import hand_line, log
from tests.http.test_inbox import UnsignedEntry, altered, entered, patient, send
from tests.rules.ledgers import build as ledgers
from tests.rules.tournaments.build import written
from tests.services import application, listening

__all__ = ["patient"]  # no thread enters what waits

SHA256 = hashlib.sha256(kit.right()).hexdigest()
WORDS = (
    f"kept, not on record yet (SHA-256 {SHA256[:16]}…): the record of the service is damaged; the file is entered once it is "
    "sound. Send it again to see what became of it"
)


@pytest.fixture
def logs(tmp_path):
    folder = tmp_path / "logs"
    folder.mkdir()
    (folder / "right.ndjson").write_bytes(kit.right())
    return folder


@pytest.fixture
def data(tmp_path):
    with application(tmp_path / "data"):
        pass
    return tmp_path / "data"


def check(done):
    """The check of the inbox, as the doctor says it in JSON."""
    (found,) = [each for each in json.loads(done.out)["checks"] if each["check"] == "inbox"]
    return found


def test_upload_says_that_a_log_is_kept_and_ends_with_a_status_of_its_own(data, logs):
    (logs / "book.ndjson").write_bytes(written(ledgers.header()))
    with listening(data) as url:
        UnsignedEntry().put(data)
        done = call("upload", "--url", url, logs / "right.ndjson")
        assert (done.status, done.lines) == (4, [f"{logs / 'right.ndjson'}: {WORDS}"])
        done = call("upload", "--url", url, logs / "book.ndjson")
        assert done.status == 4
        assert ": kept, not on record yet (SHA-256 " in done.out
        UnsignedEntry().remove(data)


def test_watch_leaves_a_log_where_it_is_until_it_is_on_record(data, logs):
    with listening(data) as url:
        UnsignedEntry().put(data)
        done = call("watch", logs, "--url", url, "--once", *QUICK)
        assert (done.status, done.lines) == (4, [f"right.ndjson: {WORDS}"])
        assert [each.name for each in logs.glob("*.ndjson")] == ["right.ndjson"]
        UnsignedEntry().remove(data)
        done = call("watch", logs, "--url", url, "--once", *QUICK)
        assert done.status == 0
        (taken,) = logs.rglob("right.ndjson")
        assert (taken.relative_to(logs).parts[0], taken.read_bytes()) == ("taken", kit.right())


def test_the_doctor_names_what_waits_and_only_what_is_damaged_is_a_fault(data):
    with application(data) as app:
        assert check(call("doctor", "--data", data, "--format", "json"))["remarks"] == []
        UnsignedEntry().put(data)
        kept = send(app, log(hand_line(1))).json
        UnsignedEntry().remove(data)
        done = call("doctor", "--data", data, "--format", "json")
        words = (
            f"log ({kept['bytes']} bytes, SHA-256 {kept['sha256'][:16]}…), received {kept['received_at']} without a key, is "
            "kept, not on record yet"
        )
        found = check(done)
        assert (done.status, found["faults"], found["remarks"]) == (0, [], [words])
        assert f"  {words}\n" in call("doctor", "--data", data).out
        (data / "inbox" / kept["sha256"]).write_bytes(b"other bytes")
        done = call("doctor", "--data", data, "--format", "json")
        assert done.status == 1
        assert [(each["row"], each["found"]) for each in check(done)["faults"]] == [
            (kept["sha256"], "other bytes than its name says, or none")
        ]


@pytest.mark.of_the_file
def test_a_backup_has_what_waits_and_a_restored_store_enters_it(data, tmp_path):
    with application(data) as app:
        UnsignedEntry().put(data)
        kept = send(app, log(hand_line(1))).json
        UnsignedEntry().remove(data)
        backup = tmp_path / "backup.sqlite"
        done = call("backup", backup, "--data", data)
        beside = tmp_path / "backup.sqlite.inbox"
        assert (done.status, done.lines[1]) == (
            0, f"{beside}: uploads that are not on record yet. Keep it with the backup."
        )  # fmt: skip
        assert (beside / kept["sha256"]).read_bytes() == log(hand_line(1))
    new = tmp_path / "new"
    new.mkdir(mode=0o700)
    for name in ("register.key", INBOX_KEY):  # from where these are kept, in no backup
        (new / name).write_bytes((data / name).read_bytes())
    assert call("restore", backup, "--data", new).status == 0
    with application(new) as app:
        entered(app)  # unless its thread did
        assert app.test_client().get("/v1/sessions/1").json["sha256"] == kept["sha256"]


@pytest.mark.of_the_file
def test_a_backup_of_a_store_without_an_inbox_has_none(data, tmp_path):
    done = call("backup", tmp_path / "backup.sqlite", "--data", data)
    assert (done.status, len(done.lines)) == (0, 1)
    assert not (tmp_path / "backup.sqlite.inbox").exists()


@pytest.mark.of_the_file
def test_a_backup_that_is_not_made_leaves_no_inbox_beside_it(data, tmp_path):
    with application(data) as app:
        UnsignedEntry().put(data)
        send(app, log(hand_line(1)))
        UnsignedEntry().remove(data)
    altered(data, "DELETE FROM checkpoints")
    backup = tmp_path / "no-such-folder" / "backup.sqlite"
    assert call("backup", backup, "--data", data).status != 0
    assert not backup.parent.exists()
    assert (data / FILE).exists()
