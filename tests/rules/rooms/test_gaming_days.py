"""The gaming day of a hand: the room's own clock, from its own hour, across the days on which clocks are changed."""

import datetime as dt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import times
from rules.audit import BytesSource, audit_log
from rules.card_room import Room, TermsOfRoom
from rules.hands import NOT_RECORDED
from rules.zones import is_zone, local
from tests.rules.build import A, B, audited, hand, log, seat, session

SIX = dt.time(6)
SEATTLE = "America/Los_Angeles"
ROOM = Room("WA-0417", (TermsOfRoom(SEATTLE, SIX),))


def day_of(room, text):
    found = room.day(text)
    return found and found.isoformat()


@pytest.mark.parametrize(
    ("at", "day"),
    [
        ("2026-03-14T05:59:59-07:00", "2026-03-13"),
        ("2026-03-14T06:00:00-07:00", "2026-03-14"),
        ("2026-03-15T00:30:00-07:00", "2026-03-14"),
        ("2026-03-14T13:00:00Z", "2026-03-14"),  # six o'clock in Seattle, in summer
        ("2026-03-08T01:59:59-08:00", "2026-03-07"),  # the clock goes from two to three
        (
            "2026-03-08T13:00:00Z",
            "2026-03-08",
        ),  # six o'clock of that day, an hour earlier than the day before
        ("2026-03-07T13:30:00Z", "2026-03-06"),  # half past five
        ("2026-11-01T05:59:59-08:00", "2026-10-31"),  # the clock went from two back to one
        ("2026-11-01T14:00:00Z", "2026-11-01"),
        ("2026-11-01T13:30:00Z", "2026-10-31"),
    ],
)
def test_a_gaming_day_begins_at_the_rooms_hour_on_the_rooms_clock(at, day):
    assert day_of(ROOM, at) == day


@pytest.mark.parametrize(
    ("at", "day"),
    [
        ("2026-11-01T08:29:59Z", "2026-10-31"),  # 01:29:59, before the day begins
        ("2026-11-01T08:30:00Z", "2026-11-01"),  # 01:30, for the first time
        ("2026-11-01T09:00:00Z", "2026-11-01"),  # 01:00 once more: the day that began goes on
        ("2026-11-01T09:29:59Z", "2026-11-01"),
        ("2026-11-01T09:30:00Z", "2026-11-01"),  # 01:30 once more
        ("2026-11-02T09:29:59Z", "2026-11-01"),
        ("2026-11-02T09:30:00Z", "2026-11-02"),
    ],
)
def test_a_gaming_day_that_begins_within_an_hour_that_comes_twice_begins_once(at, day):
    assert day_of(Room("WA-0417", (TermsOfRoom(SEATTLE, dt.time(1, 30)),)), at) == day


def test_an_hour_of_midnight_is_the_calendar_day_of_the_rooms_clock():
    room = Room("WA-0417", (TermsOfRoom(SEATTLE),))
    assert day_of(room, "2026-03-15T06:59:59Z") == "2026-03-14"
    assert day_of(room, "2026-03-15T07:00:00Z") == "2026-03-15"


def test_a_text_that_is_no_time_has_no_day():
    assert ROOM.day("yesterday") is None


def test_terms_hold_from_their_day_on():
    later = TermsOfRoom("America/Denver", dt.time(4), dt.date(2026, 4, 1), licence_class="F")
    room = Room("WA-0417", (TermsOfRoom(SEATTLE, SIX, licence_class="E"), later))
    assert day_of(room, "2026-03-31T05:00:00-07:00") == "2026-03-30"  # under the first terms
    assert day_of(room, "2026-04-01T03:30:00-07:00") == "2026-04-01"  # half past four in Denver
    assert room.on(dt.date(2026, 3, 31)).licence_class == "E"
    assert room.on(dt.date(2026, 4, 1)).licence_class == "F"


def test_what_was_not_recorded_has_no_day():
    days = ROOM.days(np.array([NOT_RECORDED, 0]))
    assert days[0] == NOT_RECORDED
    assert times.date_of(int(days[1])) == dt.date(1969, 12, 31)


@given(st.lists(st.integers(0, 4_102_444_800), min_size=1, max_size=40))
def test_the_wall_clock_is_what_python_says(seconds):
    from zoneinfo import ZoneInfo

    for zone in (SEATTLE, "Europe/Tallinn", "Australia/Lord_Howe"):
        shown = local(zone, np.array(seconds, np.int64) * 1_000_000)
        for second, wall in zip(seconds, shown.tolist(), strict=True):
            naive = dt.datetime.fromtimestamp(second, ZoneInfo(zone)).replace(tzinfo=dt.UTC)
            assert wall == int(naive.timestamp()) * 1_000_000


def test_zones_are_those_of_the_iana_database():
    assert is_zone(SEATTLE)
    assert not is_zone("Seattle")
    for nowhere in (
        "localtime",
        "Factory",
        "posixrules",
        "UTC",
        "right/America/Los_Angeles",
        "posix/America/Los_Angeles",
    ):
        assert not is_zone(nowhere), nowhere
    assert not is_zone("../etc/passwd")


def test_the_gaming_day_selects_the_revision_and_not_the_day_as_written():
    """carnivale-ofc-2013 ends with 2013-07-14: a closed hand shows the day by the finding that none is in force."""
    played = session(ruleset="carnivale-ofc-2013", opened_at="2013-07-14T20:00:00-07:00")
    late = hand(1, seat(1, A, 900), seat(2, B, -900), at="2013-07-15T03:00:00-07:00")
    as_written = audited(played, late)
    assert [each.code for each in as_written.findings if each.code.startswith("CTL")] == ["CTL001"]
    of_the_room = audit_log(BytesSource(log(played, late)), room=ROOM)
    assert [each.code for each in of_the_room.findings if each.code.startswith("CTL")] == ["CTL002"]
    assert of_the_room.room is not None
    assert (of_the_room.room.day, of_the_room.room.zone, of_the_room.room.day_begins) == (
        "2013-07-14", SEATTLE, "06:00",
    )  # fmt: skip
