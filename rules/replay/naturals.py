"""Naturals: hands of thirteen cards that win by themselves, in any partition or as set.

Thirteen cards are packed into one number, three bits a rank, and counted by suit. Three straights is then a look-up
among the 660 ways in which two straights of five and one of three can add up; the rest are a few operations on bits.
Only readings under which a straight flush is neither straight nor flush need a search, hand by hand.
WSGC-natural-list; AMB-SPEC-*.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import combinations, combinations_with_replacement, product

import numpy as np
from numpy.typing import NDArray

from rules.cards import HAND_SIZE, NO_CARD, RANKS, masks
from rules.hands import Flags

_WIDTH = 3  # bits a rank
_ONES = sum(1 << (_WIDTH * rank) for rank in range(len(RANKS)))
_LOW = np.uint64(_ONES)
THREE_FLUSHES_COUNTS = {(13,), (10, 3), (8, 5), (5, 5, 3)}  # cards a suit, of the suits held

Codes = NDArray[np.uint8]
RowTest = Callable[[tuple[int, ...]], bool]
Rows = Callable[[tuple[int, ...], int], Iterable[tuple[int, ...]]]


def _rank_bits() -> NDArray[np.uint64]:
    table = np.zeros(256, np.uint64)
    for code in range(52):
        table[code] = 1 << (_WIDTH * (code >> 2))
    return table


_RANK_BITS = _rank_bits()
_SUIT_COUNTS = np.array([1 << (8 * (code & 3)) if code < 52 else 0 for code in range(256)], np.uint32)


def packed_ranks(cards: Codes) -> NDArray[np.uint64]:
    """(..., n) cards to (...): how many of each rank, three bits a rank. At most seven cards of a rank."""
    return _RANK_BITS[np.ascontiguousarray(np.moveaxis(cards, -1, 0))].sum(axis=0, dtype=np.uint64)


@cache
def _straight_sums(ace_low: bool) -> NDArray[np.uint64]:
    """The packed ranks of every 5-5-3 of straights, ascending."""
    runs = {size: _runs(size, ace_low) for size in (3, 5)}
    pairs = combinations_with_replacement(runs[5], 2)
    return np.unique(np.array([a + b + c for a, b in pairs for c in runs[3]], np.uint64))


def _runs(size: int, ace_low: bool) -> list[int]:
    """Packed ranks of the straights of a size."""
    tops = [
        sum(1 << (_WIDTH * rank) for rank in range(low, low + size)) for low in range(len(RANKS) - size + 1)
    ]
    wheel = (1 << (_WIDTH * (len(RANKS) - 1))) + sum(1 << (_WIDTH * rank) for rank in range(size - 1))
    return [*tops, wheel] if ace_low else tops


def thirteen_ranks(cards: Codes) -> Flags:
    """One card of each rank."""
    return packed_ranks(cards) == _LOW


def six_pairs(cards: Codes, *, quads_as_two_pairs: bool) -> Flags:
    """Six pairs and an odd card; four of a kind are two pairs or one, a triplet is a pair and an odd card."""
    packed = packed_ranks(cards)
    twos = np.bitwise_count((packed >> np.uint64(1)) & _LOW)
    fours = np.bitwise_count((packed >> np.uint64(2)) & _LOW)
    return twos + (2 if quads_as_two_pairs else 1) * fours >= 6


def holds_quads(cards: Codes) -> Flags:
    """Four of a kind among the thirteen."""
    return ((packed_ranks(cards) >> np.uint64(2)) & _LOW) > 0


def three_straights(cards: Codes, *, ace_low: bool, straight_flush_counts: bool) -> Flags:
    """The thirteen cards can be split into straights of five, five and three."""
    sums = _straight_sums(ace_low)
    packed = packed_ranks(cards)
    found = sums[np.minimum(np.searchsorted(sums, packed), len(sums) - 1)] == packed
    if not straight_flush_counts:
        found = _without_straight_flushes(found, cards, "three_straights", ace_low)
    return found


def three_flushes(cards: Codes, *, ace_low: bool, straight_flush_counts: bool) -> Flags:
    """The thirteen cards can be split into flushes of five, five and three."""
    counts = _SUIT_COUNTS[np.ascontiguousarray(np.moveaxis(cards, -1, 0))].sum(axis=0, dtype=np.uint32)
    found = np.isin(counts, _flush_counts())
    if not straight_flush_counts:
        found = _without_straight_flushes(found, cards, "three_flushes", ace_low)
    return found


@cache
def _flush_counts() -> NDArray[np.uint32]:
    """Packed suit counts of hands that are three flushes."""
    every = (
        (a, b, c, HAND_SIZE - a - b - c)
        for a in range(14)
        for b in range(14 - a)
        for c in range(14 - a - b)
    )  # fmt: skip
    good = [n for n in every if tuple(sorted(filter(None, n), reverse=True)) in THREE_FLUSHES_COUNTS]
    return np.array([sum(count << (8 * suit) for suit, count in enumerate(n)) for n in good], np.uint32)


def suited_run(cards: Codes) -> Flags:
    """Three cards of one suit in a row are among the thirteen, the ace high or low: a straight flush may be."""
    held = masks(cards)
    run = held & (held >> np.uint64(4)) & (held >> np.uint64(8))
    ace_low = (held >> np.uint64(48)) & held & (held >> np.uint64(4)) & np.uint64(15)
    return (run | ace_low) != 0


def as_set(cards: Codes, among: Flags, kind: str, *, ace_low: bool, straight_flush_counts: bool) -> Flags:
    """Of the hands ``among``, those whose rows as laid are three straights or three flushes. AMB-SPEC-LAYOUT."""
    wanted = _wanted(kind, ace_low, straight_flush_counts)
    kept = among.copy()
    for place in zip(*np.nonzero(among), strict=True):
        hand = tuple(cards[place].tolist())
        kept[place] = all(NO_CARD not in row and wanted(row) for row in (hand[:3], hand[3:8], hand[8:]))
    return kept


def _wanted(kind: str, ace_low: bool, straight_flush_counts: bool) -> RowTest:
    """Whether a row is a straight (or a flush), and not both where a straight flush counts as neither."""

    def test(row: tuple[int, ...]) -> bool:
        straight, flush = _is_straight(row, ace_low), _is_flush(row)
        wanted, other = (straight, flush) if kind == "three_straights" else (flush, straight)
        return wanted and (straight_flush_counts or not other)

    return test


def _without_straight_flushes(found: Flags, cards: Codes, kind: str, ace_low: bool) -> Flags:
    """Of the hands found, those that can be split with no straight flush among the rows. Looks at few hands."""
    wanted = _wanted(kind, ace_low, False)

    def rows(held: tuple[int, ...], size: int) -> Iterator[tuple[int, ...]]:
        every = _straights(held, size, ace_low) if kind == "three_straights" else _flushes(held, size)
        return (row for row in every if wanted(row))

    kept = found.copy()
    for place in zip(*np.nonzero(found & suited_run(cards)), strict=True):
        kept[place] = _splits(tuple(cards[place].tolist()), rows)
    return kept


def _splits(cards: tuple[int, ...], rows: Rows) -> bool:
    """Whether thirteen cards can be split into three rows of 3, 5 and 5 that ``rows`` offers."""
    for front in rows(cards, 3):
        rest = tuple([card for card in cards if card not in front])
        for row in rows(rest, 5):
            last = tuple([card for card in rest if card not in row])
            if rest[0] in row and any(rows(last, 5)):
                return True
    return False


def _straights(cards: tuple[int, ...], size: int, ace_low: bool) -> Iterator[tuple[int, ...]]:
    """Every straight of a size among some cards."""
    by_rank: list[list[int]] = [[] for _ in RANKS]
    for card in cards:
        by_rank[card >> 2].append(card)
    runs = [range(low, low + size) for low in range(len(RANKS) - size + 1)]
    wheel = [(len(RANKS) - 1, *range(size - 1))] if ace_low else []
    for run in (*runs, *wheel):
        yield from product(*[by_rank[rank] for rank in run])


def _flushes(cards: tuple[int, ...], size: int) -> Iterator[tuple[int, ...]]:
    """Every flush of a size among some cards."""
    for suit in range(4):
        yield from combinations([card for card in cards if card & 3 == suit], size)


def _is_flush(row: tuple[int, ...]) -> bool:
    return len({code & 3 for code in row}) == 1


def _is_straight(row: tuple[int, ...], ace_low: bool) -> bool:
    ranks = sorted({code >> 2 for code in row})
    if len(ranks) != len(row):
        return False
    low_ace = [*range(len(row) - 1), len(RANKS) - 1]
    return ranks[-1] - ranks[0] == len(row) - 1 or (ace_low and ranks == low_ace)
