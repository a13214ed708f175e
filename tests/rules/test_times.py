"""Times: RFC 3339 with an offset, by arrays and one by one, against Python's datetime."""

import datetime as dt
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import times
from rules.audit import BytesSource, audit_log, replay_log
from tests.folding import of_every
from tests.rules.build import A, B, blocks, hand, log, problems, seat

EPOCH = dt.datetime(1970, 1, 1, tzinfo=dt.UTC)


def expected(moment):
    """(microseconds since the epoch, days since it as written)."""
    return (moment - EPOCH) // dt.timedelta(
        microseconds=1
    ), moment.date().toordinal() - EPOCH.date().toordinal()


OTHERS = [
    f"{1990 + number}-03-14T19:42:10-07:00" for number in range(20)
]  # as many as a column has that arrays parse


def both_ways(text):
    """By columns and one by one; None where the text is no time."""
    alone = times.parse_one(text)
    for texts in ([text], [text] * len(OTHERS), [text, *OTHERS]):
        column = times.parse(texts)
        found = None if column.wrong else (int(column.instant[0]), int(column.day[0]))
        assert found == alone, text
        assert column.wrong in ([], [0], [*range(len(OTHERS))])
        assert len(set(column.instant.tolist()[: texts.count(text)])) == 1
    mixed = times.parse([text, "", "2026-03-14T19:42:10.5Z"])
    assert (0 in mixed.wrong) == (alone is None)
    assert mixed.instant[0] == column.instant[0]
    return alone


offsets = st.integers(-23 * 60 - 59, 23 * 60 + 59).map(
    lambda minutes: dt.timezone(dt.timedelta(minutes=minutes))
)
# The format takes the years 1900 to 2999: room for every offset at both ends of the calendar that Python has.
moments = st.datetimes(
    min_value=dt.datetime(1900, 1, 2), max_value=dt.datetime(2999, 12, 30), timezones=offsets
)


@given(moments)
def test_any_time_that_datetime_writes(moment):
    assert both_ways(moment.isoformat()) == expected(moment)
    plain = moment.replace(microsecond=0)
    assert both_ways(plain.isoformat()) == expected(plain)


@given(st.lists(moments, min_size=1, max_size=30))
def test_a_column_of_times_is_its_times_one_by_one(column):
    texts = [moment.replace(microsecond=0).isoformat() for moment in column]
    parsed = times.parse(texts)
    assert parsed.wrong == []
    found = list(zip(parsed.instant.tolist(), parsed.day.tolist(), strict=True))
    assert found == [times.parse_one(text) for text in texts]


@of_every(
    ("text", "instant"),
    [
        ("1970-01-01T00:00:00Z", 0),
        ("1970-01-01T00:00:00+00:00", 0),
        ("1970-01-01T00:00:00-00:00", 0),
        ("1970-01-01t00:00:01z", 1_000_000),
        ("1970-01-01 00:00:01Z", 1_000_000),
        ("1969-12-31T23:59:59.5Z", -500_000),
        ("1970-01-01T00:00:00.1Z", 100_000),
        ("1970-01-01T00:00:00.123456Z", 123_456),
        ("1970-01-01T00:00:00.123456789Z", 123_456),
        ("1970-01-01T00:00:00.000-07:00", 7 * 3_600_000_000),
        ("1970-01-01T05:30:00+05:30", 0),
        ("1970-01-02T00:00:00+23:59", 60_000_000),
    ],
)
def test_variants_of_rfc_3339(text, instant):
    assert both_ways(text)[0] == instant


@pytest.mark.parametrize("year", [1900, 1904, 1996, 2000, 2023, 2024, 2100, 2400])
def test_leap_days(year):
    found = both_ways(f"{year}-02-29T12:00:00Z")
    leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    assert found == (expected(dt.datetime(year, 2, 29, 12, tzinfo=dt.UTC)) if leap else None)


@of_every("month", range(13 + 1))
def test_lengths_of_months(month):
    for day in (0, 1, 28, 29, 30, 31, 32):
        try:
            wanted = expected(dt.datetime(2026, month, day, 1, 2, 3, tzinfo=dt.UTC))
        except ValueError:
            wanted = None
        assert both_ways(f"2026-{month:02}-{day:02}T01:02:03+00:00") == wanted


