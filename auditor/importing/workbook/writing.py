"""Written workbooks: templates, logs, and originals with marked problems."""

from __future__ import annotations

import datetime as dt
import io
from collections.abc import Callable, Iterable
from typing import Any

import xlsxwriter
from xlsxwriter.format import Format
from xlsxwriter.worksheet import Worksheet

from auditor.importing.frame import ImportProblem
from auditor.importing.workbook.choices import (
    TemplateOffer,
    choices_for,
    example_rows,
    filled_in,
    in_force,
    sheets_for,
)
from auditor.importing.workbook.filled import rows_of_log
from auditor.importing.workbook.grids import Grid, grids_of
from auditor.importing.workbook.guide import GUIDE
from auditor.importing.workbook.layout import HELP, NOTE, SHEETS, plain_title
from auditor.importing.workbook.package import NotReadable, place_of
from auditor.importing.workbook.workbook_columns import POTS, UNITS, TemplateColumn, WorkbookSheet

MARKS = "_Problems"  # of a marked workbook; sheets with such names are not read
_LISTS = "_Lists"
_LAST = 20_000  # the last row to which drop-down lists reach
_FORMATS: dict[str, dict[str, Any]] = {
    "title": {"bold": True, "bg_color": "#DCE6F1", "bottom": 1, "text_wrap": True, "valign": "top"},
    "needed": {"bold": True, "bg_color": "#F8CBAD", "bottom": 1, "text_wrap": True, "valign": "top"},
    "text": {"num_format": "@"},
    "money": {"num_format": "General"},
    "time": {"num_format": "yyyy-mm-dd hh:mm:ss"},
    "clock": {"num_format": "hh:mm:ss"},
    "example": {"italic": True, "font_color": "#7F7F7F"},
    "wrong": {"bg_color": "#FF9999", "border": 1},
    "wrong_time": {"bg_color": "#FF9999", "border": 1, "num_format": "yyyy-mm-dd hh:mm:ss"},
    "wrap": {"text_wrap": True, "valign": "top"},
    "head": {"bold": True, "font_size": 14},
}


class _Book:
    """A workbook whose bytes depend only on its content."""

    def __init__(self) -> None:
        self._bytes = io.BytesIO()
        options = {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False}
        self.book = xlsxwriter.Workbook(self._bytes, options)
        self.book.set_properties({"created": dt.datetime(2026, 1, 1), "author": "auditor"})
        self.formats: dict[str, Format] = {
            name: self.book.add_format(what) for name, what in _FORMATS.items()
        }

    def sheet(self, name: str) -> Worksheet:
        return self.book.add_worksheet(name)

    def bytes(self) -> bytes:
        self.book.close()
        return self._bytes.getvalue()

    def put(self, sheet: Worksheet, row: int, column: int, value: Any, format: str = "") -> None:
        """Write a value as its type; text is never a formula."""
        shape = self.formats[format] if format else None
        if isinstance(value, bool):
            sheet.write_boolean(row, column, value, shape)
        elif isinstance(value, int | float):
            sheet.write_number(row, column, value, shape)
        elif isinstance(value, dt.datetime | dt.date | dt.time):
            sheet.write_datetime(row, column, value, shape or self.formats[_format_of(value)])
        elif value != "" and value is not None:
            sheet.write_string(row, column, str(value), shape)
        elif shape is not None:
            sheet.write_blank(row, column, None, shape)


def _format_of(value: Any) -> str:
    return "clock" if isinstance(value, dt.time) else "time"


def write_template(offer: TemplateOffer) -> bytes:
    """Workbook of an offer, empty but for an example, with its choices."""
    made = _Book()
    choices = choices_for(offer)
    _guide(made, offer)
    for sheet in sheets_for(offer.rulesets):
        page = _headed(made, sheet)
        _lists(made, page, sheet, choices)
        example = example_rows(sheet, offer)
        for number, row in enumerate(example, 1):
            _row(made, page, sheet, number, {NOTE: "example, not read", **row}, "example")
        _row(made, page, sheet, len(example) + 1, filled_in(sheet, offer))
    _all_lists(made, choices)
    return made.bytes()


def write_log(lines: Iterable[dict[str, Any]]) -> bytes:
    """A log as a workbook, where expressible. Lines: plain events, the session first."""
    made = _Book()
    rows = rows_of_log(lines)
    for sheet in SHEETS:
        if sheet.played_for != (UNITS, POTS) and not rows[sheet.name]:
            continue
        page = _headed(made, sheet)
        for number, row in enumerate(rows[sheet.name], 1):
            _row(made, page, sheet, number, row)
    return made.bytes()


def write_marked(
    original: bytes, problems: Iterable[ImportProblem], read: Callable[[bytes], list[Grid]] = grids_of
) -> bytes:
    """The original's values with a red cell and comment at each problem, and a sheet of all.

    Formulas become values. read: gives the sheets; an unreadable original gives the list alone.
    """
    made = _Book()
    listed = list(problems)
    _list_problems(made, listed)
    try:
        grids = read(original)
    except NotReadable:
        grids = []
    for grid in grids:
        if grid.name != MARKS and not grid.empty:
            _marked(made, grid, listed)
    return made.bytes()


