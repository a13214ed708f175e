"""Measures of screening: alarms of honest room-years, and hands until planted conduct is one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from msgspec import Struct

from simulation.screened.planted_conduct import PLANTED, PLANTED_OPEN_FACE, PlantedConduct
from simulation.screened.planted_games import PLANTED_POTS, PlantedPots
from simulation.screened.room_regulars import CHANCE, GREAT_SKILL, LIVED, SKILL, RoomHabits
from tests.calibration.hands_to_alarm import HandsToAlarm, hands_to_alarm
from tests.calibration.months_to_alarm import MonthsToAlarm, months_to_alarm
from tests.calibration.room_years import calibrated


class KindOfRoom(Struct, frozen=True):
    """Honest room-years that are calibrated. world: what is played (`WORLDS`). words: heading of a column."""

    world: str
    words: str
    habits: RoomHabits
    years: int


ROOMS: Mapping[str, KindOfRoom] = {
    "chance": KindOfRoom("closed", "chance alone", CHANCE, 20),
    "skill": KindOfRoom("closed", "unequal players", SKILL, 60),
    "far_apart": KindOfRoom("closed", "players far apart", GREAT_SKILL, 60),
    "habits": KindOfRoom("closed", "strength and habits", LIVED, 60),
    "open_face_far_apart": KindOfRoom("open_face", "players far apart", GREAT_SKILL, 20),
    "open_face_habits": KindOfRoom("open_face", "strength and habits", LIVED, 20),
    "pots_chance": KindOfRoom("pots", "chance alone", CHANCE, 8),
    "pots_skill": KindOfRoom("pots", "unequal players", SKILL, 8),
    "pots_far_apart": KindOfRoom("pots", "players far apart", GREAT_SKILL, 40),
    "pots_habits": KindOfRoom("pots", "strength and habits", LIVED, 8),
    "files": KindOfRoom("files", "counts, files and tournaments", CHANCE, 60),
}
PLANTED_IN: Mapping[str, Sequence[PlantedConduct | PlantedPots]] = {
    "planted": PLANTED,
    "planted_open_face": PLANTED_OPEN_FACE,
    "planted_pots": PLANTED_POTS,
}
PLANTED_SEEDS = {"planted": range(5), "planted_open_face": range(5), "planted_pots": range(5)}
PARTS = (*ROOMS, *PLANTED_IN, "planted_files")


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


class MeasuredScreening(Struct):
    """Figures of docs/screening.md, as far as they were measured."""

    rooms: dict[str, CalibratedRooms] = {}
    planted: list[HandsToAlarm] = []
    planted_open_face: list[HandsToAlarm] = []
    planted_pots: list[HandsToAlarm] = []
    planted_files: list[MonthsToAlarm] = []

    def measure(self, part: str, years: int | None = None) -> None:
        """Measure a part anew. years: room-years of it; None: as many as usual."""
        if part in ROOMS:
            kind = ROOMS[part]
            self.rooms[part] = calibrated_rooms(years or kind.years, kind)
            self.rooms = {name: self.rooms[name] for name in ROOMS if name in self.rooms}
        elif part in PLANTED_IN:
            setattr(self, part, [hands_to_alarm(each, PLANTED_SEEDS[part]) for each in PLANTED_IN[part]])
        else:
            self.planted_files = months_to_alarm()


def calibrated_rooms(years: int, kind: KindOfRoom) -> CalibratedRooms:
    """Calibration of room-years of a kind."""
    alarms, withheld, years_with, testable = Counter[str](), Counter[str](), Counter[str](), Counter[str]()
    hands = 0
    for year in calibrated(range(years), kind.habits, world=kind.world):
        hands += year.hands
        alarms.update(year.alarms)
        withheld.update(year.withheld)
        years_with.update(year.alarms.keys())
        testable.update(year.testable)
    return CalibratedRooms(
        years, hands, *(dict(sorted(each.items())) for each in (alarms, withheld, years_with)),
        {code: round(units / years) for code, units in sorted(testable.items())},
    )  # fmt: skip
