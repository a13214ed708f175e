"""Sets of seats: by how much one has more than it can be due from all others. At most 1,024 sets, worked out one and all."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations

import numpy as np
from msgspec import Struct

from rules.hands import NOT_RECORDED, Flags, Ints
from rules.replay.at_most.pair_spans import Flows

ENDLESS = np.iinfo(np.int64).max // 4  # of an amount without a bound

Columns = tuple[int, ...]  # of seats
Most = Callable[[Columns, Columns], Ints]  # what the first can be due from the others, (W,)


class Beyond(Struct, frozen=True, eq=False):
    """Of W hands: excess, what a set of seats has beyond all that it can be due, 0 or more; seats (W, S), that set; stated and
    expected, what it has and the most that it can be due. rest: how much more may have gone to the wrong players, beside the
    excess; ENDLESS where that has no bound.
    """

    excess: Ints
    rest: Ints
    seats: Flags
    stated: Ints
    expected: Ints


def sets_of(seats: int) -> Iterator[tuple[Columns, Columns]]:
    """Every set of some columns, and the others: the smallest first, of equal ones the lowest seats."""
    every = range(seats)
    for size in range(1, seats):
        for mine in combinations(every, size):
            yield mine, tuple(each for each in every if each not in mine)


def beyond(net: Ints, most: Most, *, raked: bool = False) -> Beyond:
    """Compare nets (W, S), 0 where nobody sat, with the most that sets of seats can be due.

    Of nets that do not come out even only the part that some have and others lack is compared. raked: what was due sums to less
    than nothing, by fees, so that the others of a set may have been due less still.
    """
    hands, seats = net.shape
    found = Beyond(
        excess=np.zeros(hands, np.int64),
        rest=np.zeros(hands, np.int64),
        seats=np.zeros((hands, seats), np.bool_),
        stated=np.zeros(hands, np.int64),
        expected=np.zeros(hands, np.int64),
    )
    for mine, others in sets_of(seats):
        has = net[:, mine].sum(axis=1)
        lost = -net[:, others].sum(axis=1)
        moved = np.minimum(has, lost)
        bound = most(mine, others)
        more = np.flatnonzero(moved - bound > found.excess)
        found.excess[more] = (moved - bound)[more]
        found.seats[more] = np.isin(np.arange(seats), mine)
        found.stated[more], found.expected[more] = has[more], bound[more]
        back = most(others, mine)
        endless = back >= ENDLESS
        found.rest[:] = np.maximum(found.rest, np.where(endless, ENDLESS, (lost if raked else moved) + back))
    bounded = found.rest < ENDLESS
    found.rest[bounded] = np.maximum(found.rest - found.excess, 0)[bounded]
    return found


def either(one: Beyond, other: Beyond) -> Beyond:
    """What holds whichever of two records of the same hands is right: the smaller excess, and what is left of the larger sum."""
    less = one.excess <= other.excess
    excess = np.where(less, one.excess, other.excess)
    most = np.maximum(one.excess + one.rest, other.excess + other.rest)
    endless = (one.rest >= ENDLESS) | (other.rest >= ENDLESS)
    return Beyond(
        excess=excess,
        rest=np.where(endless, ENDLESS, most - excess),
        seats=np.where(less[:, None], one.seats, other.seats),
        stated=np.where(less, one.stated, other.stated),
        expected=np.where(less, one.expected, other.expected),
    )


def of_pairs(flows: Flows) -> Most:
    """What sets are due by the pairs between them and the others, and by the chips in front."""
    priced = flows.priced

    def most(mine: Columns, others: Columns) -> Ints:
        total = flows.most[:, mine][:, :, others].sum(axis=(1, 2))
        for cover, columns in ((flows.cover, others), (flows.own, mine)):
            total = np.minimum(total, _in_front(cover, columns))
        return np.where(priced, total, ENDLESS)

    return most


def _in_front(cover: Ints, columns: Sequence[int]) -> Ints:
    """(W,) the chips of some seats together; ENDLESS where those of one are not on record. Nobody has none."""
    stacks = cover[:, list(columns)]
    return np.where((stacks == NOT_RECORDED).any(axis=1), ENDLESS, stacks.sum(axis=1))


def of_contributions(amounts: Ints) -> Most:
    """What sets are due where each seat (W, S) puts in, or owes whoever wins, an amount at most; ENDLESS: it is not on record."""

    def most(_: Columns, others: Columns) -> Ints:
        owed = amounts[:, list(others)]
        return np.where((owed >= ENDLESS).any(axis=1), ENDLESS, owed.sum(axis=1))

    return most
