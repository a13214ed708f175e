"""One incident for each planted fault, and the incidents' money adds up to the headline."""

import pytest
from kept import simulate

from rules.audit import BytesSource, audit_log
from rules.controls.library import library

RULESETS = (
    "wsgc-base", "wsgc-2-4", "wsgc-full", "wsgc-1-6-bonuses", "malayan", "classic-pool", "classic-pool-all",
    "classic-house", "classic-single-winner", "classic-ace-of-spades-dealer", "classic-surrender-house",
    "hawaiian-gardens", "hawaiian-gardens-aces", "vietnamese-multipliers", "singapore-sweep", "wac-230-15-080",
    "carnivale-ofc-2013", "ofc-cash", "ofc-pineapple", "olympic-time",
)  # fmt: skip
SEEDS = range(10)
OF_THE_SESSION = (
    "The chips of the session do not add up"  # what the faults of all hands come to together: of none of them
)


def simulated(name, seed, hands=40, faults=0.3, **options):
    return simulate(library().get(name), hands=hands, seed=seed, faults=faults, **options)


def audited(log):
    audit = audit_log(BytesSource(log.log()))
    assert audit.complete, audit.failures
    return audit


def of_faults(log, audit):
    """Every fault of the key with the ids of the incidents that hold what must be found of it; and the ids of the others.

    A fault that went into a pattern is left out.
    """
    by_print = {each.fingerprint: each for each in audit.findings}
    reported, claimed = [], set()
    for entry in log.key:
        must = {(entry.hand if each.hand is None else each.hand, each.code) for each in entry.must}
        mine = [
            each
            for each in audit.incidents
            if any((by_print[one].hand, by_print[one].code) in must for one in each.findings)
        ]
        claimed.update(each.id for each in mine)
        if not any(each.pattern for each in mine):
            reported.append((entry.kind, entry.hand, [each.title for each in mine]))
    others = [
        each.title
        for each in audit.incidents
        if each.id not in claimed and not (each.title == OF_THE_SESSION and not each.hands)
    ]
    return reported, others


def wrongly_grouped(log, audit):
    """Faults without exactly one incident, and incidents without a fault."""
    reported, others = of_faults(log, audit)
    return [each for each in reported if len(each[2]) != 1], others


def adds_up(audit):
    """The incidents' money is the audit's, and every violation and discrepancy is in one incident."""
    money = tuple(
        sum(getattr(each, name) or 0 for each in audit.incidents) for name in ("misallocated", "misrecorded")
    )
    headline = (audit.money_misallocated or 0, audit.money_misrecorded or 0)
    grouped = sorted(one for each in audit.incidents for one in each.findings)
    breaches = sorted(
        each.fingerprint for each in audit.findings if each.kind in ("violation", "discrepancy")
    )
    ids = [each.id for each in audit.incidents]
    return money == headline and grouped == breaches and len(set(ids)) == len(ids)


@pytest.mark.night
@pytest.mark.slow
@pytest.mark.sampled(20)
@pytest.mark.parametrize("name", RULESETS)
def test_one_incident_for_each_planted_fault(name):
    """200 faulty simulations."""
    for seed in SEEDS:
        log = simulated(name, seed)
        audit = audited(log)
        assert wrongly_grouped(log, audit) == ([], []), seed
        assert adds_up(audit), seed


@pytest.mark.parametrize("name", ["wsgc-full", "malayan", "ofc-cash"])
def test_one_incident_for_each_fault_of_a_few(name):
    log = simulated(name, 3)
    audit = audited(log)
    assert len(log.key) >= 10
    assert wrongly_grouped(log, audit) == ([], [])
    assert adds_up(audit)


@pytest.mark.slow
@pytest.mark.sampled(12)
@pytest.mark.parametrize("name", ["wsgc-full", "classic-pool", "hawaiian-gardens-aces"])
@pytest.mark.parametrize("evidence", ["rows", "full"])
def test_the_money_adds_up_where_every_hand_is_at_fault(name, evidence):
    audit = audited(simulated(name, 11, hands=120, faults=1.0, evidence=evidence))
    assert audit.incidents
    assert adds_up(audit)


def test_an_honest_log_has_no_incident():
    assert audited(simulated("wsgc-full", 5, hands=200, faults=0.0)).incidents == []
