"""`auditor restore` from a copy of a log: the same rows and answers, verified before anything is made."""

import difflib
import hashlib
import json
import re
import shutil
import signal
import tarfile
from contextlib import closing
from pathlib import Path

import pytest

from auditor.doctor import CannotExamine, examine
from auditor.log_copies.copy_folder import CopyFolder
from auditor.log_copies.exported_log import export_log
from auditor.register import tiles
from auditor.register.key_handovers import read_handover
from auditor.store import Store
from auditor.store.people_key import FILE as PEOPLE_KEY
from auditor.store.register_head import FILE as HEAD
from auditor.store.register_key import FILE as KEY
from auditor.store.register_key import load
from auditor.store.store import FILE
from tests import altered_stores
from tests.cli.kit import call
from tests.every_address import addresses_about, addresses_of_lists, things_of
from tests.http.filing import put_room
from tests.http.kit import NDJSON, hand_line, log
from tests.http.past import old_log
from tests.log_copies.restored import copied, faults, folder_for, restored, rows
from tests.pdf import text_of
from tests.processes import Forked
from tests.services import application
from tests.store.test_doctor import sound

__all__ = ["sound"]  # a folder whose store has a row in every table

LEGACY = Path(__file__).parent.parent / "store" / "legacy"
IS_KILLED = """
import pathlib, sys, time
from auditor.doctor import restored_copies
fill = restored_copies.fill_store
def slow(db, log):
    fill(db, log)
    print("filled", flush=True)
    time.sleep(3600)
restored_copies.fill_store = slow
restored_copies.restore_copy(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]))
"""


@pytest.fixture(scope="module")
def whole(sound, tmp_path_factory):
    """A copy of a log whose facts are of every table."""
    return copied(sound, tmp_path_factory.mktemp("copied") / "copy")


@pytest.fixture
def copy(whole, tmp_path):
    """The same, which a test may spoil."""
    return shutil.copytree(whole, tmp_path / "copy")


@pytest.fixture
def data(sound, tmp_path):
    """A new data folder with the register's key."""
    return folder_for(sound, tmp_path / "data")


def test_every_row_is_as_it_was(sound, whole, data):
    done = call("restore", whole, "--data", data)
    assert (done.status, done.err) == (0, "")
    assert f" from {whole}.\nNot in a copy, and begun anew: sign-ins, " in done.out
    assert f"Not in {data} yet: people.key" in " ".join(done.out.split())
    assert rows(data) == rows(sound)
    assert [each for each in faults(data) if "people.key" not in each] == []


@pytest.mark.of_the_file
def test_the_file_is_named_and_its_owners_alone(whole, data):
    done = call("restore", whole, "--data", data)
    assert done.out.startswith(f"Restored {data / FILE} from {whole}.\n")
    assert sorted(each.name for each in data.iterdir()) == sorted([FILE, HEAD, KEY])
    assert (data / FILE).stat().st_mode & 0o777 == 0o600


VOLATILE = (
    "/metrics",
    "/v1/register",
    "/v1/register/checkpoint",
)  # they change with each report that is pulled
_OF_NOW = {"at": "/v1/home", "pulled_at": "/v1/reports", "started_at": "/v1/"}  # members, and where they are
_TOKENS = re.compile(r'value="[^"]{30,}"|nonce="[^"]+"|value="2\d{3}-\d\d-\d\d \d\d:\d\d"')


def answers(folder):
    """What every address answers."""
    with application(folder) as app:
        client = app.test_client()
        paths = [path for _, path in addresses_about(app, things_of(client))] + addresses_of_lists(app)
        return {path: client.get(path) for path in paths if path not in VOLATILE}


def said(path, answer):
    """What an answer says, without what each answer has of its own."""
    if answer.mimetype == "application/json":
        return _without(path, answer.json)
    if answer.mimetype == "application/pdf":
        return text_of(answer.data)
    if answer.mimetype == "text/html":
        return _TOKENS.sub("", answer.text)
    return answer.data


def _without(path, value):
    if isinstance(value, dict):
        return {
            name: _without(path, each)
            for name, each in value.items()
            if not (name in _OF_NOW and path.startswith(_OF_NOW[name]))
        }
    return [_without(path, each) for each in value] if isinstance(value, list) else value


