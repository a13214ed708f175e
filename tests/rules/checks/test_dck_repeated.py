"""DCK: deals and hands of thirteen cards that come again in another dress."""

import random
from importlib import import_module
from itertools import combinations

import numpy as np
import pytest

from rules.checks.catalogue import by_code
from rules.checks.support.held_cards import HeldCards
from tests.rules.build import A, audited, coverage, found, hand, seat, untestable
from tests.rules.open_face import PINEAPPLE, ofc


def dealt(number, *rows, seats=(1, 2, 3, 4), **fields):
    return hand(number, *(seat(at, cards) for at, cards in zip(seats, rows, strict=False)), **fields)


def suits(rows, exchanged):
    """Rows with their suits exchanged: {"h": "s", "s": "h"}."""
    return "".join(exchanged.get(letter, letter) for letter in rows)


# ------------------------------------------------------------------------------- DCK006 deal-repeated-in-disguise


def shuffled(chance, seats):
    deck = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
    chance.shuffle(deck)
    sets = [deck[13 * place : 13 * place + 13] for place in range(seats)]
    return [f"{''.join(each[:3])} {''.join(each[3:8])} {''.join(each[8:])}" for each in sets]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_dck006_fires_for_every_exchange_among_many_deals_and_for_nothing_else(seats):
    """Sixty random deals, and thirty of them again with seats and suits exchanged at random."""
    chance = random.Random(seats)
    deals = [shuffled(chance, seats) for _ in range(60)]
    again = []
    for rows in chance.sample(deals, 30):
        order = chance.sample("cdhs", 4)
        other = [suits(each, dict(zip("cdhs", order, strict=True))) for each in chance.sample(rows, seats)]
        if other != rows:
            again.append(other)
    audit = audited(*(dealt(number, *rows) for number, rows in enumerate(deals + again, 1)))
    assert [each.hand for each in found(audit, "DCK006")] == [*range(61, 61 + len(again))]


# ------------------------------------------------------------------------------- DCK007 cards-of-a-seat-repeated


def test_dck007_quiet_where_two_seats_of_one_deal_hold_the_same():
    """A card twice in a deal is another check's."""
    audit = audited(dealt(1, A, A))
    assert found(audit, "DCK007") == []
    assert found(audit, "DCK001") != []


def pineapple(number, one, other):
    return ofc(number, seat(1, one), seat(2, other), variant="pineapple")


def test_dck007_quiet_where_the_cards_were_chosen_among_more_so_that_chance_gives_such_pairs():
    """Of seventeen cards there are 2,380 choices of thirteen: the best rows of two deals are sooner the same."""
    chance = random.Random(5)
    hands = [pineapple(number, *shuffled(chance, 2)) for number in range(1, 12)]
    few, many = audited(PINEAPPLE, *hands[:2]), audited(PINEAPPLE, *hands)
    assert coverage(few, "DCK007").agreeing == 2
    assert untestable(many, "DCK007") == [
        ("in a log of this size, chance may repeat the thirteen cards of a seat", 11)
    ]


def test_dck007_quiet_once_chance_gives_a_pair_in_a_thousand_logs():
    """C(52, 13) is 635,013,559,600: 35,638 sets of thirteen make 0.001 pairs."""
    module = import_module(by_code()["DCK007"].module)

    def expected(sets):
        return module.expected_pairs(HeldCards(np.full(sets, 13 << 56, np.uint64), np.zeros(0, np.int8)))

    assert expected(35_637) < module.BY_CHANCE < expected(35_638)
    assert expected(4) == pytest.approx(len(list(combinations(range(4), 2))) / 635_013_559_600)
