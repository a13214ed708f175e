"""Rooms at a glance, a room, a gaming day, a session and a hand: what people read there."""

import csv
import datetime as dt
import io

import pytest
from python_calamine import CalamineWorkbook

from tests.http.earlier import on_record
from tests.http.filing import put_room
from tests.http.kit import NDJSON, hand_line, log
from tests.http.web.kit import DANA, MARA, WRONG, Person, signed_in, words
from tests.rules.pot_games.takings import SESSION, counted, dealt, rake
from tests.rules.pot_logs import pot_log

DAY = "2026-03-14"


def with_played_day(client):
    put_room(client, "WA-0417", authority="wsgc", tables=3)
    put_room(client, "WA-0500", authority=None)
    for room in ("WA-0417", "WA-0500"):
        made = log(hand_line(1), hand_line(2, WRONG), room=room)
        assert client.post("/v1/sessions", data=made, content_type=NDJSON).status_code == 201
    second = log(hand_line(1), room="WA-0417", session="S-2", table="T9")
    assert client.post("/v1/sessions", data=second, content_type=NDJSON).status_code == 201
    assert client.post("/v1/audits", json={"sessions": [1, 2]}).status_code == 201


FILLED = {"played": with_played_day}


@pytest.fixture
def played(app):
    """WA-0417 with an audited session of two hands, the second wrong, and one not audited; WA-0500 with the first."""
    return app


def test_a_regulator_sees_each_room_with_its_days(played):
    mara = signed_in(played, MARA)
    page = mara.get(f"/rooms?until={DAY}&days=7")
    assert "1 room." in words(page)
    assert "WA-0500" not in page.text
    assert f'href="/rooms/WA-0417/days/{DAY}?back=/rooms' in page.text
    assert "Sat 14 March 2026" in page.text
    assert "2 sessions, major" in words(page) or "2 sessions, critical" in words(page)


def test_the_list_is_searched_and_sorted_and_says_when_nothing_fits(played):
    everybody = Person(played)
    both = everybody.get(f"/rooms?until={DAY}")
    assert both.text.index("/rooms/WA-0417") < both.text.index("/rooms/WA-0500")
    one = everybody.get(f"/rooms?until={DAY}&search=0500")
    assert ("WA-0417" in one.text, "WA-0500" in one.text) == (False, True)
    none = everybody.get(f"/rooms?until={DAY}&search=xyz")
    assert "No room with xyz in its id fits this choice." in words(none)
    odd = everybody.get("/rooms?until=never&days=9999&sort=x&only=y")
    assert "2 rooms." in words(odd)


def test_incidents_to_answer_count_whatever_their_day(played, client):
    """The incidents are of March; the days that the list shows are those up to today."""
    open_ones = len(client.get("/v1/rooms/WA-0417/incidents?state=open").json["incidents"])
    everybody = Person(played)
    page = everybody.get("/rooms?only=unanswered")
    assert "2 rooms." in words(page)
    assert f"{open_ones} incidents to answer of WA-0417" in words(page)
    assert "with incidents to answer, of any day" in words(page)
    assert "No log is missing in the 14 gaming days until" in words(everybody.get("/rooms?only=missing"))
    for each in client.get("/v1/rooms/WA-0417/incidents").json["incidents"]:
        answer = {"cause": "c", "corrective_action": "d"}
        assert client.post(f"/v1/rooms/WA-0417/incidents/{each['id']}/answer", json=answer).status_code == 200
    assert "1 room." in words(everybody.get("/rooms?only=unanswered"))
    assert "No incident of any day awaits an answer." in words(
        signed_in(played, MARA).get("/rooms?only=unanswered")
    )


def test_the_table_for_a_spreadsheet_has_a_line_for_each_day_on_record(played):
    lines = list(
        csv.DictReader(io.StringIO(Person(played).get(f"/rooms.csv?until={DAY}").text.removeprefix("\ufeff")))
    )
    assert [
        (each["room"], each["day"], each["sessions"], each["hands"], each["not_audited"]) for each in lines
    ] == [
        ("WA-0417", DAY, "2", "3", "1"),
        ("WA-0500", DAY, "1", "2", "0"),
    ]
    assert [each["not_auditable"] for each in lines] == ["0", "0"]
    assert lines[0]["unanswered"] == lines[1]["unanswered"]
    assert int(lines[0]["unanswered"]) > 0


