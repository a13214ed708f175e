"""The pages of parameters say what each parameter of a file means, which values it can have, and what holds without it."""

import re

import pytest

from auditor.reference.markdown import ROOT
from auditor.reference.parameter_pages import parameter_parts
from auditor.reference.reference_page_list import pages
from auditor.reference.reference_search import search
from rules.controls.schema.parameter_list import statable_parameters
from tests.folding import of_every


def text(path):
    return re.sub(r" +", " ", pages()[path].markdown())


@pytest.mark.parametrize(
    ("part", "line"),
    [
        ("sweep", "| `factor` | What the payment is multiplied by. 1 or more. | 1 |"),
        ("rows", "| `unit` | What a row that is won pays. 0 to 100,000 units. | 1 |"),
        ("records", "| `keep_years` | Years after the end of the fiscal year for which a record is kept, if the authority"),
        ("set_order", "| `equal` | What equal rows are. `allow`: legal; `foul`: a foul. | `allow` |"),
        ("jokers", "`best_legal`: what makes its row best without fouling the hand. | a file has to state it |"),
        ("pot.betting", "| `facing` | What it is after a bet. `call`: a call. The documents allow no other value. | `call` |"),
        ("pot.betting", "| `binds` | Whether an announced bet binds. Yes or no. | yes |"),
        ("ruleset", "| `from` | The first gaming day on which the revision holds. A day. | |"),
        ("event", "| `at` | The local time of the start. A local time. | a file has to state it |"),
        ("severity", "| `severity` | How gravely findings of a code count. `critical`, `major`, `minor`, `note`. | |"),
    ],
)  # fmt: skip
def test_a_parameter_has_its_meaning_its_values_and_what_holds_without_it(part, line):
    assert line in text(f"parameters/{part}")


@pytest.mark.parametrize(
    ("part", "heading"),
    [
        ("royalty", "## Each item of `royalty`"),
        ("pot.games", "## Each table of `pot.games`"),
        ("pot.games", "## Each item of `pot.games.*.streets`"),
        ("irregularities", "## `irregularities.procedure.*.cards`"),
        ("severity", "## The file itself"),
    ],
)
def test_a_table_of_a_file_has_one_heading(part, heading):
    lines = text(f"parameters/{part}").split("\n")
    assert lines.count(heading) == 1
    headings = [each for each in lines if each.startswith("## ")]
    assert len(set(headings)) == len(headings)


@of_every("part", list(parameter_parts()))
def test_a_part_has_every_parameter_below_it(part):
    page = text(f"parameters/{part}")
    for each in parameter_parts()[part]:
        assert (
            f"| `{each.path.rpartition('.')[2]}` | {each.meaning.text[:1].upper()}{each.meaning.text[1:]}."
            in page
        )


@pytest.mark.parametrize(
    ("part", "heading", "uncited"),
    [
        ("ruleset", "## `ruleset.in_force`", True),
        ("irregularities", "## `irregularities.procedure.*.cards`", True),
        ("irregularities", "## `irregularities.no_misdeal`", False),
        ("royalty", "## Each item of `royalty`", False),
    ],
)
def test_a_table_without_clauses_says_so(part, heading, uncited):
    about = text(f"parameters/{part}").partition(f"{heading}\n\n")[2].partition("\n\n|")[0]
    assert ("The table has no clauses." in about) == uncited


def test_the_index_leads_to_each_part_and_counts_its_parameters():
    index = text("parameters")
    assert f"- [Rows]({ROOT}/parameters/rows) `rows`: 6 parameters" in index
    assert f"- [Jokers]({ROOT}/parameters/jokers) `jokers`: 1 parameter" in index
    assert all(f"]({ROOT}/parameters/{part})" in index for part in parameter_parts())
    listed = {each.path for mine in parameter_parts().values() for each in mine}
    assert {each.path for each in statable_parameters()} <= listed
    assert (
        f"A file of controls can state {len(listed)} parameters in {len(parameter_parts())} parts." in index
    )


def test_a_parameter_is_found_by_its_path_and_by_its_meaning():
    for query in ("pot.betting.straddle.multiplier", "bet before is multiplied"):
        found = [(each.entry.kind, each.entry.name) for each in search(query)]
        assert ("parameters", "pot.betting") in found, query
