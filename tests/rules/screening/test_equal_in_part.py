"""SCN002 in part: deals of a table with many cards in the seats of an earlier one."""

import random
from datetime import timedelta
from fractions import Fraction
from itertools import product
from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.screening.deal_bytes import LAST_DEALS, held_bytes, seats_of_cards
from rules.screening.equal_in_part import EqualInPart, bound_in_part, equal_in_part, least_cards
from rules.screening.session_statistics import SessionStatistics
from rules.screening.statistics import HeldRow
from tests.rules.screening.screened import FIRST_DAY, logs_of, statistics

TABLE = (("table", "T1"),)


def masks(deals, seats):
    return np.array(
        [[sum(1 << card for card in deck[13 * seat : 13 * seat + 13]) for seat in range(seats)] for deck in deals], np.uint64
    )  # fmt: skip


def session(name, deals, seats=4, table="T1"):
    row = HeldRow((("table", table),), seats, held_bytes(masks(deals, seats)))
    return SessionStatistics(
        "WA-1", name, table, FIRST_DAY + timedelta(days=1), len(deals), {"SCN002": [row]}
    )


def decks(count, seed):
    chance = random.Random(seed)
    return [chance.sample(range(52), 52) for _ in range(count)]


def with_equal(deck, cards, turn, seed=1):
    """A deck that leaves so many cards in their seats, turned; the others change seats all round."""
    chance = random.Random(seed)
    seats = [deck[13 * seat : 13 * seat + 13] for seat in range(4)]
    moved, left = [], 52 - cards
    for seat in range(4):
        share = left // (4 - seat)
        left -= share
        chance.shuffle(seats[seat])
        moved.append(seats[seat][:share])
        seats[seat] = seats[seat][share:]
    for seat in range(4):
        seats[(seat + 1) % 4] = seats[(seat + 1) % 4] + moved[seat]
    turned = [seats[(seat + turn) % 4] for seat in range(4)]
    return [card for seat in turned for card in seat]


@given(st.lists(st.permutations(range(52)), min_size=1, max_size=4), st.sampled_from([3, 4]))
def test_deals_are_read_from_their_bytes(deals, seats):
    row = HeldRow(TABLE, seats, held_bytes(masks(deals, seats)))
    assert len(row.held) == 13 * len(deals)
    found = seats_of_cards(row.held)
    for deck, own in zip(deals, found.tolist(), strict=True):
        wanted = {card: place // 13 for place, card in enumerate(deck)}
        assert own == [wanted[card] if wanted[card] < seats else 3 for card in range(52)]


@pytest.mark.parametrize("turn", [0, 1, 3])
def test_a_deal_of_which_36_cards_stayed_is_found_under_its_turn(turn):
    earlier = decks(40, 3)
    later = decks(40, 4)
    later[7] = with_equal(earlier[22], 36, turn)
    assert equal_in_part(session("s1", earlier), session("s2", later)) == [
        EqualInPart("s1", 22, "s2", 7, 36, turn)
    ]


@pytest.mark.parametrize("seats", [3, 4])
def test_pairs_are_those_of_counting_card_after_card(seats):
    """Ten deals, and the same with more and more cards exchanged, under some turn: 27 equal cards and more are found."""
    chance = random.Random(seats)
    earlier = decks(10, 5)
    later = [_with_others(chance, deck, seats, turn % seats, 4 * turn) for turn, deck in enumerate(earlier)]
    found = {
        (each.earlier_place, each.later_place): (each.cards, each.turn)
        for each in equal_in_part(session("s1", earlier, seats), session("s2", later, seats))
    }
    counted = {
        (at, to): max((_equal(deck, other, seats, turn), -turn) for turn in range(seats))
        for (at, deck), (to, other) in product(enumerate(earlier), enumerate(later))
    }
    least = least_cards(seats, 100)
    assert found == {pair: (cards, -turn) for pair, (cards, turn) in counted.items() if cards >= least}
    assert 4 <= len(found) < 10


def _with_others(chance, deck, seats, turn, swaps):
    """The deal with its seats turned, and so many pairs of cards exchanged."""
    hands = [deck[13 * seat : 13 * seat + 13] for seat in range(seats)]
    turned = [card for seat in range(seats) for card in hands[(seat + turn) % seats]] + deck[13 * seats :]
    for _ in range(swaps):
        one, other = chance.randrange(52), chance.randrange(52)
        turned[one], turned[other] = turned[other], turned[one]
    return turned


def _equal(deck, other, seats, turn):
    """Cards in the same seats, the later deal turned."""
    has = [[set(each[13 * seat : 13 * seat + 13]) for seat in range(seats)] for each in (deck, other)]
    return sum(len(has[0][(seat + turn) % seats] & has[1][seat]) for seat in range(seats))


def test_other_deals_and_other_tables_are_quiet():
    assert equal_in_part(session("s1", decks(200, 5)), session("s2", decks(200, 6))) == []
    same = decks(40, 7)
    assert equal_in_part(session("s1", same), session("s2", same, table="T2")) == []
    assert equal_in_part(session("s1", same), session("s2", same, seats=3)) == []


def test_the_least_number_of_cards_grows_with_the_pairs():
    """27 cards are rare among few pairs only: chance gives 1.4 in 10,000 pairs of deals under the best of four turns."""
    assert [least_cards(4, pairs) for pairs in (1, 1_600, 40_000)] == [27, 30, 32]
    assert round(float(bound_in_part(4, 27, 10_000)), 2) == 1.37
    assert least_cards(3, 40_000) == 27


def test_the_chance_of_cards_in_the_same_seats_is_that_of_simulated_deals():
    chance, count = random.Random(8), 4000
    seat_of = [card // 13 for card in range(52)]
    found = []
    for _ in range(count):
        deck = chance.sample(range(52), 52)
        found.append(sum(seat_of[card] == place // 13 for place, card in enumerate(deck)))
    for cards in (10, 13, 17):
        wanted = float(bound_in_part(4, cards, 1)) / 4
        assert (
            abs(sum(each >= cards for each in found) / count - wanted)
            < 5 * (wanted * (1 - wanted) / count) ** 0.5
        )


def test_all_cards_in_the_same_seats_is_one_deal_of_all():
    deals = Fraction(1, comb(52, 13) * comb(39, 13) * comb(26, 13))
    assert bound_in_part(4, 52, 1) == 4 * deals


def test_a_copied_deal_of_the_known_answers_is_found_too():
    one, other = statistics(logs_of("repeats-copied"))
    found = equal_in_part(one, other)
    assert [each.cards for each in found] == [52]
    assert equal_in_part(*statistics(logs_of("repeats-none"))) == []


def test_the_last_200_deals_of_a_session_are_kept():
    one, _ = statistics(logs_of("repeats-none"))
    (row,) = [row for row in one.rows["SCN002"] if isinstance(row, HeldRow)]
    assert (row.unit, row.seats, len(row.held)) == (TABLE, 4, 13 * LAST_DEALS)
