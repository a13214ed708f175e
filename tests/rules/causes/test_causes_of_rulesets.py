"""A log of open-face hands that names a wrong ruleset: one incident that says which one fits, and none where two do."""

from __future__ import annotations

import json
from collections import Counter
from functools import cache
from typing import Any

import pytest
from msgspec.structs import replace

from rules.audit import BytesSource, audit_log
from rules.audit.in_force import others_of_its_kind
from rules.audit.incidents.caused import Fact
from rules.audit.table_causes.contradicted_rulesets import wrong_ruleset
from rules.audit.table_causes.lines_put_otherwise import TableLines
from rules.audit.table_causes.speaking import TableChecked
from rules.controls.library import Library, library
from rules.results import Audit
from simulation import simulate
from tests.rules.causes.judging import adds_up, causes, codes_of, incidents

Log = list[dict[str, Any]]
_TITLE = "The hands contradict the ruleset that the log names"


@cache
def _honest(ruleset: str) -> str:
    return simulate(library().get(ruleset), hands=60, seed=3).log().decode()


def named(ruleset: str, as_: str) -> Log:
    """An honest log under a ruleset, whose first line names another one."""
    first, *others = [json.loads(each) for each in _honest(ruleset).splitlines()]
    return [{**first, "ruleset": as_}, *others]


def audited(log: Log, **asked: Any) -> Audit:
    return audit_log(BytesSource(b"".join(json.dumps(each).encode() + b"\n" for each in log)), **asked)


def holding(*rulesets: str) -> Library:
    """A library of some rulesets."""
    return library().holding(each for each in library().rulesets() if each.id in rulesets)


@pytest.mark.slow
@pytest.mark.parametrize("as_", ["olympic-deals", "ofc-pineapple", "olympic-time"])
def test_a_wrong_ruleset_is_one_incident_that_names_the_one_that_fits(as_):
    audit = audited(named("ofc-cash", as_))
    assert causes(audit) == [
        f"Line 1 (session) names {as_} as ruleset; with ofc-cash these findings are gone."
    ]
    (only,) = incidents(audit)
    assert (only.title, only.pattern) == (_TITLE, True)
    assert only.cause is not None
    assert (only.cause.line, only.cause.field) == (1, "ruleset")
    assert (only.cause.stated, only.cause.implied) == (as_, "ofc-cash")
    assert {"STK009", "SET014"} <= codes_of(audit, only)
    assert adds_up(audit)


@pytest.mark.slow
def test_results_that_another_ruleset_explains_stay_with_its_diagnosis():
    audit = audited(named("carnivale-ofc-2013", "olympic-deals"))
    of_results, of_the_ruleset = sorted(incidents(audit), key=lambda each: each.cause is not None)
    assert of_the_ruleset.title == _TITLE
    assert {"STK009", "SET015"} <= codes_of(audit, of_the_ruleset)
    assert {"SCR001", "PAY001"} <= codes_of(audit, of_results)
    assert [each.ruleset for each in audit.diagnosis] == ["carnivale-ofc-2013"]
    assert adds_up(audit)


@pytest.mark.slow
def test_another_fault_stays_beside_a_wrong_ruleset():
    log = named("ofc-cash", "olympic-deals")
    hand = [each for each in log if each["event"] == "ofc_hand"][20]
    hand["seats"][0]["stack"] += 1000
    audit = audited(log)
    assert len(causes(audit)) == 1
    assert [each.title for each in incidents(audit) if each.cause is None] != []
    assert all("STK009" not in codes_of(audit, each) for each in incidents(audit) if each.cause is None)
    assert adds_up(audit)


@pytest.mark.slow
def test_two_rulesets_that_fit_alike_are_no_cause():
    audit = audited(named("olympic-deals", "ofc-cash"))
    assert causes(audit) == []
    assert {"STK009", "SET014"} == {each.code for each in audit.findings if each.kind != "undetermined"}


