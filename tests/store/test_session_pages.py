"""Pages of sessions: each part of the list in its order, read from an index wherever the page is."""

from itertools import product

import pytest

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
