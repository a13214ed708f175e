"""Thirteen cards split into rows of three, five and five, by ranks and suits; a search only where both matter.

WSGC-natural-list, MY-sp-three-sf; AMB-SPEC-SF, AMB-SPEC-WHEEL3, AMB-SPEC-LAYOUT.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache, lru_cache
from itertools import combinations, combinations_with_replacement, permutations, product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rules.cards import HAND_SIZE, NO_CARD, RANKS
from rules.hands import Flags
from rules.replay.naturals.counts import SUIT_WIDTH, WIDTH, Codes, Thirteen
from rules.replay.scoring.natural_scores import NaturalRules

ONE_SUIT = frozenset({(13,)})
FLUSHES = frozenset(
    {(13,), (10, 3), (8, 5), (5, 5, 3)}
)  # numbers of cards in the suits held, in three flushes

Row = tuple[int, ...]
RowTest = Callable[[Row], bool]
RowsOf = Callable[[Row, int], Iterable[Row]]  # (cards, size) to the rows of that size that count

KEPT = 4096  # answers of the search of a hand, which is replayed under many readings


@cache
def _straight_sums(ace_low: bool) -> NDArray[np.uint64]:
    return np.array(sorted(_straight_splits(ace_low)), np.uint64)


@cache
def _straight_splits(ace_low: bool) -> dict[int, list[tuple[int, ...]]]:
    found: dict[int, list[tuple[int, ...]]] = {}
    for fives in combinations_with_replacement(_runs(5, ace_low), 2):
        for three in _runs(3, ace_low):
            rows = (*fives, three)
            packed = sum(1 << (WIDTH * rank) for row in rows for rank in row)
            found.setdefault(packed, []).append(tuple(sum(1 << rank for rank in row) for row in rows))
    return found


def _runs(size: int, ace_low: bool) -> list[Row]:
    runs = [tuple(range(low, low + size)) for low in range(len(RANKS) - size + 1)]
    wheel = (len(RANKS) - 1, *range(size - 1))
    return [*runs, wheel] if ace_low else runs


def three_straights(cards: Thirteen, *, ace_low: bool, straight_flush_counts: bool) -> Flags:
    """Whether the cards split into straights of five, five and three."""
    found = _are_among(cards.packed, _straight_sums(ace_low))
    if not straight_flush_counts:
        doubtful = found & cards.suited_run
        found = found & (~doubtful | _some(doubtful, cards, lambda hand: _straights_apart(hand, ace_low)))
    return found


@lru_cache(maxsize=KEPT)
def _straights_apart(hand: Row, ace_low: bool) -> bool:
    packed = sum([1 << (WIDTH * (card >> 2)) for card in hand])
    splits = _straight_splits(ace_low)[packed]
    suits = [sum([1 << (card >> 2) for card in row]) for row in _by_suit(hand)]
    if any(all(ranks & row != row for row in rows for ranks in suits) for rows in splits):
        return True  # no suit has all ranks of a row
    return any(_laid_apart(hand, rows) for rows in splits)


def _laid_apart(hand: Row, rows: tuple[int, ...]) -> bool:
    suits_of: dict[int, list[int]] = {}
    for card in hand:
        suits_of.setdefault(card >> 2, []).append(1 << (card & 3))
    wanting = {rank: [place for place, row in enumerate(rows) if row >> rank & 1] for rank in suits_of}
    fixed = [0] * len(rows)
    for rank, places in wanting.items():
        if len(places) == 1:
            fixed[places[0]] |= suits_of[rank][0]
    shared = [rank for rank, places in wanting.items() if len(places) > 1]
    for dealt in product(*(permutations(suits_of[rank]) for rank in shared)):
        held = list(fixed)
        for rank, suits in zip(shared, dealt, strict=True):
            for place, suit in zip(wanting[rank], suits, strict=True):
                held[place] |= suit
        if all(suits & (suits - 1) for suits in held):  # more than one suit
            return True
    return False


def three_flushes(cards: Thirteen, *, ace_low: bool, straight_flush_counts: bool) -> Flags:
    """Whether the cards split into flushes of five, five and three."""
    found = of_suits(cards, FLUSHES)
    if not straight_flush_counts:
        doubtful = found & cards.suited_run
        found = found & (~doubtful | _some(doubtful, cards, lambda hand: _flushes_apart(hand, ace_low)))
    return found


def _flushes_apart(hand: Row, ace_low: bool) -> bool:
    """Whether three flushes avoid a straight flush. A suit of two or three rows can always be divided so."""
    return not any(row and len(row) <= 5 and _is_straight(row, ace_low) for row in _by_suit(hand))


def three_straight_flushes(cards: Thirteen, *, ace_low: bool) -> Flags:
    """Whether the cards split into straight flushes of five, five and three."""
    both = of_suits(cards, FLUSHES) & cards.suited_run
    if both.any():
        both &= three_straights(cards, ace_low=ace_low, straight_flush_counts=True)
    return _some(both, cards, lambda hand: _is_three_straight_flushes(hand, ace_low))


def of_suits(cards: Thirteen, shapes: frozenset[tuple[int, ...]]) -> Flags:
    """Whether the cards' numbers by suit are one of ``shapes``."""
    return _suit_counts(shapes)[cards.suits]


