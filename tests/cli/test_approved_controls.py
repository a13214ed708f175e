"""Logs that depart from what was approved, or from what the law fixes, audited on the command line."""

import pytest

from tests.cases.money import EVASIONS, audited, cases, differences, evasion
from tests.cases.money import audit_of as audit_of_case

OPTIONS = ("--authority", "wsgc", "--controls", EVASIONS / "controls.toml")


def test_md_44_a_log_in_euros_where_the_law_fixes_dollars(tmp_path):
    [case] = [each for each in cases() if each["id"] == "MD-44"]
    assert differences(case, *audit_of_case(case, tmp_path)) == []


@pytest.mark.parametrize(("name", "currency"), [("currency-eur", "EUR"), ("currency-kwd", "KWD")])
def test_a_session_in_another_currency_has_one_critical_finding_and_no_amount(name, currency, tmp_path):
    audit = audited(evasion(name, tmp_path), *OPTIONS)
    critical = [each for each in audit["findings"] if each["severity"] == "critical"]
    assert [(each["name"], each["stated"], each["expected"]) for each in critical] == [
        ("currency-differs", currency, "USD")
    ]
    [total] = audit["money"]
    assert {total[kind] for kind in ("misallocated", "over_collected", "under_collected", "to_nobody")} == {
        None
    }
    assert total["not_known"]["misallocated"]["hands"] == audit["hands"] == 40
    assert (audit["testable"], audit["repayments"]) == (0, [])