@pytest.mark.slow
def test_every_address_answers_what_it_answered(sound, whole, data, tmp_path):
    altered_stores.copied(sound, tmp_path / "before")
    (tmp_path / "before").chmod(0o700)
    before, now = answers(tmp_path / "before"), answers(restored(whole, data))
    assert before.keys() == now.keys()
    assert len(before) > 250
    assert {path: answer.status_code for path, answer in now.items()} == {
        path: answer.status_code for path, answer in before.items()
    }
    for path, answer in before.items():
        was, is_now = said(path, answer), said(path, now[path])
        assert was == is_now, (path, [*difflib.ndiff([f"{was}"], [f"{is_now}"])][:2])


def test_a_copy_of_a_log_that_was_handed_over_is_restored_with_the_key_of_now(whole, data, tmp_path):
    folder = restored(whole, data)
    done = call("keys", "rotate-log", "--data", folder)
    assert done.status == 0, done.err
    copy = copied(folder, tmp_path / "copy")
    key = (folder / KEY).read_text()
    new = tmp_path / "new"
    new.mkdir(mode=0o700)
    (new / KEY).write_text(key)
    done = call("restore", copy, "--data", new)
    assert done.status == 0, done.err
    assert rows(new) == rows(folder)
    with closing(Store(new)) as store:
        (note,) = store.register.handovers()
        assert read_handover(note).after == load(folder).verifier


def test_a_restored_store_goes_on(whole, data, tmp_path):
    with application(restored(whole, data)) as app:
        client = app.test_client()
        sent = client.post("/v1/sessions", data=log(hand_line(1), session="S-after"), content_type=NDJSON)
        assert sent.status_code == 201, sent.json
        audit = client.post("/v1/audits", json={"sessions": [sent.json["id"]]}).json
        assert (audit["state"], audit["hands"]) == ("finished", 1)
        assert client.post(f"/v1/audits/{audit['id']}/reports", json={}).json["id"] == 2
        assert client.get("/v1/reports/2/report.pdf").data[:5] == b"%PDF-"
    assert [each for each in faults(data) if "people.key" not in each] == []
    copy = shutil.copytree(whole, tmp_path / "older")
    had = json.loads((whole / "records" / "000.ndjson").read_text().splitlines()[-1])["index"] + 1
    with closing(Store(data, read_only=True)) as store:
        found = export_log(store, load(data).verifier, CopyFolder(copy))
    assert (found.log.before, found.log.size > had, found.files.missing) == (had, True, ())


# --- purges -------------------------------------------------------------------------------------------------------------


def test_what_was_purged_is_not_there_and_is_no_fault(tmp_path):
    with application(tmp_path / "data") as app:
        client = app.test_client()
        put_room(client)
        for body in (log(hand_line(1)), old_log()):
            assert client.post("/v1/sessions", data=body, content_type=NDJSON).status_code == 201
        assert client.post("/v1/audits", json={"sessions": [2]}).json["state"] == "finished"
        assert client.post("/v1/audits/1/reports", json={}).status_code == 201
    assert call("purge", "--data", tmp_path / "data", "--yes", "--by", "Dana").status == 0
    copy = copied(tmp_path / "data", tmp_path / "copy")
    made = restored(copy, folder_for(tmp_path / "data", tmp_path / "made"))
    assert rows(made) == rows(tmp_path / "data")
    assert faults(made) == []
    with application(made) as app:
        client = app.test_client()
        for path in ("/v1/sessions/2/log", "/v1/audits/1/findings", "/v1/reports/1/report.pdf"):
            assert (client.get(path).status_code, path) == (410, path)
        assert client.get("/v1/sessions/1/log").data == log(hand_line(1))
        assert client.post("/v1/sessions", data=old_log(), content_type=NDJSON).status_code == 410


# --- copies that are not whole ------------------------------------------------------------------------------------------


def first_of(copy, kind):
    return sorted((copy / kind).glob("??/*"))[0]


def spoil_record(copy):
    path = copy / "records" / "000.ndjson"
    lines = path.read_bytes().splitlines(keepends=True)
    lines[7] = lines[7].replace(b'\\"at\\":\\"20', b'\\"at\\":\\"19')
    path.write_bytes(b"".join(lines))
    return "records/000.ndjson", "a file that is altered or not whole"


