"""Histories that mean harm: long lines, blank megabytes, hands all refused. What grew with the square would not end."""

import pytest

from auditor.importing.histories import history_logs
from tests.importing.histories.originals import brought_in, originals, problems


@pytest.mark.parametrize(
    "data",
    [
        b"\n" * (1 << 20),
        b" " * (1 << 20) + b"variant",
        b"{\n" * (1 << 19),
        b'{"ohh": ' * (1 << 17),
        b'{"ohh":{}}\n' * 5_000,
        b"variant = 'NT'\nactions = " + b"[" * (1 << 18),
        b"PokerStars Hand #1: " + b"Razz Limit " * (1 << 16),
    ],
    ids=["blank", "spaces", "braces", "deep", "empty", "brackets", "head"],
)
def test_a_megabyte_of_nothing_is_refused_soon(data):
    done = brought_in(data)
    assert done.logs == ()
    assert done.problems


def test_a_long_line_is_named():
    text = originals("pokerstars")["pokerstars/italy-159212572783.txt"]
    text = text.replace("*** FLOP ***", "Seat 1: " + "x and won ($1) " * 70_000 + "\n*** FLOP ***")
    (only,) = problems(text)
    assert (only[0], only[2], only[3]) == ("line 18", "a line of 1,050,007 characters", "at most 1,000")


@pytest.mark.slow
def test_hands_that_the_format_refuses_one_and_all_are_listed_as_far_as_is_of_use(monkeypatch):
    monkeypatch.setattr(history_logs, "MOST_ROUNDS", 3)
    (cancelled,) = [text for text in originals("pokerstars").values() if "Hand cancelled" in text]
    alone = cancelled.replace("Hand cancelled", "")  # one seat, which the format refuses
    done = brought_in("\n\n".join(alone.replace("#110222853693", f"#{number}") for number in range(400)))
    assert done.logs == ()
    assert done.problem_count == 301
    assert (done.problems[0].field, done.problems[299].field) == ("hand 0, seats", "hand 299, seats")
    assert done.problems[300].found == "more such hands"
