"""Events outside of hands read as they were written, whether they are held as columns or as records."""

from __future__ import annotations

import random

import pytest

from rules.records.events import Chips, Drop, Fee, TableEvent, Toke
from rules.records.table_events import TableEvents

SOME = (
    Chips("2026-03-14T16:00:00-07:00", 1, "p-1", "buy_in", 20_000),
    Chips("2026-03-14T16:00:00.5-07:00", 10, "p-2", "cash_out", 10**12),
    Chips("", 4, "p-\ud800", "move", 0),
    Chips("2026-03-14T16:00:01Z", 3, "p-1", "add_on", 5, permission=False),
    Chips("2026-03-14T16:00:01Z", 3, "p-1", "add_on", 5, by="d-1", medium="plaque"),
    Toke("é", 2, "p-3", 100),
    Drop("2026-03-14T16:00:02Z", "rake", 7, ["s-1", "s-2"]),
    Fee("time", "2026-03-14T16:00:02Z", 5, "p-2", 500, "", ""),
)
Listed = list[tuple[int, TableEvent]]


def listed(size: int) -> Listed:
    """So many events, with their lines, in any order of their types."""
    chosen = random.Random(size)
    return [(3 * line, chosen.choice(SOME)) for line in range(size)]


@pytest.fixture(scope="module", params=[0, 5, 4096, 9000])
def both(request: pytest.FixtureRequest) -> tuple[Listed, TableEvents]:
    """Events as a list, and the same as a log holds them; of a long one most are columns."""
    whole = listed(request.param)
    return whole, TableEvents(whole)


def test_events_are_read_as_they_were_taken(both: tuple[Listed, TableEvents]) -> None:
    expected, events = both
    assert events == expected
    assert expected == events
    assert len(events) == len(expected)
    assert [type(event) for _, event in events] == [type(event) for _, event in expected]


def test_events_are_found_by_position(both: tuple[Listed, TableEvents]) -> None:
    expected, events = both
    size = len(expected)
    places = [place for place in (0, 1, 4095, 4096, 4097, size - 1) if 0 <= place < size]
    assert [events[place] for place in places] == [expected[place] for place in places]
    assert [events.line(place) for place in places] == [expected[place][0] for place in places]
    assert list(events.at(places)) == [expected[place] for place in places]
    assert events[-3:] == expected[-3:]
    for place in (size, -size - 1):
        with pytest.raises(IndexError):
            events[place]


@pytest.mark.parametrize("types", [(Chips,), (Toke,), (Drop,), (Chips, Toke), (Fee, Chips, Toke)])
def test_events_of_some_types_are_found_in_order(
    both: tuple[Listed, TableEvents], types: tuple[type, ...]
) -> None:
    expected, events = both
    wanted = [(place, each) for place, each in enumerate(expected) if isinstance(each[1], types)]
    assert list(events.of(*types)) == [each for _, each in wanted]
    assert events.places_of(*types).tolist() == [place for place, _ in wanted]
    assert events.lines_of(*types).tolist() == [line for _, (line, _) in wanted]


def test_other_events_are_not_equal() -> None:
    events = listed(9000)
    other = TableEvents([*events[:-1], (7, SOME[0])])
    assert other != events
    assert other != TableEvents(events)
    assert other != events[:-1]
