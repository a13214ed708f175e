"""The list of a room's incidents: its order, its filters, and the same list as files for spreadsheets."""

import csv
import datetime as dt
import io

import pytest
from python_calamine import CalamineWorkbook

from tests.http.filing import put_room
from tests.http.kit import NDJSON, hand_line, log

CLOSE = {"event": "close", "at": "2026-03-15T02:00:00-07:00", "hands": 2}
LIST = "/v1/rooms/WA-0417/incidents"


def three_sessions(client):
    """S-1 is $1.00 wrong at table T1; S-2 $2.00 at T2; at T3 the room counted a hand more than S-3 has."""
    put_room(client)
    for body in (
        log(hand_line(7, (300, 200, 300, -800))),
        log(hand_line(8, (500, 100, 300, -900)), session="S-2", table="T2"),
        log(hand_line(1), CLOSE, session="S-3", table="T3"),
    ):
        assert client.post("/v1/sessions", data=body, content_type=NDJSON).status_code == 201
    assert client.post("/v1/audits", json={"sessions": [1, 2, 3]}).json["state"] == "finished"


FILLED = {"client": three_sessions}


@pytest.fixture
def listed(client):
    def ask(**query):
        answer = client.get(LIST, query_string=query)
        assert answer.status_code == 200, answer.json
        return [(each["session"], each["hand"], each["code"]) for each in answer.json["incidents"]]

    return ask


ONE, TWO, THREE = ("S-1", 7, "SCR001"), ("S-2", 8, "SCR001"), ("S-3", None, "LOG003")


def test_incidents_come_by_consequence_and_not_by_arrival(listed):
    assert listed() == [TWO, ONE, THREE]
    assert listed(sort="day") == [TWO, ONE, THREE]  # of one day


def test_a_row_has_what_went_wrong_where_and_for_whom(client):
    first = client.get(LIST).json["incidents"][0]
    assert (first["table"], first["hand"], first["hands_of"]) == ("T2", 8, 1)
    assert first["short"].startswith("nets off by $")
    assert first["explanation"].startswith("The recorded nets are $")
    assert {each["seat"]: each["player"] for each in first["players"]}[first["seats"][0]].startswith("P")
    (found,) = client.get(f"{LIST}?code=LOG003").json["incidents"]
    assert (found["short"], found["explanation"]) == (
        "1 hand fewer than the room counted",
        "The room counted 2 hands at the close, and the log has 1.",
    )


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ({"table": "T1"}, [ONE]), ({"table": "T9"}, []), ({"area": "evidence"}, [THREE]), ({"area": "fees"}, []),
        ({"code": "SCR001"}, [TWO, ONE]), ({"severity": "critical"}, []), ({"severity": "major,minor"}, [TWO, ONE, THREE]),
        ({"clause": "external:rec"}, [THREE]), ({"clause": "WSGC-9"}, []), ({"state": "open"}, [TWO, ONE, THREE]),
        ({"state": "closed"}, []), ({"search": "7"}, [ONE]), ({"search": "hand 8"}, [TWO]), ({"search": "77"}, []),
        ({"search": "nets off"}, [TWO, ONE]), ({"search": "s-3"}, [THREE]), ({"search": "record-complete"}, [THREE]),
        ({"player": "P4"}, [TWO, ONE]), ({"player": "p4"}, []), ({"search": "p4"}, [TWO, ONE]), ({"player": "nobody"}, []),
        ({"table": "T1", "code": "SCR001", "search": "7"}, [ONE]), ({"table": "T2", "search": "7"}, []),
    ],
)  # fmt: skip
def test_filters_select_together(listed, query, found):
    assert listed(**query) == found


def test_what_no_filter_is_is_refused(client):
    for query in ("severity=grave", "sort=money", "code=scr001", "area=cheating"):
        assert client.get(f"{LIST}?{query}").status_code == 422, query


def test_the_list_as_csv_has_its_filters_and_plain_amounts(client):
    answer = client.get(f"{LIST}.csv?code=SCR001")
    assert not answer.data.startswith(b"\xef\xbb\xbf")  # which is for files that people save
    lines = list(csv.DictReader(io.StringIO(answer.text, newline="")))
    assert [(each["Session"], each["First hand"], each["Currency"]) for each in lines] == [
        ("S-2", "8", "USD"),
        ("S-1", "7", "USD"),
    ]
    amounts = client.get(f"{LIST}?code=SCR001").json["incidents"]
    assert [each["Misallocated"] for each in lines] == [
        f"{each['misallocated'] / 100:.2f}" for each in amounts
    ]


def test_the_list_as_a_workbook_has_real_dates_and_amounts(client):
    answer = client.get(f"{LIST}.xlsx?search=7")
    assert answer.headers["Content-Disposition"] == 'attachment; filename="WA-0417-incidents.xlsx"'
    headings, *rows = (
        CalamineWorkbook.from_filelike(io.BytesIO(answer.data)).get_sheet_by_name("Incidents").to_python()
    )
    (row,) = (dict(zip(headings, each, strict=True)) for each in rows)
    assert row["Gaming day"] == dt.date(2026, 3, 14)
    assert (row["First hand"], row["Table"], row["Severity"]) == (7, "T1", "major")
    (found,) = client.get(f"{LIST}?search=7").json["incidents"]
    assert row["Misallocated"] == found["misallocated"] / 100
    assert row["Explanation"] == found["explanation"]


def test_an_audit_as_a_workbook_has_a_sheet_for_each_of_its_lists(client):
    book = CalamineWorkbook.from_filelike(io.BytesIO(client.get("/v1/audits/1/report.xlsx").data))
    assert book.sheet_names == ["Incidents", "Findings", "Coverage", "Where to look"]
    headings, *rows = book.get_sheet_by_name("Findings").to_python()
    findings = client.get("/v1/audits/1/findings").json["findings"]
    first = dict(zip(headings, rows[0], strict=True))
    assert (first["Check"], first["Message"]) == (findings[0]["code"], findings[0]["message"])
    of_money = next(each for each in findings if each["unit"] == "money" and each["difference"] < 0)
    stated = next(each for each in (dict(zip(headings, row, strict=True)) for row in rows)
                  if each["Fingerprint"] == of_money["fingerprint"])  # fmt: skip
    assert (stated["Stated"], stated["Difference"]) == (
        of_money["stated"] / 100,
        of_money["difference"] / 100,
    )
    headings, *rows = book.get_sheet_by_name("Coverage").to_python()
    tested = {row[0]: row[headings.index("Tested")] for row in rows}
    assert tested["SCR001"] == 3
    headings, *rows = book.get_sheet_by_name("Incidents").to_python()
    assert [row[headings.index("Session")] for row in rows] == ["S-2", "S-1", "S-3"]
    assert [row[headings.index("State")] for row in rows] == ["open"] * 3
