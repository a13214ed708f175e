"""Across all checks: a finding cites what its ruleset rests on, and every section of a ruleset is held by a check."""

import pytest

from rules.audit import BytesSource, audit_log
from rules.checks.catalogue import checks
from rules.clauses import CONVENTION, documents
from rules.controls.library import library
from rules.simulation import simulate
from tests.rules.build import A, B, C, D, breaches, hand, log, seat, session
from tests.rules.open_face import FOUL as OPEN_FOUL
from tests.rules.open_face import QUEENS, X, Y, Z, clocked, missed, ofc, placed, swapped, with_act

PLAYED = library().rulesets()
# By the first words of a ruleset's id; the rest is described play. Open-face cash games are scored as the Carnivale was,
# and what no document prices is a convention.
OF = {
    "wsgc": {"WSGC", "external"},
    "wac": {"WSGC", "external"},
    "carnivale-ofc": {"CARN", "external"},
    "ofc-event": {"OFC1", "DESCRIBED", "external"},
    "olympic": {"OLY", "CARN", "DESCRIBED", "external", CONVENTION},
    "ofc": {"CARN", "DESCRIBED", "external", CONVENTION},
}
SIMULATED = {
    "chinese": ("wsgc-full", "hawaiian-gardens-aces", "malayan", "classic-pool-all"),
    "ofc": ("carnivale-ofc-2013", "ofc-event", "ofc-cash", "ofc-pineapple"),
}

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


def logs():
    yield "by hand", "chinese", faults()
    yield "open-face by hand", "ofc", open_face_faults()
    for family, rulesets in SIMULATED.items():
        for ruleset in rulesets:
            asked = simulate(library().get(ruleset), hands=60, seed=3, faults=0.5, opened_at=OPENED)
            yield ruleset, family, asked.log()


LOGS = list(logs())


def allowed_in(ruleset):
    """The documents that findings under a ruleset may cite."""
    fits = [name for name in OF if ruleset.id == name or ruleset.id.startswith(f"{name}-")]
    return OF[max(fits, key=len)] if fits else {"DESCRIBED", "external"}


@pytest.mark.parametrize("ruleset", PLAYED, ids=str)
def test_a_finding_cites_a_clause_of_the_documents_that_its_ruleset_rests_on(ruleset):
    allowed = allowed_in(ruleset)
    for name, family, data in LOGS:
        if family != ruleset.family and "by hand" not in name:
            continue
        audit = audit_log(BytesSource(data), ruleset=ruleset.id)
        assert audit.complete, audit.failures
        for each in audit.findings:
            assert documents().get(each.clause, each.clause) in allowed, (name, each.code, each.clause)
            assert each.clause in each.message
            assert "WSGC" in allowed or "WSGC-" not in each.message


def test_the_faults_are_many():
    told = {each.code for each in breaches(audit_log(BytesSource(faults()), ruleset="wsgc-base"))}
    assert len(told) > 20, sorted(told)


@pytest.mark.parametrize("ruleset", ["carnivale-ofc-2013", "ofc-event", "ofc-cash", "ofc-pineapple"])
def test_the_open_face_faults_are_many(ruleset):
    told = {each.code for each in breaches(audit_log(BytesSource(open_face_faults()), ruleset=ruleset))}
    assert len(told) > 15, sorted(told)


@pytest.mark.parametrize("entry", checks(), ids=lambda entry: entry.code)
def test_what_a_check_holds_is_a_parameter_of_some_ruleset(entry):
    for path in entry.check.holds:
        assert any(each.get(path) is not None for each in PLAYED), path


@pytest.mark.parametrize("ruleset", PLAYED, ids=str)
def test_every_section_of_a_ruleset_is_held_by_a_check(ruleset):
    held = {path.partition(".")[0] for entry in checks() for path in entry.check.holds}
    assert set(ruleset.params) - {"severity"} <= held
