"""Strong cards (SCN003): whose cards count, whose royalties speak for a dealer, and the chance of four of a kind."""

from collections import Counter
from fractions import Fraction
from math import comb

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from rules.screening.engines.marked import MarkedStratum
from rules.screening.indicators.scn003_strong_cards import QUADS, _grouped, _has_pair, _has_quads
from tests.rules.screening.open_face_logs import ANN, BEN, ann_and_ben, hand, seat
from tests.rules.screening.pot_screening_logs import showdown
from tests.rules.screening.test_open_face_screening import counts, rows_of
from tests.rules.screening.test_pot_screening import rows_of as rows_of_pots


def test_royalties_that_speak_for_a_dealer_are_those_of_his_deals():
    """The first of d-1's two deals has a royalty, as one of d-2's has."""
    plain = seat(1, "ann", ANN | {"back": "AhKh9h7h3c"})
    hands = [
        ann_and_ben(1, dealer_id="d-1"),
        hand(2, plain, seat(2, "ben", BEN), dealer_id="d-1"),
        ann_and_ben(3, dealer_id="d-2"),
    ]
    found = rows_of("SCN003", *hands)
    assert found["d-1", "ann", 0].row.stratum == MarkedStratum(3, 2, 2, 1)
    assert found["d-1", "ann", 0].hands.tolist() == [0]
    assert found["d-2", "ann", 0].hands.tolist() == [2]
    assert {unit for unit in found if unit[-1] == 1} == {("ann", 1), ("ben", 1)}  # cards are of no dealer


@pytest.mark.parametrize("placements", [False, True])
def test_cards_are_those_of_placements_else_those_that_were_set(placements):
    """Of ben a row is not known: his aces are, where his placements are on record."""
    unknown = ann_and_ben(1, placements=placements)
    unknown["seats"][1]["front"] = "??" * 3
    found = counts("SCN003", unknown)
    assert found["ann", 0] == MarkedStratum(52, 4, 13, 1)
    assert (("ben", 0) in found) == placements


def test_a_seat_that_missed_the_hand_needs_no_cards():
    missed = {"seat": 4, "player": "P4", "status": "missed"}
    hand = showdown(1)
    hand["seats"].append(missed)
    assert rows_of_pots("SCN003", hand)["P2", 0].row.stratum == MarkedStratum(52, 4, 2, 2)


def test_the_chance_of_four_of_a_kind_counts_every_hand():
    """Hands without them have at most three cards of each rank: (1 + 4x + 6x² + 4x³)^13 counts them."""
    ways = np.array([1], dtype=object)
    for _ in range(13):
        ways = np.convolve(ways, np.array([1, 4, 6, 4], dtype=object))
    assert Fraction(int(ways[13]), comb(52, 13)) == 1 - QUADS
    assert round(float(QUADS), 10) == 0.0342003549


@given(st.sets(st.integers(0, 51), min_size=1, max_size=13))
@example({0, 3})
@example({48, 50})
@example({21, 22})
@example({3, 4})
@example({0, 1, 2, 3})
@example({49, 50, 51})
def test_cards_of_one_rank(cards):
    """Two of a rank are a pair, four are four of a kind."""
    held = np.array([sum(1 << card for card in cards)], np.uint64)
    most = max(Counter(card // 4 for card in cards).values())
    assert (_has_pair(held).tolist(), _has_quads(held).tolist()) == ([most > 1], [most == 4])


def test_hands_of_strong_seats_are_those_of_their_units():
    """Of four seats three are strong, two of the first unit; the third unit has none."""
    hand, place = np.array([5, 6, 7, 8]), np.array([0, 1, 0, 1])
    counts, shown = _grouped(hand, place, np.array([True, True, True, False]), 3)
    assert (counts, [each.tolist() for each in shown]) == ([2, 1, 0], [[5, 7], [6], []])
