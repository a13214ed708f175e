"""Units on the monthly list, and those that can be tested, from sums by hand: one coding and one tilt."""

from datetime import date, timedelta

import numpy as np
import pytest
from msgspec.structs import replace

from rules.screening.indicator_catalogue import indicators_by_code
from rules.screening.indicator_evidence import IndicatorEvidence
from rules.screening.session_sums import UnitSums, id_of
from rules.screening.unit_totals import TESTABLE
from rules.screening.windows import combined

DAY = date(2026, 3, 2)
INDICATOR = replace(indicators_by_code()["SCN006"].indicator, codings=1)


def whom(name):
    return (("player", name),)


def evidence_of(**sums):
    """Units that can be tested, with such nano-nats on one day."""
    return IndicatorEvidence(INDICATOR, [entries_of(DAY, **sums)])


def entries_of(day, **sums):
    numbers = [(nats, TESTABLE, 1, 0, 0, 0, 0) for nats in sums.values()]
    return day, UnitSums(1, 1, [id_of(whom(each)) for each in sums], np.array(numbers, "<i8").tobytes())


def on_list(**sums):
    return {unit.unit[0][1] for unit in evidence_of(**sums).units() if unit.listed}


def nats_of(least):
    """The fewest nano-nats of one day with which E is so large, within 10^-8 above it."""
    low, high = 0, 10**11
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if combined({DAY: ((middle,),)}) >= least else (middle, high)
    return high


@pytest.mark.parametrize("least", [20, 25])
def test_one_unit_is_on_the_list_from_an_e_of_twenty(least):
    """At 20 floats are not sure."""
    assert on_list(ann=nats_of(least)) == {"ann"}
    assert on_list(ann=nats_of(20) - 1) == set()


def test_an_alarm_is_an_e_that_just_reaches_the_limit_of_its_place():
    """The first five places have the limit 200, the sixth one 1,600."""
    names = [f"p{number}" for number in range(6)]
    places = {unit.unit[0][1]: unit.place for unit in evidence_of(**dict.fromkeys(names, 0)).units()}
    first, sixth = (next(name for name in names if places[name] == place) for place in (1, 6))
    none = dict.fromkeys(names, 0)
    for name, limit in ((first, 200), (sixth, 1600)):
        for nats, since in ((nats_of(limit), DAY), (nats_of(limit) - 1, None)):
            found = {unit.unit[0][1]: unit for unit in evidence_of(**none | {name: nats}).units()}
            assert (found[name].since, found[name].withheld) == (since, False)
            assert {unit.since for other, unit in found.items() if other != name} == {None}


def test_what_comes_after_the_day_of_an_alarm_changes_it_no_more():
    """Floats are not sure of E on the first day, and it falls on the second."""
    parts = [entries_of(DAY, ann=nats_of(200)), entries_of(DAY + timedelta(days=1), ann=-(10**9))]
    (found,) = IndicatorEvidence(INDICATOR, parts).units()
    assert found.since == DAY


def test_the_largest_e_is_the_first_on_the_list():
    """Of 100 units the first needs 2,000, two 1,000 each."""
    rest = {f"p{number}": 0 for number in range(98)}
    assert on_list(ann=nats_of(30), bob=nats_of(3000), **rest) == {"bob"}
    assert on_list(ann=nats_of(1200), bob=nats_of(1100), **rest) == {"ann", "bob"}
    assert on_list(ann=nats_of(1200), bob=nats_of(30), **rest) == set()


def test_an_alarm_is_no_place_on_the_list():
    """Of 100 units the one at the first place reaches its limit of 200, and another one the list's 2,000."""
    names = [f"p{number}" for number in range(100)]
    none = dict.fromkeys(names, 0)
    places = {unit.place: unit.unit[0][1] for unit in evidence_of(**none).units()}
    sums = none | {places[1]: nats_of(250), places[50]: nats_of(3000)}
    assert on_list(**sums) == {places[50]}
    assert {unit.place for unit in evidence_of(**sums).units() if unit.since} == {1}


def test_no_entries_are_no_units():
    assert IndicatorEvidence(INDICATOR, []).units() == []


def test_only_units_that_can_be_tested_are_asked_for():
    """Of bob the margins allow less than the limit."""
    numbers = np.array([(5, TESTABLE, 1, 0, 0, 0, 0), (5, TESTABLE - 1, 1, 0, 0, 0, 0)], "<i8").tobytes()
    entries = UnitSums(1, 1, [id_of(whom("ann")), id_of(whom("bob"))], numbers)
    found = IndicatorEvidence(INDICATOR, [(DAY, entries)])
    assert [unit.unit for unit in found.units(testable=True)] == [whom("ann")]
    assert [(unit.unit, unit.place, unit.limit) for unit in found.units()] == [
        (whom("ann"), 1, 200), (whom("bob"), None, None)
    ]  # fmt: skip
