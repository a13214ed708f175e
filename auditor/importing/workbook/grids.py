"""Sheets of a workbook as rows, read by calamine from measured parts."""

from __future__ import annotations

import io
from typing import Any

from msgspec import Struct
from python_calamine import CalamineError, CalamineWorkbook, PasswordError, SheetVisibleEnum

from auditor.importing.recognition import SAVE_AS_XLSX
from auditor.importing.workbook.package import NotReadable, Scan, opened, ref_of


class Grid(Struct, frozen=True):
    """A sheet. rows: values from A1, "" if empty. formulas, errors (#N/A), merged, hidden_rows, hidden_columns: places from 0."""

    name: str
    rows: list[list[Any]]
    hidden: bool
    formulas: frozenset[tuple[int, int]]
    errors: frozenset[tuple[int, int]]
    merged: tuple[tuple[int, int], ...]  # the first cell of each range
    hidden_rows: frozenset[int] = frozenset()
    hidden_columns: frozenset[int] = frozenset()

    @property
    def empty(self) -> bool:
        """Whether nothing is written on it."""
        return all(value == "" for row in self.rows for value in row)

    def where(self, row: int, column: int) -> str:
        """Name of a cell; row and column from 0."""
        return f"{self.name}!{ref_of(row, column)}"


def grids_of(data: bytes) -> list[Grid]:
    """The sheets of a workbook. Raises NotReadable."""
    package = opened(data)
    try:
        with CalamineWorkbook.from_filelike(io.BytesIO(package.data)) as book:
            hidden = {each.name for each in book.sheets_metadata if each.visible != SheetVisibleEnum.Visible}
            return [
                _grid(book, name, name in hidden, package.scans[name])
                for name in book.sheet_names
                if name in package.scans
            ]
    except (CalamineError, PasswordError, ValueError, OSError) as error:
        raise _not_parsed() from error
    except BaseException as error:  # a panic of the parser is no Exception
        if type(error).__name__ != "PanicException":
            raise
        raise _not_parsed() from error


def _grid(book: CalamineWorkbook, name: str, hidden: bool, scan: Scan) -> Grid:
    sheet = book.get_sheet_by_name(name)
    merged = tuple(first for first, _ in sheet.merged_cell_ranges or ())
    rows = sheet.to_python(skip_empty_area=False)
    places = frozenset(scan.formulas), frozenset(scan.errors), merged
    return Grid(name, rows, hidden, *places, frozenset(scan.rows), frozenset(scan.columns))


def _not_parsed() -> NotReadable:
    return NotReadable("a workbook that cannot be read", "a workbook as Excel saves it", SAVE_AS_XLSX)
