"""A snapshot of the followed facts spares a start the facts before, and is believed only where its key signed it."""

import logging
import shutil

import pytest
from msgspec.structs import replace

from auditor.facts.canonical_record import to_record
from auditor.store import Store
from auditor.store.fact_log import enter_fact
from auditor.store.followed_facts import MANY_FACTS, FollowedFacts
from auditor.store.followed_snapshot import FILE, SnapshotFile
from auditor.store.register_key import load_or_make
from auditor.store.rows import NewHold
from auditor.store.stored_fact_tables import FOLDED
from auditor.store.stored_register import append_record
from tests import altered_stores
from tests.facts.story import STORY

AT = "2026-03-15T08:00:00.000000Z"
HOLD = NewHold("WA-0417", None, None, None, "case 12", "Agent 12")
OF_NO_ROW = next(to_record(fact).decode() for fact in STORY if fact.kind == "store.restored")
ANSWERED = next(
    replace(fact, files=(), parts={}, adopted=True) for fact in STORY if fact.kind == "incident.answered"
)


@pytest.fixture(scope="module")
def long_store(tmp_path_factory):
    """A data folder with a hold, many facts, and the snapshot of them."""
    folder = tmp_path_factory.mktemp("long")
    store = Store(folder)
    store.holds.make(HOLD, AT)
    with store.connections.writing() as db:
        enter_fact(db, ANSWERED)
        for _ in range(MANY_FACTS - 1):
            append_record(db, OF_NO_ROW)
    store.authority.keep_snapshot()
    store.close()
    return folder


@pytest.fixture
def folder(long_store, tmp_path):
    altered_stores.copied(long_store, tmp_path / "data")
    return tmp_path / "data"


def followed(folder, *, by_snapshot):
    """What a start follows, with the snapshot or from the first fact."""
    store = Store(folder)
    try:
        file = SnapshotFile(folder, store.register_key) if by_snapshot else None
        facts = FollowedFacts(store.connections, file)
        with store.connections.reading() as db:
            facts.follow(db)
        return facts
    finally:
        store.close()


BESIDE = ("_connections", "_snapshot", "_kept", "state", "_frontier")


def known(facts):
    """All that was followed: rows, and whatever else is kept beside them."""
    return {
        **{name: value for name, value in vars(facts).items() if name not in BESIDE},
        "size": facts.state.size,
        "root": facts._frontier.root(),
        "rows": {name: facts.state.rows_of(name) for name in FOLDED},
    }


def test_a_start_with_it_knows_what_one_from_the_first_fact_knows(folder):
    fast, slow = followed(folder, by_snapshot=True), followed(folder, by_snapshot=False)
    assert (fast._kept, slow._kept) == (MANY_FACTS + 1, 0)
    assert known(fast) == known(slow)
    assert [row["reason"] for row in fast.state.rows_of("holds")] == ["case 12"]
    assert [row["state"] for row in fast.state.rows_of("incident_states")] == ["answered"]
    assert fast.last_number("incident.answered") == 1


def test_facts_after_it_are_followed_too(folder):
    store = Store(folder)
    store.holds.make(HOLD, AT)
    store.close()
    fast, slow = followed(folder, by_snapshot=True), followed(folder, by_snapshot=False)
    assert (fast._kept, fast.state.size) == (MANY_FACTS + 1, MANY_FACTS + 2)
    assert known(fast) == known(slow)


def test_none_is_kept_for_a_few_facts_more(folder):
    store = Store(folder)
    before = (folder / FILE).read_bytes()
    store.holds.make(HOLD, AT)
    store.authority.keep_snapshot()
    store.close()
    assert (folder / FILE).read_bytes() == before


@pytest.mark.parametrize("place", ["length", "size", "signature", "state", "leaf", "end"])
def test_an_altered_one_is_not_believed(folder, place):
    path = folder / FILE
    found = bytearray(path.read_bytes())
    if place == "end":
        del found[-1:]
    else:
        where = {
            "length": 0,
            "size": found.index(f"\n{MANY_FACTS + 1}\n".encode()) + 2,
            "signature": found.index("\n\n— ".encode()) + 40,
            "state": found.index(b"case 12") + 5,
            "leaf": len(found) - 7,
        }[place]
        found[where] ^= 1
    path.write_bytes(found)
    facts = followed(folder, by_snapshot=True)
    assert facts._kept == 0
    assert [row["reason"] for row in facts.state.rows_of("holds")] == ["case 12"]


def test_one_that_another_key_signed_is_not_believed(folder, tmp_path):
    other = SnapshotFile(tmp_path, load_or_make(tmp_path, None))
    mine = Store(folder)
    true = SnapshotFile(folder, mine.register_key).read()
    mine.close()
    other.keep(true)
    shutil.copy(tmp_path / FILE, folder / FILE)
    assert followed(folder, by_snapshot=True)._kept == 0


def test_one_of_other_code_is_not_believed(folder, monkeypatch):
    monkeypatch.setattr("auditor.store.followed_snapshot._code", lambda: "0" * 64)
    assert followed(folder, by_snapshot=True)._kept == 0


def test_one_of_more_entries_than_a_reader_sees_is_not_used(folder):
    store = Store(folder)
    facts = FollowedFacts(store.connections, SnapshotFile(folder, store.register_key))
    with store.connections.reading() as db:
        facts._begin_with_snapshot(db, MANY_FACTS)
        assert facts.state.rows_of("holds") == []
        facts._begin_with_snapshot(db, MANY_FACTS + 1)
        assert [row["reason"] for row in facts.state.rows_of("holds")] == ["case 12"]
    store.close()


def test_a_folder_that_takes_no_file_costs_nothing_but_the_snapshot(folder, caplog):
    (folder / FILE).unlink()
    (folder / FILE).mkdir()
    store = Store(folder)
    with caplog.at_level(logging.WARNING):
        store.authority.keep_snapshot()
    store.close()
    assert "the snapshot of facts was not written" in caplog.text
    assert [each.name for each in folder.iterdir() if each.name.startswith(f"{FILE}-")] == []
