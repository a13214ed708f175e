"""Tables for spreadsheets of any kind."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from decimal import Decimal
from typing import Literal

from msgspec import Struct

from rules.currencies import places_of

ColumnKind = Literal["text", "count", "number", "money", "day", "time"]


class SheetAmount(Struct, frozen=True):
    """Minor units, or chips. unit: currency or ``chips``."""

    minor: int
    unit: str


CellValue = str | int | bool | SheetAmount | None


class SheetColumn(Struct, frozen=True):
    """A column. kind: count has separators, number none; day and time: RFC 3339. width: characters."""

    heading: str
    kind: ColumnKind = "text"
    width: int = 14


class SheetTable(Struct, frozen=True):
    """A sheet. None: an empty cell."""

    name: str
    columns: Sequence[SheetColumn]
    rows: Iterable[Sequence[CellValue]]


def plain_rows(table: SheetTable) -> Iterable[Sequence[object]]:
    """Rows for CSV, amounts with an ASCII minus."""
    return ([plain_value(value) for value in row] for row in table.rows)


def plain_value(value: CellValue) -> object:
    """Value for CSV; an amount as a number ``-2.00``, safe from guards against formulas."""
    if isinstance(value, SheetAmount):
        return Decimal(value.minor).scaleb(-places_of(value.unit))
    if isinstance(value, bool):
        return "yes" if value else "no"
    return value


def amount_of(minor: int | None, unit: str | None) -> SheetAmount | None:
    """Amount as a cell; None: unknown."""
    return None if minor is None else SheetAmount(minor, unit or "")
