"""What nobody sees in a workbook is read all the same, and pointed at; and how many problems are listed."""

import pytest

from auditor.importing.frame import MOST_PROBLEMS
from auditor.importing.importers import import_original
from tests.importing.workbooks import SESSION, content, events, imported, put, table, written


def derived(change):
    """The hidden places of a workbook after a change, and its log, which is that of the workbook without the change."""
    done, plain = imported(content(), change), imported(content())
    assert [events(log)[1:] for log in done.logs] == [events(log)[1:] for log in plain.logs]
    return [(each.where, each.found, each.refuses) for each in done.problems]


def test_a_hidden_sheet_is_read_and_pointed_at():
    hidden = derived(lambda book: book.get_worksheet_by_name("Fees").hide())
    assert hidden == [("Fees", "a hidden sheet", False)]
    hidden = derived(lambda book: book.get_worksheet_by_name("Chips").very_hidden())
    assert hidden == [("Chips", "a hidden sheet", False)]


def test_hidden_rows_are_read_and_each_stretch_of_them_is_pointed_at_once():
    def hide(book):
        for row in (1, 2, 4):
            book.get_worksheet_by_name("Hands").set_row(row, None, None, {"hidden": True})

    assert derived(hide) == [
        ("Hands!A2", "a hidden row, or several", False),
        ("Hands!A5", "a hidden row, or several", False),
    ]


def test_rows_that_a_filter_hides_are_hidden_rows():
    def filtered(book):
        page = book.get_worksheet_by_name("Hands")
        page.autofilter(0, 0, 4, 3)
        page.filter_column(0, "x == 1")
        for row in (3, 4):
            page.set_row(row, options={"hidden": True})

    assert derived(filtered) == [("Hands!A4", "a hidden row, or several", False)]


def test_a_hidden_column_is_read_and_pointed_at():
    hidden = derived(
        lambda book: book.get_worksheet_by_name("Hands").set_column(5, 5, None, None, {"hidden": True})
    )
    assert hidden == [("Hands!F1", "a hidden column", False)]


def test_what_is_hidden_and_empty_is_not_pointed_at():
    def hide(book):
        page = book.get_worksheet_by_name("Hands")
        page.set_row(30, None, None, {"hidden": True})
        page.set_column(40, 45, None, None, {"hidden": True})

    assert derived(hide) == []


@pytest.mark.slow
def test_at_most_a_thousand_problems_are_listed_and_all_are_counted():
    sheets = content()
    row = sheets["Chips"][1]
    sheets["Chips"] = [sheets["Chips"][0], *([*row[:-1], "a lot"] for _ in range(MOST_PROBLEMS + 5))]
    done = imported(sheets)
    assert (len(done.problems), done.problem_count, done.refusals) == (1000, 1005, 1005)
    assert done.problems[-1].where == "Chips!E1001"
    assert done.logs == ()


def test_a_workbook_is_of_one_room():
    sheets = {"Session": table([SESSION, {**SESSION, "session": "s-2"}])}
    assert imported(sheets).room == "WA-0417"
    where = put(sheets, "Session", 3, "room", "WA-0500")
    done = imported(sheets)
    assert (done.room, done.logs) == ("WA-0417", ())
    assert [(each.where, each.expected) for each in done.problems] == [
        (where, "the room of the first row, WA-0417")
    ]


def test_a_workbook_that_gives_no_log_says_its_room_all_the_same():
    sheets = content()
    put(sheets, "Hands", 2, "net", "a lot")
    assert (imported(sheets).room, imported(sheets).logs) == ("WA-0417", ())
    put(sheets, "Session", 2, "room", "")
    assert import_original(written(sheets)).room is None
