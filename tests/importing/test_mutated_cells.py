"""Hundreds of cells made wrong, one at a time: each is reported at its cell, in words, and no log is derived."""

import datetime as dt

import pytest

from auditor.importing.workbook.layout import SHEETS, plain_title
from tests.importing.workbooks import cell, content, imported, put

WRONG = {
    "cards": ("Zz", "J", "JcXd", "11h", 7, 3.5, True, dt.datetime(2026, 3, 14)),
    "money": ("a lot", "$3.50", "1,200", 0.001, True, dt.datetime(2026, 3, 14, 16), "3.5.0"),
    "whole": ("one", 1.5, -1, "1a", True, dt.datetime(2026, 3, 14, 16)),
    "time": (
        "03/14/2026 4:00 PM",
        "14.3.2026 16:00",
        "yesterday",
        46095.5,
        "25:00",
        "2026-02-30 16:00",
        True,
    ),
    "choice": ("nonsense", 3, "", True),
    "text": (1.5, True, "x\u0007y", dt.datetime(2026, 3, 14), "p" * 5000),
    "flag": ("maybe", 1, 0, "y"),
    "people": (1.5, True, "c-1, " + "p" * 65),
}
EXTRA = {  # cells that the small workbook leaves out, so that every kind of cell is there
    "Hands": {
        "surrendered": "no",
        "fouled": "no",
        "natural": "",
        "aces": "no",
        "stack": 200,
        "dealt": "",
        "void": "no",
    },
}
NOT_WRONG = {("game", ""), ("when", ""), ("ruling", "")}  # an empty cell says that it was not recorded
CURRENCIES = {
    "amounts in",
    "currency",
    "time zone",
    "session",
}  # what other cells are read with: tested below


def full():
    sheets = content()
    for title, value in EXTRA["Hands"].items():
        sheets["Hands"][0].append(title)
        for row in sheets["Hands"][1:]:
            row.append(value)
    return sheets


def mutations():
    """(sheet, row, title, value) of every cell of the workbook that can be made wrong."""
    for sheet in SHEETS:
        rows = full().get(sheet.name, [[]])  # those of pot games: test_pot_workbooks.py
        for title in rows[0]:
            column = next(each for each in sheet.columns if each.title == title)
            for row in range(2, min(len(rows), 4) + 1):
                for value in WRONG[column.kind]:
                    if title not in CURRENCIES and (title, value) not in NOT_WRONG:
                        yield sheet.name, row, title, value


ALL = list(mutations())


def test_there_are_many():
    assert len(ALL) > 300


@pytest.mark.slow
@pytest.mark.sampled(8)
@pytest.mark.parametrize("part", range(8))
def test_each_wrong_cell_is_reported_there(part):
    failed = {}
    for each in ALL[part::8]:
        try:
            _reported(*each)
        except AssertionError as failure:
            failed[each] = failure
    assert failed == {}


def _reported(sheet, row, title, value):
    sheets = full()
    where = put(sheets, sheet, row, title, value)
    done = imported(sheets)
    refusing = [problem for problem in done.problems if problem.refuses]
    assert where in {problem.where for problem in refusing}, refusing
    at_cell = next(problem for problem in refusing if problem.where == where)
    assert at_cell.field == title
    assert at_cell.found
    assert at_cell.expected
    assert at_cell.do.endswith(".")
    assert done.logs == ()


def one(sheets, change=None):
    """The only problem of a workbook from which nothing is derived."""
    done = imported(sheets, change)
    assert done.logs == ()
    (problem,) = [each for each in done.problems if each.refuses]
    return problem


def test_a_wrong_card_is_named():
    sheets = content()
    where = put(sheets, "Hands", 3, "middle", "7h 4s 4x 3d 3c")
    problem = one(sheets)
    assert (problem.where, problem.field, problem.found) == (where, "middle", '"7h 4s 4x 3d 3c"')
    assert 'card 3 is "4x"' in problem.expected


def test_units_of_amounts_that_are_not_said_are_reported_where_they_are_said():
    sheets = content()
    where = put(sheets, "Session", 2, "amounts in", "pounds")
    problem = one(sheets)
    assert (problem.where, problem.expected) == (where, "one of currency, minor")


def test_a_missing_zone_is_said_once():
    sheets = content()
    put(sheets, "Session", 2, "time zone", "")
    problems = {problem.where: problem for problem in imported(sheets).problems}
    assert set(problems) == {cell(sheets, "Session", 2, title) for title in ("opened at", "counted at")}
    assert problems[cell(sheets, "Session", 2, "opened at")].expected == "a time zone for this time"
    where = put(sheets, "Session", 2, "time zone", "Mars/Olympus")
    assert (one(sheets).where, one(sheets).found) == (where, '"Mars/Olympus"')


