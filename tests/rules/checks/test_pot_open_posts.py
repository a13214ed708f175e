"""Pots of hands whose posts are not on record."""

from __future__ import annotations

from tests.rules.checks.pot_hands import BLINDS, coverage_of, findings, hand


def test_pot008_quiet_where_posts_are_not_on_record():
    acts = (
        "3 folds",
        "4 folds",
        "5 folds",
        "6 calls 200",
        "1 folds",
        "2 checks",
        "flop 2c7dJh",
        "2 checks",
        "6 checks",
    )
    pots = [{"pot": 0, "amount": 500}]
    assert findings("POT008", hand(*acts, pots=pots)) == []
    (found,) = findings("POT008", hand(*BLINDS, *acts, pots=[{"pot": 0, "amount": 600}]))
    assert found[:4] == (1, None, 600, 500)


ANTES = ("1 posts ante 100", "2 posts ante 100")
DEALT = ("flop 2c7dJh", "turn 4s", "river 9c")
STAKES = {"small_blind": 100, "big_blind": 200, "ante": 100}


def played_for_antes(**fields):
    """Seats 1 and 2 post antes, and the board is dealt; a big blind would be the last chips of seat 1."""
    return hand(*ANTES, *DEALT, seats=2, stacks={1: 300, 2: 5_000}, stakes=STAKES, **fields)


def test_irr013_quiet_where_a_hand_without_blinds_may_be_one_whose_blinds_are_not_on_record():
    """The pot shows the blinds, or it is not on record itself."""
    for pots in ({"pots": [{"pot": 0, "amount": 600}]}, {}):
        played = played_for_antes(**pots)
        assert findings("IRR013", played, ruleset="standard-cash") == []
        assert findings("POT008", played, ruleset="standard-cash") == []
        assert coverage_of("IRR013", played, ruleset="standard-cash")[2] == {
            "the posts of the hand were not recorded": 1
        }


def test_irr013_fires_where_the_pot_shows_that_antes_were_all_that_was_posted():
    """A bomb pot, in which two players with chips have to act after the flop."""
    played = played_for_antes(pots=[{"pot": 0, "amount": 200}])
    assert [each[5] for each in findings("IRR013", played, ruleset="standard-cash")] == [
        "Hand 1, act 3: the turn was dealt (4s); bets were still open (external:TDA-misdeals).",
        "Hand 1, act 4: the river was dealt (9c); bets were still open (external:TDA-misdeals).",
    ]
    more = hand(*ANTES, *DEALT, seats=2, stacks={1: 5_000, 2: 5_000}, stakes=STAKES)
    assert len(findings("IRR013", more, ruleset="standard-cash")) == 2


STUD = {
    "game": "stud7",
    "limit": "fixed_limit",
    "stakes": {"ante": 50, "bring_in": 100, "small_bet": 200, "big_bet": 400},
    "at_seats": {1: {"up": "2c"}, 2: {"up": "5d"}, 3: {"up": "9h"}, 4: {"up": "Kd"}},
}


def stud(*acts):
    """Seat 1 has the lowest card, and no chips after its ante: seat 2 brings it in in its stead."""
    antes = [f"{seat} posts ante 50" for seat in range(1, 5)]
    return hand(*antes, *acts, seats=4, stacks={1: 50}, **STUD)


def test_bet001_quiet_where_the_bring_in_of_the_next_seat_is_not_on_record():
    for acts in (("3 folds", "4 folds"), ("3 calls 100", "4 folds")):
        assert findings("BET001", stud(*acts), ruleset="standard-cash") == []
        assert findings("BET007", stud(*acts), ruleset="standard-cash") == []
        assert coverage_of("BET001", stud(*acts), ruleset="standard-cash")[2] == {
            "the posts of the hand were not recorded": 1
        }


def test_bet001_fires_where_the_bring_in_is_on_record_and_quiet_where_all_but_the_last_seat_folded():
    (found,) = findings("BET001", stud("2 posts bring_in 100", "4 folds", "3 folds"), ruleset="standard-cash")
    assert found[:2] == (1, 4)
    assert coverage_of("BET001", stud("2 folds", "3 folds"), ruleset="standard-cash") == (1, 0, {})
