"""Hands that the dealer or the floor folds: they are no acts of their players, and move nobody's turn."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.checks.pot_hands import BLINDS, hand
from tests.rules.pot_games.replaying import illegal, replayed

STANDARD = "standard-cash"


def killed(seat: int, by: str = "floor") -> dict[str, Any]:
    return {"act": "fold", "seat": seat, "by": by}


def four(*lines: str | dict[str, Any], **fields: Any) -> dict[str, Any]:
    """Four seats with the button at seat 4; seat 3 acts first before the flop."""
    return hand(*BLINDS, *lines, seats=4, fees=[], **fields)


def nets(played: dict[str, Any]) -> dict[int, int]:
    (only,) = replayed([played], STANDARD)
    return {each["seat"]: each["net"] for each in only["seats"]}


@pytest.mark.parametrize("by", ["floor", "dealer"])
def test_a_hand_killed_before_its_turn_moves_no_turn(by):
    """TDA 65-A; the same fold by the player is out of turn, and binds."""
    rest = ("3 calls 200", "1 folds", "2 checks")
    assert illegal(four(killed(4, by), *rest), STANDARD) == []
    assert illegal(four("4 folds", *rest), STANDARD) == [(2, 4, "out_of_turn", {"seat": 3})]


def test_a_hand_killed_in_its_turn_ends_the_turn():
    assert illegal(four(killed(3), "4 calls 200", "1 folds", "2 checks"), STANDARD) == []


def test_a_killed_hand_that_acts_is_not_live():
    found = illegal(four(killed(4), "3 calls 200", "4 calls 200", "1 folds", "2 checks"), STANDARD)
    assert found == [(4, 4, "hand_not_live", None)]


def test_a_hand_killed_after_the_betting_was_closed_is_no_act_after_it():
    """Seat 3 is all in, and the floor kills its hand before the flop: its chips stay."""
    played = four("3 raises 1500", "4 calls 1500", "1 folds", "2 folds", killed(3), stacks={3: 1500})
    assert illegal(played, STANDARD) == []
    assert nets(played) == {1: -100, 2: -200, 3: -1500, 4: 1800}


def test_an_uncalled_bet_of_a_killed_hand_goes_back():
    """OLY-1.30: nobody had called the 800 above the blind."""
    played = four("3 raises 1000", killed(3), "4 folds", "1 folds")
    assert illegal(played, STANDARD) == []
    (only,) = replayed([played], STANDARD)
    assert (only["returned"], nets(played)) == (
        [{"seat": 3, "amount": 800}],
        {1: -100, 2: 300, 3: -200, 4: 0},
    )


def test_a_hand_killed_between_two_draws_does_not_end_the_time_for_drawing():
    stakes = {"small_blind": 100, "big_blind": 200, "small_bet": 200, "big_bet": 400}
    drawn = [
        {"act": "draw", "seat": each, "street": "first_draw", "discard": "", "cards": ""} for each in (1, 2)
    ]
    lines = (
        "3 calls 200",
        "4 folds",
        "1 calls 200",
        "2 checks",
        drawn[0],
        killed(3),
        drawn[1],
        "1 checks",
        "2 checks",
    )
    assert illegal(four(*lines, game="draw27", limit="fixed_limit", stakes=stakes), STANDARD) == []


def test_a_hand_killed_at_the_showdown_leaves_the_order_in_which_hands_were_shown():
    """Seat 1 is due to show first; seat 3 showed before it, and then the floor killed the hand of seat 2."""
    called = ("3 calls 200", "4 folds", "1 calls 200", "2 checks")
    quiet = [
        line
        for street in ("flop 2c7dJh", "turn 4s", "river 9c")
        for line in (street, "1 checks", "2 checks", "3 checks")
    ]
    shown = ("3 shows KhKd", killed(2), "1 shows AhAd")
    cards = {1: "AhAd", 2: "QhQd", 3: "KhKd"}
    assert illegal(four(*called, *quiet, *shown, hole=cards), STANDARD) == [
        (18, 3, "show_order", {"seat": 1})
    ]


def test_a_killed_hand_does_not_end_the_time_for_a_misdeal():
    """OLY-1.57: one act with chips; the fold is not the player's."""
    ground = {"kind": "wrong_card_count", "seat": 4, "ruling": "misdeal"}
    played = four("3 calls 200", killed(4), void=True, irregularities=[ground])
    assert illegal(played, STANDARD) == []
    folded = four("3 calls 200", "4 folds", void=True, irregularities=[ground])
    assert illegal(folded, STANDARD) == [(None, None, "misdeal_too_late", None)]
