"""The workbook of a room for a gaming day: what its lists offer, and what of it is filled in already."""

import datetime as dt

import pytest

from auditor.http.workbook_api import XLSX_TYPE
from auditor.importing.importers import import_original
from auditor.importing.workbook.layout import HELP
from tests.http.filing import approved, log, put_room, surrender, surrendered, upload
from tests.importing.workbooks import values, written
from tests.rules.filed import controls

AT = "/v1/rooms/WA-0417/template.xlsx"
PROCEDURE = {
    "documented": ["wrong_card_count", "misdeal"],
    "cite": "WSGC-irregularities",
    "procedure": {
        "front-shown": {"kind": "exposed_card", "when": "deal", "ruling": "play_on", "cite": "WSGC-irregularities"},
    },
}  # fmt: skip


def lists(data):
    columns = zip(*values(data)["_Lists"], strict=True)
    return {head: [each for each in rest if each != ""] for head, *rest in columns}


def first_session(data):
    """What the row of the sheet Session below the example has."""
    titles, _, row = values(data)["Session"]
    return {title: value for title, value in zip(titles, row, strict=True) if value != ""}


@pytest.fixture
def played(client):
    """A room with controls that have a procedure since June, and logs of two tables."""
    put_room(client)
    approved(client, controls(1, "2026-01-01", surrender=surrender(2)))
    approved(client, controls(2, "2026-06-01", surrender=surrender(3), irregularities=PROCEDURE), 2)
    upload(client, log(surrendered(1, "2026-05-31T21:00:00-07:00", 200)))
    upload(
        client,
        log(session="S-2", opened_at="2026-06-02T20:00:00-07:00").replace('"table": "T1"', '"table": "Red"'),
    )
    return client


@pytest.mark.slow
def test_the_template_of_a_room_has_what_is_in_force_on_the_day(played):
    answer = played.get(f"{AT}?day=2026-06-01")
    assert (answer.status_code, answer.mimetype) == (200, XLSX_TYPE)
    assert answer.headers["Content-Disposition"] == 'attachment; filename="WA-0417-2026-06-01.xlsx"'
    assert first_session(answer.data) == {
        "room": "WA-0417", "time zone": "America/Los_Angeles", "currency": "USD", "amounts in": "currency",
        "game": "chinese", "ruleset": "wa-0417-thirteen",
    }  # fmt: skip
    offered = lists(answer.data)
    assert offered["Session.table"] == ["Red", "T1"]
    assert offered["Fees.kind"][0] == "hand_fee"
    assert offered["Hands.game"] == ["chinese"]
    assert offered["Irregularities.kind"][:2] == ["exposed_card", "wrong_card_count"]
    assert offered["Irregularities.ruling"][0] == "play_on"
    said = [line for (line,) in values(answer.data)[HELP]]
    assert said[:3] == [
        "A session of WA-0417 on 2026-06-01",
        "In force: wa-0417-thirteen@2, Thirteen Card Poker at WA-0417. A unit is worth at most $5.00.",
        "Procedure of wa-0417-thirteen: exposed_card (deal): play_on.",
    ]


@pytest.mark.slow
def test_another_day_has_the_controls_of_that_day(played):
    answer = played.get(f"{AT}?day=2026-05-31")
    assert "In force: wa-0417-thirteen@1" in values(answer.data)[HELP][1][0]
    assert lists(answer.data)["Irregularities.kind"][0] == "misdeal"


def test_a_room_without_controls_in_force_is_offered_all_of_the_format(played):
    answer = played.get(f"{AT}?day=2025-12-31")
    assert first_session(answer.data) == {"room": "WA-0417", "time zone": "America/Los_Angeles"}
    assert lists(answer.data)["Hands.game"] == ["chinese", "ofc", "pineapple"]
    assert values(answer.data)[HELP][1][0].startswith("No controls of the room are in force on that day")


def test_without_a_day_it_is_of_the_gaming_day_of_this_moment(room):
    found = values(room.get(AT).data)[HELP][0][0].removeprefix("A session of WA-0417 on ")
    today = dt.datetime.now(dt.UTC).date()
    assert dt.date.fromisoformat(found) in (today, today - dt.timedelta(1))


@pytest.mark.slow
def test_the_template_has_an_etag_and_the_same_bytes(played):
    first = played.get(f"{AT}?day=2026-06-01")
    again = played.get(f"{AT}?day=2026-06-01", headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")
    other = played.get(f"{AT}?day=2026-05-31")
    assert other.headers["ETag"] != first.headers["ETag"]


def test_a_day_that_is_none_and_a_room_that_is_none(room):
    assert room.get(f"{AT}?day=yesterday").json["type"].endswith(":invalid-request")
    assert room.get("/v1/rooms/WA-1/template.xlsx").json["type"].endswith(":no-such-room")


@pytest.mark.slow
def test_a_template_that_is_filled_in_is_a_log(played):
    sheets = values(played.get(f"{AT}?day=2026-06-01").data)
    rows = sheets["Session"]
    for title, value in {"session": "S-9", "table": "Red", "opened at": "2026-06-01 20:00"}.items():
        rows[2][rows[0].index(title)] = value
    del sheets[HELP]
    done = import_original(written(sheets))
    assert done.problems == ()
    assert (done.logs[0].room, done.logs[0].session, done.logs[0].table) == ("WA-0417", "S-9", "Red")
