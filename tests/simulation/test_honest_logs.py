"""40,000 hands in which nothing is wrong, over all rulesets: no violation, no discrepancy, no indicator."""

import math

import pytest

from rules.audit import BytesSource, audit_log
from rules.controls.library import library
from simulation import simulate

HANDS = 40_000
PLAYED = library().rulesets()


def opened_in_force(ruleset):
    """A time on a day on which the ruleset is in force; empty where every day is."""
    day = ruleset.starts or ruleset.until
    return f"{day}T17:00:00-07:00" if day else ""


@pytest.mark.slow
@pytest.mark.sampled(24)
@pytest.mark.parametrize("ruleset", PLAYED, ids=str)
def test_an_honest_log_of_any_system_has_nothing_that_differs(ruleset):
    """With nets, transfers and chips in front."""
    hands = math.ceil(HANDS / len(PLAYED))
    log = simulate(ruleset, hands=hands, seed=21, evidence="full", opened_at=opened_in_force(ruleset)).log()
    audit = audit_log(BytesSource(log), ruleset=str(ruleset))
    assert (audit.complete, audit.failures) == (True, [])
    assert [
        (each.code, each.hand, each.message) for each in audit.findings if each.kind != "undetermined"
    ] == []
    assert audit.diagnosis == []
    assert audit.hands == hands