def test_bounds_are_said_in_words():
    for sheet, title, value, expected in (
        ("Hands", "seat", 11, "1 to 10"),
        ("Hands", "player", "p" * 65, "text of 1 to 64 characters"),
        ("Session", "currency", "dollars", "text of the form [A-Z]{3}"),
        ("Chips", "amount", -1, "0 to 1,000,000,000,000, in minor units"),
        ("Drops", "counted by", "c" * 65, "ids with commas between them, each text of 1 to 64 characters"),
    ):
        sheets = content()
        where = put(sheets, sheet, 2, title, value)
        found = {problem.where: problem.expected for problem in imported(sheets).problems}
        assert found[where] == expected


def test_an_empty_cell_that_is_needed():
    for sheet, row, title in (
        ("Hands", 3, "player"),
        ("Chips", 2, "amount"),
        ("Session", 2, "room"),
        ("Fees", 2, "hand"),
    ):
        sheets = content()
        where = put(sheets, sheet, row, title, "")
        problem = one(sheets)
        assert (problem.where, problem.field, problem.found) == (where, title, "an empty cell")


def test_merged_cells_are_refused_at_the_first():
    def merge(book):
        book.get_worksheet_by_name("Hands").merge_range("D2:E2", 1)

    problem = one(content(), merge)
    assert (problem.where, problem.found) == ("Hands!D2", "merged cells")


def test_formulas_are_refused_whatever_their_last_value_is():
    sheets = content()
    where = put(sheets, "Hands", 4, "net", "=5+2.5")
    problem = next(each for each in imported(sheets).problems if each.where == where)
    assert (problem.found, problem.do) == ("a formula", "Copy the cell and paste it as a value.")
    assert imported(sheets).logs == ()


def test_without_a_sheet_session_there_is_no_log():
    sheets = content()
    del sheets["Session"]
    problem = one(sheets)
    assert (problem.where, problem.found) == ("Session", "no sheet Session, or an empty one")


def test_a_sheet_that_is_not_of_the_workbook_is_not_passed_over():
    problem = one({**content(), "Hands (2)": [["hand"], [3]]})
    assert (problem.where, problem.found) == ("Hands (2)", "a sheet of this name")


def test_an_extra_column_is_refused_at_its_title():
    sheets = content()
    sheets["Hands"] = [[*row, "x"] for row in sheets["Hands"]]
    sheets["Hands"][0][-1] = "bakc"
    problem = one(sheets)
    assert problem.where == cell(sheets, "Hands", 1, "bakc")
    assert problem.expected == "a column of the sheet Hands (did you mean 'back'?)"


def test_a_missing_column_and_a_title_twice():
    sheets = content()
    sheets["Transfers"][0][2] = "payer"
    found = [(each.where, each.field, each.found) for each in imported(sheets).problems if each.refuses]
    assert found[:2] == [
        ("Transfers!C1", "payer", "a second column of this title"),
        ("Transfers!A1", "payee", "no such title in the first row"),
    ]


def test_rows_of_a_hand_that_are_apart_or_contradict_each_other():
    sheets = content()
    where = put(sheets, "Hands", 5, "hand", 1)
    assert one(sheets).where == where
    sheets = content()
    where = put(sheets, "Hands", 3, "button", 2)
    problem = one(sheets)
    assert (problem.where, problem.expected) == (where, "the same as in the other rows of hand 1")
    sheets = content()
    where = put(sheets, "Hands", 3, "seat", 1)
    assert (one(sheets).where, one(sheets).expected) == (where, "each seat once in hand 1")


def test_what_the_game_does_not_have():
    sheets = content()
    put(sheets, "Session", 2, "game", "pineapple")
    sheets["Hands"] = [[*row, ""] for row in sheets["Hands"]]
    sheets["Hands"][0][-1] = "surrendered"
    where = put(sheets, "Hands", 2, "surrendered", "yes")
    problem = one(sheets)
    assert (problem.where, problem.expected) == (where, "an empty cell in a hand of pineapple")


def test_a_row_that_names_a_hand_or_a_session_that_does_not_exist():
    for name in ("Fees", "Transfers", "Irregularities"):
        sheets = content()
        where = put(sheets, name, 2, "hand", 9)
        assert one(sheets).where == where
    sheets = content()
    sheets["Fees"] = [["session", *sheets["Fees"][0]], ["s-9", *sheets["Fees"][1]]]
    assert one(sheets).where == "Fees!A2"


def test_every_title_of_the_template_is_known_by_its_plain_form():
    for sheet in SHEETS:
        assert len({plain_title(column.title) for column in sheet.columns}) == len(sheet.columns)
