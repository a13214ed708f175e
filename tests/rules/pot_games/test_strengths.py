"""The strength of hands in every order, against a plain evaluator that shares nothing with the tables."""

from __future__ import annotations

from itertools import combinations, combinations_with_replacement, pairwise
from typing import Any

import numpy as np
import pytest

from rules.cards import DECK, decode, encode
from rules.replay.pots.showdown.badugi_strength import badugi
from rules.replay.pots.showdown.five_card_strengths import best_of_any, best_of_two, makers
from rules.replay.pots.showdown.ranking_orders import NO_LOW, order_of
from tests.rules.pot_games import plain_ranks

_RNG = np.random.default_rng(1408)


def _cards(rows: list[list[str]]) -> np.ndarray:
    return np.array([encode("".join(row)) for row in rows])


def _deals(count: int, cards: int, lowest: str = "2") -> list[list[str]]:
    deck = [card for card in DECK if plain_ranks.RANKS.index(card[0]) >= plain_ranks.RANKS.index(lowest)]
    return [_RNG.permutation(deck)[:cards].tolist() for _ in range(count)]


def _every_five(lowest: str) -> list[list[str]]:
    """Every set of ranks of five cards: of different suits, of one suit, and with four of one suit, where there are such."""
    ranks = plain_ranks.RANKS[plain_ranks.RANKS.index(lowest) :]
    found = []
    for some in combinations_with_replacement(ranks, 5):
        if len(set(some)) == 1:
            continue
        suits = ["cdhsc", *(["ccccc"] if len(set(some)) == 5 else [])]
        for fifth in range(5):
            if len({*some[:fifth], *some[fifth + 1 :]}) == 4:
                suits.append("c" * fifth + "d" + "c" * (4 - fifth))
        found += [[rank + suit for rank, suit in zip(some, each, strict=True)] for each in suits]
    return found


def _lowest(name: str) -> str:
    return "6" if name == "short_deck" else "2"


@pytest.mark.sampled(7)
@pytest.mark.parametrize("name", sorted(plain_ranks.ORDERS))
def test_every_five_cards_rank_as_the_rules_say(name: str) -> None:
    rows = _every_five(_lowest(name))
    strengths = best_of_any(order_of(name), _cards(rows)).tolist()
    keys = [plain_ranks.ORDERS[name](row) for row in rows]
    assert [strength == NO_LOW for strength in strengths] == [key is None for key in keys]
    ranked = [(strength, key) for strength, key in zip(strengths, keys, strict=True) if key is not None]
    ranked.sort(key=lambda each: each[0])
    for (lower, worse), (higher, better) in pairwise(ranked):
        assert (lower == higher) == (worse == better)
        assert worse <= better


@pytest.mark.sampled(11)
@pytest.mark.parametrize("name", sorted(plain_ranks.ORDERS))
@pytest.mark.parametrize("count", [6, 7, 9])
def test_the_best_five_of_several_cards_play(name: str, count: int) -> None:
    rows = _deals(60 if count == 9 else 200, count, _lowest(name))
    plain, order = plain_ranks.ORDERS[name], order_of(name)
    for row, strength in zip(rows, best_of_any(order, _cards(rows)).tolist(), strict=True):
        keys = [key for five in combinations(row, 5) if (key := plain(list(five))) is not None]
        assert strength == _strength_of_best(name, row, keys, list(combinations(row, 5)))


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", ["high", "eight_low"])
@pytest.mark.parametrize("own", [4, 5, 6])
def test_two_own_cards_and_three_of_the_board_play(name: str, own: int) -> None:
    rows = _deals(100, own + 5)
    plain = plain_ranks.ORDERS[name]
    for row, strength in zip(rows, best_of_two(order_of(name), _cards(rows), own).tolist(), strict=True):
        fives = [(*two, *three) for two in combinations(row[:own], 2) for three in combinations(row[own:], 3)]
        keys = [key for five in fives if (key := plain(list(five))) is not None]
        assert strength == _strength_of_best(name, row, keys, fives)


