"""Pages of sessions: each part of the list in its order, read from an index wherever the page is."""

from itertools import product

import pytest

from auditor.errors import RecordDamaged
from auditor.evidence import Evidence
from auditor.store.caller import Caller
from auditor.store.rows import Page, Selection
from rules.audit import read_facts
from tests.http.kit import hand_line, log

AT = "2026-03-15T08:00:00.000000Z"
ROOMS = ["WA-0417", "WA-0500", "WA-0417", "WA-0417", "WA-0500", "WA-0417", "WA-0417"]


@pytest.fixture
def sessions(store):
    """Seven sessions, of which two are of another room."""
    for number, room in enumerate(ROOMS, start=1):
        evidence = Evidence(log(hand_line(1), room=room, session=f"S-{number}"))
        store.sessions.keep(evidence, read_facts(evidence), None, AT)
    return store


@pytest.mark.parametrize(
    ("selection", "numbers"),
    [
        (Selection(), [1, 2, 3, 4, 5, 6, 7]),
        (Selection(room="WA-0417"), [1, 3, 4, 6, 7]),
        (Selection(ids=(6, 2, 3)), [2, 3, 6]),
        (Selection(pending=False), []),
    ],
    ids=["all", "a room", "some", "none"],
)
def test_each_page_has_its_part_of_the_list_in_order(sessions, selection, numbers):
    for number, size in product(range(1, 10), range(1, 9)):
        rows, total = sessions.sessions.page(selection, Page(number, size))
        assert [each.id for each in rows] == numbers[(number - 1) * size : number * size]
        assert [each.session for each in rows] == [f"S-{each.id}" for each in rows]
        assert total == len(numbers)


def test_a_page_has_only_sessions_of_the_rooms_that_are_seen(sessions):
    seen = sessions.seen_by(Caller(rooms=("WA-0500",)))
    rows, total = seen.sessions.page(Selection(), Page(2, 1))
    assert [(each.id, each.room) for each in rows] == [(5, "WA-0500")]
    assert total == 2


@pytest.mark.of_the_file
def test_a_page_asks_the_database_as_often_for_seven_sessions_as_for_two(sessions):
    asked = {}
    sessions.sessions.page(Selection(), Page(1, 1))  # which follows the facts
    for size in (2, 7):
        statements = []
        sessions.connections.db.conn.set_trace_callback(statements.append)
        assert len(sessions.sessions.page(Selection(), Page(1, size))[0]) == size
        sessions.connections.db.conn.set_trace_callback(None)
        asked[size] = len(statements)
    assert asked[2] == asked[7] > 0


def test_a_text_of_one_session_of_a_page_that_was_altered_is_noticed(sessions):
    sessions.connections.db.execute(
        "UPDATE sessions SET facts = (SELECT facts FROM sessions WHERE id = 4) WHERE id = 5"
    )
    with pytest.raises(RecordDamaged, match="session 5 is not what was written"):
        sessions.sessions.page(Selection(), Page(1, 7))
    assert [each.id for each in sessions.sessions.page(Selection(ids=(4, 6)), Page(1, 7))[0]] == [4, 6]
