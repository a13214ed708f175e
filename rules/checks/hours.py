"""What was charged in an hour, or in another period: any 60 minutes, by instants and not by the hours of a clock."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import NamedTuple

import numpy as np

HOUR = 3_600_000_000  # microseconds
MINUTE = 60_000_000
_DAY = 24 * HOUR


class Charged(NamedTuple):
    """An amount for the time from one instant to another; for a hand both are the same."""

    begins: int
    ends: int
    amount: int


class Window(NamedTuple):
    """All charges that lie within so many periods as a whole. members: positions, by the time they begin."""

    begins: int
    periods: int
    amount: int
    members: list[int]


def too_much(charges: Sequence[Charged], most: int, length: int = HOUR) -> list[Window]:
    """The windows of one or more whole periods in which more than so much a period was charged, nothing of them twice.

    Only what lies within a window as a whole counts in it, and a period that has begun counts as one: so what is found is
    too much whichever way parts of a period are counted.
    """
    order = sorted(range(len(charges)), key=lambda each: charges[each])
    if not order or not _suspect([charges[each] for each in order], most, length):
        return []
    found: list[Window] = []
    told: set[int] = set()
    for place, start in enumerate(order):
        while start not in told and (window := _from(charges, order, place, told, most, length)):
            found.append(window)
            told.update(window.members)
    return found


def _from(
    charges: Sequence[Charged], order: Sequence[int], place: int, told: set[int], most: int, length: int
) -> Window | None:
    """The first window with too much that begins with a charge, up to a day long, of what was not told yet."""
    start = charges[order[place]].begins
    following = (order[later] for later in range(place, len(order)))
    near = takewhile(lambda each: charges[each].begins < start + _DAY, following)
    within = sorted((_periods(start, charges[each], length), each) for each in near if each not in told)
    amount = 0
    for many, (periods, each) in enumerate(within, 1):
        amount += charges[each].amount
        last = many == len(within) or within[many][0] > periods
        if last and amount > most * periods:
            members = sorted((one for _, one in within[:many]), key=lambda one: charges[one])
            return Window(start, periods, amount, members)
    return None


def _periods(start: int, charge: Charged, length: int) -> int:
    """The periods from an instant to the end of what is paid for; a hand that begins with a new one is of that one."""
    if charge.ends > charge.begins:
        return max(1, -(-(charge.ends - start) // length))
    return (charge.begins - start) // length + 1


def _suspect(charges: Sequence[Charged], most: int, length: int) -> bool:
    """Whether more than so much begins within any one period: where it does not, no window holds too much."""
    begins = np.array([each.begins for each in charges], np.int64)
    sums = np.concatenate(([0], np.cumsum([each.amount for each in charges])))
    ends = np.searchsorted(begins, begins + length)
    return bool((sums[ends] - sums[:-1] > most).any())
