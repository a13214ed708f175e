"""Arrangements of thirteen cards: the best back, then the best middle of the rest, then the front.

A hand is four masks, one a suit, of thirteen bits, one a rank (bit 0: deuce). Rows are read from tables over all 8,192 sets of
ranks, thousands of hands at a time. Rows are in order: the middle is the best of the eight cards that hold the front.
"""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from rules.cards import RANKS

Masks = NDArray[np.int64]  # (..., 4) ranks held in each suit
Codes = NDArray[np.uint8]

_SETS = 1 << len(RANKS)
_WHEEL = 0b1_0000_0000_1111
_ONES = np.array([bin(ranks).count("1") for ranks in range(_SETS)], np.int64)

# Classes of a back row, weak to strong, as far as a player looks before giving up.
HIGH_CARD, PAIR, TWO_PAIRS, TRIPS, STRAIGHT, FLUSH, FULL_HOUSE, QUADS, STRAIGHT_FLUSH = range(9)


@cache
def _highest(count: int) -> Masks:
    return np.array([_keep(ranks, count, reverse=True) for ranks in range(_SETS)], np.int64)


@cache
def lowest(count: int) -> Masks:
    """The ``count`` lowest of every set of ranks."""
    return np.array([_keep(ranks, count, reverse=False) for ranks in range(_SETS)], np.int64)


def _keep(ranks: int, count: int, *, reverse: bool) -> int:
    held = sorted((bit for bit in range(len(RANKS)) if ranks >> bit & 1), reverse=reverse)
    return sum(1 << bit for bit in held[:count])


@cache
def _straights() -> Masks:
    """Highest straight in every set of ranks; 0: none. A-2-3-4-5 is the lowest."""
    runs = [0b11111 << low for low in range(8, -1, -1)] + [_WHEEL]
    return np.array(
        [next((run for run in runs if ranks & run == run), 0) for ranks in range(_SETS)], np.int64
    )


@cache
def _straight_order() -> Masks:
    """Strength of a straight by its set of ranks; 0: no straight."""
    order = np.zeros(_SETS, np.int64)
    for strength, run in enumerate([_WHEEL] + [0b11111 << low for low in range(9)], 1):
        order[run] = strength
    return order


def masks_of(cards: Codes) -> Masks:
    """(n, 13) codes as (n, 4) masks of ranks."""
    bits = np.left_shift(1, (cards >> 2).astype(np.int64))
    suits = cards & 3
    return np.stack([np.where(suits == suit, bits, 0).sum(axis=1) for suit in range(4)], axis=1)


def best_row(held: Masks, *, thrifty: NDArray[np.bool_]) -> tuple[Masks, NDArray[np.int64]]:
    """Best five of the cards held, as masks, and their class. thrifty: players who fill a made row with low cards."""
    ranks = Ranks.of(held)
    chosen = take(held, ranks.any, 0)
    classes = np.zeros(len(held), np.int64)
    for kind, (found, row) in enumerate(
        (
            _high_card(held, ranks, thrifty),
            _matched(held, ranks, thrifty, ranks.two, 2),
            _two_pairs(held, ranks, thrifty),
            _matched(held, ranks, thrifty, ranks.three, 3),
            _straight(held, ranks),
            _flush(held),
            _full_house(held, ranks),
            _matched(held, ranks, thrifty, ranks.four, 4),
            _straight_flush(held),
        )
    ):
        chosen = np.where(found[:, None], row, chosen)
        classes = np.where(found, kind, classes)
    return chosen, classes


class Ranks:
    """Sets of ranks held at least once to four times."""

    def __init__(self, once: Masks, two: Masks, three: Masks, four: Masks) -> None:
        self.any, self.two, self.three, self.four = once, two, three, four

    @classmethod
    def of(cls, held: Masks) -> Ranks:
        clubs, diamonds, hearts, spades = held.T
        low_one, low_both = clubs ^ diamonds, clubs & diamonds
        high_one, high_both = hearts ^ spades, hearts & spades
        three = low_both & (hearts | spades) | high_both & (clubs | diamonds)
        two = low_both | high_both | low_one & high_one
        return cls(clubs | diamonds | hearts | spades, two, three, low_both & high_both)

    def kickers(self, used: Masks, count: int, thrifty: NDArray[np.bool_]) -> Masks:
        """Ranks that fill a row: single cards before pairs."""
        free = self.any & ~used
        single = free & ~self.two
        pool = np.where(_ONES[single] >= count, single, free)
        return np.where(thrifty, lowest(count)[pool], _highest(count)[pool])


