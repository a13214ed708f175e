"""Deals equal in part: many cards are in the seats of an earlier deal of the table, under a turn of the seats."""

from __future__ import annotations

import hashlib
from bisect import bisect_left
from collections.abc import Sequence
from datetime import date
from fractions import Fraction
from functools import cache
from math import comb, factorial
from operator import neg
from typing import Any, Protocol

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
_MOST_KNOWN = 1 << 14  # comparisons in memory
_BITS = 2.0 ** np.arange(_DECK)
_Pairs = NDArray[np.int16]  # (P, 4) place, place of the other, cards, turn
_known: dict[tuple[int, bytes, bytes], _Pairs] = {}


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
    pairs with so many that chance gives; pairs: those that are not wholly equal, or all.
    """

    seats: int
    deals: tuple[int, int]  # of the earlier session, of the later one
    least: int
    bound: Fraction
    pairs: list[EqualInPart]


def equal_in_part(earlier: HoldsDeals, later: HoldsDeals) -> list[EqualInPart]:
    """Pairs of deals of two sessions of one table with so many cards in the same seats that chance gives less than 0.01 pairs."""
    rows = rows_to_compare(earlier, later)
    found = [
        compared_deals(earlier.session, one, later.session, other, RARE, also_whole=True)
        for one, other in rows
    ]
    return sorted(pair for each in found for pair in each.pairs)


def rows_to_compare(earlier: HoldsDeals, later: HoldsDeals) -> list[tuple[HeldRow, HeldRow]]:
    """Last deals of two sessions that are of one table and of as many seats."""
    return [
        (one, other)
        for one in earlier.held
        for other in later.held
        if one.seats == other.seats and one.unit == other.unit
    ]


def compared_deals(
    earlier: str, one: HeldRow, later: str, other: HeldRow, rare: Fraction, *, also_whole: bool = False
) -> ComparedDeals:
    """Pairs of deals with so many cards in the same seats that chance gives fewer than ``rare`` pairs. also_whole: those of which
    all cards are equal, too.
    """
    before, after = (len(row.held) // _BYTES for row in (one, other))
    least = least_cards(one.seats, before * after, rare)
    if least > _HAND * one.seats:  # not even all cards are rare enough
        return ComparedDeals(one.seats, (before, after), least, Fraction(), [])
    found = _pairs(one.seats, one.held, other.held)
    cards = found[:, 2]
    counted = found[(cards >= least) & (also_whole | (cards < _HAND * one.seats))]
    pairs = [
        EqualInPart(earlier, place, later, other_place, equal, turn, one.seats)
        for place, other_place, equal, turn in counted.tolist()
    ]
    return ComparedDeals(
        one.seats, (before, after), least, bound_in_part(one.seats, least, before * after), pairs
    )


def _pairs(seats: int, one: bytes, other: bytes) -> _Pairs:
    """The pairs of two sessions, which are asked for again whenever their room is screened."""
    key = seats, hashlib.sha256(one).digest(), hashlib.sha256(other).digest()
    found = _known.get(key)
    if found is None:
        if len(_known) >= _MOST_KNOWN:
            _known.clear()
        found = _known[key] = _pairs_of(seats, seats_of_cards(one), seats_of_cards(other))
    return found


def _pairs_of(seats: int, before: SeatOfCard, after: SeatOfCard) -> _Pairs:
    """Deals with at least 27 cards in the same seats. A card is in another seat where either of two bits of the seat differs."""
    low, high = (_as_bits(each)[:, None] for each in (before & 1, before >> 1))
    undealt = _as_bits(before >= seats)[:, None]
    moved = _turns(seats)[:, after]
    others = np.empty((seats, len(before), len(after)), np.uint8)
    for turn, planes in enumerate(zip(_as_bits(moved & 1), _as_bits(moved >> 1), strict=True)):
        apart = undealt | (low ^ planes[0])
        apart |= high ^ planes[1]
        np.bitwise_count(apart, out=others[turn])
    by_turn = others.reshape(seats, -1)
    fewest = by_turn.min(axis=0)
    at = np.flatnonzero(fewest <= _DECK - LEAST_CARDS)
    columns = *np.divmod(at, len(after)), _DECK - fewest[at], by_turn[:, at].argmin(axis=0)
    return np.stack(columns, axis=1).astype(np.int16)


def _as_bits(cards: NDArray[Any]) -> Masks:
    """(…) cards (…, 52) that are set as bits; a float holds 52 bits exactly."""
    found: Masks = (cards.astype(np.float64) @ _BITS).astype(np.uint64)
    return found


@cache
def _turns(seats: int) -> SeatOfCard:
    """(S, 4) the seat of each seat's cards when a deal is turned by so many seats; who has none has none."""
    undealt = range(seats, 4)
    return np.array(
        [[*((seat + by) % seats for seat in range(seats)), *undealt] for by in range(seats)], np.uint8
    )


def least_cards(seats: int, pairs: int, rare: Fraction = RARE) -> int:
    """Cards in the same seats, at least 27, of which chance gives at most ``rare`` pairs among so many."""
    tails, most = _tails(seats), rare / (seats * max(pairs, 1))
    return bisect_left(tails, -most, LEAST_CARDS, key=neg)


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
