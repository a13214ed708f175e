"""Deals equal in part: many cards are in the seats of an earlier deal of the table, under a turn of the seats."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from fractions import Fraction
from functools import cache, lru_cache
from math import comb, factorial
from typing import Protocol

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from rules.screening.canonical_deals import Masks
from rules.screening.deal_bytes import SeatOfCard, seats_of_cards
from rules.screening.engines.repeats import RARE
from rules.screening.statistics import HeldRow

LEAST_CARDS = 27  # in the same seats
_DECK, _HAND = 52, 13
_BYTES = 13  # of a deal
_MOST_KEPT = 1024  # comparisons in memory


class HoldsDeals(Protocol):
    """A session with the last deals of its table: its statistics, or its sums."""

    @property
    def session(self) -> str: ...
    @property
    def table(self) -> str: ...
    @property
    def day(self) -> date: ...
    @property
    def held(self) -> Sequence[HeldRow]: ...


class EqualInPart(Struct, frozen=True, order=True):
    """Two deals of one table's sessions that follow each other, by their places among the last deals of each."""

    earlier: str
    earlier_place: int
    later: str
    later_place: int
    cards: int  # in the same seats, under the best turn
    turn: int  # seats by which the later deal is turned
    seats: int = 4


class ComparedDeals(Struct, frozen=True):
    """Last deals of so many seats of two sessions of a table. least: cards in the same seats that a pair needs; bound: of the
    pairs with so many that chance gives.
    """

    seats: int
    deals: tuple[int, int]  # of the earlier session, of the later one
    least: int
    bound: Fraction
    pairs: list[EqualInPart]


def equal_in_part(earlier: HoldsDeals, later: HoldsDeals) -> list[EqualInPart]:
    """Pairs of deals of two sessions of one table with so many cards in the same seats that chance gives less than 0.01 pairs."""
    rows = rows_to_compare(earlier, later)
    found = [compared_deals(earlier.session, one, later.session, other, RARE) for one, other in rows]
    return sorted(pair for each in found for pair in each.pairs)


def rows_to_compare(earlier: HoldsDeals, later: HoldsDeals) -> list[tuple[HeldRow, HeldRow]]:
    """Last deals of two sessions that are of one table and of as many seats."""
    return [
        (one, other)
        for one in earlier.held
        for other in later.held
        if one.seats == other.seats and one.unit == other.unit
    ]


def compared_deals(earlier: str, one: HeldRow, later: str, other: HeldRow, rare: Fraction) -> ComparedDeals:
    """Pairs of deals with so many cards in the same seats that chance gives fewer than ``rare`` pairs."""
    before, after = (len(row.held) // _BYTES for row in (one, other))
    least = least_cards(one.seats, before * after, rare)
    if least > _HAND * one.seats:  # not even all cards are rare enough
        return ComparedDeals(one.seats, (before, after), least, Fraction(), [])
    pairs = [
        EqualInPart(earlier, place, later, other_place, cards, turn, one.seats)
        for place, other_place, cards, turn in _pairs(one.seats, one.held, other.held, least)
    ]
    return ComparedDeals(
        one.seats, (before, after), least, bound_in_part(one.seats, least, before * after), pairs
    )


@lru_cache(maxsize=_MOST_KEPT)
def _pairs(seats: int, one: bytes, other: bytes, least: int) -> Sequence[tuple[int, int, int, int]]:
    """(place, other place, cards, turn) of deals with so many cards in the same seats. Those of two sessions are asked for again
    whenever their room is screened.
    """
    before, after = _masks(seats_of_cards(one), seats), _masks(seats_of_cards(other), seats)
    equal = np.stack([_equal(before, np.roll(after, turn, axis=1)) for turn in range(seats)])
    best, turns = equal.max(axis=0), equal.argmax(axis=0)
    first, second = np.nonzero(best >= least)
    columns = first, second, best[first, second], turns[first, second]
    return list(zip(*(each.tolist() for each in columns), strict=True))


def _masks(seat_of: SeatOfCard, seats: int) -> Masks:
    """(D, S) the cards of each seat, a bit a card."""
    bits = np.uint64(1) << np.arange(_DECK, dtype=np.uint64)
    return np.stack(
        [np.where(seat_of == seat, bits, np.uint64(0)).sum(axis=1) for seat in range(seats)], axis=1
    )


def _equal(before: Masks, after: Masks) -> NDArray[np.uint8]:
    """(D, E) cards in the same seats of each deal of the one and of the other."""
    found = np.zeros((len(before), len(after)), np.uint8)
    for one, other in zip(before.T, after.T, strict=True):
        found += np.bitwise_count(one[:, None] & other)
    return found


def least_cards(seats: int, pairs: int, rare: Fraction = RARE) -> int:
    """Cards in the same seats, at least 27, of which chance gives at most ``rare`` pairs among so many."""
    tails = _tails(seats)
    enough = (cards for cards in range(LEAST_CARDS, len(tails)) if bound_in_part(seats, cards, pairs) <= rare)
    return next(enough, len(tails))


def bound_in_part(seats: int, cards: int, pairs: int) -> Fraction:
    """Upper bound of the expected pairs of deals with so many cards in the same seats under some turn."""
    return seats * pairs * _tails(seats)[cards]


@cache
def _tails(seats: int) -> Sequence[Fraction]:
    """Chance of at least so many cards in the same seats under one turn, by the factorial moments of their number."""
    ways = [1]
    for _ in range(seats):
        ways = _times(
            ways, [comb(_HAND, m) * factorial(_HAND) // factorial(_HAND - m) for m in range(_HAND + 1)]
        )
    moments = [Fraction(way * factorial(_DECK - m), factorial(_DECK)) for m, way in enumerate(ways)]
    most = len(moments)
    return [Fraction(1)] + [
        sum(
            ((-1) ** (m - least) * comb(m - 1, least - 1) * moments[m] for m in range(least, most)),
            Fraction(),
        )
        for least in range(1, most)
    ]


def _times(one: Sequence[int], other: Sequence[int]) -> list[int]:
    found = [0] * (len(one) + len(other) - 1)
    for place, each in enumerate(one):
        for at, factor in enumerate(other):
            found[place + at] += each * factor
    return found
