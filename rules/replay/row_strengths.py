"""Strengths of rows by table look-up: sums of rank keys are unique. One scale for rows of three and five.

WSGC-5a, WSGC-5b, WSGC-5c.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations_with_replacement
from operator import eq
from typing import TypeVar

import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import NDArray

from rules.cards import RANKS, ROW_SIZES, by_place

HANDS = (
    "high_card", "pair", "two_pairs", "trips", "straight", "flush", "full_house", "quads", "straight_flush",
    "royal_flush", "five_of_a_kind",
)  # fmt: skip
(
    HIGH_CARD, PAIR, TWO_PAIRS, TRIPS, STRAIGHT, FLUSH, FULL_HOUSE, QUADS, STRAIGHT_FLUSH, ROYAL_FLUSH, FIVE_OF_A_KIND
) = range(len(HANDS))  # fmt: skip
KINDS = len(HANDS) * len(RANKS)  # hands with the rank that makes them
NO_STRENGTH = -1  # a row that cannot be ranked: a card unknown, a joker, the same card twice

# Found by search: the sums of five (no rank more than four times) are all different, and so are the sums of three.
RANK_KEYS = (0, 1, 5, 22, 94, 312, 992, 2422, 5624, 12522, 19998, 43258, 79415)
_SUMS = 5 * RANK_KEYS[-1] + 1
_TOO_MUCH = _SUMS * 4  # the key of a code that is not a card of the deck

Ranks = tuple[int, ...]
Grade = tuple[int, Ranks]  # the hand's class, then its ranks, the most important first

K = TypeVar("K")


class Scale(Struct, frozen=True, eq=False):
    """Strengths under one ranking; higher is better. five, five_suited, three: by sums of rank keys.

    three_most: strongest five that begins with the front (AMB-FRONT-VS-MIDDLE). hand: position in HANDS. kind: class * 13 + rank.
    wheels: A-2-3-4-5. fives_alike: by rank.
    """

    five: NDArray[np.int16]
    five_suited: NDArray[np.int16]
    three: NDArray[np.int16]
    three_most: NDArray[np.int16]  # by strength of the front
    hand: NDArray[np.int8]
    kind: NDArray[np.int16]
    wheels: tuple[int, int]
    fives_alike: NDArray[np.int16]

    def of(self, cards: NDArray[np.uint8]) -> NDArray[np.int16]:
        """Strengths (..., 3) of cards (..., 13); NO_STRENGTH where a row has none."""
        codes = by_place(cards)
        out = np.empty((*cards.shape[:-1], 3), np.int16)
        out[..., 0] = _look_up(self.three, _total(codes[:3]))
        for row, start in ((1, 3), (2, 8)):
            first, *others = five = codes[start : start + 5]
            total = _total(five)
            suited = np.ones(total.shape, np.bool_)
            for each in others:
                suited &= ((each ^ first) & 3) == 0
            found = _look_up(self.five, total)
            if suited.any():
                found[suited] = _look_up(self.five_suited, total[suited])
            out[..., row] = found
        return out

    def of_rows(self, cards: NDArray[np.uint8]) -> NDArray[np.int16]:
        """Strengths (n,) of rows (n, 3) or (n, 5)."""
        total = _KEYS[cards].sum(axis=1)
        if cards.shape[1] == ROW_SIZES[0]:
            return _look_up(self.three, total)
        suited = np.bitwise_and.reduce(_SUIT_BITS[cards], axis=1) != 0
        return np.where(suited, _look_up(self.five_suited, total), _look_up(self.five, total))

    def terms_of(self, cards: NDArray[np.uint8]) -> NDArray[np.int32]:
        """(2, ...) what each card adds to the sums of its row: its rank key, and one of its suit."""
        return np.stack((_KEYS[cards], _SUIT_ONES[cards]))

    def of_sums(self, sums: NDArray[np.int32], size: int) -> NDArray[np.int16]:
        """Strengths (...) of rows of one size by their sums (2, ...)."""
        if size == ROW_SIZES[0]:
            return _look_up(self.three, sums[0])
        found = _look_up(self.five, sums[0])
        suited = _ONE_SUIT.take(sums[1])
        if suited.any():
            found[suited] = _look_up(self.five_suited, sums[0][suited])
        return found

    def row(self, cards: tuple[int, ...]) -> int:
        """Strength of one row of five."""
        total = sum(RANK_KEYS[card >> 2] for card in cards)
        suited = len({card & 3 for card in cards}) == 1
        return int((self.five_suited if suited else self.five)[total])

    def unsuited(self, cards: tuple[int, ...]) -> int:
        """Strength of a row of five by its ranks only."""
        return int(self.five[sum(RANK_KEYS[card >> 2] for card in cards)])


def _look_up(table: NDArray[np.int16], total: NDArray[np.int32]) -> NDArray[np.int16]:
    return table.take(total, mode="clip")  # the last is of what is too much


def _total(codes: NDArray[np.uint8]) -> NDArray[np.int32]:
    total: NDArray[np.int32] = _KEYS[codes[0]]
    for each in codes[1:]:
        total += _KEYS[each]
    return total


def _key_table() -> tuple[NDArray[np.int32], NDArray[np.uint8]]:
    keys = np.full(256, _TOO_MUCH, np.int32)
    suits = np.zeros(256, np.uint8)
    for code in range(52):
        keys[code] = RANK_KEYS[code >> 2]
        suits[code] = 1 << (code & 3)
    return keys, suits


_KEYS, _SUIT_BITS = _key_table()
_SUIT_ONES = (1 << 3 * (np.arange(256) & 3)).astype(np.int32)  # three bits count the cards of a suit
_ONE_SUIT = np.zeros(1 << 12, np.bool_)
_ONE_SUIT[[5 << 3 * suit for suit in range(4)]] = True


@cache
def scale(wheel: str, short_row: str, flush: str = "below_full_house") -> Scale:
    """Scale of a ranking. wheel: low, second, none or short (A-6-7-8-9); short_row: missing_cards_lowest or equal; flush:
    below_full_house or above_full_house.
    """
    if short_row == "equal":
        order, made = _five_cards(wheel, flush)
        return replace(made, three_most=_most(order))
    return _five_cards(wheel, flush)[1]


@cache
def _five_cards(wheel: str, flush: str) -> tuple[dict[Grade, int], Scale]:
    fives, suited, threes = (dict(grades) for grades in grades_of_ranks())
    lowest = _WHEELS.get(wheel, WHEEL)
    if wheel != "none":
        top = _WHEEL_TOPS[wheel]
        fives[lowest], suited[lowest] = (STRAIGHT, top), (STRAIGHT_FLUSH, top)
    alike = [(FIVE_OF_A_KIND, (rank,)) for rank in range(len(RANKS))]
    ordered = sorted({*fives.values(), *suited.values(), *threes.values(), *alike})
    if flush == "above_full_house":
        ordered.sort(key=lambda each: (_FLUSH_ABOVE.get(each[0], each[0]), each[1]))
    order = {grade: strength for strength, grade in enumerate(ordered)}
    return order, Scale(
        five=table(fives, order),
        five_suited=table(suited, order),
        three=table(threes, order),
        three_most=np.arange(len(order), dtype=np.int16),
        hand=np.array([hand for hand, _ in ordered], np.int8),
        kind=np.array([hand * len(RANKS) + ranks[0] for hand, ranks in ordered], np.int16),
        wheels=(order[fives[lowest]], order[suited[lowest]]),
        fives_alike=np.array([order[each] for each in alike], np.int16),
    )


WHEEL = (12, 3, 2, 1, 0)  # A-2-3-4-5
_WHEELS = {"short": (12, 7, 6, 5, 4)}
_WHEEL_TOPS = {
    "low": (3,),
    "second": (11, 1),
    "short": (7,),
}  # AMB-WHEEL; second: above the king-high straight
_FLUSH_ABOVE = {FLUSH: FULL_HOUSE, FULL_HOUSE: FLUSH}
_RANKS_OF_THREE = {HIGH_CARD: 3, PAIR: 2, TRIPS: 1}  # in the grade of a row of three, by its class
_KINDS = {
    (4,): QUADS,
    (3, 2): FULL_HOUSE,
    (3,): TRIPS,
    (2, 2): TWO_PAIRS,
    (2,): PAIR,
}  # by ranks that repeat


@cache
def grades_of_ranks() -> tuple[dict[Ranks, Grade], dict[Ranks, Grade], dict[Ranks, Grade]]:
    """Grades of rows of five, of five suited, and of three; A-2-3-4-5 is no straight here."""
    fives = {ranks: grade(ranks) for ranks in multisets(5)}
    suited = {ranks: (FLUSH, ranks) for ranks in fives if len(set(ranks)) == 5}
    threes = {ranks: grade(ranks) for ranks in multisets(3)}
    for top in range(4, len(RANKS)):
        run = tuple(range(top, top - 5, -1))
        fives[run] = (STRAIGHT, (top,))
        suited[run] = (ROYAL_FLUSH if top == len(RANKS) - 1 else STRAIGHT_FLUSH, (top,))
    return fives, suited, threes


def multisets(size: int) -> list[Ranks]:
    """Ranks of rows of a size, high to low."""
    ranks = range(len(RANKS) - 1, -1, -1)
    return [each for each in combinations_with_replacement(ranks, size) if len(set(each)) > 1 or size < 5]


def grade(ranks: Ranks) -> Grade:
    """Class of a row without straights and flushes, then its ranks by frequency."""
    kind, places = _pattern(*map(eq, ranks, ranks[1:]))
    return kind, tuple([ranks[place] for place in places])


@cache
def _pattern(*same: bool) -> tuple[int, tuple[int, ...]]:
    starts = [0, *(place for place, each in enumerate(same, 1) if not each)]
    ends = [*starts[1:], len(same) + 1]
    counted = sorted((start - end, start) for start, end in zip(starts, ends, strict=True))
    again = tuple(-count for count, _ in counted if count < -1)
    return _KINDS.get(again, HIGH_CARD), tuple(start for _, start in counted)


def table(grades: dict[Ranks, K], order: dict[K, int]) -> NDArray[np.int16]:
    """Strengths by sums of rank keys. AssertionError: two rows share a sum."""
    found = np.full(_SUMS + 1, NO_STRENGTH, np.int16)
    places = np.array(RANK_KEYS)[np.array(list(grades))].sum(axis=1)
    found[places] = [order[each] for each in grades.values()]
    if np.count_nonzero(found != NO_STRENGTH) != len(grades):
        raise AssertionError("two rows share a sum of rank keys")
    return found


def _most(order: dict[Grade, int]) -> NDArray[np.int16]:
    most = np.arange(len(order), dtype=np.int16)
    for (hand, ranks), strength in order.items():
        length = _RANKS_OF_THREE.get(hand, len(ranks))
        if length < len(ranks):
            shorter = order[hand, ranks[:length]]
            most[shorter] = max(most[shorter], strength)
    return most
