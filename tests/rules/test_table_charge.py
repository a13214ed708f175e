"""What the terms of a table said at a line and at an instant, against the plain definition."""

from hypothesis import given
from hypothesis import strategies as st
from msgspec import UNSET

from rules.checks.fees.table_charge import stated_at
from rules.hands import NOT_RECORDED
from rules.records.events import Chips, Terms, Toke
from rules.records.table_events import TableEvents
from rules.times import parse_one

MINUTE = 60_000_000
BEGAN = parse_one("2026-03-14T18:00:00Z")[0]

times = st.integers(0, 9).map(lambda minute: f"2026-03-14T18:{minute:02}:00Z") | st.just("not a time")
terms = st.builds(
    lambda at, charge: Terms(at=at, charge=charge), times, st.sampled_from(["rake", "time", UNSET])
)
logs = st.lists(terms, max_size=8).map(lambda events: list(enumerate(events, 2)))


class Log:
    """As much of a log as is asked."""

    def __init__(self, events):
        self.events = TableEvents(events)


def plainly(events, line, instant):
    found = {}
    for place, event in events:
        if event.charge is UNSET:
            continue
        if place < line:
            found["line"] = event.charge
        at = parse_one(event.at)
        if at is not None and instant != NOT_RECORDED and at[0] <= instant:
            found["instant"] = event.charge
    return frozenset(found.values())


@given(logs, st.integers(1, 12), st.integers(-1, 10) | st.none())
def test_what_was_stated_is_the_last_of_the_terms_before(events, line, minute):
    instant = NOT_RECORDED if minute is None else BEGAN + minute * MINUTE
    assert stated_at(Log(events), line, instant) == plainly(events, line, instant)


@given(st.integers(0, 9000), st.data())
def test_an_event_is_found_by_its_line(many, data):
    """Also where most events are columns."""
    made = [
        (3 * at, Toke("", 1, "p", at) if at % 2 else Chips("", 1, "p", "buy_in", at)) for at in range(many)
    ]
    events = TableEvents(made)
    line = data.draw(st.integers(-2, 3 * many + 2))
    assert events.on_line(line) == dict(made).get(line)
