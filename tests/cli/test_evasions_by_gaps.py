"""Logs that leave out what would show the money: more than the rules can move is found all the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cases.money import EVASIONS, Json, audited, evasion

CONTROLS = ("--controls", str(EVASIONS / "controls.toml"), "--authority", "wsgc")


def beyond(audit: Json) -> list[int]:
    """The hands in which seats have more than they can have been due."""
    found = [each for each in audit["findings"] if each["code"] == "SCR001"]
    assert all("at most" in each["message"] for each in found)
    return sorted({each["hand"] for each in found})


def misallocated(audit: Json) -> tuple[int, int, int]:
    [total] = audit["money"]
    unknown = total["not_known"]["misallocated"]
    return total["misallocated"], unknown["hands"], unknown["bound"]


def test_totals_of_a_thousand_dollars_at_a_dollar_a_unit_are_found(tmp_path: Path) -> None:
    audit = audited(evasion("bounds-totals-only", tmp_path), "--authority", "wsgc")
    assert len(beyond(audit)) == 20
    assert audit["money_misallocated"] == misallocated(audit)[0] > 20 * 90_000
    assert audit["repayments"] == []


@pytest.mark.parametrize("name", ["blank-cards", "rows-left-out"])
def test_fifty_dollars_too_much_in_hands_without_a_card_or_rows_are_found(name: str, tmp_path: Path) -> None:
    audit = audited(evasion(name, tmp_path), *CONTROLS)
    assert beyond(audit) == [6, 7, 8, 9, 10]
    known, hands, bound = misallocated(audit)
    assert hands == 5
    assert known <= 5 * 5000 <= known + bound
