"""Calibration: how many alarms honest room-years raise, looked at every night."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor

from msgspec import Struct

from rules.controls.library import library
from rules.replay.scoring import Scoring, compiled
from rules.screening.repeated_deals import repeated_deals
from rules.screening.room_year import screened_year
from rules.screening.shown_alarms import beside_others
from simulation.screened.room_regulars import RoomHabits
from simulation.screened.simulated_room_year import EVENINGS, room_year

PROCESSES = 2
RULESET = "wsgc-2-4"


def scoring() -> Scoring:
    """The scoring under which the years are played."""
    return compiled(library().choice(RULESET).revisions[0])


class YearAlarms(Struct, frozen=True):
    """Alarms of one honest room-year by indicator. withheld: E reached the limit, and what else an alarm needs was missing."""

    seed: int
    hands: int
    alarms: dict[str, int]
    withheld: dict[str, int]
    testable: dict[str, int]


def alarms_of_year(seed: int, habits: RoomHabits, evenings: int = EVENINGS) -> YearAlarms:
    """The alarms of a room-year: of each unit that reached its limit on any night."""
    sessions = list(room_year(seed, habits, scoring(), evenings=evenings))
    units = beside_others(screened_year(sessions))
    assert not any(each.failed for each in sessions)
    alarms = Counter(each.entry.code for each in units if each.since)
    alarms["SCN002"] += sum(each.alarm for each in repeated_deals(sessions))
    return YearAlarms(
        seed, sum(each.hands for each in sessions), dict(+alarms),
        dict(Counter(each.entry.code for each in units if each.withheld)),
        dict(Counter(each.entry.code for each in units if each.place)),
    )  # fmt: skip


def calibrated(
    seeds: range, habits: RoomHabits, *, evenings: int = EVENINGS, processes: int = PROCESSES
) -> Iterator[YearAlarms]:
    """Alarms of room-years, in the order of their seeds."""
    count = len(seeds)
    if processes == 1:
        yield from map(alarms_of_year, seeds, [habits] * count, [evenings] * count)
        return
    with ProcessPoolExecutor(processes) as pool:
        yield from pool.map(alarms_of_year, seeds, [habits] * count, [evenings] * count)


def in_all(years: list[YearAlarms]) -> Mapping[str, int]:
    """Alarms by indicator of some room-years."""
    total: Counter[str] = Counter()
    for year in years:
        total.update(year.alarms)
    return dict(sorted(total.items()))
