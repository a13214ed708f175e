"""A file of controls as a form: its fields, and the file with other values in it."""

import tomllib

import pytest

from auditor.controls_form import CannotWrite, added, sections_of, values_of, with_readings, written
from rules.controls.library import sample, sources
from rules.controls.toml_text import NotToml

TEXT = '[ruleset]\nid = "x"   # ours\n[a]\nn = 1 # one\nb = true\nwords = ["p", "q"]\n[[items]]\nid = "k/~"\n"x/y" = 2\n'


def test_each_parameter_of_the_sample_has_a_field_with_its_value():
    held = values_of(sample())
    assert held["/surrender/amount/units"] == "2"
    assert held["/surrender/allowed"] == "true"
    assert held["/ruleset/in_force/from"] == "2026-01-01"
    assert held["/rows/table/3-0-0"] == "4"
    assert held["/ruleset/extends"] == "wac-230-15-080@2, wsgc-2-4@1, mix-wsgc-naturals@1"


def test_a_point_is_asked_in_its_own_words_with_its_readings():
    fields = {each.path: each for section in sections_of(sample()) for each in section.fields}
    point = fields["ruleset.readings.AMB-SWEEP-TIE"]
    assert point.says == "Are two wins and a tie a sweep?"
    assert point.words == {"no": "no, all three rows must be won", "yes": "yes, it is enough to lose no row"}
    assert fields["surrender.amount.text"].label == "Amount, wording"


def test_a_field_has_the_meaning_of_its_parameter_and_of_each_word():
    fields = {each.path: each for section in sections_of(sample()) for each in section.fields}
    payees = fields["surrender.payees"]
    assert payees.says == "Who is paid."
    assert payees.words["live_only"] == "each player who is still in the hand"
    assert fields["stakes.unit_cap.max"].says == "The most that a unit is worth, in minor units."
    assert fields["surrender.amount.units"].says == "What a surrender costs, to each payee, in units."
    assert fields["records.level"].words["totals"] == "totals", "a name has no other words"


def test_a_level_of_record_is_chosen_among_the_levels():
    fields = {each.path: each for section in sections_of(sample()) for each in section.fields}
    assert (fields["records.level"].kind.what, fields["records.level"].value) == ("choice", "rows")
    assert {"fees", "totals", "rows", "full"} < set(fields["records.level"].words)
    assert set(fields["records.numbers"].words) == {"one", "continued"}
    by_game = '[ruleset]\nid = "x"\n[records.level]\nholdem = "acts"\n'
    (only,) = [
        each for section in sections_of(by_game) for each in section.fields if each.path.startswith("records")
    ]
    assert (only.path, only.kind.what) == ("records.level.holdem", "choice")


@pytest.mark.parametrize(
    ("name", "value", "line"),
    [
        ("/ruleset/id", "y", 'id = "y"   # ours'),
        ("/a/n", "-12", "n = -12 # one"),
        ("/a/b", "false", "b = false"),
        ("/a/words", "p, r , ", 'words = ["p", "r"]'),
        ("/items/0/id", 'say "no"', r'id = "say \"no\""'),
        ("/items/0/x~1y", "3", '"x/y" = 3'),
    ],
)
def test_one_value_changes_and_the_rest_stays(name, value, line):
    before, after = TEXT.split("\n"), written(TEXT, {name: value}).split("\n")
    assert [each for each in after if each not in before] == [line]
    assert len(after) == len(before)


def test_nothing_changed_is_the_same_text():
    assert written(sample(), {}) == sample()


def test_an_empty_value_is_taken_out():
    assert "n = " not in written(TEXT, {"/a/n": " "})


@pytest.mark.parametrize(
    ("name", "value", "says"),
    [
        ("/a/n", "1.5", "This is not a whole number."),
        ("/a/b", "maybe", "This is either yes or no."),
        ("/a/none", "1", "The file has no such parameter any more."),
        ("/b/n", "1", "The file has no such parameter any more."),
        ("/items/1/id", "1", "The file has no such parameter any more."),
        ("/items/z/id", "1", "The file has no such parameter any more."),
    ],
)
def test_what_cannot_be_written_is_said_with_its_field(name, value, says):
    with pytest.raises(CannotWrite, match=says) as caught:
        written(TEXT, {name: value})
    assert caught.value.field == name


def test_a_day_is_a_day():
    with pytest.raises(CannotWrite, match="This is no day"):
        written(sample(), {"/ruleset/in_force/from": "tomorrow"})


def test_a_text_that_is_no_toml_is_refused():
    for text in ("a = ", "a" + ".a" * 10_000 + " = 1"):
        with pytest.raises(NotToml):
            written(text, {"/a": "1"})
        with pytest.raises(NotToml):
            sections_of(text)


def test_readings_are_written_with_and_without_a_table_of_them():
    assert tomllib.loads(with_readings(TEXT, {"AMB-FOUL": "void"}))["ruleset"]["readings"] == {
        "AMB-FOUL": "void"
    }
    leaning = (
        '[ruleset]\nid = "x"\nleans = { "AMB-FOUL" = "void", "AMB-X" = "y" }\nreadings = { "AMB-Z" = "z" }\n'
    )
    head = tomllib.loads(with_readings(leaning, {"AMB-FOUL": "base_only"}))["ruleset"]
    assert head["readings"] == {"AMB-Z": "z", "AMB-FOUL": "base_only"}
    assert head["leans"] == {"AMB-X": "y"}


def test_a_new_table_of_readings_has_an_empty_line_before_and_after_it():
    text = with_readings('[ruleset]\nid = "x"\n\n[stakes]\na = 1\n', {"AMB-FOUL": "void"})
    text = with_readings(text, {"AMB-X": "y"})
    assert '\n\n[ruleset.readings]\nAMB-FOUL = "void"\nAMB-X = "y"\n\n[stakes]\n' in text


def test_a_part_of_the_sample_is_added_whole_and_alone():
    data = tomllib.loads(added('[ruleset]\nid = "x"\n', sample(), "surrender"))
    assert data["surrender"] == tomllib.loads(sample())["surrender"]
    assert data.keys() == {"ruleset", "surrender"}


@pytest.mark.night
@pytest.mark.slow
def test_every_file_of_the_library_has_a_form():
    for name, text in sources().items():
        assert sections_of(text)[0].name == "ruleset", name
