"""Deals that are in two sessions: a coincidence is an alarm where chance gives less than 0.01."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import combinations

from msgspec import Struct

from rules.screening.engines.repeats import RARE, bound_of_ordered_pairs, bound_of_pairs
from rules.screening.session_statistics import SessionStatistics
from rules.screening.statistics import DealRow

_Kind = tuple[int, tuple[int, ...]]  # seats and shape


class RepeatedDeal(Struct, frozen=True, order=True):
    """One deal in two sessions, by the places of its digests in their rows."""

    session: str
    place: int
    other: str
    other_place: int


class RepeatedDeals(Struct, frozen=True):
    """Deals of so many seats in two sessions of a room. bound: of the pairs that chance gives; shape: as of DealRow."""

    seats: int
    deals: int
    pairs: list[RepeatedDeal]
    bound: Fraction
    shape: tuple[int, ...] = ()

    @property
    def alarm(self) -> bool:
        """Whether a pair was found that chance hardly gives."""
        return bool(self.pairs) and self.bound <= RARE


def repeated_deals(sessions: Iterable[SessionStatistics]) -> list[RepeatedDeals]:
    """Repeated deals between the sessions, by number of seats. Digests are equal where the deals are, but for 1 in 2^64 pairs."""
    of_seats: defaultdict[_Kind, dict[str, tuple[int, ...]]] = defaultdict(dict)
    for session in sorted(sessions, key=lambda each: each.session):
        for row in session.rows.get("SCN002", ()):
            if isinstance(row, DealRow):
                found = of_seats[row.seats, row.shape]  # of a log with several games in the order of its rows
                found[session.session] = found.get(session.session, ()) + row.digests
    return [_between(kind, digests) for kind, digests in sorted(of_seats.items())]


def _between(kind: _Kind, digests: dict[str, tuple[int, ...]]) -> RepeatedDeals:
    seats, shape = kind
    sizes = [len(each) for each in digests.values()]
    total = sum(sizes)
    pairs = (total * total - sum(size * size for size in sizes)) // 2
    return RepeatedDeals(seats, total, sorted(_equal(digests)), _bound(seats, shape, pairs), shape)


def _bound(seats: int, shape: tuple[int, ...], pairs: int) -> Fraction:
    if not shape:
        return bound_of_pairs(seats, pairs)
    hole, board, deck = shape
    return bound_of_ordered_pairs(seats, hole, board, deck, pairs)


def _equal(digests: dict[str, tuple[int, ...]]) -> Iterator[RepeatedDeal]:
    places: defaultdict[int, list[tuple[str, int]]] = defaultdict(list)
    for session, row in digests.items():
        for place, digest in enumerate(row):
            places[digest].append((session, place))
    for found in places.values():
        for (one, place), (other, other_place) in combinations(found, 2):
            if one != other:
                yield RepeatedDeal(one, place, other, other_place)
