"""What a report says of results beyond all that can have been due, whose seats are several or one."""

from __future__ import annotations

import pytest

from tests.reports import samples
from tests.reports.reading import Reading
from tests.rules.build import audited, hand, seat, session


def read(*nets: int) -> str:
    seats = (seat(number, None, net) for number, net in enumerate(nets, 1))
    return Reading(samples.pdf(audited(session(ruleset="wsgc-2-4"), hand(1, *seats)))).text


@pytest.mark.parametrize(
    ("nets", "title", "condition", "effect"),
    [
        (
            (100_000, -100_000, 0, 0),
            "Seat 1's recorded result differs from what was due",
            "Hand 1, seat 1: the log records $1,000.00; at most $12.00 can have been due, $4.00 from each of 3 pairs",
            "$988.00 was misallocated",
        ),
        (
            (1200, 1200, -1200, -1200),
            "Seats together have more than they can have been due",
            "Hand 1, seats 1 and 2: the log records $24.00 together; at most $16.00 can have been due, $4.00 from each of 4",
            "$8.00 was misallocated",
        ),
    ],
)
def test_a_report_names_the_seats_that_have_too_much_and_the_most_that_was_due(
    nets: tuple[int, ...], title: str, condition: str, effect: str
) -> None:
    text = read(*nets)
    for words in (title, condition, effect, "(no cards are on record)", "WSGC-24-sweep"):
        assert words in text, words


def test_a_report_says_how_much_more_can_be_at_most() -> None:
    text = read(1200, 1200, -1200, -1200)
    assert "In 1 of 1 hand it is not known how much more was misallocated ($32.00 at most)" in text
    assert "in no repayment: the record does not say between whom it went" in text
    assert "No money was misallocated" not in text
    assert "Nothing that is known is owed" not in text


def test_a_report_says_what_can_be_at_most_where_nothing_is_known() -> None:
    text = read(1200, 0, -400, -800)
    said = "Whether money was misallocated is not known of any hand (no cards are on record), at most $28.00."
    assert said in text
