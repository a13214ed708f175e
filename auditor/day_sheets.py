"""The gaming days of rooms as a spreadsheet table: sessions, hands, incidents, gaps, money."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from auditor.overview import RoomRow
from auditor.session_states import RoomsDay
from auditor.store.stored_overview import DayNumbers
from reports.sheet_tables import CellValue, SheetAmount, SheetColumn, SheetTable, plain_value
from rules.results import SEVERITIES

_BEFORE = (
    SheetColumn("Room", width=14),
    SheetColumn("Gaming day", "day", 12),
    SheetColumn("Sessions", "count", 10),
    SheetColumn("Hands", "count", 10),
    SheetColumn("Not audited", "count", 12),
    SheetColumn("Not auditable", "count", 13),
    *(SheetColumn(f"Incidents, {name}", "count", 12) for name in SEVERITIES),
    SheetColumn("To answer", "count", 11),
    SheetColumn("Log missing", width=12),
)


def room_days_table(rows: Sequence[RoomRow], stuck: Mapping[RoomsDay, int]) -> SheetTable:
    """A row for each room and day on record, a column of money for each currency.

    stuck: how many of a day's unaudited sessions cannot be audited.
    """
    currencies = sorted(
        {unit for row in rows for each in row.days if each.numbers for unit in each.numbers.misallocated}
    )
    columns = (*_BEFORE, *(SheetColumn(f"Misallocated, {unit}", "money", 18) for unit in currencies))
    return SheetTable("Days", columns, _rows(rows, currencies, stuck))


def _rows(
    rows: Sequence[RoomRow], currencies: Sequence[str], stuck: Mapping[RoomsDay, int]
) -> Iterator[list[CellValue]]:
    for row in rows:
        for each in row.days:
            if each.numbers is None and not each.missing:
                continue
            found = each.numbers or DayNumbers()
            yield [
                row.room.id, each.day, found.sessions, found.hands, found.waiting, stuck.get((row.room.id, each.day), 0),
                *(found.severities.get(name, 0) for name in SEVERITIES), found.unanswered, bool(each.missing),
                *(SheetAmount(found.misallocated.get(unit, 0), unit) for unit in currencies),
            ]  # fmt: skip


def plain_sums(sums: Mapping[str, int]) -> tuple[object, object]:
    """Currency and sum for two CSV cells; several currencies one after the other."""
    units = sorted(sums)
    if len(units) == 1:
        return units[0], plain_value(SheetAmount(sums[units[0]], units[0]))
    return "; ".join(units), "; ".join(str(plain_value(SheetAmount(sums[unit], unit))) for unit in units)
