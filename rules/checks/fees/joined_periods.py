"""Players who sat down during a paid, shared period."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
from msgspec import Struct

from rules.checks.fees.hourly_charges import MINUTE
from rules.checks.fees.time_fees import (
    Collection,
    by_period,
    by_player,
    collections_under,
    sat_across,
    stretches_of,
)
from rules.checks.support.log_view import LogView
from rules.checks.support.stretches import Stretch
from rules.controls.ruleset import Ruleset
from rules.hands import Flags

Span = tuple[int, int]  # from an instant to another


class SharedPeriod(Struct, frozen=True):
    """A period paid by those there at its start, or ahead.

    least, most: a share in minor units, apart by odd amounts.
    """

    span: Span
    ruleset: Ruleset
    least: int
    most: int


class Joined(NamedTuple):
    """A player who joined during a period.

    hand: position of his first. left: least and most microseconds remaining as he sat down. paid: for time within it.
    returned: played less than a period before it, and may have kept his seat.
    """

    stretch: Stretch
    period: SharedPeriod
    hand: int
    left: Span
    paid: int
    returned: bool


def joined_periods(log: LogView, has: Callable[[Ruleset], Any]) -> list[Joined]:
    """Players who joined during a period; hands in order, times stated.

    One who paid for it ahead had a seat.
    """
    collections = [each for each in collections_under(log, has) if each.amount]
    periods, own = list(_shared(log, collections)), by_player(collections)
    ordered = sorted(log.people.stretches, key=lambda each: each.begins)
    starts = [each.begins for each in ordered]
    found: list[Joined] = []
    for period in periods:
        begins, ends = period.span
        seen: set[str] = set()
        for stretch in ordered[bisect_right(starts, begins) : bisect_left(starts, ends)]:
            if stretch.player not in seen:
                seen.add(stretch.player)
                joined = _joined(log, period, stretch, own.get(stretch.player, ()))
                found += [] if joined is None else [joined]
    return found


def unplaced(log: LogView) -> Flags:
    """(N,) hands after a gap, whose players may have sat down earlier."""
    mask = np.zeros(len(log), np.bool_)
    mask[1:] = np.diff(log.number) != 1
    return mask


def _shared(log: LogView, collections: Sequence[Collection]) -> Iterator[SharedPeriod]:
    """Paid periods in order; of overlapping ones the first."""
    free_from: int | None = None
    for (begins, ends), listed in by_period(collections).items():
        ruleset = listed[0].ruleset
        assert ruleset is not None
        ahead = [each for each in listed if each.at <= begins or sat_across(log, each)]
        minutes = ruleset.sections.fees.time.period.minutes
        whole = minutes is None or ends - begins == minutes * MINUTE
        if not whole or not ahead or (free_from is not None and begins < free_from):
            continue
        free_from = ends
        shares = [sum(each.amount for each in paid) for paid in by_player(ahead).values()]
        yield SharedPeriod((begins, ends), ruleset, min(shares), max(shares))


def _joined(
    log: LogView, period: SharedPeriod, stretch: Stretch, own: Sequence[Collection]
) -> Joined | None:  # fmt: skip
    """A player who joined; None: not shown."""
    begins, ends = period.span
    hand = int(np.searchsorted(log.number, stretch.first))
    before = int(log.at[hand - 1]) if hand else begins - 1
    if before < begins or log.number[hand] - log.number[hand - 1] != 1:
        return None
    earlier = [each.ends for each in stretches_of(log)[stretch.player] if each.begins < stretch.begins]
    if earlier and max(earlier) >= begins:
        return None
    mine = [each for each in own if each.begins < ends and each.ends > begins]
    if any(each.at <= begins for each in mine):
        return None
    paid = sum(_within(each, period.span) for each in mine)
    returned = bool(earlier) and max(earlier) > 2 * begins - ends
    return Joined(stretch, period, hand, (ends - stretch.begins, ends - before), paid, returned)


def _within(each: Collection, span: Span) -> int:
    """Part of a payment within a period, rounded down."""
    covered = min(each.ends, span[1]) - max(each.begins, span[0])
    return each.amount * covered // (each.ends - each.begins)
