"""Tables for spreadsheets: columns with the kinds of their values, whichever file they are written to."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from decimal import Decimal
from typing import Literal

from msgspec import Struct

from rules.currencies import places_of

ColumnKind = Literal["text", "count", "number", "money", "day", "time"]


class SheetAmount(Struct, frozen=True):
    """Money in minor units, or chips. unit: its currency, or ``chips``."""

    minor: int
    unit: str


CellValue = str | int | bool | SheetAmount | None


class SheetColumn(Struct, frozen=True):
    """A column. kind: a count has separators, a number, such as that of a hand, has none; day and time: RFC 3339 texts.

    width: in characters.
    """

    heading: str
    kind: ColumnKind = "text"
    width: int = 14


class SheetTable(Struct, frozen=True):
    """A sheet: its name, its columns, and its rows. None: a cell without a value."""

    name: str
    columns: Sequence[SheetColumn]
    rows: Iterable[Sequence[CellValue]]


def plain_rows(table: SheetTable) -> Iterable[Sequence[object]]:
    """The rows of a table for CSV: amounts as plain numbers with an ASCII minus."""
    return ([plain_value(value) for value in row] for row in table.rows)


def plain_value(value: CellValue) -> object:
    """A value for CSV: the number ``-2.00`` of an amount, which no guard against formulas takes for text."""
    if isinstance(value, SheetAmount):
        return Decimal(value.minor).scaleb(-places_of(value.unit))
    if isinstance(value, bool):
        return "yes" if value else "no"
    return value


def amount_of(minor: int | None, unit: str | None) -> SheetAmount | None:
    """An amount as a cell; None where it is not known."""
    return None if minor is None else SheetAmount(minor, unit or "")
