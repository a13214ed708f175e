"""Deals that are in two sessions: a coincidence is an alarm where chance gives less than 0.01."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from heapq import merge
from itertools import islice
from typing import NamedTuple

import numpy as np
from msgspec import Struct

from rules.hands import Ints
from rules.screening.engines.repeats import RARE, bound_of_ordered_pairs, bound_of_pairs
from rules.screening.session_statistics import SessionStatistics
from rules.screening.statistics import DealRow

MOST_NAMED = 10_000  # pairs of a kind
_Kind = tuple[int, tuple[int, ...]]  # seats and shape


class SessionDeals(Struct, frozen=True, array_like=True):
    """Digests of the deals of a session with so many seats, as 64-bit integers of little ends. shape: as of DealRow."""

    seats: int
    shape: tuple[int, ...]
    digests: bytes

    @property
    def values(self) -> Ints:
        """(D,) the digests, in the order of the hands."""
        found: Ints = np.frombuffer(self.digests, "<i8")
        return found


class RepeatedDeal(Struct, frozen=True, order=True):
    """One deal in two sessions, by the places of its digests in their rows."""

    session: str
    place: int
    other: str
    other_place: int


class RepeatedDeals(Struct, frozen=True):
    """Deals of so many seats in two sessions of a room. pairs: the first in their order; bound: of the pairs that chance gives;
    shape: as of DealRow; more: pairs that were counted and are not named; together: sessions that have a deal in common.
    """

    seats: int
    deals: int
    pairs: list[RepeatedDeal]
    bound: Fraction
    shape: tuple[int, ...] = ()
    more: int = 0
    together: Sequence[tuple[str, ...]] = ()

    @property
    def number(self) -> int:
        """Number of the pairs."""
        return len(self.pairs) + self.more

    @property
    def alarm(self) -> bool:
        """Whether a pair was found that chance hardly gives."""
        return bool(self.pairs) and self.bound <= RARE


def repeated_deals(sessions: Iterable[SessionStatistics]) -> list[RepeatedDeals]:
    """Repeated deals between the sessions, by number of seats. Digests are equal where the deals are, but for 1 in 2^64 pairs."""
    return repeated_among((each.session, deals_of(each)) for each in sessions)


def repeated_among(sessions: Iterable[tuple[str, Sequence[SessionDeals]]]) -> list[RepeatedDeals]:
    """The same of the deals of sessions by their names."""
    of_seats: defaultdict[_Kind, list[tuple[str, SessionDeals]]] = defaultdict(list)
    for session, deals in sorted(sessions, key=lambda each: each[0]):
        for own in deals:
            of_seats[own.seats, own.shape].append((session, own))
    return [_between(kind, deals) for kind, deals in sorted(of_seats.items())]


def deals_of(statistics: SessionStatistics) -> list[SessionDeals]:
    """Deals of a session by seats and shape; of a log with several games in the order of its rows."""
    of: defaultdict[_Kind, list[int]] = defaultdict(list)
    for row in statistics.rows.get("SCN002", ()):
        if isinstance(row, DealRow):
            of[row.seats, row.shape] += row.digests
    return [SessionDeals(*kind, np.array(digests, "<i8").tobytes()) for kind, digests in sorted(of.items())]


def _between(kind: _Kind, deals: Sequence[tuple[str, SessionDeals]]) -> RepeatedDeals:
    seats, shape = kind
    names, values = [name for name, _ in deals], [own.values for _, own in deals]
    groups = sorted(
        (each for each in _alike(values) if each.session[0] != each.session[-1]), key=lambda each: each.first
    )
    named = list(islice(merge(*(each.pairs(names) for each in groups[:MOST_NAMED])), MOST_NAMED))
    sizes = np.array([len(each) for each in values])
    together = {tuple([names[each] for each in np.unique(group.session)]) for group in groups}
    return RepeatedDeals(
        seats, int(sizes.sum()), named, bound_of_kind(seats, shape, _pairs_between(sizes)), shape,
        sum(each.number for each in groups) - len(named), sorted(together),
    )  # fmt: skip


def _pairs_between(sizes: Ints) -> int:
    """Pairs of which both are of different parts, by the sizes of these."""
    return int(sizes.sum() ** 2 - (sizes**2).sum()) // 2


def bound_of_kind(seats: int, shape: tuple[int, ...], pairs: int) -> Fraction:
    """Upper bound of the expected equal ones among some pairs of deals of a kind."""
    if not shape:
        return bound_of_pairs(seats, pairs)
    hole, board, deck = shape
    return bound_of_ordered_pairs(seats, hole, board, deck, pairs)


class _Alike(NamedTuple):
    """Deals that are equal: (D,) their sessions, ascending, and their places there, ascending in each."""

    session: Ints
    place: Ints

    @property
    def first(self) -> tuple[int, int]:
        """Session and place of the first one."""
        return int(self.session[0]), int(self.place[0])

    @property
    def number(self) -> int:
        """Number of the pairs in two sessions."""
        return _pairs_between(np.unique_counts(self.session).counts)

    def pairs(self, names: Sequence[str]) -> Iterator[RepeatedDeal]:
        """The pairs in two sessions, in their order. A deal may be in a session as often as it has hands."""
        places, after = self.place.tolist(), np.searchsorted(self.session, self.session, side="right")
        sessions = [names[each] for each in self.session.tolist()]
        for one, others in enumerate(after.tolist()):
            for other in range(others, len(places)):
                yield RepeatedDeal(sessions[one], places[one], sessions[other], places[other])


def _alike(values: Sequence[Ints]) -> Iterator[_Alike]:
    """Equal deals among those of sessions."""
    starts = np.cumsum([0, *(len(each) for each in values[:-1])])
    for positions in groups_of_equal(np.concatenate(values)):
        session = np.searchsorted(starts, positions, side="right") - 1
        yield _Alike(session, positions - starts[session])


def groups_of_equal(values: Ints) -> Iterator[Ints]:
    """Positions, ascending, of each value that is there more than once."""
    order = np.argsort(values, kind="stable")
    ordered = values[order]
    again = np.flatnonzero(ordered[1:] == ordered[:-1])
    first = again[np.flatnonzero(np.diff(again, prepend=-2) > 1)]
    last = again[np.flatnonzero(np.diff(again, append=len(values) + 1) > 1)] + 1
    for start, end in zip(first.tolist(), last.tolist(), strict=True):
        yield order[start : end + 1]
