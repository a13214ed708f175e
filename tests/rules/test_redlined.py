"""Two wordings as one text: what is gone, what is new, what stays."""

import pytest

from rules.controls.wording import redlined


def _said(a, b):
    return [(each.standing, each.text) for each in redlined(a, b)]


@pytest.mark.parametrize(
    ("a", "b", "pieces"),
    [
        ("two units.", "two units.", [("same", "two units.")]),
        ("two units.", "three units.", [("gone", "two"), ("new", "three"), ("same", " units.")]),
        ("two units.", "two units, paid at once.", [("same", "two units"), ("new", ", paid at once"), ("same", ".")]),
        (None, "two units.", [("new", "two units.")]),
        ("two units.", None, [("gone", "two units.")]),
        ("", "", []),
    ],
)  # fmt: skip
def test_words_are_compared_one_by_one(a, b, pieces):
    assert _said(a, b) == pieces


def test_a_redline_has_the_whole_of_either_wording():
    a, b = "The dealer, then the floor, decides.\nNobody else.", "The floor decides; nobody else does."
    pieces = redlined(a, b)
    assert "".join(each.text for each in pieces if each.standing != "new") == a
    assert "".join(each.text for each in pieces if each.standing != "gone") == b


@pytest.mark.slow
def test_very_long_wordings_are_gone_and_new_as_a_whole():
    a, b = "word " * 1_000, "word " * 1_000 + "more"
    assert [each.standing for each in redlined(a, b)] == ["gone", "new"]
    assert [each.standing for each in redlined(a, a)] == ["same"]