@pytest.mark.slow
def test_of_a_smaller_library_only_one_fits():
    audit = audited(named("olympic-deals", "ofc-cash"), library=holding("olympic-deals", "ofc-cash"))
    assert causes(audit) == [
        "Line 1 (session) names ofc-cash as ruleset; with olympic-deals these findings are gone."
    ]


@pytest.mark.slow
def test_fees_that_nobody_paid_are_no_wrong_ruleset():
    """Under the other ruleset nobody pays for time."""
    log = named("olympic-time", "olympic-time")
    paid = [each for each in log if each["event"] == "fee"]
    log = [each for each in log if each["event"] != "fee" or each in paid[:3]]
    audit = audited(log, library=holding("olympic-time", "ofc-pineapple"))
    assert "FEE017" in {each.code for each in audit.findings}
    assert causes(audit) == []


@pytest.mark.slow
def test_a_ruleset_that_was_asked_for_is_no_wrong_one():
    audit = audited(named("ofc-cash", "ofc-cash"), ruleset="olympic-deals")
    assert "STK009" in {each.code for each in audit.findings}
    assert causes(audit) == []


@pytest.mark.slow
def test_an_honest_log_has_no_incident():
    assert incidents(audited(named("ofc-cash", "ofc-cash"))) == []


def test_others_are_those_of_the_game_in_the_library():
    played = [library().get("standard-cash")]
    assert others_of_its_kind(library().choice("standard-cash"), played, library()) == ["olympic-cash"]


def test_others_are_the_approved_ones_of_the_room():
    own, other = library().choice("ofc-cash"), library().choice("olympic-time")
    choice = replace(own, before=(own, other))
    assert others_of_its_kind(choice, [library().get("ofc-cash")], library()) == ["olympic-time"]


def test_hands_under_two_rulesets_have_no_others():
    played = [library().get("ofc-cash"), library().get("olympic-time")]
    assert others_of_its_kind(library().choice("ofc-cash"), played, library()) == []


_LINES = TableLines.read(b'{"event": "session", "ruleset": "mine"}\n')
_IN_EACH_HAND = {("STK009", number, 0): 1 for number in range(1, 21)}


def _of(facts: dict[Fact, int], tested: int = 20, untestable: int = 0) -> TableChecked:
    return TableChecked(Counter(facts), {"STK009": tested}, {"STK009": untestable})


def _implied(found: TableChecked, after: dict[str, TableChecked]) -> str | None:
    """The ruleset that is named, of those with which a log of twenty hands is checked."""

    def checking(log: bytes) -> TableChecked:
        return next(each for name, each in after.items() if f'"{name}"'.encode() in log)

    corrected = wrong_ruleset(_LINES, found, checking, list(after), hands=20)
    return None if corrected is None else str(corrected[0].cause.implied)


def test_the_ruleset_with_which_most_is_gone_is_named():
    some = dict(list(_IN_EACH_HAND.items())[:3])
    assert _implied(_of(_IN_EACH_HAND), {"one": _of(some), "other": _of({})}) == "other"


def test_rulesets_that_take_as_much_away_are_not_named():
    assert _implied(_of(_IN_EACH_HAND), {"one": _of({}), "other": _of({})}) is None


def test_a_ruleset_without_the_rule_is_not_named():
    assert _implied(_of(_IN_EACH_HAND), {"one": _of({}, tested=0)}) is None


def test_a_ruleset_under_which_less_can_be_tested_is_not_named():
    assert _implied(_of(_IN_EACH_HAND), {"one": _of({}, untestable=1)}) is None


def test_a_ruleset_with_new_findings_is_not_named():
    assert _implied(_of(_IN_EACH_HAND), {"one": _of({("SET014", 4, 2): 1})}) is None


def test_findings_in_less_than_half_of_the_hands_are_no_wrong_ruleset():
    some = dict(list(_IN_EACH_HAND.items())[:9])
    assert _implied(_of(some), {"one": _of({})}) is None
