"""Blinds, bring-ins and straddles: the checks of what is posted."""

from __future__ import annotations

import pytest

from tests.rules.checks.pot_hands import BLINDS, coverage_of, findings, hand


def test_bet009_fires_on_a_blind_of_another_seat_and_of_another_amount():
    assert findings("BET009", hand("2 posts small_blind 100", "3 posts big_blind 200")) [0] == (
        1, 2, "seat 2", "seat 1", "external:RROP-blinds",
        "Hand 1, seat 2, act 0: posted a small blind of €1.00; the blind was for seat 1 (external:RROP-blinds).",
    )  # fmt: skip
    (found,) = findings("BET009", hand("1 posts small_blind 100", "2 posts big_blind 100"))
    assert found[1:4] == (2, 100, 200)
    (found,) = findings("BET009", hand("1 posts small_blind 50", "2 posts big_blind 200"))
    assert found[1:4] == (1, 50, 100)


def test_bet009_fires_on_a_player_who_is_back_within_the_hour_and_does_not_post():
    left = {
        "event": "seat",
        "at": "2026-03-14T20:01:00+02:00",
        "player": "P4",
        "seat": 4,
        "kind": "left",
        "amount": 100_000,
    }
    back = {"event": "seat", "at": "2026-03-14T20:30:00+02:00", "player": "P4", "seat": 4, "kind": "seated"}
    first = hand(*BLINDS, "3 folds", "4 folds", "5 folds", "6 folds", "1 folds")
    second = hand(
        "2 posts small_blind 100",
        "3 posts big_blind 200",
        "4 folds",
        number=2,
        dealer=1,
        at="2026-03-14T20:31:00+02:00",
    )
    (found,) = findings("BET009", first, left, back, second)
    assert found == (
        2, 4, None, 200, "OLY-2.26-b", "Hand 2, seat 4: posted nothing; a player who comes back, or sits down on the "
        "button, posts €2.00 (OLY-2.26-b)."
    )  # fmt: skip


def test_bet009_quiet_where_blinds_are_as_the_stakes_say_and_a_returned_player_posts():
    assert findings("BET009", hand(*BLINDS)) == []
    left = {
        "event": "seat",
        "at": "2026-03-14T20:01:00+02:00",
        "player": "P4",
        "seat": 4,
        "kind": "left",
        "amount": 100_000,
    }
    back = {"event": "seat", "at": "2026-03-14T20:30:00+02:00", "player": "P4", "seat": 4, "kind": "seated"}
    posts = ("2 posts small_blind 100", "3 posts big_blind 200", "4 posts new_player 200")
    assert (
        findings(
            "BET009",
            hand(*BLINDS),
            left,
            back,
            hand(*posts, number=2, dealer=1, at="2026-03-14T20:31:00+02:00"),
        )
        == []
    )


def test_bet009_fires_on_a_blind_and_on_an_ante_that_are_missing():
    (found,) = findings("BET009", hand("1 posts small_blind 100", "3 calls 200", "4 folds"))
    assert found == (
        1, 2, None, 200, "external:RROP-blinds",
        "Hand 1, seat 2: posted no big blind; the big blind is €2.00 (external:RROP-blinds).",
    )  # fmt: skip
    antes = [f"{seat} posts ante 50" for seat in range(1, 6)]
    stakes = {"small_blind": 100, "big_blind": 200, "ante": 50}
    (found,) = findings("BET009", hand(*antes, *BLINDS, stakes=stakes))
    assert found[1:4] == (6, None, 50)


def test_bet009_quiet_where_a_seat_has_no_chips_for_its_blind_or_posts_all_of_them():
    antes = [f"{seat} posts ante 200" for seat in range(1, 7)]
    stakes = {"small_blind": 100, "big_blind": 200, "ante": 200}
    nothing_left = hand(*antes, "1 posts small_blind 100", stakes=stakes, stacks={2: 200})
    assert findings("BET009", nothing_left) == []
    all_of_them = hand(
        *antes, "1 posts small_blind 100", "2 posts big_blind 70", stakes=stakes, stacks={2: 270}
    )
    assert findings("BET009", all_of_them) == []


