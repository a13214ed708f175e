"""The register: what is entered when, that nothing is entered for what did not happen, and that its proofs hold."""

import hashlib
import json
import threading
from collections import Counter
from pathlib import Path

import metamorphic_log as judge
import pytest

from auditor.evidence import Evidence
from auditor.facts.kinds.facts_of_holds import HoldMade
from auditor.register import tiles, tree
from auditor.register.register_entries import commitment, leaf
from auditor.register.tiles import Tile
from auditor.store import Store
from auditor.store.legacy.entries_of_rows import append
from auditor.store.register_head import FILE as HEAD_FILE
from auditor.store.rows import NewAudit, NewHold, Selection
from auditor.store.store import FILE
from auditor.store.stored_keys import KeyRecord
from rules.audit import audit_log, read_facts
from rules.records.problems import Problem, Refused
from tests.http.filing import approved, put_room
from tests.http.kit import NDJSON, hand_line, log, zipped
from tests.http.past import old_log, planned, upload
from tests.rules.filed import controls
from tests.services import application, unprotected

AT = "2026-03-15T08:00:00.000000Z"
WRONG = b'{"event": "nonsense"}\n'


def records(store):
    """The records of a register, in its order."""
    found = store.connections.db.execute("SELECT record FROM register ORDER BY entry").fetchall()
    return [json.loads(text) for (text,) in found]


