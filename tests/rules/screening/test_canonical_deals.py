"""Canonical deals: equal under every order of the seats and of the suits, and different for different deals."""

from itertools import permutations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from rules.screening.canonical_deals import canonical, digests

SUITS = list(permutations(range(4)))
DECKS = st.permutations(range(52))


def masks(hands):
    return [sum(1 << card for card in hand) for hand in hands]


def array(deals):
    return np.array([masks(deal) for deal in deals], np.uint64)


def in_suits(deal, order):
    """A deal with its suits exchanged."""
    return [[card // 4 * 4 + order[card % 4] for card in hand] for hand in deal]


def dealt(deck, seats, cards=13):
    return [deck[cards * seat : cards * (seat + 1)] for seat in range(seats)]


def plain(deal):
    """The smallest of the sorted seats under the 24 orders of the suits."""
    return min(sorted(masks(in_suits(deal, order))) for order in SUITS)


@given(DECKS, st.integers(2, 4))
def test_the_canonical_deal_is_the_smallest_of_all_orders(deck, seats):
    deal = dealt(deck, seats)
    assert canonical(array([deal])).tolist() == [plain(deal)]


@given(DECKS, st.integers(2, 4), st.sampled_from(SUITS), st.randoms(use_true_random=False))
def test_orders_of_seats_and_suits_make_no_other_deal(deck, seats, order, chance):
    deal = dealt(deck, seats)
    other = in_suits(deal, order)
    chance.shuffle(other)
    one, same = array([deal]), array([other])
    assert canonical(one).tolist() == canonical(same).tolist()
    assert digests(canonical(one)).tolist() == digests(canonical(same)).tolist()


@given(DECKS, st.integers(2, 4), st.integers(0, 12), st.integers(0, 12))
def test_an_exchange_of_two_cards_makes_another_deal(deck, seats, first, second):
    """Two cards of different ranks change hands: a different deal under all orders, unless it is its mirror image."""
    deal = dealt(deck, seats)
    other = [list(hand) for hand in deal]
    other[0][first], other[1][second] = other[1][second], other[0][first]
    same = plain(deal) == plain(other)
    both = array([deal, other])
    found = canonical(both).tolist()
    assert (found[0] == found[1]) == same
    assert (len(set(digests(canonical(both)).tolist())) == 1) == same


@given(st.lists(DECKS, min_size=2, max_size=6))
def test_each_deal_of_many_is_as_if_it_were_alone(decks):
    deals = [dealt(deck, 4) for deck in decks]
    alone = [canonical(array([deal])).tolist()[0] for deal in deals]
    assert canonical(array(deals)).tolist() == alone


def test_deals_with_other_numbers_of_seats_have_other_digests():
    deck = list(range(52))
    three, four = (digests(canonical(array([dealt(deck, seats)]))).tolist() for seats in (3, 4))
    assert three != four


def test_where_first_seats_are_alike_under_all_orders_the_next_ones_decide():
    deal = [[8, 9, 10, 11], [4, 14], [21]]  # all suits of a rank; then single cards
    assert canonical(array([deal])).tolist() == [plain(deal)]
    three = [*deal, []]
    assert canonical(array([three])).tolist() == [plain(three)]


def plain_in_order(deal):
    """The smallest of the seats, in their order, under the 24 orders of the suits."""
    return min(masks(in_suits(deal, order)) for order in SUITS)


@given(DECKS, st.lists(st.integers(0, 3), min_size=1, max_size=9))
def test_seats_and_boards_that_keep_their_order_have_the_smallest_form(deck, sizes):
    """Seats of different sizes; nobody, and a place without a card, is 0 and changes nothing."""
    ends = [sum(sizes[: at + 1]) for at in range(len(sizes))]
    deal = [deck[end - size : end] for end, size in zip(ends, sizes, strict=True)]
    assert canonical(array([deal]), ordered=True).tolist() == [plain_in_order(deal)]
    several = array([deal, deal[::-1], [[]] * len(deal)])
    assert canonical(several, ordered=True).tolist() == [
        plain_in_order(deal),
        plain_in_order(deal[::-1]),
        [0] * len(deal),
    ]
