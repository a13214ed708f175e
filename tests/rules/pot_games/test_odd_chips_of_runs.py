"""Odd chips where a board is run three times or more: AMB-OLY-rit-odd."""

from __future__ import annotations

import pytest

from tests.rules.checks.pot_hands import hand
from tests.rules.pot_games.replaying import replayed
from tests.rules.pot_games.rulesets import STANDARD, odd_chip

BOARDS = ("2c7dJc4s9c", "2h7sKs5s9h", "2s7hJs4c8d", "3c6dTc6s4d")  # aces, kings, aces and aces win
WINNERS = (1, 2, 1, 1)


def awards(stack: int, chip: int, times: int, runs: str = "first") -> list[tuple[int, int, int]]:
    """Run, seat and amount: seat 1 with aces and seat 2 with kings put all chips in before the flop."""
    dealt = [
        {"act": "board", "street": street, "cards": board[start:end], "run": run}
        for run, board in enumerate(BOARDS[:times], 1)
        for street, start, end in (("flop", 0, 6), ("turn", 6, 8), ("river", 8, 10))
    ]
    run = {"act": "run", "times": times, "agreed": [1, 2]}
    blinds = ("1 posts small_blind 100", "2 posts big_blind 200")
    played = hand(
        *blinds, f"1 raises {stack}", f"2 calls {stack}", run, *dealt, seats=2, stacks={1: stack, 2: stack}, dealer=1,
        hole={1: "AhAd", 2: "KhKd"}, fees=[], stakes={"small_blind": 100, "big_blind": 200, "chip": chip},
    )  # fmt: skip
    (only,) = replayed([played], odd_chip(STANDARD, runs=runs))
    return [(each["run"], each["seat"], each["amount"]) for each in only["awards"]]


@pytest.mark.parametrize(
    ("stack", "chip", "times", "amounts"),
    [
        (1000, 100, 3, [700, 700, 600]), (1100, 100, 3, [800, 700, 700]), (750, 50, 4, [400, 400, 350, 350]),
        (20_000, 1, 3, [13_334, 13_333, 13_333]), (1050, 100, 2, [1100, 1000]), (525, 100, 2, [550, 500]),
    ],
    ids=["two of three", "one of three", "two of four", "a cent", "one of two", "less than a chip"],
)  # fmt: skip
def test_odd_chips_go_one_each_from_the_first_run_on(stack, chip, times, amounts):
    """A rest smaller than a chip goes to the first run."""
    rows = zip(range(1, times + 1), WINNERS, amounts, strict=False)
    assert awards(stack, chip, times) == list(rows)


def test_odd_chips_go_to_the_first_run_or_by_position_under_the_other_readings():
    assert awards(1000, 100, 3, "all_to_first") == [(1, 1, 800), (2, 2, 600), (3, 1, 600)]
    by_position = [(1, 1, 700), (2, 2, 800), (3, 1, 700)]  # seat 2 sits left of the button
    assert awards(1100, 100, 3, "position") == by_position
