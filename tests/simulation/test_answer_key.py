"""What `simulate` injects is what `audit` finds, and nothing else."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from judging import false_alarms, findings_of, missed
from kept import simulate

from rules.audit import BytesSource, audit_log
from rules.checks.catalogue import by_code
from rules.controls.library import library
from simulation import Injected
from simulation.faults import closing, fault_codes
from simulation.faults.fault_catalogue import FAULTS
from tests.examples import examples

RULESETS = [str(each) for each in library().rulesets() if each.family == "chinese"]
WSGC = [name for name in RULESETS if name.startswith("wsgc")]
OTHERS = (
    "malayan", "classic-surrender-house", "classic-pool", "classic-pool-all", "classic-single-winner",
    "classic-ace-of-spades-dealer", "hawaiian-gardens", "hawaiian-gardens-aces", "vietnamese-multipliers",
    "singapore-sweep", "classic-overall-increased",
)  # fmt: skip
ELSEWHERE = {  # faults that the games of the Washington sheet cannot have, and a game that can
    "surrender-not-offered": "wsgc-naturals",
    "sweep-not-paid": "singapore-sweep",
    "overall-point-not-paid": "classic-overall",
    "side-bet-not-paid": "hawaiian-gardens-aces",
    "banker-tie-unpaid": "malayan",
    "banker-not-in-hand": "classic-house",
    "paid-past-the-banker": "malayan",
    "prize-to-another": "classic-single-winner",
    "contribution-short": "classic-pool",
    "award-to-another": "classic-pool-all",
    "short-stack-overpaid": "hawaiian-gardens",
    "payments-out-of-order": "hawaiian-gardens-aces",
    "rake-differs": "hawaiian-gardens",
    "forced-dealer-wrong": "classic-ace-of-spades-dealer",
    "compensation-not-paid": "classic-ace-of-spades-dealer",
    "hand-fee-above-limit": "wac-230-15-080",
    "hand-fee-after-deal": "wac-230-15-080",
    "rake-beside-fee": "wac-230-15-080",
    "rake-of-unsaid-wagers": "wac-230-15-080",
}
UNDETECTABLE_IN_ROWS = {  # they alter what such a log does not record
    "set-not-dealt", "transfer-amount", "transfer-units", "transfer-reversed", "transfer-missing",
    "transfer-to-nobody", "transfer-to-oneself", "void-transfers", "rake-of-unsaid-wagers",
}  # fmt: skip

SCARCE = {"royalty-not-paid", "natural-not-paid", "banker-tie-unpaid", "short-stack-overpaid"}
RARE = {fault.name for fault in FAULTS if fault.rare} - SCARCE


def held_against_its_key(log):
    found = findings_of(log.log())
    return missed(log.key, found), false_alarms(log.key, found)


@pytest.mark.sampled(6)
@pytest.mark.parametrize("evidence", ["rows", "full"])
@pytest.mark.parametrize("name", WSGC)
def test_an_honest_log_has_no_violation_and_no_discrepancy(name, evidence, share):
    log = simulate(library().get(name), hands=share(2000), seed=20, evidence=evidence)
    assert findings_of(log.log()) == []


@pytest.mark.sampled(4)
@pytest.mark.parametrize("name", WSGC)
def test_an_honest_log_is_tested(name):
    audit = audit_log(BytesSource(simulate(library().get(name), hands=500, seed=21).log()))
    assert audit.hands == audit.testable == 500
    assert audit.money_misallocated == 0
    assert audit.diagnosis == []


@pytest.mark.night
@pytest.mark.slow
@pytest.mark.sampled(12)
@pytest.mark.parametrize(
    ("name", "evidence"),
    [*((name, "full") for name in WSGC), ("wsgc-full", "rows"), ("wsgc-2-4", "rows")],
)
def test_what_is_injected_is_found_and_nothing_else(name, evidence):
    log = simulate(library().get(name), hands=6_000, seed=22, faults=0.08, evidence=evidence)
    assert len(log.key) > 300
    assert held_against_its_key(log) == ([], [])


@pytest.mark.slow
@pytest.mark.sampled(11)
@pytest.mark.parametrize("evidence", ["rows", "full"])
@pytest.mark.parametrize("name", OTHERS)
def test_what_is_injected_into_other_systems_is_found_and_nothing_else(name, evidence):
    log = simulate(library().get(name), hands=200, seed=30, faults=0.5, evidence=evidence)
    assert len(log.key) > 60
    assert held_against_its_key(log) == ([], [])


@pytest.mark.slow
@pytest.mark.sampled(4)
@pytest.mark.parametrize("name", ["wsgc-full", "wsgc-1-6-bonuses"])
def test_a_log_full_of_faults(name, share):
    log = simulate(library().get(name), hands=share(400), seed=23, faults=1.0)
    assert len(log.key) >= share(400)
    assert held_against_its_key(log) == ([], [])


@pytest.mark.sampled(64)
@pytest.mark.parametrize("fault", [closing.NAME, closing.LEAVING, *(fault.name for fault in FAULTS)])
def test_each_fault_by_itself(fault):
    ruleset = ELSEWHERE.get(fault, "wsgc-full")
    hands = 1500 if fault in RARE else 150 if fault not in SCARCE else 400
    log = simulate(library().get(ruleset), hands=hands, seed=24, faults=1.0, only=(fault,))
    assert log.key
    assert {entry.kind for entry in log.key} == {fault}
    assert held_against_its_key(log) == ([], [])


@examples(30)
@given(
    seed=st.integers(0, 2**32),
    hands=st.integers(1, 60),
    faults=st.sampled_from([0.0, 0.2, 1.0]),
    unit=st.sampled_from([1, 25, 100, 1000]),
    players=st.sampled_from([None, (2, 2), (2, 3), (4, 4)]),
    name=st.sampled_from(RULESETS),
    evidence=st.sampled_from(["rows", "full"]),
)
def test_any_small_log(seed, hands, faults, unit, players, name, evidence):
    ruleset = library().get(name)
    if ruleset.get("table.players.min") == 4:
        players = None
    log = simulate(
        ruleset, hands=hands, seed=seed, faults=faults, unit=unit, players=players, evidence=evidence
    )
    assert held_against_its_key(log) == ([], [])


@pytest.mark.slow
@pytest.mark.sampled(6)
def test_a_log_of_rows_has_no_fault_that_it_cannot_show(share):
    log = simulate(library().get("wsgc-full"), hands=share(1500), seed=26, faults=0.5, evidence="rows")
    assert not {entry.kind for entry in log.key} & UNDETECTABLE_IN_ROWS


@pytest.mark.slow
@pytest.mark.sampled(3)
def test_the_key_is_in_the_order_of_the_log_and_one_fault_a_hand(share):
    log = simulate(library().get("wsgc-full"), hands=share(1000), seed=27, faults=0.4)
    numbers = [entry.hand for entry in log.key if entry.hand is not None]
    assert numbers == sorted(numbers)
    repeated = sum(entry.kind == "number-repeated" for entry in log.key)
    assert len(numbers) - len(set(numbers)) <= repeated


@pytest.mark.slow
@pytest.mark.sampled(3)
def test_every_entry_alters_something(share):
    log = simulate(library().get("wsgc-full"), hands=share(1000), seed=28, faults=0.4)
    for entry in log.key:
        assert entry.recorded != entry.true
        assert entry.must


@pytest.mark.slow
def test_the_key_can_be_written_and_read():
    key = simulate(library().get("wsgc-full"), hands=300, seed=29, faults=0.4).key
    assert msgspec.json.decode(msgspec.json.encode(key), type=list[Injected]) == key


def test_every_code_of_the_key_is_a_check():
    assert {code for name, code in vars(fault_codes).items() if name.isupper()} <= set(by_code())
