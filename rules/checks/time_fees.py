"""Collections of time (`fee` events) with the controls that they were made under: shared by the checks of them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from msgspec import UNSET

from rules.checks.base import NOT_RECORDED, LogView
from rules.checks.stretches import Stretch
from rules.controls.ruleset import Ruleset
from rules.hands import Flags
from rules.records.events import Fee
from rules.times import date_of, parse_one

NONE_RECORDED = "no collection of time is in the log"
NO_TIME = "a collection does not state the time that it pays for"
UNTIMED = "the times of the hands were not recorded"
DISORDERED = "the hands are not in the order of their numbers and times"


@dataclass(frozen=True, slots=True)
class Collection:
    """What was taken from a player for a time of play. day: the gaming day on which it was taken."""

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
        """Whether the time that it pays for has a beginning and an end after it."""
        return self.ends > self.begins


@lru_cache(maxsize=1)
def collections_of(log: LogView) -> list[Collection]:
    """Those of a log, in its order; kept for the checks that ask again."""
    return [_collection(log, line, event) for line, event in log.events if isinstance(event, Fee)]


def _collection(log: LogView, line: int, event: Fee) -> Collection:
    at, written = parse_one(event.at) or (NOT_RECORDED, NOT_RECORDED)
    begins, _ = parse_one(event.covers_from) or (NOT_RECORDED, 0)
    ends, _ = parse_one(event.covers_to) or (NOT_RECORDED, 0)
    day = int(log.room.days(np.array([at]))[0]) if log.room is not None else written
    ruleset = None if log.choice is None or day == NOT_RECORDED else log.choice.on(date_of(day))
    return Collection(line, event.seat, event.player, event.amount, at, begins, ends, day, ruleset)


def held_to(log: LogView, has: Callable[[Ruleset], Any]) -> list[Collection]:
    """Collections under controls of which something holds."""
    return [each for each in collections_of(log) if each.ruleset is not None and has(each.ruleset)]


def missing(log: LogView, ruled: Flags, *, covers: bool = False) -> list[tuple[Flags, str]]:
    """Hands for which collections say nothing: there are none, and no control total says so.

    covers: what they pay for has to be known too.
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
    """Hands for which nobody can be placed in time: times that were not recorded, or that run back."""
    timed = log.at != NOT_RECORDED
    if not timed.all():
        return [(ruled, UNTIMED)]
    back = (np.diff(log.at) < 0).any() or (np.diff(log.number) <= 0).any()
    return [(ruled, DISORDERED)] if back else []


@lru_cache(maxsize=1)
def stretches_of(log: LogView) -> dict[str, list[Stretch]]:
    """Where each player sat from when to when, by when he sat down; kept for the checks that ask again."""
    return _by_begin(log.stretches)


@lru_cache(maxsize=1)
def seated_of(log: LogView) -> dict[str, list[Stretch]]:
    """The same, each without a rest of the table: after one nobody can say who had stayed."""
    return _by_begin(log.seated)


def _by_begin(stretches: Iterable[Stretch]) -> dict[str, list[Stretch]]:
    found: dict[str, list[Stretch]] = defaultdict(list)
    for each in sorted(stretches, key=lambda each: each.begins):
        found[each.player].append(each)
    return dict(found)


def sat_across(log: LogView, each: Collection) -> bool:
    """Whether a player sat in hands when what he paid for began."""
    return any(one.begins <= each.begins <= one.ends for one in seated_of(log).get(each.player, []))


def sat_before(log: LogView, each: Collection) -> bool:
    """Whether a player was in a hand before he paid, and at or after the beginning of what he paid for, or across it."""
    sat = seated_of(log).get(each.player, [])
    return any(one.begins < each.at and one.ends >= each.begins for one in sat)


class TimeAtTable(NamedTuple):
    """Hands one after the other that a player was in, in one seat or several: from when to when."""

    begins: int
    ends: int


def times_at_table(log: LogView, player: str) -> list[TimeAtTable]:
    """Those of a player, by when he sat down, in a log whose hand numbers rise."""
    found: list[tuple[TimeAtTable, int]] = []  # with the number of the last hand
    for each in stretches_of(log).get(player, []):
        if found and each.first == found[-1][1] + 1:
            found[-1] = TimeAtTable(found[-1][0].begins, each.ends), each.last
        else:
            found.append((TimeAtTable(each.begins, each.ends), each.last))
    return [sitting for sitting, _ in found]


def placeable(log: LogView) -> bool:
    """Whether the times of all hands are there and run forward."""
    return not in_order(log, np.ones(len(log), np.bool_))


def by_period(collections: Iterable[Collection]) -> dict[tuple[int, int], list[Collection]]:
    """Collections by the time that they pay for, where it has a beginning and an end."""
    found: dict[tuple[int, int], list[Collection]] = defaultdict(list)
    for each in collections:
        if each.dated:
            found[each.begins, each.ends].append(each)
    return dict(sorted(found.items()))


def by_player(collections: Iterable[Collection]) -> dict[str, list[Collection]]:
    """Collections by the player that they were taken from, in the order of the log."""
    found: dict[str, list[Collection]] = defaultdict(list)
    for each in collections:
        found[each.player].append(each)
    return dict(found)


def span(log: LogView, begins: int, ends: int) -> str:
    """A time of play as people write it."""
    return f"{log.time(begins)} to {log.time(ends)}"
