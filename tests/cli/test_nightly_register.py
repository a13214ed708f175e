"""`auditor nightly` compares the service's register with the last checkpoint that it saw."""

import json

import pytest

from auditor.register import register_checkpoints, register_notes
from auditor.store.engines import Engines
from tests import altered_stores
from tests.cli import kit
from tests.cli.kit import call
from tests.cli.test_ping import SECRET, watching
from tests.services import listening


@pytest.fixture
def night(tmp_path):
    """Run `auditor nightly` against the service over a data folder, which is always at the same address."""
    ports = [0]

    def nightly(data, *args, send=()):
        with listening(data, port=ports[0]) as url:
            ports[0] = int(url.rpartition(":")[2])
            for number, log in enumerate(send):
                path = tmp_path / f"sent-{number}.ndjson"
                path.write_bytes(log)
                assert call("upload", "--url", url, path).status == 0
            return call("nightly", "--url", url, "--state", tmp_path / "state.json", *args)

    return nightly


def state(tmp_path):
    return json.loads((tmp_path / "state.json").read_bytes())["register"]


def size(note):
    return register_checkpoints.read(register_notes.parse(note.encode()).text).size


def line(done, label):
    (found,) = [each for each in done.lines if each.startswith(label)]
    return found


@pytest.mark.slow
def test_each_night_has_all_that_the_last_one_had(night, tmp_path):
    data = tmp_path / "data"
    first = night(data, send=[kit.right()])
    key = state(tmp_path)["key"]
    assert (first.status, line(first, "Register")) == (
        0,
        f"Register    4 entries; first seen; its key is {key}",
    )
    again = night(data)
    assert (again.status, line(again, "Register")) == (0, "Register    4 entries; it has all that it had")
    later = night(data, "--format", "json", send=[kit.right(session="s-2")])
    found = later.json["register"]
    assert (later.status, found["size"], found["key"], found["trouble"]) == (0, 7, key, None)
    assert (size(found["before"]), size(found["checkpoint"])) == (4, 7)
    assert state(tmp_path) == {"key": key, "checkpoint": found["checkpoint"]}


@pytest.mark.slow
def test_a_split_view_is_noticed_every_night_until_somebody_has_found_out_why(night, tmp_path):
    """Two services with one history, which then took other logs: one of them was shown at first, and now the other is."""
    data, other = tmp_path / "data", tmp_path / "other"
    night(data, send=[kit.right()])
    altered_stores.copied(data, other)
    night(data, send=[kit.right(session="s-2")])
    seen = state(tmp_path)
    split = night(other, send=[kit.right(session="s-3")])
    assert split.status == 4
    assert line(split, "Register").startswith(
        "Register    DIFFERS from that of the last run. Its first 7 entries are not those that it had."
    )
    assert (
        f"    {register_checkpoints.read(register_notes.parse(seen['checkpoint'].encode()).text).origin}"
        in split.lines
    )
    assert split.lines[-1].startswith("What the service had on record at the last run is not what it has now")
    assert state(tmp_path) == seen
    again = night(other, "--format", "json", send=[kit.right(session="s-4")])
    assert (again.status, again.json["register"]["before"]) == (4, seen["checkpoint"])
    assert size(again.json["register"]["checkpoint"]) == 10
    assert night(data).status == 0


@pytest.mark.slow
def test_an_earlier_copy_of_the_store_is_noticed(night, tmp_path):
    data, before = tmp_path / "data", tmp_path / "before"
    night(data, send=[kit.right()])
    altered_stores.copied(data, before)
    night(data, send=[kit.right(session="s-2")])
    restored = night(before)
    assert restored.status == 4
    assert line(restored, "Register").endswith("It has 4 entries now, and had 7.")


@pytest.mark.slow
def test_a_new_store_is_noticed(night, tmp_path, monkeypatch):
    night(tmp_path / "data", send=[kit.right()])
    with monkeypatch.context() as before:
        before.setattr(Engines, "note", lambda *_: False)  # a service of before, which entered no engine
        empty = night(tmp_path / "empty")
    assert empty.status == 4
    assert line(empty, "Register").endswith("The service has no entry in its register any more.")
    other = night(tmp_path / "other", send=[kit.right()])
    assert (other.status, "None of the known keys signed this" in line(other, "Register")) == (4, True)


@pytest.mark.slow
def test_the_key_that_was_stated_has_to_have_signed(night, tmp_path):
    data = tmp_path / "data"
    stranger = register_notes.new_signer("elsewhere.example/register", bytes(range(32))).verifier
    refused = night(data, "--register-key", str(stranger), send=[kit.right()])
    assert (refused.status, state(tmp_path)) == (4, None)
    assert f"None of the known keys signed this: {stranger}" in line(refused, "Register")
    nonsense = night(data, "--register-key", "abc")
    assert (nonsense.status, "--register-key: A public key is written NAME+ID+KEY" in nonsense.err) == (
        2,
        True,
    )
    night(data)
    assert night(data, "--register-key", state(tmp_path)["key"]).status == 0


@pytest.mark.slow
def test_a_register_that_differs_calls_the_address_of_a_failure(night, tmp_path):
    night(tmp_path / "data", send=[kit.right()])
    with watching(200) as (address, called):
        assert night(tmp_path / "empty", "--ping", address).status == 4
    assert called == [f"/{SECRET}/fail"]
