"""Times as messages have them."""

from rules.checks.support.amounts import counted, lasting

SECOND = 1_000_000


def test_a_time_is_said_in_minutes_and_seconds():
    times = (0, 1, 48 * SECOND, 60 * SECOND, 30 * 60 * SECOND + 1, 90 * 60 * SECOND + 5 * SECOND)
    assert [lasting(each) for each in times] == [
        "0 seconds", "1 second", "48 seconds", "1 minute", "30 minutes and 1 second", "90 minutes and 5 seconds"
    ]  # fmt: skip


def test_things_are_counted_with_their_noun():
    assert [counted(each, "card") for each in (0, 1, 1_200)] == ["0 cards", "1 card", "1,200 cards"]
