"""What is listed without a chance: one toke of every seat, even intervals, last digits of drops."""

import datetime as dt

from rules.screening.session_statistics import statistics_of
from rules.screening.without_chance import Noticed
from tests.rules.screening.screened import FIRST_DAY, FOLDER, lines_of, screened_lines

TOKES = FOLDER.parent / "evasions" / "tokes.ndjson.gz"
QUIET = FOLDER / "logs" / "cards-fair-0.ndjson.gz"
TABLE = (("table", "T1"),)


def noticed(events):
    events = [event | {"ruleset": "wsgc-2-4"} if event["event"] == "session" else event for event in events]
    session = screened_lines(events)
    return statistics_of([session], session.header, FIRST_DAY).noticed


def tokes_of(found):
    return [each for each in found if each.indicator == "SCN014"]


def test_a_toke_of_every_seat_in_every_hand_is_listed_with_its_amount():
    assert tokes_of(noticed(lines_of(TOKES))) == [
        Noticed("SCN014", TABLE, "toke_of_every_seat", (40, 40, 200), hands=tuple(range(1, 21)))
    ]


def hands_without_a_toke(count):
    """The log without the toke of seat 2 after the first hands."""
    left, events = count, []
    for event in lines_of(TOKES):
        if event["event"] == "toke" and event["seat"] == 2 and left:
            left -= 1
        else:
            events.append(event)
    return events


def test_nine_of_ten_hands_are_listed_and_fewer_are_not():
    (found,) = tokes_of(noticed(hands_without_a_toke(4)))
    assert (found.figures, found.hands) == ((36, 40, 200), tuple(range(5, 25)))
    assert tokes_of(noticed(hands_without_a_toke(5))) == []


def test_a_toke_of_another_amount_is_not_the_same():
    events = lines_of(TOKES)
    other = [
        event | {"amount": 300} if event["event"] == "toke" and event["seat"] == 1 else event
        for event in events
    ]
    assert tokes_of(noticed(other)) == []


def test_fewer_than_twenty_hands_are_not_listed():
    assert tokes_of(noticed([event for event in lines_of(TOKES) if event.get("hand", 0) <= 19])) == []


def test_tokes_of_a_usual_evening_are_not_listed():
    assert noticed(lines_of(QUIET)) == []


def paced(seconds):
    """The quiet log with its hands so many seconds apart, by position."""
    events, start, passed = [], dt.datetime(2026, 3, 14, 16, 10, tzinfo=dt.UTC), 0
    for event in lines_of(QUIET):
        if event["event"] == "chinese_hand":
            passed += seconds(event["hand"])
            at = (start + dt.timedelta(seconds=passed)).isoformat()
            event = {**event, "at": at, "ended_at": at}
        events.append(event)
    return events


def test_intervals_that_are_nearly_equal_are_listed():
    """300 and 320 seconds in turn: a coefficient of variation of 10 / 310."""
    (found,) = noticed(paced(lambda hand: 300 + 20 * (hand % 2)))
    assert (found.indicator, found.unit, found.kind) == ("SCN019", TABLE, "even_intervals")
    assert found.figures == (199, 32)


def test_the_coefficient_of_variation_decides_at_one_tenth():
    """The deviation of two values in turn is half their difference: 31 of 310 seconds, and a little less."""
    assert [each.kind for each in noticed(paced(lambda hand: 310 + 30 * (-1) ** hand))] == ["even_intervals"]
    assert noticed(paced(lambda hand: 310 + 32 * (-1) ** hand)) == []


def drop(amount):
    return {
        "event": "drop",
        "at": "2026-03-14T23:00:00-07:00",
        "kind": "hand_fee",
        "amount": amount,
        "counted_by": ["c-1"],
    }


def test_last_digits_of_drops_are_counted_in_whole_units_of_the_currency():
    events = lines_of(QUIET)
    last = events.index(next(event for event in events if event["event"] == "close"))
    (found,) = noticed([*events[:last], drop(15000), drop(30700), drop(20099), events[last]])
    assert (found.indicator, found.unit, found.kind) == ("SCN019", (("room", "WA-0417"),), "last_digits")
    assert found.figures == (2, 0, 0, 0, 0, 0, 0, 1, 0, 0)
