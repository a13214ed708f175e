"""Every known answer about chips between a table of pot games and the cashier."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.rules.build import audited

_FILE = Path(__file__).parents[2] / "cases" / "cashier.ndjson"
CASES = [json.loads(line) for line in _FILE.read_text("utf-8").splitlines()]
NAMES = {
    "chips-of-session-differ", "cash-out-differs", "stack-differs", "chips-not-conserved-at-table",
    "player-replaced-without-event",
}  # fmt: skip
FACTS = ("name", "hand", "seat", "stated", "expected")


def facts(finding: dict[str, Any]) -> tuple[Any, ...]:
    return tuple(finding[each] for each in FACTS)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_chips_between_table_and_cashier_come_to_what_was_worked_out(case):
    audit = audited(*case["log"], ruleset=case["ruleset"])
    expected = case["expected"]
    found = {tuple(getattr(each, name) for name in FACTS) for each in audit.findings if each.name in NAMES}
    must, may = ({facts(each) for each in expected[kind]} for kind in ("findings", "also"))
    assert (must - found, found - must - may) == (set(), set())
    rows = {each.name: each for each in audit.coverage if each.name in NAMES}
    assert {name for name, row in rows.items() if row.inapplicable} == set()
    for name in expected["untestable"]:
        assert rows[name].untestable
        assert not rows[name].differing
    breaks = [each for each in audit.incidents if each.breaks]
    assert len(breaks) <= len(must)
    assert bool(breaks) == bool(must)
