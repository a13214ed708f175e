"""Across all checks: a finding cites what its ruleset rests on, and every section of a ruleset is held by a check."""

import pytest

from rules.audit import BytesSource, audit_log
from rules.checks.catalogue import checks
from rules.clauses import documents
from rules.controls.library import library
from rules.simulation import simulate
from tests.rules.build import A, B, C, D, breaches, hand, log, seat, session

PLAYED = [each for each in library().rulesets() if each.family == "chinese"]
OF = {"wsgc": {"WSGC", "external"}}  # by the first word of a ruleset's id; the rest is described play
SIMULATED = ("wsgc-full", "hawaiian-gardens-aces", "malayan", "classic-pool-all")

FOUL = "AhAdKs TsThTdTc9s KhKdQsQdJc"
TWICE = A.replace("9s", "Qh")  # the queen of hearts is also seat 2's
MISDEAL = [{"kind": "misdeal", "ruling": "misdeal"}]


def four(number, *rows, **fields):
    """Four players, each recorded at nothing."""
    seats = [seat(n, cards, 0) for n, cards in enumerate((*rows, *(A, B, C, D)[len(rows) :]), 1)]
    return hand(number, *seats, **fields)


def faults():
    """A log with something wrong of nearly every kind that needs no special game."""
    return log(
        session(unit=2500),
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


def logs():
    yield "by hand", faults()
    for ruleset in SIMULATED:
        yield ruleset, simulate(library().get(ruleset), hands=60, seed=3, faults=0.5).log()


LOGS = dict(logs())


@pytest.mark.parametrize("ruleset", PLAYED, ids=str)
def test_a_finding_cites_a_clause_of_the_documents_that_its_ruleset_rests_on(ruleset):
    allowed = OF.get(ruleset.id.partition("-")[0], {"DESCRIBED", "external"})
    for name, data in LOGS.items():
        audit = audit_log(BytesSource(data), ruleset=ruleset.id)
        assert audit.complete, audit.failures
        for each in audit.findings:
            assert documents()[each.clause] in allowed, (name, each.code, each.clause)
            assert each.clause in each.message
            assert "WSGC" in allowed or "WSGC-" not in each.message


def test_the_faults_are_many():
    told = {each.code for each in breaches(audit_log(BytesSource(faults()), ruleset="wsgc-base"))}
    assert len(told) > 20, sorted(told)


@pytest.mark.parametrize("entry", checks(), ids=lambda entry: entry.code)
def test_what_a_check_holds_is_a_parameter_of_some_ruleset(entry):
    for path in entry.check.holds:
        assert any(each.get(path) is not None for each in PLAYED), path


@pytest.mark.parametrize("ruleset", PLAYED, ids=str)
def test_every_section_of_a_ruleset_is_held_by_a_check(ruleset):
    held = {path.partition(".")[0] for entry in checks() for path in entry.check.holds}
    assert set(ruleset.params) - {"severity"} <= held
