"""Blinds from hand to hand: who sits down left of the button and posts both, and who changes the seat before a blind."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.checks.pot_hands import act
from tests.rules.pot_games.replaying import replayed
from tests.rules.pot_logs import pot_hand, pot_seat

FIRST = pot_hand(
    acts=[act(line) for line in ("1 posts small_blind 100", "2 posts big_blind 200", "3 folds", "1 folds")]
)
BOTH = ("4 posts small_blind 100", "4 posts big_blind 200")
REST = ("1 posts small_blind 100", "2 posts big_blind 200")


def codes(event: dict[str, Any], *lines: str, **fields: Any) -> list[tuple[Any, ...]]:
    """What the hand after an event breaks: act, seat, code, due."""
    second = pot_hand(2, acts=[act(line) for line in lines], at="2026-03-14T20:05:00+02:00", **fields)
    found = replayed([FIRST, {"event": "seat", "at": "2026-03-14T20:03:00+02:00", **event}, second])[1]
    return [
        (each["act"], each["seat"], each["code"], each["due"])
        for each in found["illegal"]
        if each["code"] not in ("button_not_moved", "stack_differs")
    ]


SITS = {"player": "P4", "seat": 4, "kind": "seated"}


def bought(event: dict[str, Any], *lines: str) -> list[tuple[Any, ...]]:
    """What a hand with the button at seat 3 breaks, after which seat 4 sits before seats 1 and 2."""
    seats = [pot_seat(number) for number in (1, 2, 3, 4)]
    return codes(event, *lines, seats=seats)


@pytest.mark.parametrize("posts", [BOTH, (*BOTH, *REST), (*REST, *BOTH), (*BOTH, REST[1])], ids=str)
def test_who_has_just_sat_down_left_of_the_button_may_buy_it(posts):
    """The next two seats may post theirs, too, or not: OLY-2.15-b."""
    assert bought(SITS, *posts) == []


def test_who_was_there_before_posts_no_two_blinds():
    seats = [pot_seat(number) for number in (1, 2, 3, 4)]
    (only,) = replayed([pot_hand(seats=seats, acts=[act(line) for line in BOTH])])
    assert [(each["act"], each["code"], each["due"]) for each in only["illegal"]] == [
        (1, "blind_seat", {"seat": 1})
    ]


def test_the_small_blind_of_who_posts_both_is_dead():
    """Seat 4 has the big blind of 200 in front, which the others call; 100 belong to the pot."""
    lines = (
        *BOTH,
        "1 calls 200",
        "2 folds",
        "3 folds",
        "4 checks",
        "flop 2c7dJh",
        "4 checks",
        "1 bets 500",
        "4 folds",
    )
    assert bought(SITS, *lines) == []
    seats = [pot_seat(number) for number in (1, 2, 3, 4)]
    (only,) = replayed([pot_hand(seats=seats, acts=[act(line) for line in lines])])
    assert [each["put_in"] for each in only["seats"]] == [200, 0, 0, 300]


def test_no_blind_is_missing_of_a_seat_that_has_just_sat_down():
    """The big blind is seat 1's, for seat 4 waits for it."""
    assert bought(SITS, "1 posts big_blind 200", "2 folds", "3 folds", "4 folds") == []
    assert bought({**SITS, "kind": "back"}, "1 posts big_blind 200", "2 folds", "3 folds", "4 folds") == []


@pytest.mark.parametrize(
    ("left", "due"),
    [(3, [(None, 9, "evaded_blind", {"amount": 200})]), (2, [(None, 9, "evaded_blind", {"amount": 100})]), (1, [])],
    ids=["next big blind", "next small blind", "neither"],
)  # fmt: skip
def test_who_changes_the_seat_before_a_blind_posts_it(left, due):
    """Seat 2 had the big blind: seat 3 is the next to post it, and seat 2 the small one (OLY-2.12)."""
    there = [number for number in (1, 2, 3) if number != left]
    seats = [*(pot_seat(number) for number in there), pot_seat(9, player=f"P{left}"), pot_seat(8)]
    moves = {"player": f"P{left}", "seat": 9, "from_seat": left, "kind": "moved"}
    blinds = {3: (2, 8), 2: (3, 8), 1: (2, 3)}[left]
    posts = (f"{blinds[0]} posts small_blind 100", f"{blinds[1]} posts big_blind 200")
    found = codes(moves, *posts, seats=seats, dealer=1)
    assert [each for each in found if each[2] == "evaded_blind"] == due
    for paid in (
        ("9 posts missed_small 100", "9 posts new_player 200") if left == 2 else ("9 posts extra 200",)
    ):
        assert [
            each for each in codes(moves, *posts, paid, seats=seats, dealer=1) if each[2] == "evaded_blind"
        ] == []
