"""Alarms of screening as a sheet of an audit's workbook: where to look."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from reports.formatting import hand_numbers, listed, titled
from reports.screened_room import ReportedAlarm, ScreenedRoom
from reports.screening_words import NO_VERDICT, evidence_words, sentence_of, whose
from reports.sheet_tables import CellValue, SheetColumn, SheetTable
from reports.where_to_look import closed_words, in_short

SCREENING_SHEET = (
    SheetColumn("Standing", width=10), SheetColumn("Room", width=12), SheetColumn("Year", "number", 8),
    SheetColumn("Indicator", width=10), SheetColumn("Name", width=26), SheetColumn("About", width=28),
    SheetColumn("Innocent explanation", width=60), SheetColumn("Counted", width=80), SheetColumn("E", width=10),
    SheetColumn("Limit", "count", 9), SheetColumn("Since", "day", 12), SheetColumn("Hands of the audit", width=18),
    SheetColumn("Hands", width=40), SheetColumn("Next step", width=50), SheetColumn("Closed", width=40),
)  # fmt: skip


def screening_table(rooms: Sequence[ScreenedRoom]) -> SheetTable:
    """The alarms of the rooms of an audit, in the order of the report's annex; a line on each room as a whole comes first."""
    return SheetTable("Where to look", SCREENING_SHEET, [row for room in rooms for row in _rows(room)])


def _rows(room: ScreenedRoom) -> Iterator[list[CellValue]]:
    whole = f"{in_short(room)} {NO_VERDICT}"
    yield ["room", room.room, room.year, *[None] * 4, whole, *[None] * (len(SCREENING_SHEET) - 8)]
    yield from (_alarm(room, each) for each in room.alarms)


def _alarm(room: ScreenedRoom, alarm: ReportedAlarm) -> list[CellValue]:
    result = alarm.result
    evidence = None if result.log10_e is None else evidence_words(result.log10_e.combined)
    return [
        "alarm" if alarm.closing is None else "closed", room.room, room.year, result.indicator, titled(result.name),
        whose(result.unit), result.innocent, sentence_of(result), evidence, result.limit, result.since,
        "yes" if alarm.own else "no", _hands(alarm), result.next, None if alarm.closing is None else closed_words(alarm),
    ]  # fmt: skip


def _hands(alarm: ReportedAlarm) -> str | None:
    """Hands by session: ``S-1: 3, 17–21``."""
    by_session = groupby(alarm.result.hands, lambda each: each.session)
    return (
        listed([f"{session}: {hand_numbers(each.hand for each in of)}" for session, of in by_session]) or None
    )
