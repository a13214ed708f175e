"""CSV files as logs and problems: hands with repeated session columns, or a zip of the sheets."""

from __future__ import annotations

import io
import posixpath
import zipfile
import zlib
from collections.abc import Iterator

from auditor.importing.csv_files.csv_text import grid_of, is_pokernow, known_titles
from auditor.importing.frame import ImportOptions, Origin, ReadOriginal
from auditor.importing.workbook.grids import Grid
from auditor.importing.workbook.layout import HANDS, NOTE, SESSION, plain_title
from auditor.importing.workbook.package import MOST_BYTES, MOST_PARTS, NotReadable, is_workbook
from auditor.importing.workbook.workbook_columns import WorkbookSheet
from auditor.importing.workbook.workbook_reading import read_tables, result
from auditor.importing.workbook.workbook_tables import (
    ReadSheet,
    SheetRow,
    WorkbookProblems,
    places_of_titles,
    tables_of,
)

ALONE = "CSV"  # what messages call the sheet of a file that stands alone
_LEAST = 2  # titles of the workbook, so that a text is not taken for CSV by one word
_ERRORS = (zipfile.BadZipFile, zlib.error, ValueError, OSError, EOFError, NotImplementedError, RuntimeError)
_OF_HANDS = ("game", "unit", "dealer")  # titles of both sheets: beside hands they are the hand's


def is_csv(data: bytes) -> bool:
    """Whether a file is CSV with the workbook's titles (not PokerNow's), or a zip of CSV files."""
    if data.startswith(b"PK"):
        return not is_workbook(data) and bool(_names(data))
    return known_titles(data) >= _LEAST and not is_pokernow(data)


def read_csv(data: bytes, origin: Origin, _: ImportOptions) -> ReadOriginal:
    """Logs of a CSV file or zip, with problems; never raises."""
    problems = WorkbookProblems()
    try:
        grids = csv_grids(data, problems)
    except NotReadable as refused:
        problems.add(None, "", "", refused.found, refused.expected, refused.do)
        return result([], None, problems)
    tables = tables_of(grids, problems) if data.startswith(b"PK") else _of_hands(grids[0], problems)
    return result(*read_tables(tables, origin, problems), problems)


def csv_grids(data: bytes, problems: WorkbookProblems) -> list[Grid]:
    """Sheets of a file, named as in the zip. Raises NotReadable."""
    if not data.startswith(b"PK"):
        return [grid_of(ALONE, data, problems)]
    return [grid_of(name, part, problems) for name, part in _parts(data)]


def _names(data: bytes) -> list[str]:
    """Files of a zip in which all are CSV."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            names = [name for name in archive.namelist() if not _is_of_a_system(name)]
    except _ERRORS:
        return []
    return names if all(name.casefold().endswith(".csv") for name in names) else []


def _is_of_a_system(name: str) -> bool:
    return name.endswith("/") or name.startswith("__MACOSX/") or posixpath.basename(name) == ".DS_Store"


def _parts(data: bytes) -> Iterator[tuple[str, bytes]]:
    names = _names(data)
    if len(names) > MOST_PARTS or len(set(names)) < len(names):
        found = f"a zip file of more than {MOST_PARTS} files, or with a file twice"
        raise NotReadable(found, "a CSV file for each sheet", "Put only these into the zip file.")
    left = MOST_BYTES
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            for name in names:
                with archive.open(name) as stream:
                    part = stream.read(left + 1)
                left -= len(part)
                if left < 0:
                    found = f"more than {MOST_BYTES >> 20} MiB once unzipped"
                    raise NotReadable(
                        found, f"at most {MOST_BYTES >> 20} MiB", "Use a file for each session."
                    )
                yield posixpath.basename(name)[: -len(".csv")], part
    except _ERRORS as error:
        raise NotReadable(
            "a zip file that is damaged, cut off, or has a password", "a whole zip file", "Make it anew."
        ) from error


def _of_hands(grid: Grid, problems: WorkbookProblems) -> dict[str, ReadSheet]:
    """Tables of a lone file: hands that repeat their session, or sessions without hands."""
    titles = {plain_title(str(title)) for title in (grid.rows[0] if grid.rows else [])}
    with_hands = plain_title("hand") in titles
    columns = [*SESSION.columns, *(HANDS.columns if with_hands else ())]
    every = WorkbookSheet(ALONE, tuple({each.title: each for each in columns}.values()), "")
    needed = {
        each.title for each in (*SESSION.columns, *(HANDS.columns if with_hands else ())) if each.needed
    }
    places = places_of_titles(every, grid, problems, needed)
    shared = _OF_HANDS if with_hands else ()
    sessions = {title: at for title, at in places.items() if title not in shared}
    tables: dict[str, ReadSheet] = {SESSION.name: _Sessions(SESSION, grid, _only(SESSION, sessions))}
    if with_hands:
        tables[HANDS.name] = ReadSheet(HANDS, grid, _only(HANDS, places))
    return tables


def _only(sheet: WorkbookSheet, places: dict[str, int]) -> dict[str, int]:
    titles = {column.title for column in sheet.columns} | {NOTE}
    return {title: at for title, at in places.items() if title in titles}


class _Sessions(ReadSheet):
    """Sessions of a file of hands, from repeated columns; contradictions are reported."""

    def rows(self, problems: WorkbookProblems) -> Iterator[SheetRow]:
        """A row for each session, where it first occurs."""
        sessions: dict[str, SheetRow] = {}
        for row in super().rows(problems):
            key = str(row.cells.get("session", "")).strip()
            first = sessions.setdefault(key, row)
            for title, value in row.cells.items():
                if first.cells.setdefault(title, value) != value:
                    expected = f"the same as in the other rows of session {key}"
                    do = "Write it once, or the same in every row of the session."
                    row.wrong(problems, None, title, expected, do)
        yield from sessions.values()
