"""When a closing is due, which days have none, and which one was read last."""

from rules.ledgers.closings import close_due, days_due, is_after, last_read
from rules.ledgers.period import outside
from tests.rules.ledgers.build import closing, header, read


def test_a_closing_is_due_on_the_morning_after_by_the_offset_of_its_time():
    assert close_due("2026-12-31", "2027-01-01T03:00:00-08:00", "07:00") == "2027-01-01T07:00:00-08:00"
    assert close_due("9999-12-31", "2026-01-01T03:00:00Z", "07:00") == "9999-12-31T07:00:00+00:00"


def test_times_are_compared_as_instants():
    assert is_after("2026-03-15T05:00:01z", "2026-03-15T07:00:00+02:00")
    assert not is_after("2026-03-15T05:00:00Z", "2026-03-15T07:00:00+02:00")


def test_the_first_day_without_a_closing_is_named_once():
    days = ("2026-03-02", "2026-03-05", "2026-03-06", "2026-03-04", "2026-03-07")
    file = read(header(**{"from": "2026-03-01"}), *(closing(each, 1) for each in days))
    assert list(days_due(file, "olympic")) == [
        (2, "2026-03-02", "2026-03-01"),
        (3, "2026-03-05", "2026-03-03"),
        (4, "2026-03-06", None),
        (5, "2026-03-04", None),
        (6, "2026-03-07", None),
    ]


def test_the_closing_that_was_read_last_is_found_by_its_time():
    morning, evening = "2026-03-15T04:00:00+02:00", "2026-03-15T23:00:00+02:00"
    file = read(
        header(),
        closing("2026-03-14", 2, at=morning),
        closing("2026-03-13", 1, at="2026-03-14T04:00:00+02:00"),
        closing("2026-03-14", 3, at=morning),
        closing("2026-03-14", 4),
    )
    found = last_read(file, "olympic", evening)
    assert found is not None
    assert found.balance == 3
    assert last_read(file, "olympic", "2026-03-14T03:59:59+02:00") is None


def test_the_last_gaming_day_of_a_period_ends_on_the_day_after():
    first = read(header(**{"from": "2026-03-01", "until": "2026-03-31"})).header
    assert not outside(first, "2026-03-01T19:00:00+02:00")
    assert not outside(first, "2026-04-01T04:00:00+03:00")
    assert outside(first, "2026-02-28T23:59:59+02:00")
    assert outside(first, "2026-04-02T00:00:00+03:00")
