"""The commission's cases with known answers: replayed, replayed under other readings, audited as they stand."""

import json
from pathlib import Path

import pytest

from rules.audit import BytesSource, audit_log
from rules.clauses import ambiguities
from rules.controls.library import library
from rules.records.reader import LogReader
from rules.replay.chinese import replay
from rules.replay.explain import explained
from rules.replay.scoring import compiled
from tests.rules.build import breaches, log, replays

CASES = [
    json.loads(line)
    for line in (Path(__file__).parents[1] / "cases" / "wsgc.ndjson").read_text("utf-8").splitlines()
]

# What the alternatives of the cases call a reading, and what the clause catalogue calls it.
READINGS = {
    "AMB-ROWS-1W2T: one unit (base rule)": ("AMB-ROWS-1W2T", "one"),
    "AMB-ROWS-1W2T: one unit": ("AMB-ROWS-1W2T", "one"),
    "AMB-ROWS-1W2T: unit plus overall unit": ("AMB-ROWS-1W2T", "one_plus_overall"),
    "AMB-WSGC-BONUS-COND: only for rows won": ("AMB-WSGC-BONUS-COND", "won"),
    "AMB-WSGC-NAT-VS-NAT: higher natural collects": ("AMB-WSGC-NAT-VS-NAT", "ranked"),
    "AMB-SUR-SPECIAL: natural still collects its value": ("AMB-SUR-SPECIAL", "special_value"),
}

every_case = pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])


def units_of(told):
    return {str(seat["seat"]): seat["units"] for seat in told["seats"]}


def pairs_of(told):
    return [{"a": pair["a"], "b": pair["b"], "units": pair["units"]} for pair in told["pairs"]]


def test_every_case_of_the_commission_is_here():
    assert len(CASES) == 20
    assert {case["ruleset"] for case in CASES} == {
        each.id for each in library().rulesets() if each.id.startswith("wsgc-")
    }


@every_case
def test_replay_equals_what_is_expected(case):
    (told,) = replays(*case["log"])
    expected = case["expected"]
    assert units_of(told) == expected["units"]
    assert pairs_of(told) == expected["pairs"]
    assert [seat["seat"] for seat in told["seats"] if seat["fouled"]] == expected["fouled"]
    if expected["transfers"] is not None:
        assert told["transfers"] == expected["transfers"]
    assert told["ruleset"] == case["ruleset"] + "@1"


@every_case
def test_every_alternative_under_its_reading(case):
    for alternative in case["alternatives"]:
        name, reading = READINGS[alternative["reading"]]
        assert name in case["readings"]
        assert reading != ambiguities()[name].default
        ruleset = library().get(case["ruleset"]).under({name: reading})
        (hands,) = LogReader().blocks([log(*case["log"])])
        told = explained(replay(hands, compiled(ruleset)), 0)
        assert units_of(told) == alternative["units"]
        assert pairs_of(told) == alternative["pairs"]


@every_case
def test_the_reading_that_a_case_relies_on_is_the_default(case):
    ruleset = library().get(case["ruleset"])
    for name in case["readings"]:
        assert ruleset.reading(ambiguities()[name]) == ambiguities()[name].default


@every_case
def test_the_audit_of_a_case_finds_what_it_breaks_and_nothing_else(case):
    audit = audit_log(BytesSource(log(*case["log"])))
    assert audit.complete
    assert [finding.clause for finding in breaches(audit)] == case["breaks"]


@every_case
def test_the_audit_names_the_ambiguities_that_a_case_turns_on(case):
    """What another reading would move is in the audit, with the same figures as the case's alternatives."""
    audit = audit_log(BytesSource(log(*case["log"])))
    told = {effect.ambiguity: finding for finding in audit.findings for effect in finding.readings or []}
    for alternative in case["alternatives"]:
        name, reading = READINGS[alternative["reading"]]
        assert told[name].kind == "undetermined"
        (effect,) = [each for each in told[name].readings if each.reading == reading]
        expected = case["expected"]["units"]
        moved = sum(abs(units - expected[seat]) for seat, units in alternative["units"].items()) // 2
        unit = case["log"][1]["unit"]
        assert (effect.hands, effect.units, effect.money) == (1, moved, moved * unit)
