"""A CSV file as rows: encoding, separator, and limits."""

from __future__ import annotations

import csv
import io
import re

from auditor.importing.workbook.grids import Grid
from auditor.importing.workbook.layout import SHEETS, plain_title
from auditor.importing.workbook.package import MOST_BYTES, MOST_CELLS, MOST_COLUMNS, MOST_ROWS, NotReadable
from auditor.importing.workbook.workbook_tables import WorkbookProblems
from auditor.importing.workbook.workbook_values import found_text

SEPARATORS = {",": "commas", ";": "semicolons", "\t": "tabs"}
_WIDE = (b"\xff\xfe", b"\xfe\xff")  # how UTF-16 begins
_FIRST = 1 << 16  # bytes in which the titles are looked for
_TITLES = {plain_title(column.title) for sheet in SHEETS for column in sheet.columns}
_POKERNOW = re.compile(rb"(?:\xef\xbb\xbf)?\"?entry\"?,\"?at\"?,\"?order\"?[ \t]*(?:\r|\n|$)")
_SAVE = "Save it as 'CSV UTF-8' in your spreadsheet program."


def is_pokernow(data: bytes) -> bool:
    """Whether a file has exactly PokerNow's titles, two of which are the workbook's too."""
    return _POKERNOW.match(data[:_FIRST]) is not None


def known_titles(data: bytes) -> int:
    """Number of the workbook's titles in a file's first line, in any encoding."""
    encoding = "utf-16" if data.startswith(_WIDE) else "latin-1"
    first = data[:_FIRST].removeprefix(b"\xef\xbb\xbf").decode(encoding, "replace").partition("\n")[0]
    return max(_known(first, separator) for separator in SEPARATORS)


def grid_of(name: str, data: bytes, problems: WorkbookProblems) -> Grid:
    """Rows of a CSV file; overlong ones are reported. Raises NotReadable."""
    text = _decoded(data)
    first = text.partition("\n")[0]
    separator = max(SEPARATORS, key=lambda each: _known(first, each))
    rows: list[list[str]] = []
    cells = 0
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    try:
        for row in reader:
            cells += len(row)
            if len(rows) >= MOST_ROWS or len(row) > MOST_COLUMNS or cells > MOST_CELLS:
                raise _too_much(
                    f"more than {MOST_ROWS:,} rows, {MOST_COLUMNS} columns or {MOST_CELLS:,} cells"
                )
            rows.append(row)
    except csv.Error as error:
        found = f"line {reader.line_num} of {name}, which is not CSV ({error})"
        raise NotReadable(found, f"cells with {SEPARATORS[separator]} between them", _SAVE) from error
    width = len(rows[0]) if rows else 0
    grid = Grid(name, [[*row[:width], *[""] * (width - len(row))] for row in rows], False, *_NOTHING)
    _too_wide(grid, rows, width, separator, problems)
    return grid


_NOTHING: tuple[frozenset[tuple[int, int]], frozenset[tuple[int, int]], tuple[tuple[int, int], ...]] = (
    frozenset(),
    frozenset(),
    (),
)


def _too_wide(
    grid: Grid, rows: list[list[str]], width: int, separator: str, problems: WorkbookProblems
) -> None:
    for number, row in enumerate(rows):
        at = next((at for at in range(width, len(row)) if row[at].strip()), None)
        if at is not None:
            expected = f"at most {width} cells in a row, as the first row has titles"
            do = (
                f"Put quotation marks around a text with {SEPARATORS[separator]} in it, and write amounts with a decimal point "
                "(3.50, not 3,50)."
            )
            problems.add(None, grid.where(number, at), "", found_text(row[at]), expected, do)


def _decoded(data: bytes) -> str:
    if len(data) > MOST_BYTES:
        raise _too_much(f"more than {MOST_BYTES >> 20} MiB")
    if data.startswith(_WIDE):
        raise NotReadable("a CSV file in UTF-16", "a CSV file in UTF-8", _SAVE)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise NotReadable(f"bytes in line {line} that are not UTF-8", "a CSV file in UTF-8", _SAVE) from error
    if "\0" in text:
        raise NotReadable("a NUL byte", "text", _SAVE)
    return text


def _known(first: str, separator: str) -> int:
    titles = {plain_title(title.strip().strip('"')) for title in first.split(separator)}
    return len(titles & _TITLES)


def _too_much(found: str) -> NotReadable:
    expected = (
        f"at most {MOST_BYTES >> 20} MiB, {MOST_ROWS:,} rows, {MOST_COLUMNS} columns and {MOST_CELLS:,} cells"
    )
    return NotReadable(found, expected, "Use a file for each session.")
