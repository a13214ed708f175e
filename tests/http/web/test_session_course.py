"""The course of a session on its page: the hours on the room's clock, what happened in each, and each incident as a link."""

import re
import xml.etree.ElementTree as ET

import pytest

from tests.http.filing import put_room
from tests.http.kit import NDJSON, hand_line, log
from tests.http.web.kit import DANA, MARA, Person, signed_in, words
from tests.http.web.test_rooms_pages import WRONG
from tests.services import unprotected

DAY = "2026-03-14"


def timed(number, clock, nets=None, **fields):
    line = hand_line(number, nets) if nets else hand_line(number)
    return {**line, "at": f"{DAY}T{clock}:00-07:00", **fields}


def event(name, clock, /, **fields):
    return {"event": name, "at": f"{DAY}T{clock}:00-07:00", **fields}


def with_a_long_evening(client):
    put_room(client, "WA-0417", authority="wsgc", tables=3)
    evening = log(
        event("chips", "16:01", seat=1, player="P1", kind="buy_in", amount=20_000),
        event("chips", "16:02", seat=2, player="P2", kind="add_on", amount=5_000),
        timed(1, "16:05", fees=[{"kind": "rake", "amount": 300}]),
        timed(2, "16:50", WRONG),
        timed(3, "17:10", irregularities=[{"kind": "exposed_card", "seat": 2, "ruling": "play_on"}]),
        event("irregularity", "17:20", kind="misdeal"),
        event("drop", "17:30", kind="rake", amount=300, counted_by=["d-1", "s-1"]),
        timed(4, "22:15"),
        event("chips", "22:30", seat=1, player="P1", kind="cash_out", amount=19_000),
        {"event": "close", "at": f"{DAY}T22:40:00-07:00", "hands": 4},
        closed_at=f"{DAY}T22:40:00-07:00",
    )
    assert client.post("/v1/sessions", data=evening, content_type=NDJSON).status_code == 201
    plain = log(
        *({key: value for key, value in hand_line(n).items() if key != "at"} for n in (1, 2)),
        session="S-2",
        table="T2",
    )
    assert client.post("/v1/sessions", data=plain, content_type=NDJSON).status_code == 201
    nothing = log({"event": "close", "at": f"{DAY}T20:00:00-07:00", "hands": 0}, session="S-3", table="T3")
    assert client.post("/v1/sessions", data=nothing, content_type=NDJSON).status_code == 201
    assert client.post("/v1/audits", json={"sessions": [1]}).status_code == 201


FILLED = {"evening": with_a_long_evening}


@pytest.fixture
def evening(app):
    """WA-0417 with an audited session from 16:00 to 22:40, whose hand 2 is wrong; one without times; one without hands."""
    return app


def rows(page):
    """The rows of the table of the course: each cell in words."""
    table = re.search(r'aria-label="Course of the session">(.*?)</table>', page.text, re.S)[1]
    found = re.findall(r"<tr>(.*?)</tr>", table, re.S)[1:]
    return [
        [
            " ".join(re.sub(r"<[^>]+>", " ", cell).split())
            for cell in re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.S)
        ]
        for row in found
    ]


@pytest.mark.slow
def test_each_hour_says_what_was_dealt_and_paid_and_what_happened(evening):
    page = signed_in(evening, DANA).get("/sessions/1")
    assert "By the hour, America/Los_Angeles" in words(page)
    first, second, none, last, untimed = rows(page)
    assert [first[0], *first[2:]] == [f"{DAY} 16:00 – 17:00", "2", "1", "$250.00", "–", "$3.00"]
    assert first[1].startswith(f"Opened {DAY} 16:00 ")
    assert "Hand 2, seats 2 and 4 (P2 and P4): nets off by $1.00" in first[1]
    assert [second[0], *second[2:]] == [f"{DAY} 17:00 – 18:00", "1", "1", "–", "–", "–"]
    assert second[1] == (
        "Irregularity: exposed card, hand 3 , seat 2, play on Irregularity: misdeal Drop box counted: rake, $3.00 "
        "critical Hand 3: cards of an earlier hand"
    )
    assert none == [f"{DAY} 18:00 – {DAY} 22:00", "nothing on record"]
    assert [last[0], *last[2:]] == [f"{DAY} 22:00 – 23:00", "1", "1", "–", "$190.00", "–"]
    assert last[1].endswith(f"Closed {DAY} 22:40")
    assert untimed[0] == "Without a time"
    assert untimed[1] == "major A fee was taken in a way that the room has not filed"


