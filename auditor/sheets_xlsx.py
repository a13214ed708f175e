"""Tables as a workbook (.xlsx) with fixed headings, filters, real dates, and amounts by currency."""

from __future__ import annotations

import datetime as dt
import io
import re
from collections.abc import Sequence
from itertools import islice

import xlsxwriter
from xlsxwriter.format import Format
from xlsxwriter.worksheet import Worksheet

from reports.sheet_tables import CellValue, SheetAmount, SheetColumn, SheetTable
from rules.currencies import SIGNS, places_of
from rules.results import CHIPS

XLSX_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
MOST_ROWS = 50_000  # of a sheet; CSV has all
_LONGEST = 32_767  # characters of a cell
_CREATED = dt.datetime(2026, 1, 1)  # the same content gives the same bytes
_ASIDE = {"count": "#,##0", "number": "0", "day": "yyyy-mm-dd", "time": "yyyy-mm-dd hh:mm:ss"}
_TIME = re.compile(r"(\d{4}-\d\d-\d\d)[Tt ](\d\d:\d\d:\d\d)(?:\.\d+)?(?:Z|z|[+-]\d\d:\d\d)?")
_FIRST_YEAR = 1900  # that a spreadsheet has


def xlsx_of(tables: Sequence[SheetTable]) -> bytes:
    """A workbook with a sheet for each table; text is never a formula, link or number."""
    kept = io.BytesIO()
    options = {
        "in_memory": True,
        "strings_to_formulas": False,
        "strings_to_urls": False,
        "strings_to_numbers": False,
    }
    book = xlsxwriter.Workbook(kept, options)
    book.set_properties({"created": _CREATED, "author": "auditor"})
    formats = _Formats(book)
    for table in tables:
        _SheetWriter(book.add_worksheet(table.name), formats).write(table)
    book.close()
    return kept.getvalue()


def number_format(unit: str) -> str:
    """Number format of a currency or chips, such as ``"$"#,##0.00``."""
    places = places_of(unit)
    figure = f"#,##0.{'0' * places}" if places else "#,##0"
    word = "chips" if unit == CHIPS else unit
    beside = f' "{word}"' if word else ""
    shown = f'"{SIGNS[unit]}"{figure}' if unit in SIGNS else f"{figure}{beside}"
    return f"{shown};-{shown}"


class _Formats:
    def __init__(self, book: xlsxwriter.Workbook) -> None:
        self._book = book
        self._made: dict[str, Format] = {}
        self.heading = book.add_format(
            {"bold": True, "bg_color": "#E4E9E6", "bottom": 1, "text_wrap": True, "valign": "top"}
        )
        self.text = book.add_format({"valign": "top"})

    def of(self, number: str) -> Format:
        """The format with a number format."""
        if number not in self._made:
            self._made[number] = self._book.add_format({"num_format": number, "valign": "top"})
        return self._made[number]


class _SheetWriter:
    def __init__(self, sheet: Worksheet, formats: _Formats) -> None:
        self._sheet, self._formats = sheet, formats

    def write(self, table: SheetTable) -> None:
        """Write headings, rows, and a note where rows exceed a sheet."""
        sheet = self._sheet
        for at, column in enumerate(table.columns):
            sheet.set_column(at, at, column.width)
            sheet.write_string(0, at, column.heading, self._formats.heading)
        sheet.freeze_panes(1, 0)
        rows, last = iter(table.rows), 0
        for last, row in enumerate(islice(rows, MOST_ROWS), 1):
            for at, (column, value) in enumerate(zip(table.columns, row, strict=True)):
                self._cell(last, at, column, value)
        sheet.autofilter(0, 0, max(last, 1), len(table.columns) - 1)
        if next(rows, None) is not None:
            sheet.write_string(
                last + 2, 0, f"Only the first {MOST_ROWS:,} rows are here; the CSV has all of them."
            )

    def _cell(self, row: int, at: int, column: SheetColumn, value: CellValue) -> None:
        sheet, formats = self._sheet, self._formats
        if value is None or value == "":
            return
        if isinstance(value, SheetAmount):
            sheet.write_number(
                row, at, value.minor / 10 ** places_of(value.unit), formats.of(number_format(value.unit))
            )
        elif isinstance(value, bool):
            sheet.write_string(row, at, "yes" if value else "no", formats.text)
        elif isinstance(value, int):
            sheet.write_number(row, at, value, formats.of(_ASIDE.get(column.kind, "0")))
        elif (moment := _moment(value, column)) is not None:
            sheet.write_datetime(row, at, moment, formats.of(_ASIDE[column.kind]))
        else:
            sheet.write_string(row, at, value[:_LONGEST], formats.text)


def _moment(text: str, column: SheetColumn) -> dt.datetime | None:
    """A text's day or local time, as spreadsheets have no zone; None for neither."""
    try:
        if column.kind == "day":
            found = dt.datetime.fromisoformat(text)
        elif column.kind == "time" and (parts := _TIME.fullmatch(text)) is not None:
            found = dt.datetime.fromisoformat(f"{parts[1]}T{parts[2]}")
        else:
            return None
    except ValueError:
        return None
    return found if found.year >= _FIRST_YEAR and found.tzinfo is None else None