def take(held: Masks, ranks: Masks, count: int) -> Masks:
    """``count`` cards of each of these ranks."""
    left = [ranks] * count
    taken = np.zeros_like(held)
    for suit in range(4):
        free = held[:, suit] & ranks
        for nth in range(count):  # the first claim on the rank that is still open
            got = free & left[nth]
            taken[:, suit] |= got
            left[nth] = left[nth] & ~got
            free = free & ~got
    return taken


def _matched(
    held: Masks, ranks: Ranks, thrifty: NDArray[np.bool_], matched: Masks, count: int
) -> tuple[NDArray[np.bool_], Masks]:
    best = _highest(1)[matched]
    fill = ranks.kickers(best, 5 - count, thrifty)
    return matched > 0, take(held, best, count) | take(held, fill, 1)


def _two_pairs(held: Masks, ranks: Ranks, thrifty: NDArray[np.bool_]) -> tuple[NDArray[np.bool_], Masks]:
    best = _highest(2)[ranks.two]
    fill = ranks.kickers(best, 1, thrifty)
    return _ONES[ranks.two] >= 2, take(held, best, 2) | take(held, fill, 1)


def _full_house(held: Masks, ranks: Ranks) -> tuple[NDArray[np.bool_], Masks]:
    trips = _highest(1)[ranks.three]
    pairs = ranks.two & ~trips
    exact = pairs & ~ranks.three
    pair = lowest(1)[np.where(exact > 0, exact, pairs)]
    return (trips > 0) & (pairs > 0), take(held, trips, 3) | take(held, pair, 2)


def _high_card(held: Masks, ranks: Ranks, thrifty: NDArray[np.bool_]) -> tuple[NDArray[np.bool_], Masks]:
    top = _highest(1)[ranks.any]
    fill = ranks.kickers(top, 4, thrifty)
    return np.ones(len(held), np.bool_), take(held, top | fill, 1)


def _straight(held: Masks, ranks: Ranks) -> tuple[NDArray[np.bool_], Masks]:
    run = _straights()[ranks.any]
    return run > 0, take(held, run, 1)


def _flush(held: Masks) -> tuple[NDArray[np.bool_], Masks]:
    flushes = np.where(_ONES[held] >= 5, _highest(5)[held], 0)
    suit = flushes.argmax(axis=1)
    return flushes.max(axis=1) > 0, _of_suit(flushes, suit)


def _straight_flush(held: Masks) -> tuple[NDArray[np.bool_], Masks]:
    runs = _straights()[held]
    order = _straight_order()[runs]
    return order.max(axis=1) > 0, _of_suit(runs, order.argmax(axis=1))


def _of_suit(masks: Masks, suit: NDArray[np.int64]) -> Masks:
    row = np.zeros_like(masks)
    every = np.arange(len(masks))
    row[every, suit] = masks[every, suit]
    return row


def set_hands(
    cards: Codes, *, thrifty: NDArray[np.bool_]
) -> tuple[Codes, NDArray[np.int64], NDArray[np.int64]]:
    """(n, 13) dealt cards as (n, 13) front, middle, back, each from its highest card; classes of back and middle."""
    held = masks_of(cards)
    back, back_class = best_row(held, thrifty=thrifty)
    middle, middle_class = best_row(held & ~back, thrifty=thrifty)
    ordered = np.sort(cards, axis=1)[:, ::-1]
    rank, suit = (ordered >> 2).astype(np.int64), (ordered & 3).astype(np.int64)
    in_back = np.take_along_axis(back, suit, axis=1) >> rank & 1
    in_middle = np.take_along_axis(middle, suit, axis=1) >> rank & 1
    places = np.argsort(in_middle + 2 * in_back, axis=1, kind="stable")
    return np.take_along_axis(ordered, places, axis=1), back_class, middle_class


def swap_back_and_middle(rows: Codes) -> Codes:
    return rows[..., [0, 1, 2, 8, 9, 10, 11, 12, 3, 4, 5, 6, 7]]