def test_each_incident_is_a_link_in_the_hour_of_its_first_hand(evening):
    page = signed_in(evening, DANA).get("/sessions/1")
    before, after = page.text.split('id="incidents"')
    course = before[before.index('aria-label="Course of the session">') :]
    incident = r'href="(/rooms/WA-0417/incidents/[0-9a-f]{64})[^"]*">([^<]+)<'
    links = re.findall(incident, course)
    assert set(links) == set(re.findall(incident, after)) != set()
    hours = {title: [row[0] for row in rows(page) if title in row[1]] for _, title in links}
    assert hours["Hand 2, seats 2 and 4 (P2 and P4): nets off by $1.00"] == [f"{DAY} 16:00 – 17:00"]
    assert 'href="/sessions/1/hands/3"' in course


def test_the_picture_has_a_bar_for_each_hour_and_marks_below(evening):
    page = signed_in(evening, DANA).get("/sessions/1")
    picture = ET.fromstring(re.search(r"<svg class=\"chart\".*?</svg>", page.text, re.S)[0])
    space = "{http://www.w3.org/2000/svg}"
    assert picture[0].text == "Hands over the session"
    assert picture[1].text.startswith(
        "Bars of the hands dealt over the session: 4 hands, 3 with an incident."
    )
    said = [each.text for each in picture.iter(f"{space}text")]
    for each in (
        "hands dealt",
        "hands with an incident",
        "no hands",
        "4 h",
        "Chips",
        "Fees",
        "Irregular",
        "Incidents",
    ):
        assert each in said
    fills = [each.get("class") for each in picture.iter(f"{space}rect")]
    assert fills.count("dark") == 4  # of the key, and of three hours
    assert "style=" not in page.text


def test_hands_without_a_time_stand_apart(evening):
    page = signed_in(evening, DANA).get("/sessions/2")
    assert rows(page)[-1][:3] == ["Without a time", "", "2"]
    assert '<svg class="chart"' not in page.text


def test_a_session_without_hands_has_its_times_and_no_picture(evening):
    page = signed_in(evening, DANA).get("/sessions/3")
    assert [row[0] for row in rows(page)] == [
        f"{DAY} 16:00 – 17:00",
        f"{DAY} 17:00 – {DAY} 20:00",
        f"{DAY} 20:00 – 21:00",
    ]
    assert rows(page)[2][1] == f"Closed {DAY} 20:00"
    assert '<svg class="chart"' not in page.text


def test_a_log_that_goes_on_for_weeks_has_longer_parts(evening, client):
    hands = [
        {**hand_line(n), "at": f"2026-03-{14 + n // 4:02d}T{n % 4 * 5:02d}:30:00-07:00"} for n in range(1, 60)
    ]
    made = client.post("/v1/sessions", data=log(*hands, session="S-9", table="T9"), content_type=NDJSON)
    assert made.status_code == 201
    page = Person(evening).get("/sessions/4")
    assert "By 12 hours, America/Los_Angeles" in words(page)
    assert len(rows(page)) < 40
    assert sum(int(row[2]) for row in rows(page) if len(row) > 2 and row[2] != "–") == 59


def test_a_session_whose_log_was_altered_is_shown_without_its_course(evening, client):
    with unprotected(evening.extensions["auditor"].store.connections.db) as db:
        db.execute("UPDATE evidence SET body = x'00'")
    page = Person(evening).get("/sessions/1")
    assert "The evidence of session 1 is no longer what was received: its SHA-256 was " in words(page)
    assert "Course of the session" not in words(page)
    assert "Hand 2, seats 2 and 4 (P2 and P4): nets off by $1.00" in words(page)


def test_a_log_that_takes_long_to_read_is_left_to_the_report(evening, monkeypatch):
    monkeypatch.setattr("auditor.http.web.session_pages.MOST_HANDS", 3)
    person = Person(evening)
    assert "The log is too long to show its course here. The report has it." in words(
        person.get("/sessions/1")
    )
    assert "Course of the session" in words(person.get("/sessions/2"))


def test_a_regulator_of_the_room_sees_it_too(evening):
    assert "Course of the session" in words(signed_in(evening, MARA).get("/sessions/1"))
