"""Workbooks for tests: a small honest one, the same with changes, and what is in one."""

import datetime as dt
import io
import json

import xlsxwriter
from python_calamine import CalamineWorkbook

from auditor.importing.importers import import_original

SESSION = {
    "session": "s-1", "room": "WA-0417", "table": "T1", "currency": "USD", "amounts in": "currency",
    "time zone": "-07:00", "opened at": "2026-03-14 16:00", "game": "chinese", "unit": 1, "ruleset": "wsgc-full@1",
    "counted at": "2026-03-15 02:00", "hands in all": 2, "total rake": 3,
}  # fmt: skip
HANDS = [
    {"hand": 1, "at": "16:05", "button": 1, "seat": 1, "player": "p-1", "net": 2,
     "front": "Jc9d2s", "middle": "AsThTd8s8h", "back": "6d5h4c3s2d"},
    {"hand": 1, "seat": 2, "player": "p-2", "net": -2,
     "front": "KcQhJd", "middle": "7h4s4h3d3c", "back": "AhAd8d8c5s"},
    {"hand": 2, "at": "16:09", "button": 2, "seat": 1, "player": "p-1", "net": 7.5,
     "front": "6h4d4c", "middle": "QhJcTh9d8c", "back": "Kd3s3h3d3c"},
    {"hand": 2, "seat": 2, "player": "p-2", "net": -7.5,
     "front": "AhJd9c", "middle": "8d6s5h5d2h", "back": "7s7h7d4s4h"},
]  # fmt: skip
OTHERS = {
    "Fees": [{"hand": 1, "kind": "rake", "amount": 3}],
    "Chips": [
        {"at": "16:01", "kind": "buy_in", "seat": 1, "player": "p-1", "amount": 200},
        {"at": "16:08", "kind": "toke", "seat": 2, "player": "p-2", "amount": 1},
    ],
    "Irregularities": [{"hand": 2, "kind": "exposed_card", "when": "deal", "ruling": "play_on"}],
    "Transfers": [{"hand": 1, "payer": 2, "payee": 1, "amount": 2, "units": 2}],
    "Drops": [{"at": "2026-03-15 02:00", "kind": "rake", "amount": 3, "counted by": "c-1, c-2"}],
}


def content():
    """The sheets of a small honest workbook: rows of values, the titles first."""
    return {name: table(rows) for name, rows in {"Session": [SESSION], "Hands": HANDS, **OTHERS}.items()}


def table(rows):
    """Rows by title as rows of values."""
    titles = list(dict.fromkeys(title for row in rows for title in row))
    return [titles, *([row.get(title, "") for title in titles] for row in rows)]


def cell(sheets, sheet, row, title):
    """The reference of a cell such as Hands!F3; row counts as Excel does."""
    at = sheets[sheet][0].index(title)
    return f"{sheet}!{xlsxwriter.utility.xl_rowcol_to_cell(row - 1, at)}"


def put(sheets, sheet, row, title, value):
    """Change a cell, and say which it is."""
    sheets[sheet][row - 1][sheets[sheet][0].index(title)] = value
    return cell(sheets, sheet, row, title)


def written(sheets, change=None):
    """Sheets as the bytes of a workbook. A text that begins with = is a formula; change: what is done to it at the end.

    The same sheets give the same bytes in every second.
    """
    made = io.BytesIO()
    book = xlsxwriter.Workbook(made, {"default_date_format": "yyyy-mm-dd hh:mm:ss"})
    book.set_properties({"created": dt.datetime(2026, 1, 1)})
    for name, rows in sheets.items():
        page = book.add_worksheet(name)
        for at, row in enumerate(rows):
            page.write_row(at, 0, row)
    if change is not None:
        change(book)
    book.close()
    return made.getvalue()


def imported(sheets, change=None):
    return import_original(written(sheets, change))


def events(log):
    """The lines of a derived log."""
    return [json.loads(line) for line in log.data.splitlines()]


def values(data):
    """What another program reads from a workbook, by sheet."""
    book = CalamineWorkbook.from_filelike(io.BytesIO(data))
    return {name: book.get_sheet_by_name(name).to_python(skip_empty_area=False) for name in book.sheet_names}
