"""Across all checks and all rulesets: a finding cites the rule that its hand is held to, and coverage says where a check
does not apply.

What is cited is a clause that the hand's own resolved ruleset cites; where the ruleset has none, the tested parameter as
``convention:PATH``; and what binds every log only for checks that test no parameter.
"""

from functools import cache

import pytest

from rules.audit import BytesSource, audit_log
from rules.checks.catalogue import by_code, checks
from rules.checks.coverage import plain, stating
from rules.clauses import CONVENTION, ambiguities, documents
from rules.controls.examined_filing import examine
from rules.controls.library import library, sample
from simulation import simulate
from tests.folding import of_every
from tests.rules.build import A, B, C, D, breaches, hand, log, seat, session
from tests.rules.open_face import FOUL as OPEN_FOUL
from tests.rules.open_face import QUEENS, X, Y, Z, clocked, missed, ofc, placed, swapped, with_act

PLAYED = library().rulesets()
SIMULATED = {
    "chinese": ("wsgc-full", "hawaiian-gardens-aces", "malayan", "classic-pool-all"),
    "ofc": ("carnivale-ofc-2013", "ofc-event", "ofc-cash", "ofc-pineapple"),
}
# Checks that leave hands alone which another check looks at, under a ruleset that has what they test: by what is in the hand.
LEFT_TO_ANOTHER = {
    "CTL004": "nothing fixes the currency of the hand",
    "CTL003": "the room had no controls of its own in force",
    "FEE030": "no collection of time is in the log",
    "LOG021": "the log was not derived from a hand history",
    "TRN001": "the hand is not the first of the event",
    "PAY001": "nothing is due between players of a game for a pool: POT004",
    "SCR001": "one player wins the deal: SCR005",
    "STK002": "a point is worth more from level to level: LVL002",
}

SAMPLE = examine("sample.toml", sample(), library()).ruleset

FOUL = "AhAdKs TsThTdTc9s KhKdQsQdJc"
TWICE = A.replace("9s", "Qh")  # the queen of hearts is also seat 2's
MISDEAL = [{"kind": "misdeal", "ruling": "misdeal"}]


OPENED = "2013-07-13T17:00:00-07:00"  # a day on which every ruleset of the library was in force


def four(number, *rows, **fields):
    """Four players, each recorded at nothing."""
    seats = [seat(n, cards, 0) for n, cards in enumerate((*rows, *(A, B, C, D)[len(rows) :]), 1)]
    return hand(number, *seats, **fields)


def faults():
    """A log with something wrong of nearly every kind that needs no special game."""
    return log(
        session(unit=2500, opened_at=OPENED),
        four(1, unit=200),
        four(2, TWICE),
        four(2, A.replace("9s", "JK")),
        four(4, A[2:], dealer=9),
        four(5, FOUL),
        four(6) | {"seats": [seat(1, A, 0, fouled=True), seat(2, B, 0, surrendered=True), seat(3, C, 0, declared="x")]},
        four(7, transfers=[{"payer": 2, "payee": 1, "units": 3, "amount": 100}, {"payer": 9, "payee": 1, "amount": 1}]),
        four(8, void=True, transfers=[{"payer": 2, "payee": 1, "amount": 100}]),
        four(9, irregularities=MISDEAL),
        hand(10, *(seat(n) for n in range(1, 6))),
        four(11, irregularities=[{"kind": "exposed_card", "seat": 1, "ruling": "hand_dead"}]),
        four(12, banker=7, pool={"contributions": [], "awards": []}, forced_dealer=True),
        hand(13, seat(1, A, 301, stack=100, aces=True), seat(2, B, -300, stack=100), dealer=1),
    )  # fmt: skip


def open_face_faults():
    """A log with something wrong of nearly every kind that open-face play knows."""
    two = placed(1, seat(1, X, 50, stack=100), seat(2, Y, -50, stack=15_000), dealer=2, level=26, unit=60)
    expired = [{"kind": "clock_expired", "seat": 1, "ruling": "hand_fouled"}]
    shown = [{"kind": "exposed_card", "seat": 2, "ruling": "penalty", "units": 5}]
    left = [{"kind": "left_table", "seat": 2, "when": "deal"}]

    def after(number, **fields):
        return ofc(number, seat(1, X, 0, stack=15_175), seat(2, Y, 0, stack=0), level=6, dealer=2, **fields)

    return log(
        session(opened_at=OPENED, unit=None),
        two | {"at": "2013-07-13T16:10:00-07:00", "eliminated": [1]},
        after(2, irregularities=expired, eliminated=[]),
        after(3, irregularities=shown, unit=700, variant="pineapple"),
        after(4, irregularities=left, unit=700, transfers=[{"payer": 1, "payee": 2, "amount": 20_000}]),
        clocked(clocked(placed(5, seat(1, X), seat(2, Y), dealer=1), 17, after=3), 9, after=3, took=31),
        with_act(swapped(placed(6, seat(1, QUEENS), seat(2, Y), dealer=2), 5, 6), 9, dealt="2h3h"),
        placed(7, seat(1, f"{X}2c"), seat(2, Y, fantasyland=13), missed(3), dealer=1),
        ofc(
            8,
            seat(1, OPEN_FOUL, 900, fouled=False),
            seat(2, X.replace("9d", "JK"), -900),
            seat(3, Z, 1),
            unit=50,
        ),
        hand(9, seat(1, A, 0), seat(2, B, 0)),
    )


