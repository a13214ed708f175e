"""That a log is missing: what pages and the table for a spreadsheet say of gaming days without a log."""

import csv
import io
import re

import pytest

from tests.http.filing import put_room
from tests.http.kit import NDJSON, hand_line, log
from tests.http.web.kit import Person, words
from tests.http.web.test_today import state

WEEKLY = "WA-0500"
OVERDUE = "The log of this gaming day is overdue."


def with_rooms(client):
    daily, weekly = ({"every_days": days, "overdue_hours": 12} for days in (1, 7))
    put_room(client, logs_expected=daily, **{"from": "2026-03-10"})
    put_room(client, WEEKLY, logs_expected=weekly, **{"from": "2026-03-01"})
    put_room(client, "WA-0600")
    for room in ("WA-0417", WEEKLY):
        made = log(hand_line(1), room=room, session="S-T1")
        assert client.post("/v1/sessions", data=made, content_type=NDJSON).status_code == 201


FILLED = {"rooms": with_rooms}


@pytest.fixture
def rooms(app):
    """Each with a log of 14 March, WA-0600 without: of WA-0417 one is expected of each day, of WA-0500 of one in seven."""
    return app


def matrix(app, until, days=7):
    """What the cells of a room's days say, by room and day of the month; only those with an address."""
    page = Person(app).get(f"/rooms?until={until}&days={days}")
    found = re.findall(
        r'href="/rooms/([\w-]+)/days/([\d-]+)(?:\?[^"]*)?".*?<span class="unseen">(.*?)</span></a>', page.text
    )
    return {(room, int(day[8:])): said for room, day, said in found}


def spreadsheet(app, until, days=7):
    lines = csv.DictReader(
        io.StringIO(Person(app).get(f"/rooms.csv?until={until}&days={days}").text.removeprefix("\ufeff"))
    )
    return {(each["room"], int(each["day"][8:])): each for each in lines}


def day_page(app, day, room="WA-0417"):
    return words(Person(app).get(f"/rooms/{room}/days/{day}"))


def of_room(app, day, room="WA-0417"):
    """The row of a day on the page of a room, in words."""
    page = Person(app).get(f"/rooms/{room}?until={day}")
    row = re.search(rf'<tr><th scope="row"><a href="/rooms/{room}/days/{day}[?"].*?</tr>', page.text, re.S)
    return " ".join(re.sub(r"<[^>]+>", " ", row[0]).split())


def test_a_day_without_a_log_is_missing_and_one_with_a_log_is_not(rooms):
    cells = matrix(rooms, "2026-03-16")
    assert {day: said for (room, day), said in cells.items() if room == "WA-0417"} == {
        10: "no log", 11: "no log", 12: "no log", 13: "no log", 14: "1 session, not audited yet", 15: "no log", 16: "no log",
    }  # fmt: skip
    assert OVERDUE in day_page(rooms, "2026-03-15")
    assert OVERDUE not in day_page(rooms, "2026-03-14")
    assert of_room(rooms, "2026-03-15") == "Sun 15 March 2026 – – no log – –"
    assert "no log" not in of_room(rooms, "2026-03-14")


def test_a_finding_that_a_day_has_no_log_is_no_log_of_it(rooms, client):
    made = client.put("/v1/rooms/WA-0417/days/2026-03-15/audit?tables=T1")
    assert made.status_code == 201, made.json
    (found,) = client.get(f"/v1/audits/{made.json['id']}/findings").json["findings"]
    assert (found["code"], found["severity"]) == ("LOG011", "major")
    assert matrix(rooms, "2026-03-15")["WA-0417", 15] == "no log, major"
    line = spreadsheet(rooms, "2026-03-15")["WA-0417", 15]
    assert (line["sessions"], line["major"], line["log_missing"]) == ("0", "1", "yes")
    assert OVERDUE in day_page(rooms, "2026-03-15")
    assert of_room(rooms, "2026-03-15") == "Sun 15 March 2026 0 0 no log 1 major 1 –"


def test_a_day_of_which_nothing_played_was_stated_is_not_missing(rooms):
    state(Person(rooms), "T1", date="2026-03-15")
    assert matrix(rooms, "2026-03-16")["WA-0417", 15] == "1 session, not audited yet"
    lines = spreadsheet(rooms, "2026-03-16")
    assert (lines["WA-0417", 15]["log_missing"], lines["WA-0417", 16]["log_missing"]) == ("no", "yes")
    assert OVERDUE not in day_page(rooms, "2026-03-15")
    assert "no log" not in of_room(rooms, "2026-03-15")


def test_of_one_log_in_seven_days_the_seventh_day_without_one_is_missing(rooms):
    cells = matrix(rooms, "2026-03-24", 28)  # with a log of the 14th
    late = sorted(day for (room, day), said in cells.items() if room == WEEKLY and said == "no log")
    assert late == [7, 8, 9, 10, 11, 12, 13, 21, 22, 23, 24]
    assert matrix(rooms, "2026-03-13")[WEEKLY, 7] == "no log"  # of which the six days before are not shown
    assert (WEEKLY, 20) not in matrix(rooms, "2026-03-21")
    for day in ("2026-03-07", "2026-03-13", "2026-03-21", "2026-03-22"):
        assert OVERDUE in day_page(rooms, day, WEEKLY), day
        assert "no log" in of_room(rooms, day, WEEKLY), day
    for day in ("2026-03-06", "2026-03-14", "2026-03-20"):
        assert OVERDUE not in day_page(rooms, day, WEEKLY), day
    assert spreadsheet(rooms, "2026-03-21")[WEEKLY, 21]["log_missing"] == "yes"
    assert (WEEKLY, 20) not in spreadsheet(rooms, "2026-03-21")


def test_today_is_not_missing_and_a_room_of_which_no_log_is_expected_has_none_missing(rooms):
    today = Person(rooms).get("/rooms/WA-0417/today")
    assert OVERDUE not in words(today)
    assert OVERDUE not in day_page(rooms, "2026-03-15", "WA-0600")
    assert not [room for room, _ in matrix(rooms, "2026-03-16") if room == "WA-0600"]
    everybody = Person(rooms)
    late = words(everybody.get("/rooms?until=2026-03-16&only=missing"))
    assert "WA-0417" in late
    assert "WA-0600" not in late


def test_a_day_whose_only_log_was_corrected_to_another_day_is_missing(rooms, client):
    kept = client.get("/v1/sessions/1").json["sha256"]
    changed = log(
        hand_line(1), session="S-T1", opened_at="2026-03-13T20:00:00-07:00",
        supersedes={"sha256": kept, "reason": "wrong day", "by": "Dana"},
    )  # fmt: skip
    assert client.post("/v1/sessions", data=changed, content_type=NDJSON).status_code == 201
    assert OVERDUE in day_page(rooms, "2026-03-14")
    assert OVERDUE not in day_page(rooms, "2026-03-13")
    late = {each["room"]: each for each in client.get("/v1/night").json["overdue"]}["WA-0417"]
    assert (late["last_day"], late["day"]) == ("2026-03-13", "2026-03-14")