def _strength_of_best(name: str, row: list[str], keys: list[Any], fives: list[tuple[str, ...]]) -> int:
    """The strength, alone, of the five cards that are best by the plain evaluator."""
    if not keys:
        return NO_LOW
    best = next(five for five in fives if plain_ranks.ORDERS[name](list(five)) == max(keys))
    return int(best_of_any(order_of(name), _cards([list(best)]))[0])


def test_a_flush_on_the_board_needs_two_own_cards_of_its_suit_in_omaha() -> None:
    rows = _cards([["Ah", "2c", "3d", "4s", "Kh", "Qh", "9h", "7h", "2h"]])
    (strength,) = best_of_two(order_of("high"), rows, 4).tolist()
    assert strength == order_of("high").of_cards(tuple(encode("Ah2cKhQh2h").tolist()))


@pytest.mark.slow
def test_badugi_ranks_by_cards_then_by_the_lowest() -> None:
    rows = _deals(3000, 4)
    ranked = sorted(
        zip(badugi(_cards(rows)).tolist(), map(plain_ranks.badugi, rows), strict=True),
        key=lambda each: each[0],
    )
    for (lower, worse), (higher, better) in pairwise(ranked):
        assert (lower == higher) == (worse == better)
        assert worse <= better


@pytest.mark.parametrize(
    ("name", "better", "worse"),
    [
        ("high", "5h4s3c2dAd", "AhAsAcKdQd"),  # a straight to the five beats trips
        ("high", "6h5s4c3d2d", "5h4s3c2dAd"),
        ("soko", "2c2d3c3dAs", "AhKhQhJh2c"),  # two pairs beat a four-flush
        ("soko", "2h3h4h6h9c", "AsKdQcJh9h"),  # a four-flush beats a four-straight
        ("soko", "As2d3c4hKh", "AhAsKdQc9h"),  # A-2-3-4 beats a pair
        ("soko", "2s3d4c5h9h", "As2d3c4hKh"),  # and is the lowest four-straight
        ("soko_equal", "QsJdTc9h2h", "Qh8h6h2h3c"),  # four in sequence rank among four of a suit
        ("soko_equal", "Kh8h6h2h3c", "QsJdTc9h2h"),
        ("short_deck", "AhTh9h8h6h", "AsAdAcKdKs"),
        ("short_deck", "6c7d8h9sAc", "AsAdAcKdQs"),
        ("short_deck", "7d8h9sTcJc", "6c7d8h9sAc"),
        ("ace_to_five", "Ah2h3h4h5h", "Ah2h3h4h6h"),
        ("ace_to_five", "KhQdJc9s8h", "2h2d3c4s5h"),
        ("eight_low", "8h7d6c5s4h", "9h2d3c4s5h"),
        ("deuce_to_seven", "7h5d4c3s2h", "8h5d4c3s2h"),
        ("deuce_to_seven", "Ah5d4c3s2h", "2h2d3c4s5h"),
        ("deuce_to_seven", "AhKdQcJs9h", "6h5d4c3s2h"),
    ],
)
def test_the_better_hand_of_two(name: str, better: str, worse: str) -> None:
    strong, weak = best_of_any(order_of(name), np.array([encode(better), encode(worse)])).tolist()
    assert strong > weak


def test_the_cards_that_play_are_those_as_good_as_the_best() -> None:
    cards = tuple(encode("AhAd7c7d2sKsKc").tolist())
    fives = makers(order_of("high"), cards, 2, two=False)
    assert {decode(list(five)) for five in fives} == {"AhAd7cKsKc", "AhAd7dKsKc"}


@pytest.mark.parametrize("name", sorted(plain_ranks.ORDERS))
def test_one_hand_ranks_as_it_does_among_many(name: str) -> None:
    rows = _every_five(_lowest(name))[::37]
    order = order_of(name)
    many = best_of_any(order, _cards(rows)).tolist()
    assert [order.of_cards(tuple(row.tolist())) for row in _cards(rows)] == many