def test_the_tables_of_the_rooms_count_sessions_that_cannot_be_audited(played, client):
    """One session of WA-0500 names no ruleset; the one of WA-0417 that only waits is none of them."""
    on_record(client, log(hand_line(1), room="WA-0500", session="S-9", ruleset=None))
    everybody = Person(played)
    address = f"?until={DAY}&days=7"
    of_days = csv_of(everybody.get(f"/rooms.csv{address}"))
    assert [(each["room"], each["not_audited"], each["not_auditable"]) for each in of_days] == [
        ("WA-0417", "1", "0"), ("WA-0500", "1", "1")
    ]  # fmt: skip
    of_rooms = csv_of(everybody.get(f"/rooms.csv{address}&by=room"))
    assert [(each["room"], each["not_auditable"]) for each in of_rooms] == [
        ("WA-0417", "0"),
        ("WA-0500", "1"),
    ]
    book = CalamineWorkbook.from_filelike(io.BytesIO(everybody.get(f"/rooms.xlsx{address}").data))
    head, *lines = book.get_sheet_by_name("Days").to_python()
    at = head.index("Not auditable")
    assert [(line[0], line[at - 1], line[at]) for line in lines[:2]] == [("WA-0417", 1, 0), ("WA-0500", 1, 1)]


def csv_of(answer):
    return list(csv.DictReader(io.StringIO(answer.text.removeprefix("\ufeff"))))


def test_a_room_without_rooms_says_what_to_do(app):
    assert "No room is on record yet." in words(Person(app).get("/rooms"))


def test_a_day_lists_its_logs_with_their_state_and_its_incidents(played):
    dana = signed_in(played, DANA)
    read = words(dana.get(f"/rooms/WA-0417/days/{DAY}"))
    assert "T9 waits for its audit S-2" in read
    assert "waits for its audit" in read
    assert "✓" not in read  # which a style draws
    assert read.count("awaits an answer") >= 1
    assert "Severity Incident Money State Answer due Session" in read  # the title has the day
    empty = words(dana.get("/rooms/WA-0417/days/2026-03-15"))
    assert "T9" in empty
    assert "no log Nothing was played" in empty
    assert "No audit found an incident of this gaming day." in empty
    assert "'never' is no day" in words(dana.get("/rooms/WA-0417/days/never", 404))


def test_the_day_of_this_moment_is_found_by_the_rooms_clock(played):
    dana = signed_in(played, DANA)
    page = dana.get("/rooms/WA-0417/today")
    day = dt.date.fromisoformat(page.request.path.rpartition("/")[2])
    assert abs(day - dt.datetime.now(dt.UTC).date()) <= dt.timedelta(days=1)
    assert "Today, " in words(page)


def test_a_session_says_what_its_log_says_and_leads_to_its_hands(played):
    dana = signed_in(played, DANA)
    page = dana.get("/sessions/1")
    read = words(page)
    assert "Hands 2 " in read
    assert "Audited " in read
    assert "Closed not recorded" in read or "Closed 20" in read
    found = dana.get("/sessions/1/hand?hand=2")
    assert found.request.path == "/sessions/1/hands/2"
    assert "'x' is no number of a hand." in words(dana.get("/sessions/1/hand?hand=x", 404))
    assert "has no hand 9" in words(dana.get("/sessions/1/hands/9", 404))


def test_a_hand_shows_recorded_beside_due_and_what_differs(played):
    dana = signed_in(played, DANA)
    page = dana.get("/sessions/1/hands/2")
    read = words(page)
    assert "line 3 of the log" in read
    assert page.text.count('class="differs"') == 2
    assert "trips +$2.00 +$1.00 +1 unit +$1.00 3 P3" in read
    assert "Pair by pair, from the first seat's side" in read
    assert 'href="/sessions/1/hands/1" rel="prev"' in page.text
    assert 'rel="next"' not in page.text
    right = dana.get("/sessions/1/hands/1")
    assert 'class="differs"' not in right.text


def test_another_rooms_session_does_not_exist(played):
    dana = signed_in(played, DANA)
    assert words(dana.get("/sessions/2", 404)).replace("2", "9") == words(dana.get("/sessions/9", 404))


def test_a_day_that_was_audited_as_a_whole_shows_what_was_due_recorded_and_counted_at_pot_tables(app, client):
    put_room(client, "WA-0417", authority=None)
    for name, events in (
        ("T1", [dealt(1), dealt(2, fees=None), counted("rake", 90)]),
        ("T2", [dealt(1, rake(100)), counted("rake", 100)]),
    ):
        made = pot_log({**SESSION, "session": name, "table": name}, *events)
        assert client.post("/v1/sessions", data=made, content_type=NDJSON).status_code == 201
    at = f"/rooms/WA-0417/days/{DAY}"
    assert "Fees: due, recorded, counted" not in words(Person(app).get(at))
    assert client.put(f"/v1/rooms/WA-0417/days/{DAY}/audit").status_code == 201
    read = words(Person(app).get(at)).replace("\u00a0", " ")
    for row in (
        "T1 rake 2 €1.00 at least €0.50 €0.90 – – −€0.10",
        "T1 jackpot drop 2 €2.00 at least €1.00 not recorded – – –",
        "T2 rake 1 €0.50 €1.00 €1.00 +€0.50 €0.00 +€0.50",
        "The room rake 3 €1.50 at least €1.50 €1.90 – – +€0.40",
    ):
        assert row in read