def _headed(made: _Book, sheet: WorkbookSheet) -> Worksheet:
    page = made.sheet(sheet.name)
    page.freeze_panes(1, 1)
    page.set_row(0, 32)
    page.set_column(0, 0, 16, made.formats["text"])
    page.write_string(0, 0, NOTE, made.formats["title"])
    page.write_comment(0, 0, "Your own remarks. They are not read.")
    for at, column in enumerate(sheet.columns, 1):
        shape = made.formats["text" if column.kind in ("text", "cards", "people", "seats") else "money"]
        page.set_column(at, at, column.width, shape)
        page.write_string(0, at, column.title, made.formats["needed" if column.needed else "title"])
        if column.help:
            page.write_comment(0, at, column.help)
    return page


def _row(
    made: _Book, page: Worksheet, sheet: WorkbookSheet, number: int, values: dict[str, Any], format: str = ""
) -> None:
    for at, title in enumerate((NOTE, *(column.title for column in sheet.columns))):
        if title in values:
            made.put(page, number, at, values[title], format)


def _lists(made: _Book, page: Worksheet, sheet: WorkbookSheet, choices: dict[str, tuple[str, ...]]) -> None:
    for at, column in enumerate(sheet.columns, 1):
        if source := _source(sheet, column, choices):
            page.data_validation(
                1, at, _LAST, at, {"validate": "list", "source": source, "error_type": "warning"}
            )
        elif column.kind == "cards":
            cell = xlsxwriter.utility.xl_rowcol_to_cell(1, at)
            page.data_validation(1, at, _LAST, at, {
                "validate": "custom",
                "value": f'=MOD(LEN(SUBSTITUTE(SUBSTITUTE({cell}," ",""),"10","T")),2)=0',
                "input_title": "Cards",
                "input_message": "Rank and suit of each card: Qh Qd 7c",
                "error_type": "warning",
                "error_message": "Two characters a card: the rank 23456789TJQKA (or 10), the suit c d h s.",
            })  # fmt: skip


def _source(sheet: WorkbookSheet, column: TemplateColumn, choices: dict[str, tuple[str, ...]]) -> str:
    key = f"{sheet.name}.{column.title}"
    if key not in choices:
        return ""
    at = xlsxwriter.utility.xl_col_to_name(list(choices).index(key))
    return f"={_LISTS}!${at}$2:${at}${len(choices[key]) + 1}"


def _all_lists(made: _Book, choices: dict[str, tuple[str, ...]]) -> None:
    page = made.sheet(_LISTS)
    page.hide()
    for at, (key, values) in enumerate(choices.items()):
        for row, value in enumerate((key, *values)):
            made.put(page, row, at, int(value) if value.isdigit() else value)


def _guide(made: _Book, offer: TemplateOffer) -> None:
    page = made.sheet(HELP)
    page.set_column(0, 0, 110, made.formats["wrap"])
    lines = [
        offer.heading,
        *in_force(offer),
        *GUIDE,
        *(f"{sheet.name}: {sheet.help}" for sheet in sheets_for(offer.rulesets)),
    ]
    for number, line in enumerate(lines):
        made.put(page, number, 0, line, "wrap" if number else "head")


def _list_problems(made: _Book, problems: list[ImportProblem]) -> None:
    page = made.sheet(MARKS)
    page.freeze_panes(1, 0)
    for at, (title, width) in enumerate(
        (("where", 18), ("column", 16), ("found", 36), ("expected", 60), ("what to do", 60))
    ):
        page.set_column(at, at, width, made.formats["wrap"])
        page.write_string(0, at, title, made.formats["title"])
    for row, each in enumerate(problems, 1):
        for at, value in enumerate((each.where, each.field, each.found, each.expected, each.do)):
            made.put(page, row, at, value)


def _marked(made: _Book, grid: Grid, problems: list[ImportProblem]) -> None:
    page = made.sheet(grid.name)
    page.freeze_panes(1, 0)
    marks = _places(grid.name, problems)
    known = next((each for each in SHEETS if plain_title(each.name) == plain_title(grid.name)), None)
    widths = {column.title: column.width for column in known.columns} if known else {}
    for at, title in enumerate(grid.rows[0]):
        page.set_column(at, at, widths.get(str(title), 14))
    for number, row in enumerate(grid.rows):
        for at, value in enumerate(row):
            if (number, at) not in marks:
                made.put(page, number, at, value, "" if number else "title")
    for (number, at), words in marks.items():
        inside = number < len(grid.rows) and at < len(grid.rows[number])
        value = grid.rows[number][at] if inside else ""
        timed = isinstance(value, dt.date | dt.time)
        made.put(page, number, at, value, "wrong_time" if timed else "wrong")
        page.write_comment(number, at, words, {"x_scale": 2, "y_scale": 2})


def _places(sheet: str, problems: list[ImportProblem]) -> dict[tuple[int, int], str]:
    marks: dict[tuple[int, int], str] = {}
    for each in problems:
        name, _, ref = each.where.rpartition("!")
        if name == sheet:
            words = f"Found {each.found}; expected {each.expected}. {each.do}"
            place = place_of(ref)
            marks[place] = f"{marks[place]}\n{words}" if place in marks else words
    return marks
