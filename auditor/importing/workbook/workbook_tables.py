"""Sheets as tables: columns, rows, cells."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Set
from typing import Any

from msgspec import Struct

from auditor.importing.frame import MOST_PROBLEMS, ImportProblem
from auditor.importing.workbook.choices import is_example
from auditor.importing.workbook.grids import Grid
from auditor.importing.workbook.layout import EXAMPLE, HELP, NOTE, SHEETS, plain_title
from auditor.importing.workbook.workbook_columns import TemplateColumn, WorkbookSheet
from auditor.importing.workbook.workbook_values import Context, Wrong, found_text, read_value


class WorkbookProblems:
    """Collector of problems, each with the session that it prevents; None: all.

    found: the first; count: of all; refusals: preventing ones. unread: lines of unreadable hands.
    """

    def __init__(self) -> None:
        self.found: list[ImportProblem] = []
        self.count = self.refusals = 0
        self.unread: set[int] = set()
        self._refused: set[str | None] = set()

    def add(
        self,
        session: str | None,
        where: str,
        field: str,
        found: str,
        expected: str,
        do: str,
        refuses: bool = True,
    ) -> None:
        self.count += 1
        if len(self.found) < MOST_PROBLEMS:
            self.found.append(
                ImportProblem(
                    where=where, field=field, found=found, expected=expected, do=do, refuses=refuses
                )
            )
        if refuses:
            self.refusals += 1
            self._refused.add(session)

    def refuse(self, session: str) -> bool:
        """Whether a problem prevents a session."""
        return bool(self._refused & {None, session})


class SheetRow(Struct):
    """A row: its non-empty cells by title."""

    table: ReadSheet
    number: int  # of the row, from 0
    cells: dict[str, Any]

    def where(self, title: str) -> str:
        """Cell of a column; without the column, the row's first."""
        return self.table.grid.where(self.number, self.table.places.get(title, 0))

    def wrong(
        self,
        problems: WorkbookProblems,
        session: str | None,
        title: str,
        expected: str,
        do: str,
        refuses: bool = True,
    ) -> None:
        """Report the cell of a column."""
        found = found_text(self.cells[title]) if title in self.cells else "an empty cell"
        problems.add(session, self.where(title), title, found, expected, do, refuses)

    def values(
        self,
        columns: tuple[TemplateColumn, ...],
        context: Context,
        problems: WorkbookProblems,
        session: str | None,
    ) -> dict[str, Any]:
        """Cells of some columns by title; wrong ones are reported and left out."""
        read: dict[str, Any] = {}
        for column in columns:
            if column.title not in self.cells:
                if column.needed:
                    self.wrong(
                        problems, session, column.title, "a value, which every row needs", "Fill in the cell."
                    )
                continue
            try:
                read[column.title] = read_value(column, self.cells[column.title], context)
            except Wrong as wrong:
                self.wrong(problems, session, column.title, wrong.expected, wrong.do)
        return read


class ReadSheet(Struct):
    """A sheet. places: column number from 0, by title."""

    sheet: WorkbookSheet
    grid: Grid
    places: dict[str, int]

    def rows(self, problems: WorkbookProblems) -> Iterator[SheetRow]:
        """Non-empty rows without examples; a typed-over example is reported."""
        note = next((at for at, title in enumerate(self.grid.rows[0]) if _is_note(title)), None)
        for number, row in enumerate(self.grid.rows[1:], 1):
            cells = {title: row[at] for title, at in self.places.items() if not _is_empty(row[at])}
            if note is not None and str(row[note]).strip().casefold().startswith(EXAMPLE):
                if not is_example(self.sheet, cells):
                    _overwritten(self.grid, number, note, problems)
            elif cells:
                yield SheetRow(self, number, cells)


def tables_of(grids: list[Grid], problems: WorkbookProblems) -> dict[str, ReadSheet]:
    """Read sheets by name; unreadable parts are reported."""
    by_name = {plain_title(sheet.name): sheet for sheet in SHEETS}
    tables: dict[str, ReadSheet] = {}
    for grid in grids:
        plain = plain_title(grid.name)
        if grid.empty or grid.name.startswith("_") or plain == plain_title(HELP):
            continue
        sheet = by_name.get(plain)
        if sheet is None:
            _unknown_sheet(grid, problems)
        elif sheet.name in tables:
            problems.add(
                None, grid.name, "", "a second sheet of this name", "one", "Put the rows on one sheet."
            )
        else:
            tables[sheet.name] = ReadSheet(
                sheet, grid, places_of_titles(sheet, grid, problems, _needed(sheet))
            )
            _hidden(tables[sheet.name], problems)
            _not_plain(tables[sheet.name], problems)
    return tables


