"""Deals equal in part: many cards are in the seats of an earlier deal of the table, under a turn of the seats."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from math import comb, factorial

import numpy as np
from msgspec import Struct

from rules.screening.deal_bytes import seats_of_cards
from rules.screening.engines.repeats import RARE
from rules.screening.session_statistics import SessionStatistics
from rules.screening.statistics import HeldRow

LEAST_CARDS = 27  # in the same seats
_DECK, _HAND = 52, 13


class EqualInPart(Struct, frozen=True, order=True):
    """Two deals of one table's sessions that follow each other, by their places among the last deals of each."""

    earlier: str
    earlier_place: int
    later: str
    later_place: int
    cards: int  # in the same seats, under the best turn
    turn: int  # seats by which the later deal is turned


def equal_in_part(earlier: SessionStatistics, later: SessionStatistics) -> list[EqualInPart]:
    """Pairs of deals of two sessions of one table with so many cards in the same seats that chance gives less than 0.01 pairs."""
    found: list[EqualInPart] = []
    for one in _held(earlier):
        for other in _held(later):
            if one.seats == other.seats and one.unit == other.unit:
                found += _pairs(earlier.session, one, later.session, other)
    return sorted(found)


def _held(session: SessionStatistics) -> list[HeldRow]:
    return [row for row in session.rows.get("SCN002", ()) if isinstance(row, HeldRow)]


def _pairs(earlier: str, one: HeldRow, later: str, other: HeldRow) -> list[EqualInPart]:
    before, after = seats_of_cards(one), seats_of_cards(other)
    dealt = before < one.seats
    equal = np.stack([
        ((before[:, None] == (after[None] + turn) % one.seats) & (dealt[:, None] & (after < one.seats)[None])).sum(axis=2)
        for turn in range(one.seats)
    ])  # fmt: skip
    best = equal.max(axis=0)
    first, second = np.nonzero(best >= least_cards(one.seats, best.size))
    turns = equal.argmax(axis=0)[first, second]
    places = zip(first.tolist(), second.tolist(), best[first, second].tolist(), turns.tolist(), strict=True)
    return [EqualInPart(earlier, place, later, to, cards, turn) for place, to, cards, turn in places]


def least_cards(seats: int, pairs: int) -> int:
    """Cards in the same seats, at least 27, of which chance gives at most 0.01 pairs among so many."""
    tails = _tails(seats)
    rare = (cards for cards in range(LEAST_CARDS, len(tails)) if bound_in_part(seats, cards, pairs) <= RARE)
    return next(rare, len(tails))


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
