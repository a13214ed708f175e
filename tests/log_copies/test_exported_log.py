"""`auditor export --log`: a copy of a store's log that others can verify, brought up to date, and compared with what it had."""

import hashlib
import json
import shutil
from contextlib import closing

import msgspec
import pytest

from auditor.facts.canonical_record import from_record
from auditor.facts.kinds.facts_of_holds import HoldMade
from auditor.facts.recorded_fact import RecordedFact
from auditor.log_copies.copied_files import PutFiles
from auditor.log_copies.copied_log import LogCopy
from auditor.log_copies.copy_errors import CopyInUse, NotAsSigned, NotContinued, UnusableCopy
from auditor.log_copies.copy_folder import CopyFolder
from auditor.log_copies.exported_log import ExportedLog, export_log
from auditor.register import register_checkpoints, tiles
from auditor.register.register_entries import leaf
from auditor.register.register_notes import COSIGNATURE, new_signer
from auditor.register.tiles import TiledTree, hashes_of
from auditor.store import Store
from auditor.store.log_documents import CopiedDocument, is_whole_document
from auditor.store.register_key import FILE as KEY
from auditor.store.register_key import load
from auditor.store.stored_register import recorded_facts
from tests import altered_stores
from tests.access.accounts import DANA, account, later
from tests.cli.kit import call
from tests.http.filing import put_room
from tests.http.kit import NDJSON, hand_line, log
from tests.http.past import old_log
from tests.services import application, empty_store, unprotected
from tests.store.test_doctor import sound
from tests.stores import store

__all__ = ["sound", "store"]

AT = "2026-03-20T20:00:00.000000Z"
WITNESS = new_signer("witness.example/1", b"\x08" * 32, COSIGNATURE)


def hold(store: Store, reason="case 12", times=1):
    """Enter so many holds in one transaction."""
    with store.connections.writing() as db:
        first = store.log.next_number(db, "holds")
        for number in range(first, first + times):
            store.log.append(db, HoldMade(at=AT, number=number, room="WA-0417", reason=reason))


def exported(store: Store, path) -> ExportedLog:
    return export_log(store, store.register_key.verifier, CopyFolder(path))


def records(copy):
    """Records of a copy, in order."""
    paths = sorted((copy / "records").rglob("*.ndjson"))
    return [json.loads(line) for path in paths for line in path.read_text().splitlines()]


def content(path):
    """What a folder has, by the places of its files."""
    return {
        f"{each.relative_to(path)}": each.read_bytes()
        for each in sorted(path.rglob("*"))
        if each.is_file() and each.name != ".lock"
    }


@pytest.fixture
def copy(store, tmp_path):
    """A copy of a log of 600 entries."""
    hold(store, times=600)
    exported(store, tmp_path / "copy")
    return tmp_path / "copy"


