"""An honest table has no finding of the checks that follow chips, seats and deals, and they are tested there."""

import pytest

from rules.audit import BytesSource, audit_log
from rules.controls.library import library
from simulation import simulate

FOLLOWED_FROM_HAND_TO_HAND = ("DCK006", "DCK007", "STK005", "STK014", "STK015", "PAY011", "PAY012", "IRR012")
TABLES = (  # closed and open-face; with a banker, a pool, short stacks, fees, levels
    "wsgc-full", "classic-specials", "hawaiian-gardens", "malayan", "classic-pool", "wac-230-15-080",
    "ofc-cash", "ofc-pineapple", "olympic-time",
)  # fmt: skip


def honest(name, hands, seed):
    log = simulate(library().get(name), hands=hands, seed=seed)
    audit = audit_log(BytesSource(log.log()))
    assert audit.complete, audit.failures
    return audit


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", TABLES)
def test_an_honest_table_has_nothing_to_find(name):
    audit = honest(name, 400, 91)
    reported = [each for each in audit.findings if each.kind != "undetermined"]
    assert [(each.code, each.hand, each.message) for each in reported] == []


@pytest.mark.slow
@pytest.mark.sampled(9)
@pytest.mark.parametrize("name", TABLES)
def test_thousands_of_honest_hands_have_nothing_to_find(name):
    audit = honest(name, 4_000, 92)
    reported = [each for each in audit.findings if each.kind != "undetermined"]
    assert [(each.code, each.hand, each.message) for each in reported] == []


def test_the_checks_are_tested_at_an_honest_table():
    audit = honest("wsgc-full", 400, 91)
    rows = {row.code: row for row in audit.coverage if row.code in FOLLOWED_FROM_HAND_TO_HAND}
    assert {code for code, row in rows.items() if row.tested >= 390} == set(FOLLOWED_FROM_HAND_TO_HAND)
