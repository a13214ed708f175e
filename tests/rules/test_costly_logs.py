"""Logs that are cheap to send and dear to read: where reading stops, and in which words the file is refused."""

import numpy as np
import pytest

from rules.audit import BytesSource, read_facts
from rules.records import flatten, problems
from rules.records.problems import MOST_COUNTED
from rules.records.reader import MOST_BLANK, MOST_EVENTS, LogReader
from tests.rules.build import A, B, close, hand, seat, session
from tests.rules.lines import table_events
from tests.rules.refused import GOOD, lines, put, refusal

FIRST = lines(session())


@pytest.mark.parametrize(
    ("line", "found"),
    [(b"{", "{"), (b"{}", "no such field"), (b"null", "null"), (b"\xff", "byte 0xff, which is not UTF-8")],
)
def test_a_file_of_which_10_000_lines_cannot_be_read_is_read_no_further(line, found):
    pieces = iter([FIRST + (line + b"\n") * 20_000, b"never asked for\n"])
    refused = refusal_of(pieces)
    assert list(pieces) == [b"never asked for\n"]
    assert (refused.count, refused.problems[0].line, refused.problems[0].found) == (MOST_COUNTED, 2, found)
    assert len(refused.problems) == 100
    assert str(refused) == "The log was refused: 10,000 lines or more cannot be read as cardroom-log/1."


@pytest.mark.slow
def test_10_000_lines_with_a_card_that_does_not_exist_are_enough():
    wrong = put(GOOD, "seats.0.front", "9s8sXX")
    refused = refusal(lines(session()) + lines(wrong) * 20_000)
    assert refused.count == 10_000
    assert refused.problems[0].found == '"9s8sXX"'
    assert "10,000 lines or more" in str(refused)


@pytest.mark.slow
def test_long_lines_that_cannot_be_read_are_counted_by_their_bytes():
    long = b"[" + b"[]," * 330_000 + b"[]]\n"
    refused = refusal(FIRST + long * 30)
    assert refused.count == problems.MOST_REFUSED // len(long) + 1 == 9
    assert "9 lines or more" in str(refused)


def test_the_problems_before_a_million_others_are_reported_in_their_place():
    """A card that does not exist is found a block later than a line that is not JSON."""
    data = lines(session(), put(GOOD, "seats.1.front", "1h2c3d"), *[b"{"] * 20_000)
    assert [each.line for each in refusal(data).problems[:2]] == [2, 3]


@pytest.mark.parametrize("size", [1000, 65_536, 1 << 20])
def test_where_reading_stops_does_not_depend_on_the_chunks(size):
    data = FIRST + lines(GOOD) * 700 + b"{\n" * 11_000 + lines(put(GOOD, "unit", 0))
    whole, cut = refusal(data), refusal_of(data[at : at + size] for at in range(0, len(data), size))
    assert (cut.problems, cut.count) == (whole.problems, whole.count)


def test_fewer_lines_that_cannot_be_read_are_all_counted():
    refused = refusal(FIRST + b"{\n" * 9_999)
    assert (refused.count, str(refused)) == (
        9_999,
        "The log was refused: 9,999 lines cannot be read as cardroom-log/1.",
    )


@pytest.mark.night
@pytest.mark.slow
def test_a_log_of_a_million_blank_lines_is_refused_at_the_line_that_is_too_many():
    pieces = iter([FIRST + b"\n" * (MOST_BLANK + 1), b"never asked for\n"])
    (problem,) = refusal_of(pieces).problems
    assert list(pieces) == [b"never asked for\n"]
    assert str(problem) == (
        "line 1048578: found the blank line number 1,048,577; expected a log of at most 1,048,576 blank lines"
    )


@pytest.mark.slow
def test_as_many_blank_lines_as_are_taken_change_nothing():
    assert read_facts(BytesSource(FIRST + b"\n" * MOST_BLANK + lines(GOOD, close(1)))).hands == 1


@pytest.mark.night
@pytest.mark.slow
def test_events_outside_of_hands_are_bounded():
    event = lines(table_events()[0])
    (problem,) = refusal(FIRST + event * (MOST_EVENTS + 5)).problems
    assert problem.line == MOST_EVENTS + 2
    assert (
        problem.found,
        problem.expected,
    ) == ("the event outside of hands number 262,145", "a session of at most 262,144; split the log")


def test_rows_of_a_wrong_size_in_seats_of_no_order_are_placed_by_one_look_up_each(monkeypatch):
    """Each such row looked through all seats of its block: n rows, n times n steps."""
    counted = []
    monkeypatch.setattr(
        flatten.np, "flatnonzero", lambda of, real=np.flatnonzero: counted.append(1) or real(of)
    )
    wrong = hand(1, seat(2, B, -300, front="9s8s"), seat(1, A, 300), unit=100, at=GOOD["at"])
    few, many = (_looks(counted, wrong, count) for count in (10, 1000))
    assert few == many


def test_players_that_cannot_be_printed_are_found_by_one_look_a_block(monkeypatch):
    counted = []
    monkeypatch.setattr(
        flatten.np, "flatnonzero", lambda of, real=np.flatnonzero: counted.append(1) or real(of)
    )
    strange = [put(GOOD, "seats.0.player", f"\u202e{number}") for number in range(1000)]
    refused = refusal(lines(session(), *strange))
    assert refused.problems[0].field == "seats[0].player"
    assert refused.problems[0].expected == "printable characters"
    assert refused.count == 1000
    assert len(counted) < 20


def _looks(counted, event, count):
    counted.clear()
    blocks = list(LogReader().blocks([lines(session(), *[event] * count)]))
    assert all(block.odd for block in blocks)
    return len(counted)


def refusal_of(chunks):
    with pytest.raises(problems.Refused) as refused:
        list(LogReader().blocks(chunks))
    return refused.value
