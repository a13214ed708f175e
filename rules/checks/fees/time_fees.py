"""Collections of time (`fee` events), with controls."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import numpy as np
from msgspec import UNSET, Struct

from rules.checks.fees.table_charge import charges_time
from rules.checks.support.check import NOT_RECORDED
from rules.checks.support.log_view import LogView
from rules.checks.support.stretches import Stretch
from rules.checks.support.view_cache import shared
from rules.controls.ruleset import Ruleset
from rules.hands import Flags
from rules.records.events import Fee
from rules.times import date_of, parse_one

NONE_RECORDED = "no collection of time is in the log"
NO_TIME = "a collection does not state the time that it pays for"
UNTIMED = "the times of the hands were not recorded"
DISORDERED = "the hands are not in the order of their numbers and times"


class Collection(Struct, frozen=True):
    """A collection for a time of play. day: gaming day."""

    line: int
    seat: int
    player: str
    amount: int
    at: int
    begins: int
    ends: int
    day: int
    ruleset: Ruleset | None

    @property
    def dated(self) -> bool:
        """Whether its time has a beginning and an end."""
        return self.ends > self.begins


@shared
def collections_of(log: LogView) -> list[Collection]:
    """Collections of a log, in order; cached."""
    return [_collection(log, line, event) for line, event in log.events.of(Fee)]


def _collection(log: LogView, line: int, event: Fee) -> Collection:
    at, written = parse_one(event.at) or (NOT_RECORDED, NOT_RECORDED)
    begins, _ = parse_one(event.covers_from) or (NOT_RECORDED, 0)
    ends, _ = parse_one(event.covers_to) or (NOT_RECORDED, 0)
    day = int(log.room.days(np.array([at]))[0]) if log.room is not None else written
    ruleset = None if log.rules.choice is None or day == NOT_RECORDED else log.rules.choice.on(date_of(day))
    return Collection(line, event.seat, event.player, event.amount, at, begins, ends, day, ruleset)


def collections_under(log: LogView, has: Callable[[Ruleset], Any]) -> list[Collection]:
    """Collections under some controls, at tables that charge time."""
    return [
        each
        for each in collections_of(log)
        if each.ruleset is not None
        and has(each.ruleset)
        and charges_time(log, each.ruleset, each.line, each.begins)
    ]


def missing(log: LogView, ruled: Flags, *, covers: bool = False) -> list[tuple[Flags, str]]:
    """Hands untestable for lack of collections, unless the total says none.

    covers: times must be recorded, too.
    """
    found = collections_of(log)
    none_charged = (
        log.close is not None and log.close[1].totals is not UNSET and log.close[1].totals.time == 0
    )
    masks = [] if found or none_charged else [(ruled, NONE_RECORDED)]
    if covers and any(not each.dated for each in found):
        masks.append((ruled, NO_TIME))
    return masks


def in_order(log: LogView, ruled: Flags) -> list[tuple[Flags, str]]:
    """Hands untestable since times are missing or disordered."""
    timed = log.at != NOT_RECORDED
    if not timed.all():
        return [(ruled, UNTIMED)]
    back = (np.diff(log.at) < 0).any() or (np.diff(log.number) <= 0).any()
    return [(ruled, DISORDERED)] if back else []


@shared
def stretches_of(log: LogView) -> dict[str, list[Stretch]]:
    """Stretches by player, earliest first; cached."""
    return _by_begin(log.people.stretches)


@shared
def seated_of(log: LogView) -> dict[str, list[Stretch]]:
    """Stretches ended by rests, through which nobody is known to stay."""
    return _by_begin(log.people.unrested)


def _by_begin(stretches: Iterable[Stretch]) -> dict[str, list[Stretch]]:
    found: dict[str, list[Stretch]] = defaultdict(list)
    for each in sorted(stretches, key=lambda each: each.begins):
        found[each.player].append(each)
    return dict(found)


def sat_across(log: LogView, each: Collection) -> bool:
    """Whether the player was in hands when the paid time began."""
    return any(one.begins <= each.begins <= one.ends for one in seated_of(log).get(each.player, []))


def sat_before(log: LogView, each: Collection) -> bool:
    """Whether the player was in a hand before paying, and since the paid time began."""
    sat = seated_of(log).get(each.player, [])
    return any(one.begins < each.at and one.ends >= each.begins for one in sat)


class TimeAtTable(NamedTuple):
    """Consecutive hands of a player, in any seats."""

    begins: int
    ends: int


def times_at_table(log: LogView, player: str) -> list[TimeAtTable]:
    """Times of a player, in order; hand numbers must rise."""
    found: list[tuple[TimeAtTable, int]] = []  # with the number of the last hand
    for each in stretches_of(log).get(player, []):
        if found and each.first == found[-1][1] + 1:
            found[-1] = TimeAtTable(found[-1][0].begins, each.ends), each.last
        else:
            found.append((TimeAtTable(each.begins, each.ends), each.last))
    return [sitting for sitting, _ in found]


def placeable(log: LogView) -> bool:
    return not in_order(log, np.ones(len(log), np.bool_))


def by_period(collections: Iterable[Collection]) -> dict[tuple[int, int], list[Collection]]:
    """Collections by the time paid for, where dated."""
    found: dict[tuple[int, int], list[Collection]] = defaultdict(list)
    for each in collections:
        if each.dated:
            found[each.begins, each.ends].append(each)
    return dict(sorted(found.items()))


def by_player(collections: Iterable[Collection]) -> dict[str, list[Collection]]:
    """Collections by player, in log order."""
    found: dict[str, list[Collection]] = defaultdict(list)
    for each in collections:
        found[each.player].append(each)
    return dict(found)


def span(log: LogView, begins: int, ends: int) -> str:
    return f"{log.time(begins)} to {log.time(ends)}"
