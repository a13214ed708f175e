"""Charges in any 60 minutes, or another period.

`too_much`: charges within so many periods may not cost more than the limit for those. `by_minute`: no minute may cost more
than its part of the limit: $10 for 12:00 to 13:00 and $10 for 12:01 to 13:01 are $19.83 for the first hour. No document
prices a part of an hour, so a finding that rests on one is uncertain.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise, takewhile
from typing import NamedTuple

import numpy as np

HOUR = 3_600_000_000  # microseconds
MINUTE = 60_000_000
_DAY = 24 * HOUR


class ChargedTime(NamedTuple):
    """An amount for a time; a hand is one instant."""

    begins: int
    ends: int
    amount: int


class Window(NamedTuple):
    """Charges wholly within periods. members: positions by beginning."""

    begins: int
    periods: int
    amount: int
    members: list[int]


def too_much(charges: Sequence[ChargedTime], most: int, length: int = HOUR) -> list[Window]:
    """Separate windows of whole periods with more than ``most`` a period.

    Charges count when wholly within, begun periods as whole, so that the excess holds for any reading.
    """
    order = sorted(range(len(charges)), key=lambda each: charges[each])
    if not order or not _suspect([charges[each] for each in order], most, length):
        return []
    found: list[Window] = []
    reported: set[int] = set()
    for place, start in enumerate(order):
        while start not in reported and (window := _from(charges, order, place, reported, most, length)):
            found.append(window)
            reported.update(window.members)
    return found


def _from(
    charges: Sequence[ChargedTime],
    order: Sequence[int],
    place: int,
    reported: set[int],
    most: int,
    length: int,
) -> Window | None:
    """First window with excess from a charge, within a day."""
    start = charges[order[place]].begins
    following = (order[later] for later in range(place, len(order)))
    near = takewhile(lambda each: charges[each].begins < start + _DAY, following)
    within = sorted((_periods(start, charges[each], length), each) for each in near if each not in reported)
    amount = 0
    for many, (periods, each) in enumerate(within, 1):
        amount += charges[each].amount
        last = many == len(within) or within[many][0] > periods
        if last and amount > most * periods:
            members = sorted((one for _, one in within[:many]), key=lambda one: charges[one])
            return Window(start, periods, amount, members)
    return None


def _periods(start: int, charge: ChargedTime, length: int) -> int:
    """Periods to the end of a charge; a hand belongs to the one it begins."""
    if charge.ends > charge.begins:
        return max(1, -(-(charge.ends - start) // length))
    return (charge.begins - start) // length + 1


def _suspect(charges: Sequence[ChargedTime], most: int, length: int) -> bool:
    """Whether any one period has an excess; else no window has."""
    begins = np.array([each.begins for each in charges], np.int64)
    sums = np.concatenate(([0], np.cumsum([each.amount for each in charges])))
    ends = np.searchsorted(begins, begins + length)
    return bool((sums[ends] - sums[:-1] > most).any())


class Hour(NamedTuple):
    """Period charged too much by the minute.

    amount: minor units, rounded down. members: positions by beginning. sure: even if part of a period may cost a whole one.
    """

    begins: int
    amount: int
    members: list[int]
    sure: bool


def by_minute(charges: Sequence[ChargedTime], most: int, length: int = HOUR) -> list[Hour]:
    """Separate periods charged too much by the minute, largest first.

    Charges first count for the whole periods they begin, which makes an excess sure; the others then for their own minutes.
    Less than a minute's price is no excess.
    """
    surely = _hours(charges, range(len(charges)), most, length, sure=True)
    reported = {each for hour in surely for each in hour.members}
    left = [place for place in range(len(charges)) if place not in reported]
    return [*surely, *_hours(charges, left, most, length, sure=False)]


def _hours(
    charges: Sequence[ChargedTime], places: Sequence[int], most: int, length: int, *, sure: bool
) -> list[Hour]:
    ordered = sorted((charges[place], place) for place in places if charges[place].amount)
    if _steady([charge for charge, _ in ordered], most, length):
        return []
    listed = [charge for charge, _ in ordered]
    found: list[Hour] = []
    for begin in _suspect_hours(listed, most, length, sure=sure):
        if any(abs(begin - each.begins) < length for each in found):
            continue
        exact = _for(listed, begin, length, sure=sure)
        if int(exact) > most and exact - most >= Fraction(most * MINUTE, length):
            members = [place for charge, place in ordered if _meets(charge, begin, begin + length)]
            found.append(Hour(begin, int(exact), members, sure))
    return found


def _steady(ordered: Sequence[ChargedTime], most: int, length: int) -> bool:
    """Whether charges follow one another within the limit."""
    lies_apart = all(one.ends <= other.begins for one, other in pairwise(ordered))
    return lies_apart and all(each.amount * length <= most * (each.ends - each.begins) for each in ordered)


def _suspect_hours(listed: Sequence[ChargedTime], most: int, length: int, *, sure: bool) -> list[int]:
    """Begins of periods with a possible excess, greatest first.

    The greatest begins or ends with a charge. Floats, with half a minor unit to spare.
    """
    begins = np.array([each.begins for each in listed], np.int64)
    ends = np.array([each.ends for each in listed], np.int64)
    amounts = np.array([each.amount for each in listed], np.float64)
    spans = np.array([_paid_for(each, length, sure=sure) for each in listed], np.float64)
    starts = np.unique(np.concatenate((begins, ends - length)))
    base = int(starts[0])
    lasting = ends > begins
    edges = np.unique(np.concatenate((begins, ends)))
    rate = np.zeros(len(edges), np.float64)  # from an edge to the next
    change = np.where(lasting, amounts / np.maximum(spans, 1), 0)
    np.add.at(rate, np.searchsorted(edges, begins), change)
    np.subtract.at(rate, np.searchsorted(edges, ends), change)
    so_far = np.concatenate(([0.0], np.cumsum(np.cumsum(rate)[:-1] * np.diff(edges))))
    until = np.interp(starts - base + length, edges - base, so_far)
    within = until - np.interp(starts - base, edges - base, so_far)
    order = np.argsort(begins[~lasting])
    moments = begins[~lasting][order]
    sums = np.concatenate(([0.0], np.cumsum(amounts[~lasting][order])))
    within += sums[np.searchsorted(moments, starts + length)] - sums[np.searchsorted(moments, starts)]
    over = np.flatnonzero(within > most + most * MINUTE / length - 0.5)
    found: list[int] = starts[over[np.lexsort((over, -np.round(within[over], 3)))]].tolist()
    return found


def _for(listed: Sequence[ChargedTime], begin: int, length: int, *, sure: bool) -> Fraction:
    total = Fraction(0)
    for each in listed:
        if each.ends > each.begins:
            minutes = min(each.ends, begin + length) - max(each.begins, begin)
            total += Fraction(each.amount * max(minutes, 0), _paid_for(each, length, sure=sure))
        elif begin <= each.begins < begin + length:
            total += each.amount
    return total


def _paid_for(charge: ChargedTime, length: int, *, sure: bool) -> int:
    """Time that a charge pays for: its own, or whole periods."""
    lasts = charge.ends - charge.begins
    return -(-lasts // length) * length if sure else lasts


def _meets(charge: ChargedTime, begins: int, ends: int) -> bool:
    if charge.ends > charge.begins:
        return charge.begins < ends and charge.ends > begins
    return begins <= charge.begins < ends
