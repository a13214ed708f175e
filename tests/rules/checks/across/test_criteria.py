"""What is quoted beside a finding is about what was tested: every check under every revision of the library.

Who writes a check has read the clauses of its CHECK. `criteria.txt` has the others that it can quote, by a ruleset that cites
them for a parameter, read one by one. A check or a ruleset that adds one fails here until it is read and written down.
"""

import re
from collections import defaultdict
from functools import cache
from pathlib import Path

import pytest

from rules.checks.catalogue import by_code, every_check
from rules.clauses import CONVENTION, about, ambiguities, catalogue, states
from rules.controls.library import library
from rules.controls.parameters import parameters
from rules.controls.quotes import with_quotes
from rules.findings.build import cited

READ = Path(__file__).parents[3] / "cases" / "criteria.txt"
REVISIONS = [each for each in library().revisions() if not each.abstract]
STATE = "The controls state, without a document:"
POINTS_ONLY = {
    "SCR004",
    "PAY005",
}  # each finding is a point that the ruleset leaves open, with its own clause
NUMBERS = "no one two three four five six seven eight nine ten eleven twelve thirteen"  # as clauses write small figures
PRICED = re.compile(r"\.units$|\d-\d-\d$|^rows\.unit$")
# Figures that stand in no clause, and where the reader finds them.
ELSEWHERE = {
    "rows.table.1-0-2": "no document prices it: SCR003 says so, with what other readings give",
    "rows.table.1-1-1": "no document prices it: SCR003 says so, with what other readings give",
    "rows.table.2-0-1": "two rows at one unit each, as the clause says",
    "rows.unit": "beside a table of results a row alone is paid nothing",
    "surrender.amount.units": "the clause leaves it to the controls: the message of SUR002 and the table of pairs have it",
}


@cache
def quoted():
    """(code, path, clause) of all checks under all revisions; the path is empty for what a check cites of itself."""
    found = defaultdict(set)
    for entry in every_check():
        check = entry.check
        if check.code in POINTS_ONLY:
            continue
        for ruleset in REVISIONS:
            if check.applies_to(ruleset):
                for path in ("", *(each for each in check.rule if ruleset.get(each) is not None)):
                    found[check.code].add((path, cited(check, path or None, ruleset)))
    return found


def written():
    lines = (line.split() for line in READ.read_text("utf-8").splitlines() if not line.startswith("#"))
    return {code: set(clauses) for code, *clauses in lines}


def test_the_clauses_that_each_check_quotes_were_read():
    others = {
        code: {clause for _, clause in each} - set(by_code()[code].check.clauses)
        for code, each in quoted().items()
    }
    assert {code: clauses for code, clauses in others.items() if clauses} == written()


def test_no_check_is_quoted_as_a_parameter():
    """Nobody can look up what "convention:JKP023" states."""
    clauses = {clause for found in quoted().values() for _, clause in found}
    assert [each for each in clauses if re.fullmatch(rf"{CONVENTION}:[A-Z]{{3}}\d{{3}}", each)] == []


def test_a_clause_is_about_the_parameter_beside_which_it_is_quoted():
    wrong = [
        (code, path, clause)
        for code, found in quoted().items()
        for path, clause in found
        if clause in states() and not any(about(clause, each) for each in (path, *by_code()[code].check.rule))
    ]
    assert wrong == []


def test_a_clause_states_parameters_that_tables_cite_it_for():
    assert set(states()) <= set(catalogue())
    for clause, paths in states().items():
        bound = [each for each in library().revisions() if each.bound_by(clause)]
        for path in paths:
            assert any(each.get(path) is not None for each in bound), (clause, path)


@pytest.mark.parametrize(
    "ruleset", [each for each in REVISIONS if each.family in ("chinese", "ofc")], ids=str
)
def test_a_price_stands_in_its_clause_or_in_what_the_controls_state(ruleset):
    check, quotes = by_code()["SCR001"].check, with_quotes([ruleset])
    missing = []
    for each in parameters(ruleset.params):
        if each.role != "value" or type(each.value) is not int or not PRICED.search(each.path):
            continue
        path = each.path.removesuffix(".units") if "]" in each.path else each.path
        clause = cited(check, path, ruleset)
        words = [str(each.value), *NUMBERS.split()[each.value : each.value + 1]]
        says = quotes[clause].statement
        if path not in ELSEWHERE and not any(re.search(rf"(?<!\d){word}(?!\d)", says) for word in words):
            missing.append((path, each.value, clause, says))
    assert missing == []


def test_of_open_points_a_clause_is_quoted_that_leaves_them_open_or_that_they_set():
    for ambiguity in ambiguities().values():
        paths = [path for each in ambiguity.readings.values() for path in each.sets]
        for ruleset in REVISIONS:
            if ruleset.concerns(ambiguity):
                clause = ruleset.left_open_by(ambiguity)
                of_paths = {cite for path in paths for cite in ruleset.citations(path)}
                known = clause in ambiguity.clauses or clause in of_paths
                assert known or clause.partition(":")[2] in paths, (ambiguity.id, str(ruleset), clause)


# ---------------------------------------------------------------- what was quoted wrongly once


@pytest.mark.parametrize(
    ("code", "ruleset", "path", "clause"),
    [
        ("JKP023", "olympic-ranking", None, "external:POOL-pays"),
        ("JKP023", "olympic-jackpots", None, "external:POOL-pays"),
        ("STK002", "wsgc-base", None, "WSGC-3a"),
        ("STK002", "hawaiian-gardens", None, "PAGAT-stake"),
        ("PAY002", "wsgc-base", "stakes", "WSGC-3a"),
        ("SCR001", "wsgc-naturals", "naturals.list[dragon]", "WSGC-natural-value"),
        ("DCK001", "carnivale-ofc-2013", None, "CARN-table-max"),
        ("DCK003", "carnivale-ofc-2013", None, "CARN-table-max"),
        ("TRN008", "standard-tournament", None, "external:SEAT-one"),
    ],
)
def test_a_finding_quotes_the_clause_about_it(code, ruleset, path, clause):
    assert cited(by_code()[code].check, path, library().get(ruleset)) == clause


@pytest.mark.parametrize(
    ("ruleset", "path", "says"),
    [
        ("wsgc-base", "set_order.equal", f"{STATE} Set order, equal: allow."),
        ("wsgc-base", "surrender.allowed", "The controls state nothing about this: Surrender."),
        ("wsgc-base", "naturals.list", "The controls state nothing about this: Special hands of thirteen cards."),
        ("wsgc-base", "stakes.unit_cap", f"{STATE} A unit is worth at most $10.00."),
        ("olympic-cash", "pot.pots.award_order", f"{STATE} Pots are awarded from the last side pot to the main pot."),
    ],
)  # fmt: skip
def test_what_is_convention_is_quoted_from_the_controls(ruleset, path, says):
    assert with_quotes([library().get(ruleset)])[f"{CONVENTION}:{path}"].statement == says


def test_of_several_rulesets_those_that_are_used_are_quoted():
    both = [library().get("wsgc-full"), library().get("ofc-event")]
    clause = f"{CONVENTION}:set_order.foul.price"
    whole, one = with_quotes(both), with_quotes(both, {"ofc-event@1"})
    assert whole[clause].statement.startswith("The controls state, without a document: wsgc-full@1: A fouled")
    assert one[clause].statement == "The controls state, without a document: A fouled hand pays by: flat."
