"""What was charged in an hour: any 60 minutes, by instants and not by the hours of a clock."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice, takewhile
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
    """Charges that lie within so many hours as a whole. members: positions, by the time they begin."""

    begins: int
    hours: int
    amount: int
    members: list[int]


def too_much(charges: Sequence[Charged], most: int) -> list[Window]:
    """The windows of one or more whole hours in which more than so much an hour was charged, none of them twice.

    Only what lies within a window as a whole counts in it, and an hour that has begun counts as one: so what is found is
    too much whichever way parts of an hour are counted.
    """
    order = sorted(range(len(charges)), key=lambda each: charges[each])
    if not order or not _suspect([charges[each] for each in order], most):
        return []
    found: list[Window] = []
    done = 0
    for place in range(len(order)):
        if place >= done and (window := _from(charges, order, place, most)):
            found.append(window)
            done = 1 + max(order.index(each, place) for each in window.members)
    return found


def _from(charges: Sequence[Charged], order: Sequence[int], place: int, most: int) -> Window | None:
    """The first window with too much that begins with a charge, up to a day long."""
    start = charges[order[place]].begins
    near = list(takewhile(lambda each: charges[each].begins < start + _DAY, islice(order, place, None)))
    members: list[int] = []
    amount = 0
    for each in sorted(near, key=lambda each: (charges[each].ends, charges[each].begins)):
        members.append(each)
        amount += charges[each].amount
        hours = _hours(start, charges[each])
        if amount > most * hours:
            return Window(start, hours, amount, sorted(members, key=lambda one: charges[one]))
    return None


def _hours(start: int, charge: Charged) -> int:
    """The hours from an instant to the end of what is paid for; a hand that begins with a new hour is of that one."""
    if charge.ends > charge.begins:
        return max(1, -(-(charge.ends - start) // HOUR))
    return (charge.begins - start) // HOUR + 1


def _suspect(charges: Sequence[Charged], most: int) -> bool:
    """Whether more than so much begins within any one hour: where it does not, no window holds too much."""
    begins = np.array([each.begins for each in charges], np.int64)
    sums = np.concatenate(([0], np.cumsum([each.amount for each in charges])))
    ends = np.searchsorted(begins, begins + HOUR)
    return bool((sums[ends] - sums[:-1] > most).any())