STUD = {
    "game": "stud7", "limit": "fixed_limit", "seats": 3, "dealer": 3,
    "stakes": {"ante": 50, "bring_in": 100, "small_bet": 200, "big_bet": 400},
    "at_seats": {1: {"up": "9h"}, 2: {"up": "2c"}, 3: {"up": "Kd"}},
}  # fmt: skip
ANTES = ("1 posts ante 50", "2 posts ante 50", "3 posts ante 50")


def test_bet010_fires_on_a_bring_in_by_another_seat_than_the_lowest_card_and_of_another_amount():
    (found,) = findings("BET010", hand(*ANTES, "1 posts bring_in 100", **STUD))
    assert found == (
        1, 1, "seat 1", "seat 2", "external:RROP-stud",
        "Hand 1, seat 1, act 3: posted a bring-in of €1.00; the bring-in was for seat 2 (external:RROP-stud).",
    )  # fmt: skip
    (found,) = findings("BET010", hand(*ANTES, "2 posts bring_in 150", **STUD))
    assert found[1:4] == (2, 150, 100)


def test_bet010_quiet_where_the_lowest_card_brings_in():
    assert findings("BET010", hand(*ANTES, "2 posts bring_in 100", **STUD)) == []
    assert (
        findings("BET010", hand(*ANTES, "2 posts bring_in 200", **STUD)) == []
    )  # it opens for the small bet


def test_bet011_fires_on_a_straddle_of_another_amount_or_out_of_the_row():
    (found,) = findings("BET011", hand(*BLINDS, "3 posts straddle 500"))
    assert found == (
        1,
        3,
        500,
        400,
        "OLY-2.16-a",
        "Hand 1, seat 3, act 2: posted a straddle of €5.00; a straddle is €4.00 (OLY-2.16-a).",
    )
    (found,) = findings("BET011", hand(*BLINDS, "4 posts straddle 400"))
    assert found[1:5] == (4, "seat 4", "seat 3", "OLY-2.16-b")


def test_bet011_quiet_for_straddles_in_a_row_each_twice_the_one_before():
    assert findings("BET011", hand(*BLINDS, "3 posts straddle 400", "4 posts straddle 800")) == []


SHORT_STRADDLE = (*BLINDS, "3 posts straddle 400", "4 posts straddle 525")  # seat 4 has no more than that


def test_bet011_quiet_for_twice_the_full_amount_of_a_short_straddle():
    assert findings("BET011", hand(*SHORT_STRADDLE, "5 posts straddle 1600", stacks={4: 525})) == []


@pytest.mark.parametrize("amount", [1050, 1200])
def test_bet011_fires_on_another_amount_after_a_short_straddle(amount):
    row = hand(*SHORT_STRADDLE, f"5 posts straddle {amount}", stacks={4: 525})
    assert [found[1:4] for found in findings("BET011", row)] == [(5, amount, 1600)]


def test_bet016_fires_on_a_small_blind_that_a_seat_posts_twice():
    small = "1 posts small_blind 100"
    (found,) = findings(
        "BET016",
        hand(small, "2 posts big_blind 200", small, "3 calls", "4 folds", "5 folds", "6 folds", "1 calls"),
    )
    assert found == (
        1, 1, 100, 0, "external:RROP-blinds",
        "Hand 1, seat 1, act 2: posted a small blind of €1.00, as the seat did in act 0 (external:RROP-blinds).",
    )  # fmt: skip


def test_bet016_quiet_for_posts_of_two_kinds_and_for_one_that_was_taken_back():
    missed = ("4 posts missed_small 100", "4 posts missed_big 200")
    assert findings("BET016", hand(*BLINDS, *missed, "3 folds")) == []
    wrong = (
        "1 posts small_blind 100",
        "1 takes_back 100",
        "1 posts small_blind 100",
        "2 posts big_blind 200",
    )
    assert findings("BET016", hand(*wrong, "3 folds")) == []


def test_bet016_quiet_and_untestable_without_acts():
    bare = {name: value for name, value in hand(*BLINDS).items() if name != "acts"}
    assert findings("BET016", bare) == []
    assert coverage_of("BET016", bare) == (0, 0, {"the acts of the hand were not recorded": 1})