def test_a_copy_has_the_tiles_as_the_service_serves_them_and_nothing_else(store, copy):
    size = store.register.size()
    assert size == 600
    found = {each for each in content(copy) if each.startswith("tile/")}
    wanted = {
        *tiles.tiles_of(size),
        *(tiles.at(None, index, size) for index in range(-(-size // 256))),
    }
    assert found == {f"tile/{each.path}" for each in wanted}
    for each in wanted:
        assert (copy / "tile" / each.path).read_bytes() == store.register.tile(each), each.path
    assert copy.stat().st_mode & 0o777 == 0o700


def test_who_has_the_copy_verifies_each_record_without_the_store(store, copy):
    key = store.register_key.verifier
    assert json.loads((copy / "log.json").read_bytes()) == {"format": "cardroom-log-copy/1", "key": str(key)}
    now = register_checkpoints.seen((copy / "checkpoint").read_bytes(), key).checkpoint
    tree = TiledTree(now.size, lambda tile: hashes_of((copy / "tile" / tile.path).read_bytes()))
    assert (now.size, tree.root()) == (600, now.root)
    lines = records(copy)
    assert [each["index"] for each in lines] == list(range(600))
    leaves = [leaf(bytes.fromhex(each["nonce"]), each["record"].encode()) for each in lines]
    assert [each["leaf"] for each in lines] == [each.hex() for each in leaves]
    assert TiledTree(600, lambda tile: hashes_of((copy / "tile" / tile.path).read_bytes())).root() == now.root
    assert from_record(lines[599]["record"].encode()).reason == "case 12"


def test_a_second_run_adds_what_came_and_leaves_what_was_there(store, copy):
    whole = [
        path for path in content(copy) if ".p/" not in path and "/000" in path and "checkpoints" not in path
    ]
    before = {path: (copy / path).stat().st_mtime_ns for path in whole}
    hold(store, "case 13", times=3)
    found = exported(store, copy)
    root = store.register.tree().root().hex()
    assert found == ExportedLog(LogCopy(store.register_key.name, 600, 603, root))
    assert {path: (copy / path).stat().st_mtime_ns for path in whole} == before
    partial = {path for path in content(copy) if ".p/" in path}
    assert partial == {"tile/0/002.p/91", "tile/entries/002.p/91", "tile/1/000.p/2"}
    assert "case 13" in (copy / "records" / "002.ndjson").read_text()
    again = content(copy)
    assert exported(store, copy).log.before == 603
    assert content(copy) == again


def test_a_run_that_broke_off_is_gone_on_with(store, copy, monkeypatch):
    had = (copy / "checkpoint").read_bytes()
    hold(store, times=300)
    write, left = CopyFolder.write, iter(range(5))

    def breaks(self, part, body):
        if next(left, None) is None:
            raise OSError(28, "No space left on device", str(self.path / part))
        write(self, part, body)

    with monkeypatch.context() as patched:
        patched.setattr(CopyFolder, "write", breaks)
        with pytest.raises(OSError, match="No space left"):
            exported(store, copy)
    assert (copy / "checkpoint").read_bytes() == had
    assert "tile/0/002.p/88" in content(copy)  # which what was signed before needs
    assert exported(store, copy).log.before == 600
    for each in tiles.tiles_of(900):
        assert (copy / "tile" / each.path).read_bytes() == store.register.tile(each)
    assert "tile/0/002.p/88" not in content(copy)


def test_the_signatures_of_witnesses_are_in_the_copy(store, tmp_path):
    hold(store)
    wanted = store.register.without_cosignature(str(WITNESS.verifier))
    text = wanted.note.partition("\n\n")[0] + "\n"
    line = str(WITNESS.sign(text, 1_773_561_600))
    store.register.keep_cosignature(wanted.checkpoint, str(WITNESS.verifier), line, AT)
    exported(store, tmp_path / "copy")
    note = (tmp_path / "copy" / "checkpoint").read_bytes()
    seen = register_checkpoints.seen(note, store.register_key.verifier, [WITNESS.verifier], quorum=1)
    assert seen.witnesses == (("witness.example/1", 1_773_561_600),)


def test_every_checkpoint_is_in_the_copy_as_it_was_signed(store, tmp_path):
    for times in (1, 2):
        hold(store, times=times)
    wanted = store.register.without_cosignature(str(WITNESS.verifier))
    line = str(WITNESS.sign(wanted.note.partition("\n\n")[0] + "\n", 1_773_561_600))
    store.register.keep_cosignature(wanted.checkpoint, str(WITNESS.verifier), line, AT)
    exported(store, tmp_path / "copy")
    lines = (tmp_path / "copy" / "checkpoints" / "000.ndjson").read_text().splitlines()
    kept = store.connections.db.execute("SELECT id, size, note FROM checkpoints ORDER BY id").fetchall()
    found = [json.loads(each) for each in lines]
    assert [(each["id"], each["size"], each["note"]) for each in found] == kept
    assert [each["cosignatures"] for each in found] == [[], [[str(WITNESS.verifier), line, AT]]]


# --- logs that do not continue ------------------------------------------------------------------------------------------


def older_of(store: Store, path):
    """A folder with the store as it is now, and its key."""
    altered_stores.let_go(store)
    path.mkdir(mode=0o700)
    shutil.copy(store.folder / KEY, path / KEY)
    altered_stores.kept_aside(store.folder, path.with_name("aside"))
    altered_stores.put_back(path.with_name("aside"), path)
    altered_stores.forget_keys(path)
    return path


def test_an_older_store_is_named_with_both_sizes_and_the_copy_stays(store, tmp_path):
    hold(store, times=3)
    older = older_of(store, tmp_path / "older")
    hold(store, times=2)
    exported(store, tmp_path / "copy")
    had = content(tmp_path / "copy")
    with closing(Store(older)) as put_back, pytest.raises(NotContinued) as refused:
        exported(put_back, tmp_path / "copy")
    assert str(refused.value).startswith(
        f"Rolled back: the log has 3 entries, and {tmp_path / 'copy'} has 5 that"
    )
    assert content(tmp_path / "copy") == had


def test_a_fork_is_named_with_both_sizes_and_the_copy_stays(store, tmp_path):
    hold(store, times=3)
    older = older_of(store, tmp_path / "older")
    hold(store, times=2)
    exported(store, tmp_path / "copy")
    had = content(tmp_path / "copy")
    with closing(Store(older)) as forked:
        hold(forked, "another one", times=4)
        with pytest.raises(NotContinued) as refused:
            exported(forked, tmp_path / "copy")
    words = (
        f"Forked: the log has 7 entries, and its first 5 are not those that {tmp_path / 'copy'} has of it."
    )
    assert str(refused.value).startswith(words)
    assert content(tmp_path / "copy") == had


def test_another_key_under_the_name_of_the_log_is_refused(store, tmp_path):
    hold(store)
    exported(store, tmp_path / "copy")
    other = new_signer(store.register_key.name, b"\x07" * 32).verifier
    with pytest.raises(NotContinued, match="Another key: the log"):
        export_log(store, other, CopyFolder(tmp_path / "copy"))


def test_a_folder_of_another_log_or_of_other_files_is_left_alone(store, tmp_path):
    hold(store)
    empty_store(tmp_path / "other")
    with closing(Store(tmp_path / "other")) as other:
        hold(other)
        exported(other, tmp_path / "copy")
        name = other.register_key.name
    with pytest.raises(UnusableCopy, match=f"the one to be copied is {name}"):
        exported(store, tmp_path / "copy")
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "letter.txt").write_text("keep")
    with pytest.raises(UnusableCopy, match=r"has other files in it, and no log\.json of a copy"):
        exported(store, tmp_path / "mine")
    assert content(tmp_path / "mine") == {"letter.txt": b"keep"}
    for spoiled in (
        "nonsense",
        '{"format": "cardroom-log-copy/9", "key": "x"}',
        '{"format": "cardroom-log-copy/1", "key": "x"}',
    ):
        (tmp_path / "copy" / "log.json").write_text(spoiled)
        with pytest.raises(UnusableCopy, match=r"log\.json does not say which log was copied"):
            exported(store, tmp_path / "copy")


def test_two_runs_do_not_write_to_one_folder_at_once(store, copy):
    folder = CopyFolder(copy)
    with folder.locked(store.register_key.verifier), pytest.raises(CopyInUse, match="Another run writes to"):
        exported(store, copy)


# --- damage -------------------------------------------------------------------------------------------------------------


def test_a_truncated_or_altered_file_of_the_copy_is_made_anew(store, copy):
    whole = content(copy)
    (copy / "tile" / "entries" / "000").write_bytes(whole["tile/entries/000"][:100])
    (copy / "tile" / "0" / "001").write_bytes(bytes(8192))
    (copy / "tile" / "1" / "000.p" / "2").unlink()
    (copy / "records" / "001.ndjson").write_text("")
    assert exported(store, copy).log.size == 600
    assert content(copy) == whole


def test_a_copy_whose_entries_were_altered_with_their_tiles_is_refused(store, copy):
    entries = tiles.entries_of((copy / "tile" / "entries" / "000").read_bytes())
    entries[7] = bytes(32)
    (copy / "tile" / "entries" / "000").write_bytes(tiles.bundle(entries))
    leaves = b"".join(map(tiles.tree.leaf_hash, entries))
    (copy / "tile" / "0" / "000").write_bytes(leaves)
    with pytest.raises(
        UnusableCopy, match="does not have the 600 entries that its checkpoint signed: somebody altered it"
    ):
        exported(store, copy)


def test_a_checkpoint_of_the_copy_that_nobody_signed_is_refused(store, copy):
    note = (copy / "checkpoint").read_text()
    (copy / "checkpoint").write_text(note.replace("\n600\n", "\n6\n"))
    with pytest.raises(UnusableCopy, match=r"checkpoint is no checkpoint that .* signed"):
        exported(store, copy)


def test_a_record_that_somebody_altered_in_the_store_is_not_copied(store, copy):
    had = content(copy)
    hold(store)
    with unprotected(store.connections.db) as db:
        db.execute("UPDATE register SET record = replace(record, 'case 12', 'case 99') WHERE entry = 600")
    with pytest.raises(NotAsSigned, match=r"not those that its key signed \(size 601\)"):
        exported(store, copy)
    assert content(copy)["checkpoint"] == had["checkpoint"]


# --- parts and bytes ----------------------------------------------------------------------------------------------------


def files(copy, kind):
    return {each.name for each in (copy / kind).glob("??/*")}


def test_parts_are_copied_by_their_salted_digest_until_they_are_erased(store, tmp_path):
    person = account(store)
    copy = tmp_path / "copy"
    exported(store, copy)
    (name,) = store.connections.db.execute("SELECT email FROM people").fetchone()
    (secrets,) = store.connections.db.execute("SELECT secrets FROM credentials").fetchone()
    assert files(copy, "parts") == {name, secrets}
    for digest in (name, secrets):
        body = (copy / "parts" / digest[:2] / digest).read_bytes()
        assert hashlib.sha256(body).hexdigest() == digest
    assert (copy / "parts" / name[:2] / name).read_bytes()[32:] == json.dumps(DANA).encode()
    store.people.change(person.id, lambda _, now: now.__class__(), later())
    found = exported(store, copy)
    assert (found.files.added, found.files.erased, found.files.missing) == (1, 1, ())
    assert secrets not in files(copy, "parts")


@pytest.fixture
def with_logs(tmp_path):
    """A folder with the logs of two sessions, one of which is due for a purge."""
    with application(tmp_path / "data") as app:
        client = app.test_client()
        put_room(client)
        for body in (log(hand_line(1)), old_log()):
            assert client.post("/v1/sessions", data=body, content_type=NDJSON).status_code == 201
    return tmp_path / "data"


def digest_of(body):
    return hashlib.sha256(body).hexdigest()


def test_bytes_are_copied_by_their_digest_until_they_are_purged(with_logs, tmp_path):
    kept, old, copy = digest_of(log(hand_line(1))), digest_of(old_log()), tmp_path / "copy"
    with closing(Store(with_logs)) as store:
        exported(store, copy)
        facts = {sha256 for (sha256,) in store.connections.db.execute("SELECT facts_sha256 FROM sessions")}
    assert files(copy, "bytes") == {kept, old, *facts}
    assert (copy / "bytes" / old[:2] / old).read_bytes() == old_log()
    assert call("purge", "--data", with_logs, "--yes", "--by", "Dana").status == 0
    with closing(Store(with_logs)) as store:
        found = exported(store, copy)
    assert (found.files.erased, found.files.missing, files(copy, "bytes")) == (1, (), {kept, *facts})
    assert not any(old_log().splitlines()[0] in body for body in content(copy).values())


def test_bytes_that_somebody_took_from_the_store_stay_in_the_copy_and_are_named(with_logs, tmp_path):
    kept, copy = digest_of(log(hand_line(1))), tmp_path / "copy"
    with closing(Store(with_logs)) as store:
        exported(store, copy)
        with unprotected(store.connections.db) as db:
            db.execute("UPDATE evidence SET body = x'' WHERE sha256 = ?", [kept])
        found = exported(store, copy)
    assert (found.files.erased, found.files.missing) == (0, (kept,))
    assert kept in files(copy, "bytes")


def test_bytes_that_are_not_what_their_digest_says_are_named_and_not_copied(with_logs, tmp_path):
    kept, copy = digest_of(log(hand_line(1))), tmp_path / "copy"
    with closing(Store(with_logs)) as store:
        with unprotected(store.connections.db) as db:
            db.execute("UPDATE evidence SET body = x'00' WHERE sha256 = ?", [kept])
        found = exported(store, copy)
    assert found.files.damaged == (kept,)
    assert kept not in files(copy, "bytes")


# --- results ------------------------------------------------------------------------------------------------------------


def document(copy, root):
    """A document of a copy, which has its root."""
    found = msgspec.msgpack.decode((copy / "documents" / root[:2] / root).read_bytes(), type=CopiedDocument)
    assert is_whole_document(found, root)
    return found


def roots_of_facts(store: Store):
    rows = store.connections.db.execute(
        "SELECT record FROM register WHERE kind = 'audit.finished' ORDER BY entry"
    )
    return [json.loads(record)["root"] for (record,) in rows]


def test_a_rich_store_is_copied_with_all_that_its_facts_rest_on(sound, tmp_path):
    copy = tmp_path / "copy"
    with closing(Store(sound, read_only=True)) as store:
        found = export_log(store, load(sound).verifier, CopyFolder(copy))
        again = export_log(store, load(sound).verifier, CopyFolder(copy))
        roots = set(roots_of_facts(store))
        facts = [*recorded_facts(each["record"] for each in records(copy))]
        gone = {sha256 for (sha256,) in store.connections.db.execute("SELECT sha256 FROM purges")}
    assert (found.files.damaged, found.files.missing, again.files) == ((), (), PutFiles())
    assert files(copy, "documents") == roots
    assert all(document(copy, root).salt is not None for root in roots)
    named = {digest for fact in facts if isinstance(fact, RecordedFact) for digest in fact.blobs}
    assert named - gone - files(copy, "bytes") == set()


@pytest.fixture
def with_result(tmp_path):
    """A folder with an old log and its audit, which has a finding."""
    with application(tmp_path / "data") as app:
        client = app.test_client()
        put_room(client)
        assert client.post("/v1/sessions", data=old_log(), content_type=NDJSON).status_code == 201
        assert client.post("/v1/audits", json={"pending": True}).json["state"] == "finished"
    return tmp_path / "data"


def test_of_a_result_that_was_purged_the_copy_keeps_what_the_store_keeps(with_result, tmp_path):
    copy = tmp_path / "copy"
    with closing(Store(with_result)) as store:
        exported(store, copy)
        (root,) = roots_of_facts(store)
    had = document(copy, root)
    assert "findings" in {name for name, _, _ in had.parts}
    assert call("purge", "--data", with_result, "--yes", "--by", "Dana").status == 0
    with closing(Store(with_result)) as store:
        found = exported(store, copy)
    left = document(copy, root)
    assert (left.contents, left.salt, {name for name, _, _ in left.parts}) == (
        had.contents,
        None,
        {"summary", "coverage"},
    )
    assert (found.files.damaged, found.files.missing) == ((), ())
    for _, _, body in [each for each in had.parts if each not in left.parts]:
        assert not any(body in kept for kept in content(copy).values())


def test_a_result_that_somebody_altered_is_named_and_not_copied(with_result, tmp_path):
    copy = tmp_path / "copy"
    with closing(Store(with_result)) as store:
        with unprotected(store.connections.db) as db:
            db.execute("UPDATE result_chunks SET body = x'00' WHERE list = 'findings'")
        found = exported(store, copy)
        assert found.files.damaged == tuple(roots_of_facts(store))
    assert files(copy, "documents") == set()
