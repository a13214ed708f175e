"""Where chips may have moved, the next hand of a player, and deals in disguise: against plain definitions."""

from itertools import permutations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from rules.checks.support.chip_events import ChipEvents
from rules.checks.support.held_cards import HeldCards, exchanges
from rules.checks.support.seat_history import next_higher
from tests.examples import examples

PLAYERS, HANDS = 4, 8
_SIZE = HANDS + 1


@st.composite
def spans(draw):
    """Stretches of hands: player, first and last; some end behind the last hand."""
    places = st.integers(0, HANDS)
    stretch = st.tuples(st.integers(0, PLAYERS - 1), places, places)
    return draw(st.lists(stretch.filter(lambda each: each[1] <= each[2]), max_size=6))


def events(stretches):
    none = np.zeros(0, np.int64)
    ends = sorted(player * _SIZE + last + 1 for player, _, last in stretches)
    return ChipEvents(
        size=_SIZE, key=none, line=none, kind=none, change=none, given=none, end=np.array(ends, np.int64),
        first=np.array(sorted(player * _SIZE + first for player, first, _ in stretches), np.int64),
    )  # fmt: skip


@given(spans())
@examples(200)
def test_stretches_concern_the_hands_of_their_players(drawn):
    concerned = [
        any(player == each and first <= hand <= last for each, first, last in drawn)
        for player in range(PLAYERS)
        for hand in range(_SIZE)
    ]
    assert events(drawn).unsure(np.arange(PLAYERS * _SIZE)).tolist() == concerned


@given(st.lists(st.integers(0, 5), max_size=12))
@examples(200)
def test_the_next_higher_number_is_the_one_that_a_search_finds(numbers):
    plain = [
        next((later for later in range(at + 1, len(numbers)) if numbers[later] > number), len(numbers))
        for at, number in enumerate(numbers)
    ]
    assert next_higher(np.array(numbers, np.int64)).tolist() == plain


ORDERS = list(permutations(range(4)))


def turned(cards, order):
    """Cards (bits, four to a rank) with other suits."""
    return sum(1 << (bit - bit % 4 + order[bit % 4]) for bit in range(52) if cards >> bit & 1)


def plain_exchange(earlier, later):
    """The first order of suits under which the earlier deal has the cards of the later one, and whose seats are whose."""
    for order in ORDERS:
        seats = {turned(cards, order): seat for seat, cards in earlier.items()}
        if len(earlier) == len(later) and set(seats) == set(later.values()):
            return {seat: seats[cards] for seat, cards in later.items()}, order
    return None


@st.composite
def deals(draw):
    """Deals of few cards, of which some become others: by hand, the cards by seat."""
    made = []
    for _ in range(draw(st.integers(2, 5))):
        if made and draw(st.booleans()):  # one of the others in disguise
            order, origin = draw(st.sampled_from(ORDERS)), draw(st.sampled_from(made))
            seats = draw(st.permutations(list(origin)))
            cards = [turned(each, order) for each in origin.values()]
            made.append(dict(sorted(zip(seats, cards, strict=True))))
        else:
            seats = draw(st.lists(st.integers(1, 6), min_size=1, max_size=4, unique=True))
            sets = st.integers(1, 255)
            cards = draw(st.lists(sets, min_size=len(seats), max_size=len(seats), unique=True))
            made.append(dict(zip(sorted(seats), cards, strict=True)))
    return made


@given(deals())
@examples(200)
def test_deals_become_each_other_as_a_search_through_all_orders_finds(made):
    packed = [cards | seat << 52 | 13 << 56 for deal in made for seat, cards in deal.items()]
    held = HeldCards(np.array(packed, np.uint64), np.array([len(deal) for deal in made], np.int8))
    pairs = [(earlier, later) for earlier in range(len(made)) for later in range(len(made))]
    found = exchanges(held, *np.array(pairs).T)
    for (earlier, later), how in zip(pairs, found, strict=True):
        plain = plain_exchange(made[earlier], made[later])
        assert (None if how is None else (how.seats, how.suits)) == plain
