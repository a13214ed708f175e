"""Calibration: how many alarms honest room-years raise, looked at every night."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from datetime import date

from msgspec import Struct

from rules.replay.scoring import Scoring
from rules.screening.repeated_deals import repeated_deals
from rules.screening.room_year import screened_year
from rules.screening.session_statistics import SessionStatistics
from rules.screening.shown_alarms import beside_others
from simulation.screened.room_files_and_counts import files_and_counts
from simulation.screened.room_regulars import RoomHabits
from simulation.screened.simulated_room_year import EVENINGS, pot_room_year, room_year
from tests.calibration.rulesets import ruleset_of, scoring_of

PROCESSES = 2
LAST_DAY = date(2026, 12, 31)


def scoring() -> Scoring:
    """The scoring under which the years of closed games are played."""
    return scoring_of("chinese")


def _of_closed(seed: int, habits: RoomHabits, evenings: int) -> Iterator[SessionStatistics]:
    return room_year(seed, habits, scoring(), evenings=evenings)


def _of_open_face(seed: int, habits: RoomHabits, evenings: int) -> Iterator[SessionStatistics]:
    return room_year(seed, habits, scoring_of("ofc"), evenings=evenings)


def _of_pots(seed: int, habits: RoomHabits, evenings: int) -> Iterator[SessionStatistics]:
    return pot_room_year(seed, habits, ruleset_of("pot"), evenings=evenings)


def _of_files(seed: int, _: RoomHabits, __: int) -> Iterator[SessionStatistics]:
    return files_and_counts(seed)


WORLDS: Mapping[str, Callable[[int, RoomHabits, int], Iterator[SessionStatistics]]] = {
    "closed": _of_closed,
    "open_face": _of_open_face,
    "pots": _of_pots,
    "files": _of_files,
}


class YearAlarms(Struct, frozen=True):
    """Alarms of one honest room-year by indicator. withheld: E reached the limit, and what else an alarm needs was missing."""

    seed: int
    hands: int
    alarms: dict[str, int]
    withheld: dict[str, int]
    testable: dict[str, int]


def alarms_of_year(
    seed: int, habits: RoomHabits, evenings: int = EVENINGS, world: str = "closed"
) -> YearAlarms:
    """The alarms of a room-year: of each unit that reached its limit on any night."""
    sessions = list(WORLDS[world](seed, habits, evenings))
    assert not any(each.failed for each in sessions)
    return counted_alarms(seed, sessions)


def counted_alarms(seed: int, sessions: Sequence[SessionStatistics]) -> YearAlarms:
    """The alarms of the sessions of a room-year."""
    units = beside_others(screened_year(sessions, LAST_DAY))
    alarms = Counter(each.entry.code for each in units if each.since)
    alarms["SCN002"] += sum(each.alarm for each in repeated_deals(sessions))
    return YearAlarms(
        seed, sum(each.hands for each in sessions), dict(+alarms),
        dict(Counter(each.entry.code for each in units if each.withheld)),
        dict(Counter(each.entry.code for each in units if each.place)),
    )  # fmt: skip


def calibrated(
    seeds: range,
    habits: RoomHabits,
    *,
    evenings: int = EVENINGS,
    processes: int = PROCESSES,
    world: str = "closed",
) -> Iterator[YearAlarms]:
    """Alarms of room-years, in the order of their seeds."""
    count = len(seeds)
    wanted = seeds, [habits] * count, [evenings] * count, [world] * count
    if processes == 1:
        yield from map(alarms_of_year, *wanted)
        return
    with ProcessPoolExecutor(processes) as pool:
        yield from pool.map(alarms_of_year, *wanted)


def in_all(years: list[YearAlarms]) -> Mapping[str, int]:
    """Alarms by indicator of some room-years."""
    total: Counter[str] = Counter()
    for year in years:
        total.update(year.alarms)
    return dict(sorted(total.items()))
