"""What decides access and rules, folded in memory from the same facts as the tables."""

import json

import pytest

from auditor.facts.authority_state import AUTHORITY_TABLES, AuthorityState, UnusableSnapshot
from auditor.facts.fold import fold
from auditor.facts.memory_tables import MemoryTables
from tests.facts.story import PEOPLE, ROOM, ROOMS, STORY


@pytest.fixture(scope="module")
def state():
    made = AuthorityState()
    made.follow(STORY)
    return made


def test_its_rows_are_those_of_the_tables(state):
    tables = MemoryTables()
    fold(tables, STORY)
    assert state.size == len(STORY)
    assert state.rows() == sum(len(list(tables.of(name))) for name in AUTHORITY_TABLES)
    assert state.key("nnnnnnnn") == tables.get("keys", "nnnnnnnn")
    assert state.controls("own", 1) == tables.get("controls", "own", 1)


def test_it_answers_who_may_do_what(state):
    assert state.key_of_secret("k" * 64)["id"] == "kkkkkkkk"
    assert state.key_of_secret("0" * 64) is None
    assert state.account_of_key("kkkkkkkk")["id"] == 1
    assert state.account(3)["last"] == "disabled"
    assert state.credentials(1)["secrets"] == "3" * 64
    assert (state.person_of_calendar("d" * 64), state.person_of_calendar("c" * 64)) == (1, None)


def test_it_answers_what_holds_in_a_room(state):
    assert state.room(ROOM)["terms"] == [{"from": None, "tables": 9}]
    assert state.room("EE-001") is None
    assert [row["revision"] for row in state.controls_of(ROOM, "approved")] == [1]
    assert [row["terms"] for row in state.undecided_terms(ROOM)] == [{"tables": 9}]
    assert [row["id"] for row in state.holds()] == [2]


def test_a_snapshot_is_the_state_and_goes_on():
    whole, first = AuthorityState(), AuthorityState()
    whole.follow(STORY)
    first.follow(STORY[:30])
    again = AuthorityState.from_snapshot(first.snapshot())
    assert (again.size, again.snapshot()) == (30, first.snapshot())
    again.follow(STORY[30:])
    assert again.snapshot() == whole.snapshot()
    assert again.room(ROOM) == whole.room(ROOM)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda found: found["columns"]["keys"].append("colour"), "has the columns of another version"),
        (lambda found: found["rows"].pop("keys"), "has the columns of another version"),
        (lambda found: found["rows"]["keys"][0].pop(), "A row of the snapshot is not of its table"),
        (lambda found: found["rows"]["rooms"][0].__setitem__(0, 1), "rooms.id is text, and not int"),
        (lambda found: found.pop("size"), "This is no snapshot of keys, rooms and holds"),
    ],
)
def test_a_snapshot_of_another_shape_is_refused(state, change, words):
    found = json.loads(state.snapshot())
    change(found)
    with pytest.raises(UnusableSnapshot, match=words):
        AuthorityState.from_snapshot(json.dumps(found).encode())
    with pytest.raises(UnusableSnapshot):
        AuthorityState.from_snapshot(b"\xff")


def test_sessions_that_terms_move_are_no_part_of_it():
    """It has no sessions, and their facts change nothing in it."""
    made = AuthorityState()
    made.follow(fact for fact in STORY if fact in (*PEOPLE, *ROOMS) or fact.kind == "room.terms")
    assert made.room(ROOM)["change"] == 16
