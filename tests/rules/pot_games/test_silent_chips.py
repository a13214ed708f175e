"""Several chips in one motion without a word, by the rule of the smallest chip: external:TDA-chips."""

from __future__ import annotations

import pytest

from tests.rules.checks.pot_hands import CALLED, hand, said
from tests.rules.pot_games.replaying import illegal

STANDARD = "standard-cash"
SEVEN = [100] * 7


def after_a_bet(bet: int, line: str, chips: list[int], left: int) -> list[tuple[object, ...]]:
    """Seat 2 bets on the flop, and seat 6 puts in chips without a word (act 10); so many were left to it."""
    lines = (*CALLED, f"2 bets {bet}", said(line, "nothing", chips))
    return illegal(hand(*lines, stacks={6: 200 + left}), STANDARD)


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("6 raises 700", []),
        ("6 calls 600", [(10, 6, "silent_chips", {"act": "raise", "to": 700})]),
    ],
)
def test_last_chips_that_are_not_all_needed_are_all_in_whatever_they_come_to(line, found):
    """TDA 45-B-2: without one of the seven chips the 600 are still called."""
    assert after_a_bet(600, line, SEVEN, 700) == found


@pytest.mark.parametrize("left", [2000, 5000], ids=["the last", "not the last"])
def test_chips_that_are_all_needed_are_a_call(left):
    """TDA 45-A, example 2: without one of the two chips 1,050 are not called, also where they are the last."""
    assert after_a_bet(1050, "6 calls 1050", [1000, 1000], left) == []


def test_chips_that_are_all_needed_are_not_all_in():
    found = [(10, 6, "silent_chips", {"act": "call", "to": 1050})]
    assert after_a_bet(1050, "6 raises 2000", [1000, 1000], 2000) == found


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("6 calls 600", []),
        ("6 raises 700", [(10, 6, "raise_too_small", {"to": 1200}), (10, 6, "silent_chips", {"act": "call", "to": 600})]),
    ],
)  # fmt: skip
def test_other_chips_that_are_not_all_needed_go_by_half_of_a_raise(line, found):
    assert after_a_bet(600, line, SEVEN, 5000) == found


def test_last_chips_go_by_half_of_a_raise_where_the_ruleset_has_no_test_of_the_smallest_chip():
    """OLY-1.18-b: less than half of a raise is a call."""
    lines = (*CALLED, "2 bets 600", said("6 raises 700", "nothing", SEVEN))
    found = [(10, 6, "silent_chips", {"act": "call", "to": 600})]
    assert illegal(hand(*lines, stacks={6: 900})) == found
