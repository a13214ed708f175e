"""Tables of docs/screening.md, from figures that are kept beside it: `make calibrate`.

A table stands between two comments, ``<!-- NAME -->`` and ``<!-- end -->``; the text around it is written by hand.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import msgspec

from rules.screening.indicator_catalogue import indicators_by_code
from simulation.screened.planted_conduct import HANDS
from tests.calibration.hands_to_alarm import MOST_EVENINGS, NEVER, HandsToAlarm
from tests.calibration.measures import CalibratedRooms, MeasuredScreening

_KINDS = {
    "chance": "chance alone",
    "skill": "unequal players",
    "far_apart": "players far apart",
    "habits": "strength and habits",
}
_TABLE = re.compile(r"(<!-- (honest|planted) -->\n).*?(<!-- end -->)", re.DOTALL)


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
    tables = {"honest": honest_table(found.rooms), "planted": planted_table(found.planted)}
    return _TABLE.sub(lambda part: f"{part[1]}{tables[part[2]]}\n{part[3]}", text)


def honest_table(rooms: Mapping[str, CalibratedRooms]) -> str:
    """Alarms by indicator and kind of room."""
    head = " | ".join(f"{words} ({rooms[each].years} room-years)" for each, words in _KINDS.items())
    head = f"| alarms | {head} |"
    codes = sorted({code for room in rooms.values() for code in room.testable} | {"SCN002"})
    rows = [
        f"| {_named(code)} | {' | '.join(_alarms(rooms[each], code) for each in _KINDS)} |" for code in codes
    ]
    total = " | ".join(str(sum(rooms[each].alarms.values())) for each in _KINDS)
    return "\n".join([head, "| --- | ---: | ---: | ---: | ---: |", *rows, f"| together | {total} |"])


def _named(code: str) -> str:
    return f"{code} {indicators_by_code()[code].indicator.name}"


def _alarms(room: CalibratedRooms, code: str) -> str:
    alarms, withheld = room.alarms.get(code, 0), room.withheld.get(code, 0)
    return f"{alarms} ({withheld} withheld)" if withheld else str(alarms)


def planted_table(planted: list[HandsToAlarm]) -> str:
    """Hands until the alarm of each conduct."""
    return "\n".join(
        [
            "| conduct | shown by | limit | hands | reference |",
            "| --- | --- | ---: | ---: | ---: |",
            *_rows(planted),
        ]
    )


def _rows(planted: list[HandsToAlarm]) -> Iterator[str]:
    for each in planted:
        yield f"| {each.name} | {each.code} | {each.limit:,} | {_hands(each.combined)} | {_hands(each.contract)} |"


def _hands(hands: int) -> str:
    return f"over {MOST_EVENINGS * HANDS:,}" if hands == NEVER else f"{hands:,}"
