"""Simulated ledgers of a room over months: honest ones without a finding, and each fault found where its key says."""

from __future__ import annotations

import copy
from functools import cache
from itertools import product
from random import Random

import pytest

from rules.audit import BytesSource, audit_log
from rules.audit.event_audit import audit_ledger, audit_tournament
from rules.audit.files_of_event import read_beside
from rules.checks.catalogue import ledger_checks
from rules.controls.library import library
from rules.ledgers.before import before
from rules.ledgers.ledger_reader import read_ledger
from rules.ledgers.ledger_records import Closing, Hit, RankingPayout
from simulation.ledgers import simulate_ledgers
from simulation.ledgers.faults.ledger_fault_catalogue import LEDGER_FAULTS, altered, ledger_fault_names
from simulation.ledgers.ledger_request import LedgerRequest
from tests.rules.checks.test_jkp_ledger_diversions import washington_jackpot

SEEDS = (1, 2, 3, 5)  # of three months, among which each fault finds one that it can be in
OLYMPIC = "olympic-jackpots"


@cache
def rules_of(room):
    """The library of the club, or with the law of Washington on its jackpot."""
    return library() if room == "club" else washington_jackpot()


@cache
def honest(seed, months=3, room="club"):
    return simulate_ledgers(rules_of(room).get(OLYMPIC), months=months, seed=seed)


def found_in(made, room="club"):
    """What the audits of all ledgers find, each with every log and tournament and the ledgers before it."""
    beside = [read_beside(BytesSource(each.data()), "ledger") for each in (*made.logs, *made.tournaments)]
    numbers = [each.header.number for each in made.ledgers]
    found = []
    for ledger in made.ledgers:
        source = BytesSource(ledger.data())
        audit = audit_ledger(source, beside, library=rules_of(room), numbers=numbers)
        assert audit.failures == []
        beside.append(read_beside(source, "ledger"))
        found += [
            (each.name, ledger.header.ledger, each.line, each.session or None) for each in audit.findings
        ]
    return found


@cache
def with_fault(fault):
    """Ledgers with one fault, and the honest ones."""
    for room, seed in product(("club", "washington"), SEEDS):
        made = copy.deepcopy(honest(seed, room=room))
        request = LedgerRequest(rules_of(room).get(OLYMPIC), 3, seed)
        try:
            (key,) = altered(made, request, Random(fault), 1, (fault,))
        except ValueError:
            continue
        return honest(seed, room=room), made, key, room
    raise AssertionError(f"no ledgers can have {fault}")


# ---------------------------------------------------------------------------------------------- honest ledgers


@pytest.mark.slow
@pytest.mark.sampled(8)
@pytest.mark.parametrize("seed", range(8))
def test_honest_ledgers_have_no_finding(seed):
    assert found_in(honest(seed)) == []


@pytest.mark.night
@pytest.mark.slow
@pytest.mark.sampled(8)
@pytest.mark.parametrize("seed", range(4))
def test_what_honest_ledgers_name_has_no_finding_either(seed):
    made = honest(seed)
    audits = [audit_log(BytesSource(each.data())) for each in made.logs]
    audits += [audit_tournament(BytesSource(each.data())) for each in made.tournaments]
    assert all(each.complete for each in audits)
    found = [
        (each.code, each.message)
        for audit in audits
        for each in audit.findings
        if each.kind != "undetermined"
    ]
    assert found == []


@pytest.mark.slow
def test_a_ledger_begins_with_what_the_one_before_left():
    first, second, third = (read_ledger([each.data()]) for each in honest(1).ledgers)
    assert [each.header.ledger for each in (first, second, third)] == ["L-2026-01", "L-2026-02", "L-2026-03"]
    assert before(second, "jackpot", [third, first]) is first
    assert first.close is not None
    assert second.close is not None
    for one, other in ((first, second), (second, third)):
        assert one.close is not None
        openings = {each.account: each.opening for each in other.header.accounts}
        assert openings == one.close[1].balances
    levels = [each.balance for _, each in first.events if isinstance(each, Closing)]
    (jackpot,) = (each for each in second.header.accounts if each.kind == "jackpot")
    assert jackpot.closing_level == levels[-1]


