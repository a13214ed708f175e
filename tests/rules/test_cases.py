"""Every case with known answers: replayed, replayed under other readings, audited as it is."""

import pytest

from auditor.reference.hands import known
from rules.audit import BytesSource, audit_log
from rules.clauses import ambiguities
from rules.controls.library import library
from rules.controls.ruleset import Ruleset
from rules.records.reader import LogReader
from rules.replay.explain import explained
from rules.replay.row_replay import replay
from rules.replay.scoring import compiled
from tests.folding import of_every
from tests.rules.build import breaches, log, replays

CASES = known("chinese.ndjson")

# What the alternatives of the cases call a reading, and what the clause catalogue calls it.
READINGS = {
    "AMB-ACES-SCOPE: surrendered hands take no part": ("AMB-ACES-SCOPE", "live_only"),
    "AMB-BANK-TIE-BONUS: tied row pays 1 only": ("AMB-BANK-TIE-BONUS", "no"),
    "AMB-ROWS-1W2T: one unit (base rule)": ("AMB-ROWS-1W2T", "one"),
    "AMB-ROWS-1W2T: one unit": ("AMB-ROWS-1W2T", "one"),
    "AMB-ROWS-1W2T: unit plus overall unit": ("AMB-ROWS-1W2T", "one_plus_overall"),
    "AMB-ROWS-2W1T: flat 1 for two of three": ("AMB-ROWS-2W1T", "table"),
    "AMB-SPEC-SIXPAIRS-TIE: odd card decides": ("AMB-SPEC-SIXPAIRS-TIE", "odd_card"),
    "AMB-SUR-SPECIAL: natural still collects its value": ("AMB-SUR-SPECIAL", "special_value"),
    'AMB-SWEEP-ALL-2P: a lone opponent is "all opponents"': ("AMB-SWEEP-ALL-2P", "one_is_all"),
    "AMB-SWEEP-MULT-SCOPE: only the plain row units are doubled": ("AMB-SWEEP-MULT-SCOPE", "base"),
    "AMB-SWEEP-SPECIAL: only ordinary opponents count": ("AMB-SWEEP-SPECIAL", "ignored"),
    "AMB-VN-SPEC-VS-SPEC: difference": ("AMB-VN-SPEC-VS-SPEC", "difference"),
    "AMB-WSGC-BONUS-COND: only for rows won": ("AMB-WSGC-BONUS-COND", "won"),
    "AMB-WSGC-NAT-VS-NAT: higher natural collects": ("AMB-WSGC-NAT-VS-NAT", "ranked"),
}
# Comparisons with what another ruleset would pay, and with a rule that no document has.
OTHER_RULESETS = {"comparison: classic-increased": "classic-increased"}
OTHER_RULES = {"contrast, not an open reading: overall point by rows": {"overall_point": {"basis": "rows"}}}

every_case = of_every("case", CASES, ids=lambda case: case["id"])
each_case = pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])


def units_of(reported):
    return {str(seat["seat"]): seat["units"] for seat in reported["seats"]}


def pairs_of(reported):
    return [{"a": pair["a"], "b": pair["b"], "units": pair["units"]} for pair in reported["pairs"]]


def test_all_cases_are_here_and_every_system_that_they_name():
    assert len(CASES) == 89
    known = {each.id for each in library().rulesets()}
    assert {case["ruleset"] for case in CASES} <= known
    assert len([case for case in CASES if case["ruleset"].startswith("wsgc-")]) == 20


@pytest.mark.slow
@every_case
def test_replay_equals_what_is_expected(case):
    (reported,) = replays(*case["log"])
    expected = case["expected"]
    assert reported["ruleset"] == case["ruleset"] + "@1"
    assert [seat["seat"] for seat in reported["seats"] if seat["fouled"]] == expected["fouled"]
    if expected["units"] is not None:
        assert units_of(reported) == expected["units"]
    if expected["pairs"] is not None:
        assert pairs_of(reported) == expected["pairs"]
    if expected["transfers"] is not None:
        named = [name for name in ("payer", "payee", "units", "amount") if name in expected["transfers"][0]]
        assert [{name: move[name] for name in named} for move in reported["transfers"]] == expected[
            "transfers"
        ]
    if expected.get("pool_row_winners") is not None:
        assert reported["pool"] == expected["pool_row_winners"]
    if expected.get("single_winner") is not None:
        assert reported["winner"] == expected["single_winner"]


@pytest.mark.slow
@every_case
def test_the_recorded_nets_of_a_case_are_what_replay_gives(case):
    """The README of the cases: the recorded net of each seat is right."""
    (reported,) = replays(*case["log"])
    recorded = {seat["seat"]: seat["net"] for seat in case["log"][1]["seats"] if "net" in seat}
    assert {seat["seat"]: seat["net"] for seat in reported["seats"] if seat["seat"] in recorded} == recorded


def under(case, name) -> Ruleset:
    """The case's ruleset as one of its alternatives has it."""
    if name in OTHER_RULESETS:
        return library().get(OTHER_RULESETS[name])
    ruleset = library().get(case["ruleset"])
    if name in OTHER_RULES:
        changed = {
            section: {**ruleset.params[section], **values} for section, values in OTHER_RULES[name].items()
        }
        return Ruleset("other", 1, "", "", ruleset.family, {**ruleset.params, **changed})
    ambiguity, reading = READINGS[name]
    assert ambiguity in case["readings"]
    assert reading != ruleset.reading(ambiguities()[ambiguity])
    return ruleset.under({ambiguity: reading})


@every_case
def test_every_alternative_under_its_reading(case):
    for alternative in case["alternatives"]:
        (hands,) = LogReader().blocks([log(*case["log"])])
        reported = explained(replay(hands, compiled(under(case, alternative["reading"]))), 0)
        assert units_of(reported) == alternative["units"]
        assert pairs_of(reported) == alternative["pairs"]


@every_case
def test_the_reading_that_a_case_relies_on_is_the_one_taken(case):
    """By default, or because the ruleset leans to it."""
    ruleset = library().get(case["ruleset"])
    for name in case["readings"]:
        ambiguity = ambiguities()[name]
        assert ruleset.reading(ambiguity) == ruleset.leans.get(name, ambiguity.default)


@pytest.mark.sampled(6)
@each_case
def test_the_audit_of_a_case_finds_what_it_breaks_and_nothing_else(case):
    audit = audit_log(BytesSource(log(*case["log"])))
    assert audit.complete
    assert [finding.clause for finding in breaches(audit)] == case["breaks"]
    few = [finding for finding in audit.findings if finding.code == "STK003"]
    assert bool(few) == case["fewer_seats_than_the_system_plays"]
    assert all(finding.kind == "undetermined" for finding in few)


@pytest.mark.sampled(6)
@each_case
def test_the_audit_names_the_ambiguities_that_a_case_turns_on(case):
    """What another reading would move is in the audit, with the same figures as the case's alternatives."""
    audit = audit_log(BytesSource(log(*case["log"])))
    reported = {effect.ambiguity: finding for finding in audit.findings for effect in finding.readings or []}
    for alternative in case["alternatives"]:
        if alternative["reading"] not in READINGS:
            continue
        name, reading = READINGS[alternative["reading"]]
        assert reported[name].kind == "undetermined"
        (effect,) = [each for each in reported[name].readings if each.reading == reading]
        expected = case["expected"]["units"]
        moved = sum(abs(units - expected[seat]) for seat, units in alternative["units"].items()) // 2
        unit = case["log"][1]["unit"]
        assert (effect.hands, effect.units, effect.money) == (1, moved, moved * unit)
