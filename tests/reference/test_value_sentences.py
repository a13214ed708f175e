"""The sentences of values: each belongs to a parameter that can be stated, and each value of it has one."""

import pytest

from auditor.reference.systems.open_face.matters import effect_file, matters
from auditor.reference.systems.sentences import sentence_of, value_file
from rules.clauses import ambiguities
from rules.controls.library import library
from rules.controls.schema.parameter_list import statable_parameters

PARAMETERS = {each.path.replace("[]", ""): each for each in statable_parameters()}
TABLES = ("sentences", "open_face")
READINGS = {
    ("royalties.tied", "as_won"),
    ("naturals.against_ordinary", "banker"),
}  # sentences of a value beside another parameter's
IN_TEMPLATES = {
    ("chips.elimination", "unpaid_debt"),
    ("set_order.foul.price", "flat"),
}  # with open points or figures of their own


def words_of(path):
    return set(PARAMETERS[path].words) or {True, False}


def sentences(path, value):
    for name in ("wsgc-full", "ofc-event"):
        try:
            yield sentence_of(library().get(name), path, value)
        except KeyError:
            continue


@pytest.mark.parametrize("table", [*TABLES, "needs"])
def test_each_path_is_a_parameter_that_a_ruleset_can_state(table):
    assert sorted(set(value_file()[table]) - set(PARAMETERS)) == []


def test_each_value_of_a_parameter_has_a_sentence():
    paths = {path for table in TABLES for path in value_file()[table]}
    every = {(path, word) for path in paths for word in words_of(path)}
    assert {(path, word) for path, word in every if not list(sentences(path, word))} == IN_TEMPLATES


def test_each_sentence_is_of_a_value_that_the_parameter_can_have():
    stated = {
        (path, word)
        for table in TABLES
        for path, each in value_file()[table].items()
        if isinstance(each, dict)
        for word in each
        if word != "*" and word not in words_of(path)
    }
    assert stated == READINGS


def test_no_sentence_keeps_the_place_of_its_meaning():
    for path, parameter in PARAMETERS.items():
        if any(path in value_file()[table] for table in TABLES):
            for word in parameter.words:
                assert all("{}" not in each and each[0] != " " for each in sentences(path, word)), path


def test_a_sentence_has_the_meaning_that_the_sections_state():
    closed, open_face = library().get("wsgc-full"), library().get("ofc-event")
    assert sentence_of(closed, "set_order.equal", "foul") == "Equal rows are a foul."
    assert sentence_of(open_face, "chips.order", "from_first_seat") == (
        "The seat of the lowest number comes first, the others follow clockwise."
    )
    assert sentence_of(closed, "rows.per_row_too", True) == "A unit for each row is paid as well."


def test_a_value_without_a_sentence_is_named():
    with pytest.raises(KeyError, match=r"values\.toml has no sentence for chips\.elimination = unpaid_debt"):
        sentence_of(library().get("ofc-event"), "chips.elimination", "unpaid_debt")


def test_what_a_point_moves_is_said_of_points_and_topics_on_file():
    points, topics = set(ambiguities()), {each.touches for each in ambiguities().values()}
    assert sorted(set(effect_file()["points"]) - points) == []
    assert sorted(set(effect_file()["topics"]) - topics) == []


def test_the_own_sentence_of_a_point_goes_before_that_of_its_topic():
    known = ambiguities()
    assert matters(known["AMB-CARN-hand-number"]) == "It moves nothing."
    assert matters(known["AMB-CARN-line-tie"]).startswith(
        "It matters where a player wins two rows and the third is level"
    )
    assert matters(known["AMB-WSGC-SUR-AMOUNT"]) == ""
