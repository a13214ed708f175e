"""Sets of seats and their excess over the most that they can be due."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from itertools import combinations

import numpy as np
from msgspec import Struct

from rules.hands import NOT_RECORDED, Flags, Ints
from rules.replay.at_most.pair_spans import Flows

ENDLESS = np.iinfo(np.int64).max // 4  # of an amount without a bound
_AT_ONCE = 1 << 15  # amounts of sets that are worked out together


class Sets(Struct, frozen=True, eq=False):
    """The N sets of seats (N, S), neither empty nor whole, smallest first; complements stand at the same place from the end."""

    mine: Flags
    others: Flags
    counts: Ints  # (S, N) 1 for a seat of the set
    counts_of_others: Ints


Most = Callable[[slice, Sets], Ints]  # the most that each set can be due in some hands, (w, N)


class Beyond(Struct, frozen=True, eq=False):
    """Excess of a set of seats (W, S) over its most due, what it has, and that most. rest: further money
    astray; ENDLESS: no bound.
    """

    excess: Ints
    rest: Ints
    seats: Flags
    stated: Ints
    expected: Ints


@lru_cache(maxsize=16)
def sets_of(seats: int) -> Sets:
    every = range(seats)
    listed = [each for size in range(1, seats) for each in combinations(every, size)]
    mine = np.array([[seat in each for seat in every] for each in listed], np.bool_).reshape(-1, seats)
    counts = mine.T.astype(np.int64)
    return Sets(mine, ~mine, counts, 1 - counts)


def beyond(net: Ints, most: Most, *, raked: bool = False) -> Beyond:
    """Compare nets (W, S), 0 for an empty seat, with the most that sets can be due.

    Of unbalanced nets only what some have and others lack counts. raked: fees make the sum due negative.
    """
    hands, seats = net.shape
    sets = sets_of(seats)
    found = Beyond(
        excess=np.zeros(hands, np.int64),
        rest=np.zeros(hands, np.int64),
        seats=np.zeros((hands, seats), np.bool_),
        stated=np.zeros(hands, np.int64),
        expected=np.zeros(hands, np.int64),
    )
    step = max(_AT_ONCE // max(len(sets.mine), 1), 1)
    for begin in range(0, hands if len(sets.mine) else 0, step):
        _compare(found, net, most, sets, slice(begin, begin + step), raked=raked)
    return found


def _compare(found: Beyond, net: Ints, most: Most, sets: Sets, rows: slice, *, raked: bool) -> None:
    has, lost = net[rows] @ sets.counts, -(net[rows] @ sets.counts_of_others)
    moved = np.minimum(has, lost)
    bound = most(rows, sets)
    more = moved - bound
    best = more.argmax(axis=1)  # of equal ones the first
    here = np.arange(len(best))
    excess = np.maximum(more[here, best], 0)
    wrong = excess > 0
    found.excess[rows] = excess
    found.seats[rows] = sets.mine[best] & wrong[:, None]
    found.stated[rows] = np.where(wrong, has[here, best], 0)
    found.expected[rows] = np.where(wrong, bound[here, best], 0)
    back = bound[:, ::-1]
    endless = (back >= ENDLESS).any(axis=1)
    rest = ((lost if raked else moved) + back).max(axis=1)
    found.rest[rows] = np.where(endless, ENDLESS, np.maximum(rest, excess) - excess)


def either(one: Beyond, other: Beyond) -> Beyond:
    """Excess that holds whichever of two records is right: the smaller, with the rest of the larger sum."""
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
    """The most that sets are due by the pairs between them and the others, limited by stacks."""

    def most(rows: slice, sets: Sets) -> Ints:
        pairs = flows.most[rows]
        total = np.zeros((len(pairs), len(sets.mine)), np.int64)
        for seat in range(pairs.shape[1]):
            total += (pairs[:, seat] @ sets.counts_of_others) * sets.counts[seat]
        total = np.minimum(total, _in_front(flows.cover[rows], sets.counts_of_others))
        total = np.minimum(total, _in_front(flows.own[rows], sets.counts))
        return np.where(flows.priced[rows][:, None], total, ENDLESS)

    return most


def _in_front(stacks: Ints, counts: Ints) -> Ints:
    missing = stacks == NOT_RECORDED
    return _summed(np.where(missing, 0, stacks), missing, counts)


def _summed(amounts: Ints, missing: Flags, counts: Ints) -> Ints:
    return np.where(missing.astype(np.int64) @ counts > 0, ENDLESS, amounts @ counts)


def of_contributions(amounts: Ints) -> Most:
    """The most that sets are due where each seat (W, S) owes at most an amount; ENDLESS: unrecorded."""
    missing = amounts >= ENDLESS

    def most(rows: slice, sets: Sets) -> Ints:
        return _summed(np.where(missing[rows], 0, amounts[rows]), missing[rows], sets.counts_of_others)

    return most