@cache
def _suit_counts(shapes: frozenset[tuple[int, ...]]) -> Flags:
    every = (
        (a, b, c, HAND_SIZE - a - b - c)
        for a in range(14)
        for b in range(14 - a)
        for c in range(14 - a - b)
    )  # fmt: skip
    good = [n for n in every if tuple(sorted(filter(None, n), reverse=True)) in shapes]
    found = np.zeros(1 << (4 * SUIT_WIDTH), np.bool_)
    found[[sum(count << (SUIT_WIDTH * suit) for suit, count in enumerate(n)) for n in good]] = True
    return found


def _are_among(found: NDArray[Any], values: NDArray[Any]) -> Flags:
    """Mask of values found among ascending ones; faster than `numpy.isin` for a few hands."""
    among: Flags = values[np.minimum(np.searchsorted(values, found), len(values) - 1)] == found
    return among


def as_set(rows: Codes, among: Flags, kind: str, rules: NaturalRules) -> Flags:
    """Mask of hands ``among`` whose rows, as set, are of a kind. AMB-SPEC-LAYOUT."""
    wanted = _wanted(kind, rules.ace_low, rules.straight_flush_counts)
    kept = among.copy()
    for place in zip(*np.nonzero(among), strict=True):
        hand = tuple(rows[place].tolist())
        kept[place] = all(NO_CARD not in row and wanted(row) for row in (hand[:3], hand[3:8], hand[8:]))
    return kept


def rows_of(kind: str, ace_low: bool, *, straight_flushes: bool = True) -> RowsOf:
    """Function that offers every row of a kind and size among cards."""
    wanted = _wanted(kind, ace_low, straight_flushes)

    def rows(held: Row, size: int) -> Iterator[Row]:
        every = _flushes(held, size) if kind == "three_flushes" else _straights(held, size, ace_low)
        return (row for row in every if wanted(row))

    return rows


def splits(cards: Row, rows: RowsOf) -> Iterator[tuple[Row, Row, Row]]:
    """Every split into a front and two fives that ``rows`` offers; two fives in either order count once."""
    for front in rows(cards, 3):
        rest = tuple([card for card in cards if card not in front])
        for row in rows(rest, 5):
            if rest[0] in row:
                last = tuple([card for card in rest if card not in row])
                if any(set(found) == set(last) for found in rows(last, 5)):
                    yield front, row, last


@lru_cache(maxsize=KEPT)
def _is_three_straight_flushes(hand: Row, ace_low: bool) -> bool:
    return any(True for _ in splits(hand, rows_of("three_straight_flushes", ace_low)))


def _some(among: Flags, cards: Thirteen, test: Callable[[Row], bool]) -> Flags:
    kept = among.copy()
    for place in zip(*np.nonzero(among), strict=True):
        kept[place] = test(tuple(cards.cards[place].tolist()))
    return kept


def _wanted(kind: str, ace_low: bool, straight_flush_counts: bool) -> RowTest:
    def test(row: Row) -> bool:
        straight, flush = _is_straight(row, ace_low), _is_flush(row)
        if kind == "three_straight_flushes":
            return straight and flush
        wanted, other = (straight, flush) if kind == "three_straights" else (flush, straight)
        return wanted and (straight_flush_counts or not other)

    return test


ROWS_OF = ("three_straights", "three_flushes", "three_straight_flushes")


def _straights(cards: Row, size: int, ace_low: bool) -> Iterator[Row]:
    by_rank: list[list[int]] = [[] for _ in RANKS]
    for card in cards:
        by_rank[card >> 2].append(card)
    for run in _runs(size, ace_low):
        yield from product(*[by_rank[rank] for rank in run])


def _flushes(cards: Row, size: int) -> Iterator[Row]:
    for suit in range(4):
        yield from combinations([card for card in cards if card & 3 == suit], size)


def _by_suit(hand: Row) -> list[Row]:
    return [tuple([card for card in hand if card & 3 == suit]) for suit in range(4)]


def _is_flush(row: Row) -> bool:
    suits = 0
    for code in row:
        suits |= 1 << (code & 3)
    return not suits & (suits - 1)


def _is_straight(row: Row, ace_low: bool) -> bool:
    ranks = 0
    for code in row:
        ranks |= 1 << (code >> 2)
    return ranks in _straight_ranks(len(row), ace_low)


@cache
def _straight_ranks(size: int, ace_low: bool) -> frozenset[int]:
    """Sets of ranks of straights, a bit a rank; a row with a pair is none of them."""
    return frozenset(sum(1 << rank for rank in run) for run in _runs(size, ace_low))
