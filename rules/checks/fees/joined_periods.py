"""Players who sat down during a paid period of a table that shares the charge for its time."""

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
    """A period for which players paid who sat there when it began, or who paid ahead.

    least, most: share of one of them, in minor units; they differ by odd amounts.
    """

    span: Span
    ruleset: Ruleset
    least: int
    most: int


class Joined(NamedTuple):
    """A player whose first hand of a period was dealt after another hand of it.

    hand: position of his first hand. left: the least and the most microseconds of the period that were left when he sat
    down: he was there for his first hand, and not in the one before it. paid: his payment for the time within the period.
    returned: he was in a hand less than a period before it began, and may have kept his seat.
    """

    stretch: Stretch
    period: SharedPeriod
    hand: int
    left: Span
    paid: int
    returned: bool


def joined_periods(log: LogView, has: Callable[[Ruleset], Any]) -> list[Joined]:
    """The players who sat down during a period, in a log whose hands are in order and whose collections state their time.

    A player who paid for the period before it began had a seat, and did not join during it.
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
    """(N,) hands after a missing one: who appears in them may have sat down at any time before."""
    mask = np.zeros(len(log), np.bool_)
    mask[1:] = np.diff(log.number) != 1
    return mask


def _shared(log: LogView, collections: Sequence[Collection]) -> Iterator[SharedPeriod]:
    """The paid periods in their order; of those that overlap, the one that begins first."""
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
    """A player's first hands of a period; None where they do not show that he sat down during it."""
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
    """Part of a payment for the time within a period, rounded down to a minor unit."""
    covered = min(each.ends, span[1]) - max(each.begins, span[0])
    return each.amount * covered // (each.ends - each.begins)