def forge_record(copy):
    """A record that somebody altered, with the leaf that it has then."""
    path = copy / "records" / "000.ndjson"
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    other = {**lines[7], "record": lines[7]["record"].replace('"at":"20', '"at":"19')}
    made = hashlib.sha256(bytes.fromhex(other["nonce"]) + other["record"].encode()).digest()
    lines[7] = {**other, "leaf": tiles.tree.leaf_hash(made).hex()}
    path.write_text(
        "".join(json.dumps(each, separators=(",", ":"), ensure_ascii=False) + "\n" for each in lines)
    )
    return "records/000.ndjson", "another entry 7"


def remove_last_record(copy):
    path = copy / "records" / "000.ndjson"
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:-1]))
    return "records/000.ndjson", "a file that is altered or not whole"


def remove_records(copy):
    (copy / "records" / "000.ndjson").unlink()
    return "records/000.ndjson", "no file"


def spoil_bundle(copy):
    (path,) = (copy / "tile" / "entries").rglob("*.p/*")
    entries = tiles.entries_of(path.read_bytes())
    path.write_bytes(tiles.bundle([bytes(32), *entries[1:]]))
    return f"{path.relative_to(copy)}", "another entry 0"


def remove_hashes(copy):
    (path,) = (copy / "tile" / "0").rglob("*.p/*")
    path.unlink()
    return f"{path.relative_to(copy)}", "no file"


def spoil_checkpoint(copy):
    path = copy / "checkpoints" / "000.ndjson"
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([lines[0].replace(b'"size":', b'"size":1'), *lines[1:]]))
    return "checkpoints/000.ndjson 1", "one of size"


def remove_checkpoint(copy):
    path = copy / "checkpoints" / "000.ndjson"
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[1:]))
    return "checkpoints/000.ndjson 1", "none"


def remove_checkpoints(copy):
    (copy / "checkpoints" / "000.ndjson").unlink()
    return "checkpoints/000.ndjson 1", "those up to 0"


def spoil(kind):
    def spoiled(copy):
        path = first_of(copy, kind)
        path.write_bytes(b"x" + path.read_bytes()[1:])
        return f"{path.relative_to(copy)}", "altered" if kind == "documents" else "other bytes"

    return spoiled


def remove(kind):
    def removed(copy):
        path = first_of(copy, kind)
        path.unlink()
        return f"{path.relative_to(copy)}", "no file"

    return removed


def add(place):
    def added(copy):
        (copy / place).parent.mkdir(parents=True, exist_ok=True)
        (copy / place).write_bytes(b"added")
        return place, "expected no file that the checkpoint does not cover"

    return added


ALTERED = {
    "a record": spoil_record,
    "a record with its leaf": forge_record,
    "no last record": remove_last_record,
    "no records": remove_records,
    "an entry": spoil_bundle,
    "no hashes": remove_hashes,
    "a checkpoint": spoil_checkpoint,
    "no first checkpoint": remove_checkpoint,
    "no checkpoints": remove_checkpoints,
    **{f"of {kind}": spoil(kind) for kind in ("parts", "bytes", "documents")},
    **{f"none of {kind}": remove(kind) for kind in ("parts", "bytes", "documents")},
    **{f"more of {kind}": add(f"{kind}/{'0' * 2}/{'0' * 64}") for kind in ("parts", "bytes", "documents")},
    "another file": add("letter.txt"),
    "another tile": add("tile/0/007"),
}


@pytest.mark.parametrize("alter", ALTERED.values(), ids=ALTERED)
def test_what_is_altered_missing_or_added_is_named_and_nothing_is_made(copy, data, alter):
    place, found = alter(copy)
    done = call("restore", copy, "--data", data)
    assert (done.status, done.out) == (1, "")
    named = [line for line in done.err.splitlines() if line.startswith(f"  {place}")]
    assert [line for line in named if found in line], done.err
    assert f"auditor: {copy} is damaged as listed, and nothing was restored." in done.err
    assert [each.name for each in data.iterdir()] == [KEY]


def test_no_checkpoint_or_one_that_nobody_signed_is_no_copy(copy, data):
    note = (copy / "checkpoint").read_text()
    (copy / "checkpoint").write_text(re.sub(r"\n(\d+)\n", r"\n1\1\n", note, count=1))
    done = call("restore", copy, "--data", data)
    assert (done.status, "checkpoint is no checkpoint that" in done.err) == (2, True)
    (copy / "checkpoint").unlink()
    done = call("restore", copy, "--data", data)
    assert (done.status, "the copy has no entry, or it never was finished" in done.err) == (2, True)
    (copy / "log.json").unlink()
    done = call("restore", copy, "--data", data)
    assert (done.status, "has other files in it, and no log.json of a copy" in done.err) == (2, True)
    assert [each.name for each in data.iterdir()] == [KEY]


