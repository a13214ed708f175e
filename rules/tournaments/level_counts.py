"""Levels by number of hands, by whose hands count. AMB-CARN-level-counter.

Across tables, every hand must be on record with its time, else NOT_RECORDED.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

import numpy as np
from msgspec import Struct

from rules.hands import NOT_RECORDED, Ints
from rules.replay.level_schedule import LevelSchedule


class CountedHand(Struct, frozen=True):
    """A hand that counts towards a level; None: unrecorded. at: microseconds since the epoch. players: dealt in."""

    table: str
    hand: int
    at: int | None
    players: frozenset[str] | None


_Key = tuple[str, int]  # table and hand


def levels_by_count(
    hands: Sequence[CountedHand], tables: Iterable[str], schedule: LevelSchedule
) -> list[int]:
    """Level due in each hand. tables: those with a seat taken."""
    if schedule.counter == "table":
        return _levels([each.hand for each in hands], schedule)
    known = _each_once(hands)
    times = {key: each.at for key, each in known.items() if each.at is not None}
    if len(times) < len(known) or not _whole(known, tables):
        return [NOT_RECORDED] * len(hands)
    if schedule.counter == "player":
        found = _by_players(known, times, schedule)
    else:
        found = dict(
            zip(times, _between(list(times.values()), sorted(times.values()), schedule), strict=True)
        )
    return [found[each.table, each.hand] for each in hands]


def _each_once(hands: Iterable[CountedHand]) -> dict[_Key, CountedHand]:
    found: dict[_Key, CountedHand] = {}
    for each in hands:
        key = (each.table, each.hand)
        other = found.get(key, each)
        at = each.at if other.at is None else other.at
        found[key] = CountedHand(*key, at, each.players if other.players is None else other.players)
    return found


def _whole(known: Iterable[_Key], tables: Iterable[str]) -> bool:
    numbers: defaultdict[str, set[int]] = defaultdict(set)
    for table, hand in known:
        numbers[table].add(hand)
    return all(
        max(mine) == len(mine) and min(mine) == 1 for mine in numbers.values()
    ) and numbers.keys() >= set(tables)


def _by_players(
    known: Mapping[_Key, CountedHand], times: Mapping[_Key, int], schedule: LevelSchedule
) -> dict[_Key, int]:
    mine: defaultdict[str, list[int]] = defaultdict(list)
    for key, each in known.items():
        if each.players is None:
            return dict.fromkeys(known, NOT_RECORDED)
        for player in each.players:
            mine[player].append(times[key])
    ordered = {player: sorted(each) for player, each in mine.items()}
    found = {}
    for key, each in known.items():
        levels = {_between([times[key]], ordered[player], schedule)[0] for player in each.players or ()}
        found[key] = levels.pop() if len(levels) == 1 else NOT_RECORDED
    return found


def _between(times: Sequence[int], ordered: Sequence[int], schedule: LevelSchedule) -> list[int]:
    """Levels at times among ``ordered``. Hands of one instant have no order."""
    first = _levels([bisect_left(ordered, each) + 1 for each in times], schedule)
    last = _levels([bisect_right(ordered, each) for each in times], schedule)
    return [one if one == other else NOT_RECORDED for one, other in zip(first, last, strict=True)]


def _levels(numbers: Sequence[int], schedule: LevelSchedule) -> list[int]:
    levels: Ints = schedule.level_of(np.array(numbers, np.int64))
    return [int(each) for each in levels]
