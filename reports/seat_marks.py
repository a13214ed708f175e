"""Small labels of a seat."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from reports.exhibit_columns import CARDS, WHO
from reports.formatting import titled
from reports.sheet import Sheet
from reports.typography import CONDENSED, INK, WHITE, TextStyle, fitted, width
from rules.shown_hands import Exhibit, SeatRecord

LINE = 11.5
_ROOM = CARDS - 7 - WHO
_MARK = TextStyle(CONDENSED, 8, 10, WHITE, 0.2)
_PALE = _MARK._replace(colour=INK)
_INSET, _GAP = 2.5, 3.0


class Mark(NamedTuple):
    """A label. solid: it changes the hand's worth."""

    text: str
    solid: bool = False


def marks_of(exhibit: Exhibit, seat: SeatRecord, result: Mapping[str, Any]) -> list[Mark]:
    """Marks of a seat, gravest first."""
    marks = []
    if result.get("fouled"):
        marks.append(Mark("FOULED", True))
    elif seat.fouled:
        marks.append(Mark("MARKED FOULED"))
    if result.get("surrendered") or seat.surrendered:
        marks.append(Mark("SURRENDERED", True))
    if exhibit.banker == seat.seat:
        marks.append(Mark("BANKER"))
    if result.get("natural"):
        marks.append(Mark(titled(str(result["natural"])).upper()))
    if missed(seat, result):
        marks.append(Mark("MISSED", True))
    if seat.fantasyland is not None:
        marks.append(Mark(f"FANTASYLAND {seat.fantasyland}"))
    if exhibit.dealer == seat.seat:
        marks.append(Mark("HAD TO DEAL" if exhibit.forced_dealer else "DEALER"))
    return marks


def missed(seat: SeatRecord, result: Mapping[str, Any]) -> bool:
    return "missed" in (result.get("status"), seat.status)


def lines_of(marks: list[Mark], room: float = _ROOM) -> list[list[Mark]]:
    """Marks by line, each on the first with room."""
    lines: list[list[Mark]] = []
    rooms: list[float] = []
    for mark in marks:
        wide = _width(mark)
        line = next((at for at, room in enumerate(rooms) if wide <= room), len(lines))
        if line == len(lines):
            lines.append([])
            rooms.append(room)
        lines[line].append(mark)
        rooms[line] -= wide + _GAP
    return lines


def draw_marks(sheet: Sheet, y: float, lines: list[list[Mark]], left: float = WHO) -> None:
    """Draw marks below a name. y: first line. left: of each."""
    for place, line in enumerate(lines):
        x = left
        for mark in line:
            _draw(sheet, x, y - place * LINE, mark)
            x += _width(mark) + _GAP


def _draw(sheet: Sheet, x: float, y: float, mark: Mark) -> None:
    style = _MARK if mark.solid else _PALE
    wide = _width(mark)
    if mark.solid:
        sheet.box(x, y - 2, wide, 9.8, INK)
    else:
        sheet.frame(x, y - 2, wide, 9.8, grey=0.45, weight=0.4)
    sheet.text(x + _INSET, y + 0.2, fitted(mark.text, style, _ROOM - 2 * _INSET), style)


def _width(mark: Mark) -> float:
    return min(width(mark.text, _MARK) + 2 * _INSET, _ROOM)