def _unknown_sheet(grid: Grid, problems: WorkbookProblems) -> None:
    names = ", ".join(sheet.name for sheet in SHEETS)
    do = "Rename it, remove it, or begin its name with _: such sheets are not read."
    problems.add(None, grid.name, "", "a sheet of this name", f"the sheets {names}", do)


def _hidden(table: ReadSheet, problems: WorkbookProblems) -> None:
    """Point at hidden rows and columns that are read."""
    grid = table.grid
    known = sorted(table.places.values())

    def note(where: str, found: str) -> None:
        expected = "sheets, rows and columns that people see"
        do = "It is read as if it were seen. Show it, and remove what should not be read."
        problems.add(None, where, "", found, expected, do, refuses=False)

    if grid.hidden:
        note(grid.name, "a hidden sheet")
    written = [
        row
        for row in sorted(grid.hidden_rows)
        if row < len(grid.rows) and any(not _is_empty(grid.rows[row][at]) for at in known)
    ]
    for row in written:
        if row - 1 not in grid.hidden_rows or row == written[0]:
            note(grid.where(row, 0), "a hidden row, or several")
    for column in known:
        if column in grid.hidden_columns and any(not _is_empty(row[column]) for row in grid.rows[1:]):
            note(grid.where(0, column), "a hidden column")


def places_of_titles(
    sheet: WorkbookSheet, grid: Grid, problems: WorkbookProblems, needed: Set[str]
) -> dict[str, int]:
    """Places of a sheet's columns; unknown and missing titles are reported."""
    titles = {plain_title(column.title): column.title for column in sheet.columns}
    places: dict[str, int] = {}
    for at, title in enumerate(grid.rows[0] if grid.rows else ()):
        if str(title).startswith("_"):
            continue
        known = titles.get(plain_title(str(title)))
        where = grid.where(0, at)
        if known is not None and known in places:
            problems.add(None, where, known, "a second column of this title", "one", "Remove one of the two.")
        elif known is not None:
            places[known] = at
        elif any(not _is_empty(row[at]) for row in grid.rows):
            near = difflib.get_close_matches(plain_title(str(title)), titles, 1)
            hint = f" (did you mean '{titles[near[0]]}'?)" if near else ""
            expected = f"a column of the sheet {sheet.name}{hint}"
            do = "Correct the title, or begin it with _: such columns are not read."
            problems.add(None, where, "", found_text(title), expected, do)
    for column in sheet.columns if grid.rows else ():
        if column.title in needed and column.title not in places:
            expected = f"a column '{column.title}'"
            problems.add(
                None, grid.where(0, 0), column.title, "no such title in the first row", expected, "Add it."
            )
    return places


def _needed(sheet: WorkbookSheet) -> frozenset[str]:
    return frozenset(column.title for column in sheet.columns if column.needed)


def _not_plain(table: ReadSheet, problems: WorkbookProblems) -> None:
    """Report formulas and merged cells, whose values nobody typed there."""
    grid = table.grid
    titles = {at: title for title, at in table.places.items()}
    for row, column in sorted(grid.formulas):
        if column in titles:
            do = "Copy the cell and paste it as a value."
            problems.add(None, grid.where(row, column), titles[column], "a formula", "a value", do)
    for row, column in sorted(grid.errors - grid.formulas):
        if column in titles:
            do = "Type the value, or empty the cell."
            problems.add(
                None, grid.where(row, column), titles[column], "an error such as #N/A", "a value", do
            )
    for row, column in grid.merged:
        do = "Undo the merging and fill in each cell."
        problems.add(
            None, grid.where(row, column), titles.get(column, ""), "merged cells", "single cells", do
        )


def _overwritten(grid: Grid, row: int, note: int, problems: WorkbookProblems) -> None:
    found, expected = (
        "a row marked as an example, with other values than the example",
        "the example as it was",
    )
    do = "If the row is a record, empty this cell. If not, delete the row."
    problems.add(None, grid.where(row, note), NOTE, found, expected, do)


def _is_empty(value: Any) -> bool:
    return value is None or (isinstance(value, str) and not value.strip())


def _is_note(title: Any) -> bool:
    return str(title).strip().casefold() == NOTE
