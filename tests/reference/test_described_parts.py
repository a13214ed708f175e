"""The templates of systems' pages: each parameter that they name can be stated, and paragraphs flow."""

import re
from pathlib import Path

import pytest

from auditor.reference.systems import described_parts
from auditor.reference.systems.described_parts import flowed, parts_of
from rules.clauses import ambiguities
from rules.controls.library import library
from rules.controls.schema.parameter_list import statable_parameters

TEMPLATES = sorted(Path(described_parts.__file__).with_name("templates").glob("*.jinja"))
STATED = {each.path.replace("[]", "") for each in statable_parameters()}
of_each_template = pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.name)


def tables():
    """The paths of parameters, and those of the tables that they are in."""
    steps = [path.split(".") for path in STATED]
    return {".".join(each[:count]) for each in steps for count in range(1, len(each) + 1)}


def named(text):
    """Paths that a template names in quotes, of parameters and of clauses."""
    return [each for each in re.findall(r'"([a-z_]+(?:\.[a-z_]+)+)"', text) if not each.endswith(".jinja")]


@of_each_template
def test_each_parameter_that_a_template_names_can_be_stated(path):
    found = named(path.read_text("utf-8"))
    assert found
    assert sorted(set(found) - tables() - {"irregularities.procedure.any.kind"}) == []


@of_each_template
def test_each_open_point_that_a_template_names_is_on_file(path):
    assert set(re.findall(r'"(AMB-[\w-]+)"', path.read_text("utf-8"))) <= set(ambiguities())


def test_a_paragraph_is_one_line_and_a_table_stays():
    assert flowed(" One,\n  two. \n \nThree.\n\n| a | b |\n| - | - |\n\n\n\n- four\n- five\n") == (
        "One, two. Three.\n\n| a | b |\n| - | - |\n\n- four\n- five"
    )


def test_a_sentence_that_a_system_lacks_ends_no_paragraph():
    fees = dict(parts_of(library().get("wac-230-15-080")))["Fees and jackpots"]
    assert (
        "For time a player pays at most $10.00 an hour. Time is collected at least once in 60 minutes"
        in fees.split("\n\n")[2]
    )


def test_a_part_that_a_system_lacks_is_left_out():
    headings = {
        name: [each.heading for each in parts_of(library().get(name))]
        for name in ("wsgc-2-4", "ofc-cash", "ofc-event")
    }
    assert headings["wsgc-2-4"] == [
        "Players, cards and rows",
        "Who settles with whom",
        "Rows",
        "When a deal goes wrong",
    ]
    assert "Fantasyland" in headings["ofc-cash"]
    assert "Fantasyland" not in headings["ofc-event"]
    assert "Missed hands and penalties" in headings["ofc-event"]
    assert "Missed hands and penalties" not in headings["ofc-cash"]
