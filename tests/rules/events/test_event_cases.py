"""Every known answer of tournaments and ledgers: all that an audit finds, also under other readings."""

from __future__ import annotations

from typing import Any

import pytest

from tests.cases.kept import CASES
from tests.rules.events.auditing import audited, facts

WITH_FINDINGS = [case for case in CASES if "findings" in case["expected"]]
ALTERNATIVES = [
    (case, other)
    for case in CASES
    for other in case.get("alternatives", [])
    if "findings" in other["expected"]
]


def seated(log: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """A log whose hands have players: the log format refuses those that some cases write without any."""
    two = [{"seat": 1, "player": "P01"}, {"seat": 2, "player": "P02"}]
    return [each | {"seats": two} if each.get("seats") == [] else each for each in log]


def found_in(case: dict[str, Any], readings: dict[str, str]) -> list[tuple[Any, ...]]:
    """What the audit of a case's files finds."""
    files = case["files"]
    kind = "tournament" if "tournament" in files else "ledger"
    logs = [seated(each) for each in files.get("sessions", ())]
    audit = audited(files[kind], *logs, *files.get("tournaments", ()), readings=readings or None)
    return facts(audit)


def expected(findings: list[dict[str, Any]]) -> list[tuple[Any, ...]]:
    """What a case says that is found."""
    return sorted(
        (
            (each["name"], each["line"], each["stated"], each["expected"], each.get("session"))
            for each in findings
        ),
        key=str,
    )


@pytest.mark.sampled(16)
@pytest.mark.parametrize("case", WITH_FINDINGS, ids=lambda case: case["id"])
def test_an_audit_finds_what_a_case_says_and_nothing_else(case):
    assert found_in(case, {}) == expected(case["expected"]["findings"])


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    ("case", "other"),
    [
        pytest.param(case, other, id=f"{case['id']}-{'-'.join(other['readings'].values())}")
        for case, other in ALTERNATIVES
    ],
)
def test_an_audit_finds_something_else_under_another_reading(case, other):
    assert found_in(case, other["readings"]) == expected(other["expected"]["findings"])
