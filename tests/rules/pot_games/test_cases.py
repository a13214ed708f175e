"""Every known answer of pot games: the log read as it is uploaded, replayed under the rulesets of the library."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rules.controls.library import library
from rules.replay.pots.breaches.breach_rows import CODES
from tests.rules.pot_games.replaying import replayed, table_breaches

Case = dict[str, Any]
_FILES = ("pots.ndjson", "forced-bets.ndjson")


def _cases(name: str) -> list[Case]:
    text = (Path(__file__).parents[2] / "cases" / name).read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


CASES = [case for name in _FILES for case in _cases(name)]


def _replayed(case: Case, readings: dict[str, str]) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """The last hand of a case as `auditor replay` prints it, and the breaches of the table's own rules."""
    ruleset = library().get(case["ruleset"])
    under = ruleset.under(readings) if readings else ruleset
    return (replayed(case["log"], under) or [{}])[-1], table_breaches(case["log"], under)


def _said(given: Any, expected: Any) -> Any:
    """What was given, as far as a case says something of it: what it leaves out, or says null of, asserts nothing."""
    if expected is None:
        return None
    if isinstance(expected, dict) and isinstance(given, dict):
        return {name: _said(given.get(name), each) for name, each in expected.items()}
    if isinstance(expected, list) and isinstance(given, list) and len(given) == len(expected):
        return [_said(mine, theirs) for mine, theirs in zip(given, expected, strict=True)]
    return given


def _as_expected(
    expected: dict[str, Any], hand: dict[str, Any], table: list[dict[str, Any]]
) -> dict[str, Any]:
    """What came out, by the names of what is expected."""
    given = {**hand, "table": table}
    given["nets"] = {str(seat["seat"]): seat["net"] for seat in hand.get("seats", [])}
    return {
        name: given[name] if name == "illegal" else _said(given[name], each)
        for name, each in expected.items()
    }


@pytest.mark.sampled(16)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_a_case_comes_to_what_was_worked_out(case: Case) -> None:
    expected = {name: each for name, each in case["expected"].items() if each is not None}
    assert _as_expected(expected, *_replayed(case, {})) == expected


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    ("case", "other"),
    [
        pytest.param(case, other, id=f"{case['id']}-{'-'.join(other['readings'].values())}")
        for case in CASES
        for other in case.get("alternatives", [])
    ],
)
def test_a_case_comes_to_something_else_under_another_reading(case: Case, other: Case) -> None:
    expected = {name: each for name, each in other["expected"].items() if each is not None}
    assert _as_expected(expected, *_replayed(case, other["readings"])) == expected


def test_only_some_codes_are_in_no_case() -> None:
    """Those have tests of their own in test_illegal.py."""
    found = {each["code"] for case in CASES for each in case["expected"].get("illegal") or ()}
    assert set(CODES) - found == {"post_over_stack", "draw_time", "card_below_deck"}
