"""Turns of a stud hand whose bring-in is not on record."""

from __future__ import annotations

from tests.rules.checks.pot_hands import coverage_of, findings, hand

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
