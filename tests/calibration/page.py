"""Tables of docs/screening.md, from figures that are kept beside it: `make calibrate`.

A table stands between two comments, ``<!-- NAME -->`` and ``<!-- end -->``; the text around it is written by hand.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import msgspec

from rules.screening.indicator_catalogue import indicators_by_code
from tests.calibration.hands_to_alarm import NEVER, HandsToAlarm
from tests.calibration.measures import ROOMS, CalibratedRooms, MeasuredScreening
from tests.calibration.months_to_alarm import YEARS, MonthsToAlarm

_TABLE = re.compile(r"(<!-- ([a-z_]+) -->\n).*?(<!-- end -->)", re.DOTALL)


def figures_beside(page: Path) -> Path:
    """The file of the figures of a page."""
    return page.with_suffix(".measured.json")


def kept(page: Path) -> MeasuredScreening:
    """The figures of a page as they are kept."""
    return msgspec.json.decode(figures_beside(page).read_bytes(), type=MeasuredScreening)


def keep(page: Path, found: MeasuredScreening) -> None:
    """Write the figures of a page."""
    figures_beside(page).write_bytes(msgspec.json.format(msgspec.json.encode(found), indent=1) + b"\n")


def write_tables(page: Path) -> None:
    """Write the tables of a page from the figures that are kept."""
    page.write_text(with_tables(page.read_text("utf-8"), kept(page)), "utf-8")


def with_tables(text: str, found: MeasuredScreening) -> str:
    """A page with its tables of these figures."""
    tables = {
        **{
            f"honest_{world}": honest_table(found.rooms, world)
            for world in {kind.world for kind in ROOMS.values()}
        },
        "planted": planted_table(found.planted, reference=True),
        "planted_open_face": planted_table(found.planted_open_face),
        "planted_pots": planted_table(found.planted_pots),
        "planted_files": planted_files_table(found.planted_files),
    }
    return _TABLE.sub(lambda part: f"{part[1]}{tables[part[2]]}\n{part[3]}", text)


def honest_table(rooms: Mapping[str, CalibratedRooms], world: str) -> str:
    """Alarms by indicator of the kinds of room of a world."""
    kinds = [name for name, kind in ROOMS.items() if kind.world == world and name in rooms]
    head = " | ".join(f"{ROOMS[each].words} ({rooms[each].years} room-years)" for each in kinds)
    codes = {code for each in kinds for code in (*rooms[each].testable, *rooms[each].alarms)}
    if world != "files":
        codes.add("SCN002")
    rows = [
        f"| {_named(code)} | {' | '.join(_alarms(rooms[each], code) for each in kinds)} |"
        for code in sorted(codes)
    ]
    total = " | ".join(str(sum(rooms[each].alarms.values())) for each in kinds)
    return "\n".join(
        [f"| alarms | {head} |", f"| --- |{' ---: |' * len(kinds)}", *rows, f"| together | {total} |"]
    )


def _named(code: str) -> str:
    return f"{code} {indicators_by_code()[code].indicator.name}"


def _alarms(room: CalibratedRooms, code: str) -> str:
    alarms, withheld = room.alarms.get(code, 0), room.withheld.get(code, 0)
    return f"{alarms} ({withheld} withheld)" if withheld else str(alarms)


def planted_table(planted: list[HandsToAlarm], *, reference: bool = False) -> str:
    """Hands until the alarm of each conduct."""
    columns = ["conduct", "shown by", "limit", "hands", *(["reference"] if reference else [])]
    ruler = " | ".join(["---", "---", *["---:"] * (len(columns) - 2)])
    return "\n".join([f"| {' | '.join(columns)} |", f"| {ruler} |", *_rows(planted, reference)])


def _rows(planted: list[HandsToAlarm], reference: bool) -> Iterator[str]:
    for each in planted:
        last = f" {_hands(each.contract, each)} |" if reference else ""
        yield f"| {each.name} | {each.code} | {each.limit:,} | {_hands(each.combined, each)} |{last}"


def _hands(hands: int, conduct: HandsToAlarm) -> str:
    return f"over {conduct.most:,}" if hands == NEVER else f"{hands:,}"


def planted_files_table(planted: list[MonthsToAlarm]) -> str:
    """Room-years in which each conduct beside the hands is an alarm."""
    rows = [
        f"| {each.name} | {each.code} | {each.years} of {YEARS} | {each.month or 'none'} |"
        for each in planted
    ]
    return "\n".join(
        [
            "| conduct | shown by | room-years with the alarm | month, the median |",
            "| --- | --- | ---: | ---: |",
            *rows,
        ]
    )