def test_a_damaged_copy_is_restored_without_the_files_that_it_lacks_if_that_is_asked_for(copy, data):
    gone = first_of(copy, "bytes")
    gone.unlink()
    restored(copy, data, "--damaged")
    assert any(gone.name in each for each in faults(data)) or any("SHA-256" in each for each in faults(data))
    with application(data) as app:
        assert app.test_client().get("/v1/sessions/1").status_code == 200


def test_a_copy_without_its_records_is_never_restored(copy, data):
    forge_record(copy)
    done = call("restore", copy, "--data", data, "--damaged")
    assert (done.status, [each.name for each in data.iterdir()]) == (1, [KEY])


def test_a_run_that_broke_off_later_leaves_a_copy_that_is_restored(sound, copy, data, tmp_path):
    """Records and checkpoints of later entries are there, and the last checkpoint is not."""
    altered_stores.copied(sound, tmp_path / "later")
    (tmp_path / "later").chmod(0o700)
    with application(tmp_path / "later") as app:
        assert (
            app.test_client().post("/v1/holds", json={"room": "WA-0417", "reason": "later"}).status_code
            == 201
        )
    later = copied(tmp_path / "later", shutil.copytree(copy, tmp_path / "newer"))
    for name in ("records", "checkpoints"):
        shutil.copytree(later / name, copy / name, dirs_exist_ok=True)
    assert b"later" in (copy / "records" / "000.ndjson").read_bytes()
    assert rows(restored(copy, data)) == rows(sound)


# --- data folders -------------------------------------------------------------------------------------------------------


def test_the_key_of_another_log_is_refused(whole, tmp_path):
    with application(tmp_path / "other") as app:
        put_room(app.test_client())
    data = folder_for(tmp_path / "other", tmp_path / "data")
    done = call("restore", whole, "--data", data)
    assert done.status == 2
    assert done.err.startswith(f"auditor: register.key in {data} is that of {load(data).name} (")
    assert [each.name for each in data.iterdir()] == [KEY]


@pytest.mark.of_the_file
def test_a_folder_with_a_store_is_left_alone_or_its_store_set_aside(sound, whole, tmp_path):
    data = tmp_path / "data"
    altered_stores.copied(sound, data)
    data.chmod(0o700)
    before = rows(data)
    done = call("restore", whole, "--data", data)
    assert (done.status, "is not empty. Restore into an empty folder" in done.err) == (2, True)
    assert rows(data) == before
    done = call("restore", whole, "--data", data, "--replace")
    assert done.status == 0, done.err
    assert len([*data.glob(f"{FILE}.replaced-*")]) == 1
    assert rows(data) == before
    assert faults(data) == []


@pytest.mark.of_the_file
@pytest.mark.slow
def test_a_restore_that_is_killed_leaves_no_store_and_the_next_one_goes_through(sound, whole, data):
    with Forked(IS_KILLED, whole, data) as running:
        assert running.stdout.readline() == "filled\n"
        running.send_signal(signal.SIGKILL)
        running.wait(60)
    (left,) = (each for each in data.iterdir() if each.name != KEY)
    assert left.name.startswith(".restoring-")
    with pytest.raises(CannotExamine, match="There is no store at"):
        examine(data / FILE)
    assert rows(restored(whole, data)) == rows(sound)
    assert not left.exists()


# --- stores from before facts -------------------------------------------------------------------------------------------


@pytest.fixture(params=["before_facts_of_people", "before_facts_of_rooms", "before_facts_of_uploads"])
def adopted(request, tmp_path):
    """A store of a program before, that this one adopted."""
    folder = tmp_path / "adopted"
    folder.mkdir(mode=0o700)
    with tarfile.open(LEGACY / f"{request.param}.tar.xz") as tar:
        tar.extractall(folder, filter="data")
    Store(folder).close()
    return folder


@pytest.mark.of_the_file
def test_a_store_from_before_facts_is_restored_with_its_old_entries(adopted, tmp_path):
    copy = copied(adopted, tmp_path / "copy")
    data = restored(copy, folder_for(adopted, tmp_path / "data", PEOPLE_KEY))
    assert rows(data) == rows(adopted)
    assert faults(data) == faults(adopted)
