"""Workbooks on the upload page: taken like logs, with the cells to look at, and the one to fill in."""

import re

import pytest

from auditor.importing.workbook.workbook_importer import XLSX_TYPE
from auditor.store.rows import Page
from tests.http.kit import log
from tests.http.web.kit import DANA, MARA, Person, signed_in, with_rooms, words
from tests.http.web.uploads import answers, send
from tests.importing.workbooks import HANDS, SESSION, content, put, table, values, written

FILLED = {"rooms": with_rooms}


def wrong():
    """A workbook with a card that does not exist; and the cell."""
    sheets = content()
    at = put(sheets, "Hands", 2, "front", "Jc9d1s")
    return written(sheets), at


@pytest.mark.slow
def test_a_workbook_is_taken_beside_a_log(rooms, service):
    dana = signed_in(rooms, DANA)
    page = send(dana, ("evening.xlsx", written(content())), ("b.ndjson", log(session="S-2")))
    assert answers(page) == [("stored", "evening.xlsx"), ("stored", "b.ndjson")]
    assert "2 of 2 files are on record." in words(page)
    assert "Table T1, s-1 : on record" in words(page)
    assert service.sessions.current("WA-0417", "s-1").hands == 2
    again = send(dana, ("evening.xlsx", written(content())))
    assert answers(again) == [("same", "evening.xlsx")]


@pytest.mark.slow
def test_a_workbook_with_a_wrong_cell_is_kept_and_given_back_with_marks(rooms, service):
    dana = signed_in(rooms, DANA)
    data, at = wrong()
    page = send(dana, ("evening.xlsx", data), status=422)
    assert answers(page) == [("refused", "evening.xlsx")]
    said = words(page)
    assert f"{at} front" in said
    assert "The file is kept as it arrived, and no log of it is a session." in said
    marked = dana.get("/rooms/WA-0417/originals/1/marked.xlsx")
    assert marked.mimetype == XLSX_TYPE
    assert "Jc9d1s" in values(marked.data)["Hands"][1]
    day = dana.get("/rooms/WA-0417/today")
    assert "evening.xlsx workbook with marks" in words(day)
    assert 'href="/rooms/WA-0417/originals/1/marked.xlsx"' in day.text
    dana.get("/rooms/WA-0417/originals/2/marked.xlsx", 404)


def test_who_only_tries_a_workbook_stores_nothing(rooms, service):
    dana = signed_in(rooms, DANA)
    data, _ = wrong()
    page = send(dana, ("good.xlsx", written(content())), ("bad.xlsx", data), only_try=True, status=422)
    assert answers(page) == [("valid", "good.xlsx"), ("refused", "bad.xlsx")]
    assert "Table T1, s-1: would be stored" in words(page)
    assert "marked.xlsx" not in page.text
    assert service.sessions.current("WA-0417", "s-1") is None


def test_a_workbook_with_one_good_session_is_taken_in_part(rooms, service):
    second = {**SESSION, "session": "s-2", "table": "T2"}
    sheets = {
        "Session": table([SESSION, second]),
        "Hands": table([{**row, "session": name} for name in ("s-1", "s-2") for row in HANDS]),
    }
    put(sheets, "Hands", 2, "front", "Jc9d1s")
    page = send(signed_in(rooms, DANA), ("two.xlsx", written(sheets)), status=422)
    assert answers(page) == [("partly", "two.xlsx")]
    assert service.sessions.current("WA-0417", "s-1") is None
    assert service.sessions.current("WA-0417", "s-2").hands == 2


def test_a_workbook_of_another_room_is_not_stored(rooms, service):
    sheets = content()
    put(sheets, "Session", 2, "room", "WA-0500")
    page = send(Person(rooms), ("other.xlsx", written(sheets)), status=422)
    assert answers(page) == [("not-taken", "other.xlsx")]
    assert "The file is of room 'WA-0500', and was sent for room 'WA-0417'. Nothing was stored." in words(
        page
    )
    assert service.originals.without_session("WA-0500", "2000", "3000") == []
    assert service.sessions.current("WA-0500", "s-1") is None


@pytest.mark.slow
def test_a_workbook_in_conflict_becomes_the_correction_once_the_reason_is_given(rooms, service):
    """Nothing is written on its sheet Session, and the correction stays a log of the workbook."""
    dana = signed_in(rooms, DANA)
    send(dana, ("one.xlsx", written(content())))
    sheets = content()
    put(sheets, "Hands", 4, "net", 7)
    put(sheets, "Hands", 5, "net", -7)
    page = send(dana, ("two.xlsx", written(sheets)), status=422)
    assert answers(page) == [("conflict", "two.xlsx")]
    assert "another log is on record for it" in words(page)
    address = re.search(r'href="(/rooms/WA-0417/conflicts/\w{64})"', page.text)[1]
    said = words(dana.get(address))
    assert "Hand 2 seat 1: net $7.50 → $7.00 seat 2: net −$7.50 → −$7.00 All of it as CSV" in said
    assert "The file two.xlsx differs from it." in said
    dana.send(address, reason="nets misread", by="s-104")
    current = service.sessions.current("WA-0417", "s-1")
    assert (current.supersedes, current.facts.supersedes_reason) == (1, "nets misread")
    [_, corrected] = service.originals.page(None, Page(1, 10))[0][::-1]
    assert [(each.outcome, each.session_id) for each in corrected.last.logs] == [("session", current.id)]
    again = send(dana, ("two.xlsx", written(sheets)))
    assert answers(again) == [("same", "two.xlsx")]


@pytest.mark.slow
def test_the_workbook_to_fill_in_is_of_the_room_and_day(rooms):
    dana = signed_in(rooms, DANA)
    assert 'action="/rooms/WA-0417/workbook.xlsx"' in dana.get("/rooms/WA-0417/upload").text
    made = dana.get("/rooms/WA-0417/workbook.xlsx?day=2026-06-01")
    assert made.headers["Content-Disposition"] == 'attachment; filename="WA-0417-2026-06-01.xlsx"'
    assert "WA-0417" in values(made.data)["Session"][2]
    assert "no day" in words(dana.get("/rooms/WA-0417/workbook.xlsx?day=tomorrow", 404))
    dana.get("/rooms/WA-0500/workbook.xlsx", 404)
    signed_in(rooms, MARA).get("/rooms/WA-0417/workbook.xlsx")


def test_a_file_that_is_called_a_workbook_and_is_none_says_what_it_is(rooms):
    page = send(signed_in(rooms, DANA), ("old.xls", b"\xd0\xcf\x11\xe0" + bytes(600)), status=422)
    assert answers(page) == [("refused", "old.xls")]
    assert ".xlsx" in words(page)