def test_hours_minutes_seconds_and_offsets_out_of_range():
    for hour, minute, second, over, under in product(
        (0, 23, 24), (0, 59, 60), (0, 59, 61), (0, 23, 24), (0, 59, 60)
    ):
        good = hour < 24 and minute < 60 and second < 60 and over < 24 and under < 60
        found = both_ways(f"2026-03-14T{hour:02}:{minute:02}:{second:02}-{over:02}:{under:02}")
        assert (found is not None) == good


@of_every(
    "text",
    [
        "2026-03-14T19:42:10", "2026-03-14", "19:42", "noon", "1773542530", "2026-03-14T19:42:10 -07:00",
        "2026-3-14T19:42:10-07:00", "26-03-14T19:42:10-07:00", "2026-03-14T19:42:10−07:00", "２026-03-14T19:42:10-07:00",
        "2026-03-14_19:42:10-07:00",
        "2026-03-14T19:42:10-07:00 ", " 2026-03-14T19:42:10-07:00", "2026-03-14T19:42:10-7:00", "2026-03-14T19:42:1:-07:00",
        "2026/03/14T19:42:10-07:00", "2026-03-14T19-42-10-07:00", "2026-03-14T19:42:10*07:00",
        # forms of ISO 8601 that RFC 3339 leaves out
        "2026-W11-6T19:42:10-07:00", "2026-03-14T194210-0700", "2026-03-14T19:42:10-07", "2026-03-14T19:42-07:00",
        "2026-03-14T19:42:10,5-07:00", "2026-03-14T19:42:10-07:00:30", "2026-03-14T19:42:10.Z", "2026-03-14T19:42:10+0700",
    ],
)  # fmt: skip
def test_what_is_no_rfc_3339_time(text):
    assert both_ways(text) is None
    assert [each.field for each in problems(log(hand(1, seat(1), at=text)))] == ["at"]


def test_the_day_is_the_one_written_with_the_time_s_own_offset():
    """replay.md: "The day is the date as written with the time's own offset." """
    late, early = "2026-03-14T23:30:00-07:00", "2026-03-15T00:30:00+09:00"
    (block,) = blocks(log(hand(1, seat(1), at=late), hand(2, seat(1), at=early), hand(3, seat(1))))
    assert [times.date_of(day).isoformat() for day in block.day.tolist()] == [
        "2026-03-14",
        "2026-03-15",
        "2026-03-14",
    ]
    assert block.at[2] == times.NOT_RECORDED


@pytest.mark.parametrize(
    "text",
    [
        "0001-01-01T00:00:00+14:00",
        "9999-12-31T23:59:59-14:00",
        "0001-01-01T00:00:00Z",
        "9999-12-31T23:59:59.999999Z",
        "1900-01-01T00:00:00+14:00",
        "2999-12-31T23:59:59-14:00",
    ],
)
def test_a_time_at_the_edge_of_the_calendar(text):
    """It is refused or audited, and nothing breaks down."""
    data = log(*(hand(n, seat(1, A, 300), seat(2, B, -300), at=text, ended_at=text) for n in (1, 2)))
    if not problems(data):
        assert audit_log(BytesSource(data)).complete
        assert len(list(replay_log(BytesSource(data)))) == 2


def test_a_time_back_to_text():
    assert times.text_of(times.NOT_RECORDED) is None
    assert times.text_of(0) == "1970-01-01T00:00:00Z"
    assert times.text_of(1_500_000) == "1970-01-01T00:00:01.500000Z"


@given(moments)
def test_a_time_to_text_and_back(moment):
    instant, _ = times.parse_one(moment.isoformat())
    assert times.parse_one(times.text_of(instant))[0] == instant


def test_times_of_a_thousand_hands_with_one_in_another_form():
    texts = np.array(["2026-03-14T19:42:10-07:00"] * 1000, object)
    texts[500] = "2026-03-14T19:42:10.250-07:00"
    parsed = times.parse(texts.tolist())
    assert parsed.wrong == []
    assert set(np.diff(parsed.instant).tolist()) == {0, 250_000, -250_000}
