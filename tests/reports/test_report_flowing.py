"""Text of several styles in lines: where words go, and what becomes of too many."""

from __future__ import annotations

from reports.flowing import StyledText, flowed
from reports.typography import TOLD, TOLD_BOLD, width


def lines(texts, room, **options):
    return [[text for text, _ in line] for line in flowed(texts, room, **options)]


def test_words_of_one_style_are_one_piece_and_styles_are_parted_by_a_space():
    texts = [
        StyledText("seat 3 raised to €3.99.", TOLD_BOLD),
        StyledText("Against", TOLD),
        StyledText("it", TOLD),
    ]
    assert lines(texts, 400) == [["seat 3 raised to €3.99.", " Against it"]]


def test_lines_are_no_wider_than_their_room():
    room = 60.0
    found = flowed(
        [StyledText("seats 3 and 4 folded", TOLD), StyledText("seat 12345678901234567890 bet", TOLD_BOLD)],
        room,
    )
    assert all(sum(width(*piece) for piece in line) <= room for line in found)
    assert "".join(text for line in found for text, _ in line).replace(" ", "") == (
        "seats3and4foldedseat12345678901234567890bet"
    )


def test_the_last_line_leaves_room_for_what_is_beside_it():
    text = StyledText("seat 2 called", TOLD)
    wide = width(*text)
    assert lines([text], wide + 1) == [["seat 2 called"]]
    assert lines([text], wide + 1, beside=30) == [["seat 2"], ["called"]]
    assert lines([StyledText("called", TOLD)], wide, beside=wide) == [["called"]]


def test_a_text_that_needs_more_lines_ends_with_an_ellipsis():
    found = lines([StyledText("one two three four five six", TOLD)], 40, most=2)
    assert len(found) == 2
    assert found[-1][-1].endswith("…")


def test_nothing_is_one_empty_line():
    assert flowed([], 100) == [[]]