@pytest.mark.slow
def test_a_quarter_is_paid_in_its_last_month_to_the_best_of_all_three():
    made = honest(1)
    (payout,) = (
        each for _, each in read_ledger([made.ledgers[2].data()]).events if isinstance(each, RankingPayout)
    )
    assert payout.period == "2026-Q1"
    assert len(payout.prizes) >= 10
    assert sum(each.amount for each in payout.prizes) == payout.pool
    assert len({each.header.tournament for each in made.tournaments}) == 9


@pytest.mark.slow
def test_hits_are_there_with_a_log_and_without():
    made = honest(1)
    sessions = {each.session.session for each in made.logs}
    hits = [each for ledger in made.ledgers for each in ledger.events if isinstance(each, Hit)]
    assert {each.session in sessions for each in hits} == {True, False}
    assert {each.jackpot for each in hits} == {"bad_beat", "royal_flush"}


def files_of(made):
    """The bytes of all files of a room."""
    return [each.data() for each in (*made.ledgers, *made.logs, *made.tournaments)]


@pytest.mark.slow
def test_the_same_request_gives_the_same_bytes():
    again = simulate_ledgers(library().get(OLYMPIC), months=1, seed=1)
    first = honest(1, 1)
    assert files_of(first) == files_of(again)
    assert honest(2, 1).ledgers[0].data() != first.ledgers[0].data()


@pytest.mark.parametrize(
    ("how", "because"),
    [
        ({"name": "olympic-cash"}, "olympic-cash@2 is for no account of a ledger"),
        ({"months": 0}, "0 months: a simulation has 1 to 24"),
        ({"faults": -1}, "-1 faults"),
        ({"only": ("nonsense",)}, "no fault is called nonsense"),
        ({"months": 1, "only": ("opening-wrong",)}, "these ledgers cannot have the fault opening-wrong"),
    ],
)
def test_what_cannot_be_simulated_is_said(how, because):
    how = {"name": OLYMPIC, "months": 1} | how
    with pytest.raises(ValueError, match=because):
        simulate_ledgers(library().get(how.pop("name")), seed=1, **how)


# ---------------------------------------------------------------------------------------------- faults


@pytest.mark.slow
@pytest.mark.sampled(8)
@pytest.mark.parametrize("fault", ledger_fault_names())
def test_a_fault_is_found_where_its_key_says_and_nothing_else_is(fault):
    _, made, key, room = with_fault(fault)
    assert key.kind == fault
    expected = {(each.name, each.ledger, each.line, each.session) for each in key.must}
    assert set(found_in(made, room)) == expected
    assert None not in {each.line for each in key.must}


@pytest.mark.slow
@pytest.mark.sampled(4)
@pytest.mark.parametrize("fault", ledger_fault_names())
def test_a_fault_changes_what_its_key_says(fault):
    one, other, key, _ = with_fault(fault)
    assert key.recorded != key.true
    files = [(each.data(), theirs.data()) for each, theirs in zip(one.ledgers, other.ledgers, strict=True)]
    files += [(each.data(), theirs.data()) for each, theirs in zip(one.logs, other.logs, strict=True)]
    assert any(mine != theirs for mine, theirs in files)


def test_every_check_of_ledgers_has_a_fault():
    of_a_room = {"not-its-own-controls", "offset-differs"}  # which need its approved controls, and its zone
    assert {each.finding for each in LEDGER_FAULTS} == {each.name for each in ledger_checks()} - of_a_room
    assert len(set(ledger_fault_names())) == len(LEDGER_FAULTS)
    assert all(each.description.endswith(".") for each in LEDGER_FAULTS)


@pytest.mark.slow
@pytest.mark.sampled(8)
@pytest.mark.parametrize("seed", range(8))
def test_many_faults_at_once_are_all_found_and_nothing_else(seed):
    made = simulate_ledgers(library().get(OLYMPIC), months=3, seed=seed, faults=6)
    assert len({each.kind for each in made.key}) >= 4
    expected = {(each.name, each.ledger, each.line, each.session) for one in made.key for each in one.must}
    assert set(found_in(made)) == expected
