"""Dominated settings against a plain scorer that tries all 55 exchanges of two cards between rows."""

import random

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from rules.cards import ROW_SIZES
from rules.controls.library import library
from rules.replay.scoring import compiled
from rules.screening.dominated_settings import dominated

STARTS = (0, 3, 8)
EXCHANGES = [
    (one, other)
    for low in range(3)
    for high in range(low + 1, 3)
    for one in range(STARTS[low], STARTS[low] + ROW_SIZES[low])
    for other in range(STARTS[high], STARTS[high] + ROW_SIZES[high])
]


def washington():
    return compiled(library().choice("wsgc-2-4").revisions[0]).scale


def strengths(cards, scale):
    return [int(each) for each in scale.of(np.array(cards, np.uint8)[None])[0]]


def plainly(cards, scale):
    """Whether a setting is dominated; None where it is out of order: every exchange, one after another."""
    before = strengths(cards, scale)
    if before != sorted(before):
        return None
    for one, other in EXCHANGES:
        after_cards = list(cards)
        after_cards[one], after_cards[other] = cards[other], cards[one]
        after = strengths(after_cards, scale)
        pairs = list(zip(before, after, strict=True))
        if after == sorted(after) and all(b <= a for b, a in pairs) and any(b < a for b, a in pairs):
            return True
    return False


def settings(seed, count, scale):
    """Settings in order: dealt at random and sorted by strength where that helps, some with many of a kind or suit."""
    chance, found = random.Random(seed), []
    while len(found) < count:
        weights = [5 if card % 4 == 0 or card // 4 < 5 else 1 for card in range(52)]
        order = sorted(range(52), key=lambda card: chance.random() ** (1 / weights[card]), reverse=True)
        cards = order[:13] if chance.random() < 0.5 else chance.sample(range(52), 13)
        cards.sort(key=lambda card: card // 4)
        if chance.random() < 0.7:
            chance.shuffle(cards)
        if strengths(cards, scale) == sorted(strengths(cards, scale)):
            found.append(cards)
    return found


def test_there_are_55_exchanges():
    assert len(EXCHANGES) == 55


def test_a_plain_scorer_finds_the_same_settings():
    scale = washington()
    several = settings(11, 150, scale)
    worse, ranked = dominated(np.array(several, np.uint8)[:, None], scale)
    wanted = [plainly(cards, scale) for cards in several]
    assert worse[:, 0].tolist() == wanted
    assert ranked.all()
    assert 20 < sum(wanted) < 130


@given(st.permutations(range(52)))
def test_any_thirteen_cards_in_any_order(deck):
    scale, cards = washington(), deck[:13]
    worse, ranked = dominated(np.array(cards, np.uint8)[None, None], scale)
    assert (bool(worse[0, 0]) if ranked[0, 0] else None) == plainly(cards, scale)


def coded(text):
    return ["23456789TJQKA".index(text[at]) * 4 + "cdhs".index(text[at + 1]) for at in range(0, len(text), 2)]


def test_a_straight_that_keeps_a_four_which_pairs_the_middle():
    """The four of the back for the nine of the middle: a higher straight and a pair. Afterwards no exchange is better."""
    scale = washington()
    poor, better = coded("Th3d2cKsQdJc9h4c8c7d6h5s4d"), coded("Th3d2cKsQdJc4d4c9h8c7d6h5s")
    found, ranked = dominated(np.array([[poor, better]], np.uint8), scale)
    assert found.tolist() == [[True, plainly(better, scale)]] == [[True, False]]
    assert ranked.all()


def test_a_setting_out_of_order_or_with_a_card_unknown_cannot_be_judged():
    scale = washington()
    foul = coded("AdAcQh9c9d7s5h3dThTsTc4c4d")
    assert strengths(foul, scale) != sorted(strengths(foul, scale))
    unknown = [*coded("3d3cQh9c9d7s5hAdThTsTc4c"), 255]
    found, ranked = dominated(np.array([[foul, unknown]], np.uint8), scale)
    assert not found.any()
    assert not ranked.any()
