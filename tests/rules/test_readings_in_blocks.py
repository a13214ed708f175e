"""What other readings move is added up over blocks: however the hands fall into blocks, it comes to the same."""

import pytest

from rules.audit import BytesSource, audit_log
from rules.controls.library import library
from simulation import simulate

# closed games by pairs, with naturals, chips, a pool and surrenders; open-face games, of which one limits what is paid
NAMES = (
    "wsgc-full",
    "hawaiian-gardens",
    "classic-pool",
    "classic-surrender",
    "carnivale-ofc-2013",
    "ofc-pineapple",
)


def moved(log):
    """By point: the hands that it touches, and what each other reading moves."""
    audit = audit_log(BytesSource(log))
    assert audit.failures == []
    points = [each for each in audit.findings if each.readings]
    assert points
    return {each.stated: (list(each.hands or ()), each.readings) for each in points}


@pytest.mark.night
@pytest.mark.sampled(12)
@pytest.mark.slow
@pytest.mark.parametrize("together", [1, 150, 100_000])
@pytest.mark.parametrize("name", NAMES)
def test_what_readings_move_does_not_depend_on_blocks(name, together, monkeypatch):
    log = simulate(library().get(name), hands=360, seed=17, faults=0.3, evidence="full").log()
    whole = moved(log)
    monkeypatch.setattr("rules.records.reader.HANDS_A_BLOCK", 60)
    monkeypatch.setattr("rules.records.reader.LINES_AT_ONCE", 40)
    monkeypatch.setattr("rules.audit.open_point_effects.AT_ONCE", together)
    assert moved(log) == whole


@pytest.mark.sampled(12)
@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_blocks_that_are_mostly_touched_come_to_the_same_as_their_touched_hands(name, monkeypatch):
    log = simulate(library().get(name), hands=200, seed=18, faults=0.3, evidence="full").log()
    whole = moved(log)
    monkeypatch.setattr("rules.audit.open_point_effects.MOSTLY", 1.0)
    assert moved(log) == whole
    monkeypatch.setattr("rules.audit.open_point_effects.MOSTLY", 0.0)
    assert moved(log) == whole


def test_what_readings_move_is_the_same_in_blocks_of_few_hands(monkeypatch):
    log = simulate(library().get("wsgc-full"), hands=60, seed=19, faults=0.3, evidence="full").log()
    whole = moved(log)
    monkeypatch.setattr("rules.records.reader.HANDS_A_BLOCK", 20)
    monkeypatch.setattr("rules.records.reader.LINES_AT_ONCE", 10)
    monkeypatch.setattr("rules.audit.open_point_effects.AT_ONCE", 15)
    assert moved(log) == whole
