"""The strength of rows of cards, by table look-up.

Each rank has an additive key such that the sum of any five of a deck's cards is unique; the sum is the place in a table.
Three-card and five-card rows share one scale, so that a foul is a comparison. WSGC-5a, WSGC-5b, WSGC-5c.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement

import numpy as np
from numpy.typing import NDArray

from rules.cards import RANKS

HANDS = (
    "high_card", "pair", "two_pairs", "trips", "straight", "flush", "full_house", "quads", "straight_flush",
    "royal_flush",
)  # fmt: skip
HIGH_CARD, PAIR, TWO_PAIRS, TRIPS, STRAIGHT, FLUSH, FULL_HOUSE, QUADS, STRAIGHT_FLUSH, ROYAL_FLUSH = range(10)
NO_STRENGTH = -1  # a row that cannot be ranked: a card unknown, a joker, the same card twice

# Found by search: the sums of five (no rank more than four times) are all different, and so are the sums of three.
RANK_KEYS = (0, 1, 5, 22, 94, 312, 992, 2422, 5624, 12522, 19998, 43258, 79415)
_SUMS = 5 * RANK_KEYS[-1] + 1
_TOO_MUCH = _SUMS * 4  # the key of what is no card of the deck

Grade = tuple[int, tuple[int, ...]]  # the hand's class, then its ranks from the most telling down


@dataclass(frozen=True, eq=False)
class Scale:
    """Strengths of rows under one ruleset's ranking. A higher number is a better row.

    five, five_suited: strength by the sum of rank keys; three: the same for the front.
    three_most: the strongest five-card row that begins with the front's cards (AMB-FRONT-VS-MIDDLE).
    hand: class of a strength (position in HANDS). wheels: the strengths of A-2-3-4-5.
    """

    five: NDArray[np.int16]
    five_suited: NDArray[np.int16]
    three: NDArray[np.int16]
    three_most: NDArray[np.int16]  # by strength of the front
    hand: NDArray[np.int8]
    wheels: tuple[int, int]

    def of(self, cards: NDArray[np.uint8]) -> NDArray[np.int16]:
        """Strengths (..., 3) of front, middle and back of cards (..., 13); NO_STRENGTH where a row has none."""
        by_place = np.ascontiguousarray(
            np.moveaxis(cards, -1, 0)
        )  # a card's place first: long, not short, loops
        keys, suits = _KEYS[by_place], _SUIT_BITS[by_place]
        out = np.empty((*cards.shape[:-1], 3), np.int16)
        out[..., 0] = _look_up(self.three, keys[:3].sum(axis=0))
        for row, start in ((1, 3), (2, 8)):
            total = keys[start : start + 5].sum(axis=0)
            suited = np.bitwise_and.reduce(suits[start : start + 5], axis=0) != 0
            plain = _look_up(self.five, total)
            out[..., row] = (
                np.where(suited, _look_up(self.five_suited, total), plain) if suited.any() else plain
            )
        return out


def _look_up(table: NDArray[np.int16], total: NDArray[np.int32]) -> NDArray[np.int16]:
    return table[np.minimum(total, _SUMS)]


def _key_table() -> tuple[NDArray[np.int32], NDArray[np.uint8]]:
    keys = np.full(256, _TOO_MUCH, np.int32)
    suits = np.zeros(256, np.uint8)
    for code in range(52):
        keys[code] = RANK_KEYS[code >> 2]
        suits[code] = 1 << (code & 3)
    return keys, suits


_KEYS, _SUIT_BITS = _key_table()


@cache
def scale(wheel: str, short_row: str) -> Scale:
    """The scale of a ranking. wheel: low, second or none; short_row: missing_cards_lowest or equal."""
    fives = {ranks: _grade(ranks, False, wheel) for ranks in _multisets(5)}
    suited = {ranks: _grade(ranks, True, wheel) for ranks in fives if len(set(ranks)) == 5}
    threes = {ranks: _grade(ranks, False, "none", straights=False) for ranks in _multisets(3)}
    order = {
        grade: i for i, grade in enumerate(sorted({*fives.values(), *suited.values(), *threes.values()}))
    }
    wheel_ranks = (12, 3, 2, 1, 0)
    return Scale(
        five=_table({ranks: order[grade] for ranks, grade in fives.items()}),
        five_suited=_table({ranks: order[grade] for ranks, grade in suited.items()}),
        three=_table({ranks: order[grade] for ranks, grade in threes.items()}),
        three_most=_most(order, short_row),
        hand=np.array([grade[0] for grade in sorted(order)], np.int8),
        wheels=(order[fives[wheel_ranks]], order[suited[wheel_ranks]]),
    )


def _multisets(size: int) -> list[tuple[int, ...]]:
    """Ranks of rows of a size, high to low, no rank more than four times."""
    ranks = range(len(RANKS) - 1, -1, -1)
    return [each for each in combinations_with_replacement(ranks, size) if len(set(each)) > 1 or size < 5]


def _grade(ranks: tuple[int, ...], suited: bool, wheel: str, *, straights: bool = True) -> Grade:
    """What a row is, comparable: the class, then ranks by how often they come and how high they are."""
    different = dict.fromkeys(ranks)
    counted = sorted([(ranks.count(rank), rank) for rank in different], reverse=True)
    by_count = tuple([rank for _, rank in counted])
    told = tuple([count for count, _ in counted if count > 1])
    top = _straight_top(ranks, wheel) if straights and len(different) == 5 else None
    if top is not None:
        if suited:
            return (ROYAL_FLUSH if top == (12,) else STRAIGHT_FLUSH), top
        return STRAIGHT, top
    if suited:
        return FLUSH, by_count
    return _KINDS.get(told, HIGH_CARD), by_count


_KINDS = {
    (4,): QUADS,
    (3, 2): FULL_HOUSE,
    (3,): TRIPS,
    (2, 2): TWO_PAIRS,
    (2,): PAIR,
}  # by ranks that come again


def _straight_top(ranks: tuple[int, ...], wheel: str) -> tuple[int, ...] | None:
    """How high a straight is, comparable; None where the ranks are none. AMB-WHEEL."""
    if ranks[0] - ranks[4] == 4:
        return (ranks[0],)
    if ranks == (12, 3, 2, 1, 0) and wheel != "none":
        return (
            (3,) if wheel == "low" else (11, 1)
        )  # second: above the king-high straight, below the ace-high one
    return None


def _table(strengths: dict[tuple[int, ...], int]) -> NDArray[np.int16]:
    table = np.full(_SUMS + 1, NO_STRENGTH, np.int16)
    for ranks, strength in strengths.items():
        place = sum(RANK_KEYS[rank] for rank in ranks)
        if table[place] != NO_STRENGTH:
            raise AssertionError(f"two multisets of ranks share the sum {place}")
        table[place] = strength
    return table


def _most(order: dict[Grade, int], short_row: str) -> NDArray[np.int16]:
    """By strength: the strongest row that a shorter row of that strength is level with."""
    most = np.arange(len(order), dtype=np.int16)
    if short_row == "equal":
        for (hand, ranks), strength in order.items():
            for length in range(1, len(ranks)):
                shorter = order.get((hand, ranks[:length]))
                if shorter is not None:
                    most[shorter] = max(most[shorter], strength)
    return most
