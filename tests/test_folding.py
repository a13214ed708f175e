"""A test of every value fails with what failed, and under which name; otherwise a fault could hide behind another."""

import inspect

import pytest

from tests.folding import of_every


def test_each_value_that_fails_is_named_and_the_others_are_looked_at():
    seen = []

    @of_every("number", range(5), ids=lambda number: f"n{number}")
    def even(number):
        seen.append(number)
        assert number % 2 == 0

    with pytest.raises(BaseExceptionGroup, match="2 of 5 fail: n1, n3") as raised:
        even()
    assert seen == [0, 1, 2, 3, 4]
    assert [failure.__notes__ for failure in raised.value.exceptions] == [
        ["This was number: n1"], ["This was number: n3"],
    ]  # fmt: skip


def test_values_of_several_names_and_what_ought_to_be_raised_and_is_not():
    @of_every(("text", "kind"), [("x", ValueError), ("1", ValueError)], ids=["letter", "figure"])
    def is_refused(text, kind):
        with pytest.raises(kind):
            int(text)

    with pytest.raises(BaseExceptionGroup, match="1 of 2 fail: figure"):
        is_refused()


def test_fixtures_are_still_requested_and_nothing_fails_where_all_is_well():
    @of_every("name", ["a", "b"])
    def is_there(name, tmp_path):
        assert name in tmp_path

    assert list(inspect.signature(is_there).parameters) == ["tmp_path"]
    is_there(tmp_path="ab")