WITH_LOGS = [each for each in PLAYED if each.family in SIMULATED]


@cache
def logs(family):
    """By their names: the faults of a family by hand, and simulated logs with faults."""
    by_hand = faults() if family == "chinese" else open_face_faults()
    asked = {
        name: simulate(library().get(name), hands=60, seed=3, faults=0.5, opened_at=OPENED)
        for name in SIMULATED[family]
    }
    return {"by hand": by_hand, **{name: each.log() for name, each in asked.items()}}


@cache
def audited_under(ruleset, name, family):
    audit = audit_log(BytesSource(logs(family)[name]), ruleset=ruleset)
    assert audit.complete, audit.failures
    return audit


def rests_on_its_own(finding, ruleset):
    """Whether a finding cites what it may: see above."""
    check, clause = by_code()[finding.code].check, finding.clause
    if clause in ruleset.cited and clause != CONVENTION:
        return True
    kind, _, path = clause.partition(":")
    if kind == CONVENTION:
        return not ruleset.citations(path) and (check.code in stating(path) or path in read_from(finding))
    if clause in check.clauses and ruleset.bound_by(clause):
        return True  # of the document that it follows, about a parameter for which it cites nothing
    return not check.rule and documents().get(clause) == "external" and clause in check.clauses


def read_from(finding):
    """The parameters that the readings of an open point set."""
    points = {each.ambiguity for each in finding.readings or []}
    return {
        plain(path) for each in points for one in ambiguities()[each].readings.values() for path in one.sets
    }


def citing_another(audit, ruleset):
    return sorted(
        {(each.code, each.clause) for each in audit.findings if not rests_on_its_own(each, ruleset)}
    )


def misapplied(audit, ruleset):
    """(code, coverage) of checks whose inapplicable hands are not those of a ruleset without such a rule."""
    found = []
    for entry in checks():
        row = next(each for each in audit.coverage if each.code == entry.code)
        other_game = sum(each.hands for each in row.because if each.reason.startswith("the hand is "))
        if not entry.check.applies_to(ruleset):
            right = row.tested <= row.differing + row.open
        else:
            right = row.inapplicable == 0 or entry.code in LEFT_TO_ANOTHER
        if not right:
            found.append((entry.code, row.tested, row.agreeing, row.inapplicable, row.untestable, other_game))
    return found


@pytest.mark.slow
@pytest.mark.sampled(60)
@pytest.mark.parametrize("ruleset", PLAYED, ids=str)
def test_a_finding_cites_what_the_ruleset_of_its_hand_cites(ruleset):
    for family in SIMULATED:
        audit = audited_under(str(ruleset), "by hand", family)
        assert citing_another(audit, ruleset) == []
        assert all(each.clause in each.message for each in audit.findings)


@pytest.mark.slow
@pytest.mark.sampled(8)
@pytest.mark.parametrize("ruleset", WITH_LOGS, ids=str)
def test_coverage_says_where_a_check_does_not_apply(ruleset):
    assert misapplied(audited_under(str(ruleset), "by hand", ruleset.family), ruleset) == []


@pytest.mark.slow
@pytest.mark.sampled(24)
@pytest.mark.parametrize("ruleset", WITH_LOGS, ids=str)
def test_so_do_findings_of_simulated_logs(ruleset):
    for name in SIMULATED[ruleset.family]:
        audit = audited_under(str(ruleset), name, ruleset.family)
        assert citing_another(audit, ruleset) == [], name
        assert misapplied(audit, ruleset) == [], name
        assert all(each.clause in each.message for each in audit.findings)


@of_every("entry", checks(), ids=lambda entry: entry.code)
def test_a_check_that_tests_no_parameter_names_a_clause_that_binds_every_log(entry):
    check = entry.check
    points_only = {
        "SCR004",
        "PAY005",
    }  # each finding is a point that the ruleset leaves open, with its clause
    binding = [clause for clause in check.clauses if documents()[clause] == "external"]
    assert check.rule or binding or check.code in points_only


def test_the_faults_are_many():
    reported = {each.code for each in breaches(audit_log(BytesSource(faults()), ruleset="wsgc-base"))}
    assert len(reported) > 20, sorted(reported)


@pytest.mark.parametrize("ruleset", ["carnivale-ofc-2013", "ofc-event", "ofc-cash", "ofc-pineapple"])
def test_the_open_face_faults_are_many(ruleset):
    reported = {each.code for each in breaches(audit_log(BytesSource(open_face_faults()), ruleset=ruleset))}
    assert len(reported) > 15, sorted(reported)


@of_every("entry", checks(), ids=lambda entry: entry.code)
def test_the_rule_of_a_check_is_a_parameter_of_some_ruleset(entry):
    """Of the library, or of the sample set of a room's controls."""
    for path in entry.check.rule:
        assert any(each.get(path) is not None for each in [*PLAYED, SAMPLE]), path


@of_every("ruleset", PLAYED, ids=str)
def test_every_section_of_a_ruleset_is_the_rule_of_a_check(ruleset):
    held = {path.partition(".")[0] for entry in checks() for path in entry.check.rule}
    assert set(ruleset.params) - {"severity"} <= held