def kinds(store):
    return [each["kind"] for each in records(store)]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A store in which a room filed controls, sent logs, and had one of them audited."""
    made = tmp_path_factory.mktemp("register") / "data"
    with application(made) as app:
        client = app.test_client()
        put_room(client)
        approved(client, controls(1, "2026-01-01"))
        for body in (log(), log(), WRONG, WRONG, log(hand_line(1), hand_line(2)), zipped(log())):
            client.post("/v1/sessions", data=body, content_type=NDJSON)
        assert client.post("/v1/audits", json={"sessions": [1]}).json["state"] == "finished"
    return made


@pytest.fixture
def kept(folder):
    store = Store(folder)
    yield store
    store.close()


def keep(store, body=None):
    evidence = Evidence(log() if body is None else body)
    return store.sessions.keep(evidence, read_facts(evidence), None, AT)


def grown(store, size):
    """The register of a store with so many entries."""
    keep(store)
    (sha256,) = store.connections.db.execute("SELECT sha256 FROM evidence").fetchone()
    with store.connections.writing() as db:
        for _ in range(size - store.register.size()):
            append(db, "upload.accepted", sha256)
    return store.register


# --- what is entered --------------------------------------------------------------------------------------------------


def test_each_fact_is_entered_once_in_its_order(kept):
    assert kinds(kept) == [
        "engine.changed", "room.terms", "controls.draft", "controls.submitted", "controls.approved",
        "upload.accepted", "upload.refused", "upload.refused", "upload.repeated",  # the same bytes again: nothing new
        "audit.asked", "audit.finished",
    ]  # fmt: skip


def test_an_entry_says_what_was_accepted(kept):
    found, digest = records(kept)[5], hashlib.sha256(log()).hexdigest()
    assert (found["rooms"], found.get("by"), found["content_sha256"]) == (["WA-0417"], None, digest)
    assert found["file"] == {"sha256": digest, "size": len(log()), "media_type": NDJSON}
    assert (found["room"], found["session"], found["number"], found["hands"]) == ("WA-0417", "S-1", 1, 1)
    assert found["facts_sha256"] == hashlib.sha256(facts_text(kept)).hexdigest()


def facts_text(store):
    return store.connections.db.execute("SELECT facts FROM sessions WHERE id = 1").fetchone()[0].encode()


def test_an_entry_says_what_was_refused_and_why_it_is_no_session(kept):
    nonsense, conflict = records(kept)[6:8]
    assert (nonsense["file"]["sha256"], nonsense["outcome"]) == (hashlib.sha256(WRONG).hexdigest(), "refused")
    assert conflict["outcome"] == "conflict"
    assert "nonsense" not in json.dumps(nonsense)  # what a refused file says can be purged
    assert [each["problem_count"] for each in (nonsense, {"problem_count": 0, **conflict})] == [1, 0]


def test_the_same_log_in_another_packing_is_the_same_session(kept):
    first, packed = records(kept)[5], records(kept)[8]
    assert packed["file"]["sha256"] == hashlib.sha256(zipped(log())).hexdigest()
    assert (packed["number"], packed["content_sha256"]) == (1, first["file"]["sha256"])


def test_an_entry_says_what_was_decided(kept):
    approval = records(kept)[4]
    assert (approval["kind"], approval["reference"], approval["number"]) == (
        "controls.approved",
        "letter 1",
        4,
    )
    assert (approval["ruleset"], approval["revision"]) == ("wa-0417-thirteen", 1)


def test_an_entry_has_the_digest_of_the_audits_result(kept):
    asked, finished = records(kept)[-2:]
    record = kept.audits.get(1)
    assert finished["result_sha256"] == record.result_sha256
    assert finished["counts"] == record.counts
    assert asked["logs"] == [{"session": 1, "evidence": hashlib.sha256(log()).hexdigest()}]
    assert (finished["at"], finished["rooms"]) == (record.finished_at, ["WA-0417"])


def test_a_leaf_is_the_hash_of_nonce_and_record_and_says_nothing_else(kept):
    entry = kept.register.entry(5)
    assert (
        entry.leaf
        == hashlib.sha256(b"\x00" + hashlib.sha256(entry.nonce + entry.record.encode()).digest()).digest()
    )
    nonces = {kept.register.entry(index).nonce for index in range(kept.register.size())}
    assert (len(nonces), {len(each) for each in nonces}) == (11, {32})
    assert kept.register.entry(11) is None


def test_a_record_is_written_with_sorted_keys(kept):
    text = kept.register.entry(5).record
    assert text == json.dumps(json.loads(text), sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def test_what_is_taken_back_is_not_entered(store: Store):
    def breaks():
        with store.connections.writing() as db:
            store.log.append(db, HoldMade(at=AT, number=1, room="WA-0417", reason="case 12"))
            raise RuntimeError

    with pytest.raises(RuntimeError):
        breaks()
    assert (store.register.size(), records(store)) == (0, [])


def test_a_file_that_is_refused_again_and_again_is_entered_once(store: Store):
    evidence = Evidence(WRONG)
    refused = Refused([Problem(1, "event", "an event", "nonsense")], 1)
    for _ in range(3):
        store.evidence.keep_refused(evidence, refused, None, AT)
    assert kinds(store) == ["upload.refused"]


def test_keys_are_entered_when_made_replaced_and_revoked(store: Store):
    made = KeyRecord("aaaaaaaa", "a" * 64, "room", "Desk", False, ("WA-0417",), None, AT, None, "2027-01-01")
    store.keys.add(made)
    new = KeyRecord(
        "bbbbbbbb", "b" * 64, "room", "Desk", False, ("WA-0417",), None, AT, None, "2027-02-01", replaces="aaaaaaaa"
    )  # fmt: skip
    store.keys.replace("aaaaaaaa", lambda _before, _has: (new, "2026-04-01"))
    for _ in range(2):
        store.keys.revoke("bbbbbbbb", AT)
    found = records(store)
    about = {
        "role": "room", "name": "Desk", "person": False, "of_rooms": ["WA-0417"], "at": AT,
    }  # fmt: skip
    assert found == [
        {"kind": "key.made", "id": "aaaaaaaa", "secret_sha256": "a" * 64, "expires_at": "2027-01-01", **about},
        {"kind": "key.replaced", "id": "bbbbbbbb", "secret_sha256": "b" * 64, "expires_at": "2027-02-01",
         "replaces": "aaaaaaaa", "ends": "2026-04-01", **about},
        {"kind": "key.revoked", "id": "bbbbbbbb", "at": AT},
    ]  # fmt: skip


def test_holds_and_purges_are_entered(tmp_path: Path):
    with application(tmp_path / "data") as app:
        client = app.test_client()
        store = app.extensions["auditor"].store
        put_room(client)
        upload(client, old_log("2015-06-30", "June"))
        held = store.holds.make(NewHold("WA-0417", "July", None, None, "case 12", "Agent 12"), AT)
        store.holds.lift(held.id, "closed", "Agent 12", AT)
        now = "2018-07-01T19:00:00.000000Z"
        (due,) = planned(store, now).due
        (sha256,) = [sha256 for sha256, _ in due.purgeable.files]
        store.purges.purge(due.purgeable, now, "Dana Reyes", store.changes.latest())
        found = {each["kind"]: each for each in records(store)}
        about = {"at": AT, "number": held.id, "rooms": ["WA-0417"], "who": "Agent 12"}
        made = {"kind": "hold.made", "room": "WA-0417", "session": "July", "reason": "case 12", **about}
        assert found["hold.made"] == made
        assert found["hold.lifted"] == {"kind": "hold.lifted", "reason": "closed", **about}
        gone = found["evidence.purged"]
        assert (gone["of"], gone["who"], gone["kept_until"]) == (sha256, "Dana Reyes", "2018-06-30")


def test_an_audit_that_failed_is_entered_with_its_error(store: Store):
    keep(store)

    def make(sessions):
        return NewAudit({}, "", None, [], None, AT, tuple(sessions))

    for _ in range(2):
        store.audits.ask(Selection(ids=(1,)), make)
    lease = store.queue.claim("a", AT).lease
    assert store.queue.fail(lease, "the disk is full", AT)
    store.queue.claim("b", AT)
    assert not store.queue.finish(lease, audit_log(Evidence(log())), AT)  # it has ended
    assert kinds(store) == ["upload.accepted", "audit.asked", "audit.asked", "audit.failed"]
    assert (records(store)[-1]["error"], records(store)[-1]["attempts"]) == ("the disk is full", 1)


# --- what was on record before ----------------------------------------------------------------------------------------


@pytest.mark.of_the_file
def test_what_a_store_had_before_is_entered_once_as_known(folder, tmp_path):
    (tmp_path / "data").mkdir(mode=0o700)
    (tmp_path / "data" / FILE).write_bytes((folder / FILE).read_bytes())
    store = Store(tmp_path / "data")
    before = [each for each in records(store) if "about" in each]  # facts are lost with the register
    with unprotected(store.connections.db) as db:
        db.execute("DELETE FROM checkpoints")
    db.execute("DROP TABLE register")  # and with it its triggers
    db.execute("DROP TABLE register_tiles")
    db.execute("DELETE FROM _sqlite_migrations WHERE name = '0019_register'")
    store.close()
    (tmp_path / "data" / HEAD_FILE).unlink()
    for _ in range(2):  # opening it again enters nothing
        store = Store(tmp_path / "data")
        after = records(store)
        store.close()
    assert all(each.pop("known") for each in after)
    assert [each["at"] for each in after] == sorted(each["at"] for each in after)
    strip = [(each["kind"], each["of"], each["about"], each["rooms"]) for each in after]
    assert strip == [(each["kind"], each["of"], each["about"], each["rooms"]) for each in before]


# --- the tree ---------------------------------------------------------------------------------------------------------


@pytest.mark.of_the_file
def test_proofs_from_the_store_are_those_of_the_leaves(store: Store):
    register = grown(store, 600)
    leaves = [register.entry(index).leaf for index in range(600)]
    assert register.tree().root() == tree.root(leaves)
    for size in (1, 255, 256, 257, 512, 600):
        subtree = tree.subtree_of(leaves[:size])
        assert register.tree(size).root() == tree.root(leaves[:size])
        assert register.tree().consistency_proof(size) == tree.consistency_proof(
            size, 600, tree.subtree_of(leaves)
        )
        for index in {0, size // 2, size - 1}:
            assert register.tree(size).inclusion_proof(index) == tree.inclusion_proof(index, size, subtree)
    judge.verify_inclusion(299, 600, leaves[299], register.tree().inclusion_proof(299), tree.root(leaves))


@pytest.mark.of_the_file
def test_tiles_and_bundles_are_those_of_the_specification(store: Store):
    register = grown(store, 300)
    leaves = [register.entry(index).leaf for index in range(300)]
    assert tiles.hashes_of(register.tile(Tile(0, 0))) == leaves[:256]
    assert tiles.hashes_of(register.tile(Tile(0, 1, 44))) == leaves[256:]
    assert tiles.hashes_of(register.tile(Tile(0, 1, 7))) == leaves[256:263]  # of when it was smaller
    assert tiles.hashes_of(register.tile(Tile(1, 0, 1))) == [tree.root(leaves[:256])]
    entries = tiles.entries_of(register.tile(Tile(None, 1, 44)))
    assert [tree.leaf_hash(each) for each in entries] == leaves[256:]
    for none in (Tile(0, 1, 45), Tile(0, 2, 1), Tile(1, 0), Tile(2, 0, 1), Tile(None, 1, 45)):
        assert register.tile(none) is None


def test_a_commitment_needs_a_whole_nonce():
    with pytest.raises(ValueError, match="32 bytes"):
        commitment(b"short", b"{}")
    assert leaf(b"\x00" * 32, b"a") != leaf(b"\x00" * 31 + b"\x01", b"a")


def test_many_who_write_at_once_leave_no_gap(store: Store):
    def hold(room):
        for day in range(1, 6):
            store.holds.make(NewHold(room, None, f"2026-03-0{day}", None, "case 12", None), AT)

    writers = [threading.Thread(target=hold, args=[f"WA-{number}"]) for number in range(4)]
    for each in writers:
        each.start()
    for each in writers:
        each.join()
    found = records(store)
    assert Counter(each["room"] for each in found) == {f"WA-{number}": 5 for number in range(4)}
    assert [each["number"] for each in found] == list(range(1, 21))
