"""Which hands of closed games an open point of the controls can affect, by its topic."""

import pytest

from rules.controls.library import library
from rules.replay.row_replay import replay
from rules.replay.scoring import compiled
from rules.replay.topics import touched
from tests.rules.build import A, B, C, D, blocks, hand, log, seat, session
from tests.rules.test_closed_readings import BEATEN, PLAIN
from tests.rules.test_readings import (
    DRAGON,
    FOUR_NINES,
    FULL,
    IN_ONE_SUIT,
    KING_STRAIGHT,
    ONE_AND_TWO_LEVEL,
    QUADS,
    SIX_PAIRS,
    WHEEL,
)


def touched_in(system, topic, *pairs, **fields):
    """Which of some hands of two players a topic touches; ``fields`` of seat 1 in the first of them."""
    lines = [
        hand(number, seat(1, one, **(fields if number == 1 else {})), seat(2, other))
        for number, (one, other) in enumerate(pairs, 1)
    ]
    (block,) = blocks(log(session(ruleset=system), *lines))
    return touched(replay(block, compiled(library().get(system))), topic).tolist()


@pytest.mark.parametrize(
    ("topic", "found"),
    [
        ("pairs_of_quads", [True, False, False, False]),
        ("natural_with_suited_run", [False, False, True, False]),
        ("natural_cards", [True, True, True, True]),
    ],
)
def test_a_natural_is_an_open_point_where_its_cards_have_what_the_readings_are_about(topic, found):
    """AMB-SPEC-SIXPAIRS-QUADS, AMB-SPEC-SF: four of a kind among the pairs, a straight flush among the straights."""
    naturals = (FOUR_NINES, SIX_PAIRS, IN_ONE_SUIT, DRAGON)
    assert touched_in("wsgc-naturals", topic, *((each, B) for each in naturals)) == found


def test_a_pair_without_a_price_is_an_open_point_whichever_side_won_its_row():
    pairs = ONE_AND_TWO_LEVEL, ONE_AND_TWO_LEVEL[::-1], (A, B)
    assert touched_in("wsgc-2-4", "silent_1-0-2", *pairs) == [True, True, False]


def test_a_bonus_is_an_open_point_where_its_holder_won_a_row_and_not_the_pair():
    """QUADS wins the back alone from the first hand, and no row from FULL, which has bonuses and wins the pair."""
    wins_two = "AsKs7h 9c9d7c7s3h TsThTcJcJs"
    pairs = (QUADS, wins_two), (wins_two, QUADS), (QUADS, FULL), (FULL, QUADS)
    found = touched_in("wsgc-base-bonuses", "royalty_of_no_winner", *pairs)
    assert found == [True, True, False, False]


def test_a_pair_is_an_open_point_of_sweeps_whichever_side_won_every_row():
    """C wins every row from D, and WHEEL two of three from KING_STRAIGHT."""
    assert touched_in("wsgc-2-4", "sweep", (C, D), (D, C), (WHEEL, KING_STRAIGHT)) == [True, True, False]


@pytest.mark.parametrize(
    ("system", "found"), [("classic-surrender-overall", True), ("classic-surrender", False)]
)
def test_a_surrender_is_an_open_point_of_the_overall_point_where_one_is_played(system, found):
    pairs = (PLAIN, BEATEN), (PLAIN, BEATEN)
    assert touched_in(system, "overall_meets_fixed", *pairs, surrendered=True) == [found, False]


def test_a_natural_that_the_cards_do_not_hold_is_an_open_point_where_it_was_declared():
    pairs = (A, B), (A, B)
    assert touched_in("wsgc-naturals", "false_claim", *pairs, declared="six_pairs") == [True, False]


def test_a_level_row_in_a_game_with_one_winner_is_an_open_point_whoever_wins_the_others():
    """Front and middle are level, and seat 2 wins the back; PLAIN and BEATEN have no level row."""
    level = "AhKd9d 2c2d3h4h6s 7c7d8h9hTs", "AcKh9c 2h2s3c4c6d 7h7s8c9cJd"
    assert touched_in("classic-single-winner", "single_tie", level, (BEATEN, PLAIN)) == [True, False]
