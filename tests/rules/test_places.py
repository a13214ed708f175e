"""The line of each parameter of a file, and the line that each problem is about."""

import pytest

from rules.controls.examined_filing import examine
from rules.controls.library import library, sample, sources
from rules.controls.places_in_file import PlacedProblem, lines_of, placed
from rules.controls.schema.kind_of import Kind, kind_of
from tests.rules.filed import controls

TEXT = '''# a = 1
[ruleset] # [not.a.table]
id = "x"
note = """
[nor.this]
b = 2
"""
list = [
  "a = 1",   # ]
  { c = 3 },
]
in_force = { from = 2026-01-01 }

[ruleset.readings]
"AMB-FOUL" = 'void'

[[royalty]]
row = "back"
[[royalty]]
row = "front"
[royalty.deep]
units.each = 3
'''


def test_every_table_and_key_has_its_line():
    assert lines_of(TEXT) == {
        ("ruleset",): 2,
        ("ruleset", "id"): 3,
        ("ruleset", "note"): 4,
        ("ruleset", "list"): 8,
        ("ruleset", "in_force"): 12,
        ("ruleset", "readings"): 14,
        ("ruleset", "readings", "AMB-FOUL"): 15,
        ("royalty",): 17,
        ("royalty", "0"): 17,
        ("royalty", "0", "row"): 18,
        ("royalty", "1"): 19,
        ("royalty", "1", "row"): 20,
        ("royalty", "1", "deep"): 21,
        ("royalty", "1", "deep", "units"): 22,
        ("royalty", "1", "deep", "units", "each"): 22,
    }


@pytest.mark.parametrize("text", ["", "[", "=", "[[", '"""', "a = [\n[b]\n", "]]\n[a]\n", "[a\nb = 1"])
def test_texts_that_are_no_toml_have_lines_too(text):
    assert all(1 <= line <= text.count("\n") + 1 for line in lines_of(text).values())


@pytest.mark.parametrize(
    ("old", "new", "path", "begins"),
    [
        ("max = 500", "max = 5000", "stakes.unit_cap.max", "unit_cap ="),
        ("units = 2\n", 'units = "x"\n', "surrender.amount.units", 'units = "x"'),
        ("payees =", "pajees =", "surrender.pajees", "pajees ="),
        ('"WSGC-5a"]', '"WSGC-nope"]', "set_order.cite", "cite ="),
        ('"AMB-FOUL" =', '"AMB-FOOL" =', "ruleset.readings", "[ruleset.readings]"),
    ],
)
def test_each_problem_of_the_sample_has_the_line_that_it_is_about(old, new, path, begins):
    text = sample().replace(old, new)
    found = placed(examine("x@1", text, library()).problems, "x@1", text)
    lines = {each.path: each.line for each in found}
    assert text.split("\n")[lines[path] - 1].startswith(begins)


def test_what_is_missing_has_the_line_of_what_would_be_around_it():
    text = controls(1, None)
    found = placed(examine("x@1", text, library()).problems, "x@1", text)
    (missing,) = [each for each in found if each.path == "ruleset.in_force.from"]
    assert text.split("\n")[missing.line - 1] in ("[ruleset]", "[ruleset.in_force]")


def test_what_is_no_toml_has_the_line_of_the_error():
    text = "[ruleset]\nid = \n"
    (found,) = placed(examine("x@1", text, library()).problems, "x@1", text)
    assert (found.path, found.line) == ("", 2)
    assert found.message.startswith("not TOML: ")


def test_a_problem_without_a_place_keeps_its_words():
    assert placed(["it has no place"], "x", "") == [PlacedProblem("", None, "it has no place")]


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("ruleset.title", Kind("text")),
        ("ruleset.revision", Kind("number", (), 1, 10**12)),
        ("ruleset.in_force.from", Kind("day")),
        ("ruleset.extends", Kind("texts")),
        ("ruleset.readings.AMB-FOUL", Kind("text")),
        ("surrender.allowed", Kind("switch")),
        ("surrender.payees", Kind("choice", ("live_only", "all_opponents", "banker"))),
        ("surrender.cite", Kind("texts")),
        ("severity.SCR001", Kind("choice", ("critical", "major", "minor", "note"))),
        ("no.such.key", None),
        ("surrender.nothing", None),
    ],
)
def test_the_kind_of_a_value_is_that_of_the_schema(path, kind):
    assert kind_of(path.split(".")) == kind


def test_every_file_of_the_library_has_a_line_for_each_of_its_keys():
    for name, text in sources().items():
        found = lines_of(text)
        assert ("ruleset", "id") in found, name
