"""Copies of a log, and nights, whose key was handed over: the key that is trusted leads to the new one, and nothing else does."""

import json
from contextlib import closing

import pytest

from auditor.log_copies.copy_folder import CopyFolder
from auditor.log_copies.exported_log import export_log
from auditor.register import register_checkpoints, register_notes
from auditor.register.key_handovers import LogKeys, handed_over, read_handover
from auditor.register.register_checkpoints import Checkpoint
from auditor.register.register_notes import NoteError, new_signer
from auditor.store import Store
from auditor.store.register_key import FILE as KEY
from auditor.store.register_key import load
from auditor.store.register_reading import Register
from tests import altered_stores
from tests.cli.kit import call
from tests.log_copies.test_followed_log import copied, enter, follow
from tests.services import empty_store

NAME = "example.org/log"
FIRST, SECOND, THIRD, OTHER = (new_signer(NAME, bytes([number]) * 32) for number in range(4))


@pytest.fixture
def data(tmp_path):
    empty_store(tmp_path / "data")
    enter(tmp_path / "data", 20)
    return tmp_path / "data"


def rotate(data):
    """Hand the log over, as who runs the service does; the new public key."""
    done = call("keys", "rotate-log", "--data", data)
    assert done.status == 0, done.err
    assert done.out == f"{load(data).verifier}\n"
    return done


def log(size, root=b"\x01"):
    return Checkpoint(NAME, size, root * 32)


# --- keys ---------------------------------------------------------------------------------------------------------------


def test_the_command_says_from_which_entry_on_the_new_key_signs(data):
    before = load(data).verifier
    with closing(Store(data)) as store:
        size = store.register.size()
    assert rotate(data).err == (
        f"The register signs with this key from its entry {size:,} on, and no more with {before.key_id.hex()}.\n"
        "Give the key to its witnesses.\n"
    )


def test_each_key_signs_checkpoints_of_its_sizes_alone():
    handovers = [handed_over(log(10), FIRST, SECOND), handed_over(log(20), SECOND, THIRD)]
    for trusted in (FIRST, SECOND, THIRD):
        keys = LogKeys.of(trusted.verifier, reversed(handovers))
        assert keys.keys == (FIRST.verifier, SECOND.verifier, THIRD.verifier)
        assert [keys.at(size) for size in (1, 10, 11, 20, 21)] == [
            FIRST.verifier, FIRST.verifier, SECOND.verifier, SECOND.verifier, THIRD.verifier,
        ]  # fmt: skip
    keys = LogKeys.of(FIRST.verifier, handovers)
    assert keys.seen(bytes(register_checkpoints.signed(log(10), FIRST))).size == 10
    with pytest.raises(NoteError, match="signed this"):
        keys.seen(bytes(register_checkpoints.signed(log(11), FIRST)))
    with pytest.raises(NoteError, match="signed this"):
        keys.seen(bytes(register_checkpoints.signed(log(10), SECOND)))


def test_a_handover_leads_nowhere_from_a_key_that_it_does_not_name():
    handovers = [handed_over(log(10), FIRST, SECOND)]
    assert LogKeys.of(OTHER.verifier, handovers).keys == (OTHER.verifier,)


@pytest.mark.parametrize(
    "signers", [(FIRST,), (SECOND,), (FIRST, OTHER)], ids=["before", "after", "before and another"]
)
def test_a_handover_that_not_both_keys_signed_is_none(signers):
    text = Checkpoint(NAME, 10, bytes(32), (f"handover {FIRST.verifier} {SECOND.verifier}",)).text
    note = bytes(register_notes.sign(text, *signers)).decode()
    with pytest.raises(NoteError, match="did not sign this handover: both keys sign it"):
        read_handover(note)


@pytest.mark.parametrize(
    "line", ["seals 4 abcd", f"handover {FIRST.verifier}", f"handover {FIRST.verifier} {FIRST.verifier}"]
)
def test_a_checkpoint_that_both_keys_signed_is_no_handover(line):
    """Who has the key after may sign below any checkpoint of the key before."""
    note = bytes(register_notes.sign(Checkpoint(NAME, 10, bytes(32), (line,)).text, FIRST, SECOND)).decode()
    with pytest.raises(NoteError, match="handover"):
        read_handover(note)


# --- copies, and nights -------------------------------------------------------------------------------------------------


def test_a_copy_follows_the_log_to_its_new_key(data, tmp_path):
    copy, first = tmp_path / "copy", load(data).verifier
    assert follow(data, copy, "--key", str(first)).status == 0
    rotate(data)
    enter(data, 3)
    later = follow(data, copy, "--key", str(first))  # as cron has it
    assert (later.status, later.err) == (0, "")
    assert later.lines[1] == f"Signed by {load(data).verifier}"
    key, now = copied(copy)
    assert (key, now.size) == (load(data).verifier, later_size(data))
    rotate(data)
    assert follow(data, copy).status == 0
    assert follow(data, copy, "--key", str(first)).status == 0
    assert follow(data, tmp_path / "new", "--key", str(first)).status == 0


def later_size(data):
    with closing(Store(data)) as store:
        return store.register.size()


def test_a_copy_does_not_follow_a_key_without_a_handover(data, tmp_path):
    copy, first = tmp_path / "copy", load(data).verifier
    assert follow(data, copy).status == 0
    (data / KEY).write_text(f"{new_signer(first.name, bytes(range(32))).secret}\n")
    (data / "register.head").unlink()
    altered_stores.forget_keys(data)
    enter(data, 1)
    done = follow(data, copy)
    assert (done.status, "which did not hand the log over to it" in done.err) == (1, True)
    assert copied(copy)[0] == first


def test_a_handover_of_another_log_under_the_same_keys_is_refused(data, tmp_path):
    """A note of the two keys over entries that the log never had."""
    copy = tmp_path / "copy"
    assert follow(data, copy).status == 0
    before = load(data)
    rotate(data)
    false = handed_over(Checkpoint(before.name, later_size(data) - 1, b"\x07" * 32), before, load(data))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Register, "handovers", lambda _: [false.note])
        done = follow(data, copy)
    assert (done.status, "The log handed its key over at other entries than it has" in done.err) == (1, True)


def test_an_export_goes_on_after_a_handover(data, tmp_path):
    copy = CopyFolder(tmp_path / "copy")
    for _ in range(2):
        with closing(Store(data)) as store:
            found = export_log(store, store.register_key.verifier, copy)
            assert found.log.size == store.register.size()
            assert copy.key() == store.register_key.verifier
        rotate(data)
    facts = [
        json.loads(line) for line in (tmp_path / "copy" / "records" / "000.ndjson").read_text().splitlines()
    ]
    assert [each for each in facts if "log.key_handed_over" in each["record"]]


def test_a_register_is_verified_with_any_of_its_keys(data, tmp_path):
    first = load(data).verifier
    with closing(Store(data)) as store:
        (tmp_path / "left").write_text(store.register.checkpoint())
    rotate(data)
    enter(data, 1)
    for key in (first, load(data).verifier):
        done = call(
            "verify", "--register", "--data", data, "--register-key", key, "--checkpoint", tmp_path / "left"
        )
        assert done.status == 0, done.out + done.err
    other = new_signer(first.name, bytes(range(32))).verifier
    assert call("verify", "--register", "--data", data, "--register-key", other).status != 0
