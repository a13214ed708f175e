"""Amounts, times and counts."""

from __future__ import annotations

import pytest

from reports import formatting
from reports.formatting import NOTHING, bare, less, points
from reports.typography import (
    CONDENSED,
    MONO,
    REGULAR,
    SEMIBOLD,
    SMALL,
    TITLE,
    fitted,
    font,
    printable,
    shrunk,
    width,
    wrapped,
)
from tests.folding import of_every


@of_every(
    ("minor", "currency", "plus", "shown"),
    [
        (123_450, "USD", False, "$1,234.50"),
        (-5, "USD", True, "−$0.05"),
        (5, "USD", True, "+$0.05"),
        (0, "USD", True, "$0.00"),
        (123_450, "EUR", False, "€1,234.50"),
        (1_234, "JPY", False, "1,234\u00a0JPY"),
        (1_234, "KWD", False, "1.234\u00a0KWD"),
        (-1_234, None, False, "−12.34"),
        (None, "USD", True, "–"),
        (1_200, "CHIPS", False, "1,200\u00a0chips"),
        (-1, "CHIPS", True, "−1\u00a0chip"),
        (0, "CHIPS", True, "0\u00a0chips"),
    ],
)
def test_money(minor, currency, plus, shown):
    assert formatting.money(minor, currency, plus) == shown


@of_every(
    ("value", "unit", "shown"),
    [
        (100, "money", "$1.00"),
        (1, "cards", "1 card"),
        (14, "cards", "14 cards"),
        (45, "hand number", "hand 45"),
        (250_100_047, "hand number", "hand 250100047"),
        (4, "seat", "seat 4"),
        (49, "entry", "entry 49"),
        (1_204, "entry number", "entry 1204"),
        (3, "level", "level 3"),
        (2, "place", "place 2"),
        (False, None, "not on record"),
        (True, None, "on record"),
        (3, None, "3"),
        ("AsKd", "cards", "AsKd"),
        (None, "money", "–"),
    ],
)
def test_quantities(value, unit, shown):
    assert formatting.quantity(value, unit, "USD") == shown


def test_a_head_says_the_chips_and_the_amounts_below_do_not():
    assert [formatting.headed(title, "CHIPS") for title in ("Money", "Money moved", "Due")] == [
        "Chips",
        "Chips moved",
        "Due, chips",
    ]
    assert formatting.headed("Money", "USD") == "Money"
    assert formatting.in_column(1_200, "CHIPS", plus=True) == "+1,200"
    assert formatting.in_column(-1_200, "CHIPS") == "−1,200"
    assert formatting.in_column(1_200, "USD", plus=True) == "+$12.00"
    assert formatting.in_column(None, "CHIPS") == "–"


def test_units_and_what_they_are_worth():
    assert [formatting.units(value) for value in (3, -3, 0, "4/3", "-4/3", None)] == [
        "+3",
        "−3",
        "0",
        "+4/3",
        "−4/3",
        "–",
    ]
    assert formatting.units_as_money("4/3", 300) == 400
    assert formatting.units_as_money("4/3", 100) is None
    assert formatting.units_as_money(3, None) is None


def test_times():
    assert formatting.moment("2026-03-14T19:42:10-07:00") == "2026-03-14 19:42:10 −07:00"
    assert formatting.moment("2026-03-14T19:42:10.25Z") == "2026-03-14 19:42:10 UTC"
    assert formatting.moment("yesterday") == "yesterday"
    assert formatting.moment(None) == "–"


def test_parts_of_times_and_spans():
    assert formatting.time_of_day("2026-03-14T19:42:10.25-07:00") == "19:42:10"
    assert formatting.time_of_day("soon") == "soon"
    assert formatting.day("2026-03-14T19:42:10-07:00") == "2026-03-14 −07:00"
    assert formatting.day("2026-03-14T19:42:10Z") == "2026-03-14 UTC"
    assert formatting.day("soon") == ""
    spans = (36, 1, 0.5, 0, 31.25, -4, 1_200.0, None)
    assert [formatting.elapsed(seconds) for seconds in spans] == [
        "36 seconds",
        "1 second",
        "0.5 seconds",
        "0 seconds",
        "31.25 seconds",
        "−4 seconds",
        "1,200 seconds",
        "–",
    ]


def test_periods():
    opened = "2026-03-14T16:00:00-07:00"
    assert formatting.period(opened, "2026-03-14T23:00:00-07:00") == "2026-03-14 16:00:00 – 23:00:00 −07:00"
    assert (
        formatting.period(opened, "2026-03-15T02:00:00-07:00")
        == "2026-03-14 16:00:00 – 2026-03-15 02:00:00 −07:00"
    )
    assert formatting.period(opened, "2026-03-15T02:00:00Z").endswith("−07:00 – 2026-03-15 02:00:00 UTC")
    assert formatting.period(opened, None) == "2026-03-14 16:00:00 −07:00 – not recorded"


def test_hand_numbers():
    assert formatting.hand_numbers([3, 17, 18, 19, 1_204]) == "3, 17–19, 1204"
    assert formatting.hand_numbers(range(0, 100, 2), most=3) == "0, 2, 4 and 47 more"
    assert formatting.hand_numbers([]) == ""


@pytest.mark.parametrize("face", [REGULAR, SEMIBOLD, CONDENSED, MONO])
def test_all_figures_and_signs_of_a_face_are_equally_wide(face):
    widths = font(face).face.charWidths
    assert len({widths[ord(char)] for char in "0123456789+−"}) == 1
    assert not [char for char in "−×→·–—½§…“”’" if ord(char) not in font(face).face.charToGlyph]


def test_text_is_cut_in_its_middle_and_wrapped_within_the_room():
    cut = fitted("abcdefghijklmnopqrstuvwxyz" * 3, SMALL, 60)
    assert cut.startswith("abc")
    assert cut.endswith("xyz")
    assert width(cut, SMALL) <= 60
    lines = wrapped("a few words and " + "x" * 200 + " more", SMALL, 80)
    assert all(width(line, SMALL) <= 80 for line in lines)
    assert "".join(lines).replace(" ", "") == "afewwordsand" + "x" * 200 + "more"
    assert len(wrapped("word " * 5_000, SMALL, 80, 10)) == 10


def test_a_figure_is_made_smaller_and_not_cut():
    style = shrunk("$1,234,567,890.12", SMALL, 40)
    assert width("$1,234,567,890.12", style) <= 40
    assert style.size == 8
    assert shrunk("$1,234,567,890.12", TITLE, 100).size < TITLE.size
    assert shrunk("$1", SMALL, 40) == SMALL


def test_what_does_not_show_is_written_as_its_code():
    assert printable("plain <b>&") == "plain <b>&"
    assert printable("a\u200bb\x07\n玩\u0651🂡") == "a[U+200B]b[U+0007] 玩[U+0651][U+1F0A1]"


def test_an_amount_below_a_heading_with_its_currency_is_bare():
    assert [bare(each, "EUR") for each in (123_456, -5, 0, None)] == ["1,234.56", "−0.05", "0.00", NOTHING]
    assert bare(500, "JPY", plus=True) == "+500"
    assert bare(-15_000, "CHIPS", plus=True) == "−15,000"


def test_points_are_whole_or_exact():
    assert [points(each) for each in (1_350, "375/2", "187.5", "1000/3", 0, None)] == [
        "1,350", "187.5", "187.5", "1,000/3", "0", NOTHING,
    ]  # fmt: skip


def test_a_difference_with_something_that_is_not_known_is_not_known():
    assert (less(5, 7), less(None, 7), less(5, None)) == (-2, None, None)
