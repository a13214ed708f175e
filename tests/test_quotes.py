"""Lines of a refused file, with the place that a problem names."""

import pytest

from auditor.evidence import Evidence
from auditor.quoted_lines import quote, quotes
from rules.records.problems import Problem

LINE = (
    b'{"event": "chinese_hand", "hand": 2, "seats": [{"seat": 1, "front": "AcJd5x"}, {"seat": 2, "net": -7}]}'
)


@pytest.mark.parametrize(
    ("field", "marked"),
    [
        ("seats[0].front", '"AcJd5x"'),
        ("seats[1].net", "-7"),
        ("hand", "2"),
        ("seats", '[{"seat": 1, "front": "AcJd5x"}, {"seat": 2, "net": -7}]'),
        ("", ""),
    ],
)
def test_the_value_of_the_field_is_marked(field, marked):
    found = quote(LINE, field)
    assert found.marked == marked
    assert not found.cut_after


def test_of_a_field_that_is_missing_the_object_is_quoted_and_nothing_marked():
    found = quote(LINE, "seats[1].player")
    assert (found.marked, found.after) == ("", '{"seat": 2, "net": -7}]}')
    assert found.before.endswith('"front": "AcJd5x"}, ')


def test_of_a_name_that_comes_twice_the_last_counts():
    assert quote(b'{"net": 1, "x": {"net": 3}, "net": 2}', "net").marked == "2"


@pytest.mark.parametrize(
    ("line", "before", "marked"),
    [
        (b'{"event": "x", hand: 3}', '{"event": "x", ', "h"),
        (b'{"a": 1} {"b": 2}', '{"a": 1}', " "),
        (b'{"a": "caf\xe9"}', '{"a": "caf', "\\xe9"),
        (b"hello", "", "h"),
    ],
)
def test_where_a_line_is_no_json_the_place_is_marked_where_it_breaks_off(line, before, marked):
    found = quote(line, "")
    assert (found.before, found.marked) == (before, marked)


def test_what_is_not_printable_is_escaped():
    found = quote('{"a": "\u202e\x7f"}'.encode(), "a")
    assert found.marked == '"\\u202e\\x7f"'


def test_a_long_line_is_cut_on_both_sides_and_so_is_a_long_value():
    found = quote(b'{"a": "' + b"x" * 900 + b'", "b": 5, "c": "' + b"y" * 900 + b'"}', "b")
    assert (found.marked, found.cut_before, found.cut_after) == ("5", True, True)
    assert (len(found.before), len(found.after)) == (70, 70)
    long = quote(b'{"a": "' + b"x" * 900 + b'"}', "a")
    assert (len(long.marked), long.marked[-1], long.after, long.cut_after) == (121, "…", "", True)


def test_a_line_that_is_nested_too_deep_is_quoted_without_a_mark():
    found = quote(b"[" * 100_000, "a[0]")
    assert (found.marked, found.after[:3], found.cut_after) == ("", "[[[", True)


def test_lines_are_found_by_their_numbers_and_a_line_that_does_not_exist_is_left_out():
    log = Evidence(b'{"a": 1}\n\n{"a": 3}\n')
    third, none = Problem(3, "a", "3", "text"), Problem(9, "", "", "")
    found = quotes(log, [third, none])
    assert {each: quoted.marked for each, quoted in found.items()} == {third: "3"}
