"""Measures of screening: alarms of honest room-years, and hands until planted conduct is one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from msgspec import Struct

from simulation.screened.planted_conduct import PLANTED
from simulation.screened.room_regulars import CHANCE, GREAT_SKILL, LIVED, SKILL, RoomHabits
from tests.calibration.hands_to_alarm import HandsToAlarm, hands_to_alarm
from tests.calibration.room_years import calibrated

ROOMS: Mapping[str, RoomHabits] = {
    "chance": CHANCE,
    "skill": SKILL,
    "far_apart": GREAT_SKILL,
    "habits": LIVED,
}
YEARS = {"chance": 20, "skill": 60, "far_apart": 60, "habits": 60}
PLANTED_SEEDS = range(5)


class CalibratedRooms(Struct, frozen=True):
    """Room-years of one kind. alarms, withheld: units by indicator. years_with: years with an alarm of the indicator. testable:
    units that could be tested, a year.
    """

    years: int
    hands: int
    alarms: dict[str, int]
    withheld: dict[str, int]
    years_with: dict[str, int]
    testable: dict[str, int]


class MeasuredScreening(Struct, frozen=True):
    """Figures of docs/screening.md."""

    rooms: dict[str, CalibratedRooms]
    planted: list[HandsToAlarm]


def calibrated_rooms(years: int, habits: RoomHabits) -> CalibratedRooms:
    """Calibration of room-years with some habits."""
    alarms, withheld, years_with, testable = Counter[str](), Counter[str](), Counter[str](), Counter[str]()
    hands = 0
    for year in calibrated(range(years), habits):
        hands += year.hands
        alarms.update(year.alarms)
        withheld.update(year.withheld)
        years_with.update(year.alarms.keys())
        testable.update(year.testable)
    return CalibratedRooms(
        years, hands, *(dict(sorted(each.items())) for each in (alarms, withheld, years_with)),
        {code: round(units / years) for code, units in sorted(testable.items())},
    )  # fmt: skip


def planted_conduct() -> list[HandsToAlarm]:
    """Hands until each conduct is an alarm."""
    return [hands_to_alarm(each, PLANTED_SEEDS) for each in PLANTED]
