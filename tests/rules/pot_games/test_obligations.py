"""Posts that are owed: what is right of them, what is missing, and what the first round is opened for."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.checks.pot_hands import act
from tests.rules.pot_games.replaying import illegal, replayed
from tests.rules.pot_logs import pot_hand, pot_seat

BLINDS = ("1 posts small_blind 100", "2 posts big_blind 200")
ANTES = ("1 posts ante 50", "2 posts ante 50", "3 posts ante 50")
WITH_ANTES = {"small_blind": 100, "big_blind": 200, "ante": 50}
RUN_OUT = ("flop 2c7dJh", "turn 4s", "river 9c")
Found = list[tuple[Any, ...]]


def found(*lines: str, stacks: tuple[int | None, ...] = (9_000, 9_000, 9_000), **fields: Any) -> Found:
    """What a hand under the standard rules breaks, of seats with some stacks."""
    seats = [pot_seat(number, stack) for number, stack in enumerate(stacks, 1)]
    return illegal(pot_hand(1, *seats, acts=[act(line) for line in lines], **fields), "standard-cash")


# ---------------------------------------------------------------------------- amounts


@pytest.mark.parametrize(
    ("stack", "wrong"), [(None, []), (150, []), (160, [(1, 2, "big_blind_amount", {"amount": 200})])], ids=str
)
def test_a_short_blind_is_right_where_it_is_all_in_and_untestable_without_the_stack(stack, wrong):
    lines = ("1 posts small_blind 100", "2 posts big_blind 150", "3 folds", "1 folds")
    assert found(*lines, stacks=(9_000, stack, 9_000)) == wrong


def test_a_blind_above_the_stakes_is_wrong_without_the_stack():
    lines = ("1 posts small_blind 100", "2 posts big_blind 250", "3 folds", "1 folds")
    assert found(*lines, stacks=(9_000, None, 9_000)) == [(1, 2, "big_blind_amount", {"amount": 200})]


def test_a_blind_is_paid_before_one_ante_for_all():
    """Seat 2 has 250: the whole blind and 50, in whatever order they are written (TDA RP-11)."""
    ante, blind = "2 posts table_ante 50", "2 posts big_blind 200"
    for two in ((blind, ante), (ante, blind)):
        assert found("1 posts small_blind 100", *two, "3 folds", "1 folds", stacks=(9_000, 250, 9_000)) == []
    short = (
        "1 posts small_blind 100",
        "2 posts table_ante 200",
        "2 posts big_blind 50",
        "3 folds",
        "1 folds",
    )
    assert found(*short, stacks=(9_000, 250, 9_000)) == [(2, 2, "big_blind_amount", {"amount": 200})]


def test_an_ante_is_paid_before_the_blind():
    """Seat 2 has 120: its ante, and 70 of the blind."""
    folds = ("3 folds", "1 folds")
    right = (*ANTES, "1 posts small_blind 100", "2 posts big_blind 70", *folds)
    assert found(*right, stakes=WITH_ANTES, stacks=(9_000, 120, 9_000)) == []
    wrong = ("1 posts ante 50", "3 posts ante 50", "1 posts small_blind 100", "2 posts big_blind 120", *folds)
    assert found(*wrong, stakes=WITH_ANTES, stacks=(9_000, 120, 9_000)) == [
        (None, 2, "ante_amount", {"amount": 50})
    ]


# ---------------------------------------------------------------------------- missing posts


def test_a_missing_blind_is_due_as_far_as_the_chips_of_its_seat_go():
    lines = ("2 posts big_blind 200", "3 calls 200", "1 folds", "2 checks")
    assert found(*lines, stacks=(60, 9_000, 9_000)) == [(None, 1, "small_blind_amount", {"amount": 60})]
    assert found(*lines, stacks=(None, 9_000, 9_000)) == []


def test_no_blind_is_missing_where_none_was_recorded():
    assert found("1 checks", "2 checks", "3 checks") == []


def test_no_blind_is_missing_in_a_hand_that_was_dealt_anew():
    assert [each[2] for each in found("1 posts small_blind 100", void=True)] == ["misdeal_no_ground"]


@pytest.mark.parametrize("post", ["missed_small", "new_player", "dead"])
def test_who_posts_as_a_new_player_or_a_missed_blind_owes_no_small_one_besides(post):
    lines = (f"1 posts {post} 100", "2 posts big_blind 200", "3 calls 200")
    assert [each for each in found(*lines) if each[2] == "small_blind_amount"] == []


def test_nobody_owes_a_small_blind_where_the_first_seat_posts_the_big_one():
    """A dead button, at an empty seat or not (RROP 4.2-b)."""
    lines = ("1 posts big_blind 200", "2 folds", "3 folds")
    assert found(*lines) == found(*lines, dealer=9) == []


# ---------------------------------------------------------------------------- the first round


def test_the_seat_after_the_big_blind_opens_where_it_posts_nothing():
    lines = (*ANTES, "1 posts small_blind 100", "1 calls 200", "3 calls 200")
    assert found(*lines, stakes=WITH_ANTES, stacks=(9_000, 50, 9_000)) == [(4, 1, "out_of_turn", {"seat": 3})]


def test_a_straddle_counts_in_full_where_its_seat_is_all_in():
    """Seat 3 straddles for 300 of 400: a call is 400, and a raise to 800."""
    stacks = (9_000, 9_000, 300)
    row = (*BLINDS, "3 posts straddle 300")
    assert found(*row, "1 calls 400", "2 folds", *RUN_OUT, stacks=stacks) == []
    assert found(*row, "1 raises 700", "2 folds", stacks=stacks)[0] == (3, 1, "raise_too_small", {"to": 800})


def test_a_call_of_nothing_out_of_need_breaks_nothing_and_goes_back():
    """Seat 2 is all in by 80; seat 1 covers it with its small blind, and puts in the whole blind (rule 16)."""
    seats = pot_seat(1, hole="KhKd"), pot_seat(2, 80, hole="AhAd"), pot_seat(3)
    lines = ("1 posts small_blind 100", "2 posts big_blind 80", "3 folds", "1 calls 200", *RUN_OUT)
    hand = pot_hand(1, *seats, acts=[act(line) for line in lines])
    (only,) = replayed([hand], "standard-cash")
    assert (only["illegal"], only["returned"]) == ([], [{"seat": 1, "amount": 120}])


STUD = {
    "game": "stud7", "limit": "fixed_limit",
    "stakes": {"ante": 50, "bring_in": 100, "small_bet": 200, "big_bet": 400},
}  # fmt: skip


def stud(*lines: str, low: int, ruleset: Any = "standard-cash") -> Found:
    """What a hand of stud breaks, in which seat 1 shows the lowest card and has some chips."""
    seats = [
        pot_seat(1, low, up="2d"), pot_seat(2, 9_000, up="5c"), pot_seat(3, 9_000, up="9h"), pot_seat(4, 9_000, up="6h"),
    ]  # fmt: skip
    antes = [f"{seat} posts ante 50" for seat in (1, 2, 3, 4)]
    acts = [act(line) for line in (*antes, *lines)]
    return illegal(pot_hand(1, *seats, acts=acts, dealer=4, **STUD), ruleset)


def test_who_has_to_bring_it_in_for_a_seat_that_is_all_in_may_fold():
    """The duty goes on to the left (TDA RP-10-E)."""
    assert stud("2 folds", "3 posts bring_in 100", "4 calls 100", low=50) == []
    assert stud("2 folds", "4 posts bring_in 100", "3 calls 100", low=50) == [
        (5, 4, "bring_in_seat", {"seat": 3})
    ]


def test_the_lowest_card_brings_it_in_with_its_last_chips():
    assert stud("1 posts bring_in 70", "2 calls 100", "3 folds", "4 folds", low=120) == []
    assert stud("2 posts bring_in 100", "3 calls 100", low=120) == [(4, 2, "bring_in_seat", {"seat": 1})]


# ---------------------------------------------------------------------------- bomb pots

ANTED = ("1 posts ante 500", "2 posts ante 500", "3 posts ante 500")
BOMB = {"stakes": {"small_blind": 100, "big_blind": 200, "ante": 500}}
CHECKS = ("1 checks", "2 checks", "3 checks")


def test_a_bomb_pot_has_no_round_before_the_flop():
    assert found(*ANTED, "flop 2c7dJh", *CHECKS, **BOMB) == []
    assert found(*ANTED, "1 checks", "flop 2c7dJh", *CHECKS, **BOMB)[0] == (4, None, "street_early", None)
    assert found(*ANTED[:2], "flop 2c7dJh", *CHECKS, **BOMB) == [
        (2, None, "street_early", None), (None, 3, "ante_amount", {"amount": 500}),
    ]  # fmt: skip


def test_a_bomb_pot_of_two_boards_is_bet_once_a_street():
    """Each board has half of the pot of 1500; seat 3 wins the first with kings, seat 1 the second with aces."""
    boards = [
        {"act": "board", "street": street, "cards": cards, "run": run}
        for street, both in (("flop", ("KsKc2d", "As7c8h")), ("turn", ("3h", "Jd")), ("river", ("4c", "4h")))
        for run, cards in enumerate(both, 1)
    ]
    checks = [act(line) for line in CHECKS]
    acts = [*(act(line) for line in ANTED), *boards[:2], *checks, *boards[2:4], *checks, *boards[4:], *checks]
    seats = pot_seat(1, hole="AhAd"), pot_seat(2, hole="QhQd"), pot_seat(3, hole="KhKd")
    (only,) = replayed([pot_hand(1, *seats, acts=acts, fees=[], **BOMB)], "standard-cash")
    assert only["illegal"] == []
    assert [(each["run"], each["seat"], each["amount"]) for each in only["awards"]] == [
        (1, 3, 750),
        (2, 1, 750),
    ]
