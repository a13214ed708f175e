"""Planted conduct beside the hands: in how many room-years it is an alarm, and when."""

from __future__ import annotations

from collections.abc import Iterable
from statistics import median

from msgspec import Struct

from rules.screening.room_year import screened_year
from rules.screening.statistics import Unit
from simulation.screened.room_files_and_counts import ROOM, RoomConduct, files_and_counts
from simulation.screened.screened_evening import SUPERVISORS
from tests.calibration.room_years import LAST_DAY

YEARS = 10
_SPARED: Unit = (("supervisor", SUPERVISORS[0]), ("player", "p-00"))
_PLANTED: tuple[tuple[str, str, Unit, RoomConduct], ...] = (
    ("of 300 boxes a third differ, four of five of these short", "SCN013", (("room", ROOM),), RoomConduct(short=0.6)),
    ("a quarter more of an author's 16 files a month corrected late", "SCN015", (("author", "a-0"),), RoomConduct(late=0.25)),
    ("two players at one table in 60% of 24 draws", "SCN018", (("player", "p-00"), ("other", "p-01")), RoomConduct(met=0.6)),
    ("a supervisor's rulings on one player's opponents all hard", "SCN017", _SPARED, RoomConduct(spared=1.0)),
    ("the same in 104 tournaments a year", "SCN017", _SPARED, RoomConduct(spared=1.0, events=104)),
)  # fmt: skip


class MonthsToAlarm(Struct, frozen=True):
    """years: with the alarm, of YEARS. month: of the year in which it came, the median; 0: in half of the years it did not."""

    name: str
    code: str
    years: int
    month: int


def months_to_alarm() -> list[MonthsToAlarm]:
    """Each conduct of a room's counts, files and tournaments, planted from the first day of some years on."""
    return [_found(*each) for each in _PLANTED]


def _found(name: str, code: str, unit: Unit, conduct: RoomConduct) -> MonthsToAlarm:
    months = list(_months(code, unit, conduct))
    middle = median([month or 13 for month in months])
    return MonthsToAlarm(name, code, sum(month > 0 for month in months), 0 if middle > 12 else int(middle))


def _months(code: str, unit: Unit, conduct: RoomConduct) -> Iterable[int]:
    for seed in range(YEARS):
        sessions = [each for each in files_and_counts(seed, conduct) if code in each.rows]
        found = [each.since for each in screened_year(sessions, LAST_DAY) if each.unit == unit]
        yield found[0].month if found and found[0] is not None else 0
