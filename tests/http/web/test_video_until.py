"""How long the video of a gaming day is kept: on its page, on those of its sessions and incidents, and in the API."""

import datetime as dt

import pytest

from auditor.video import VideoKept, video_kept
from tests.http.filing import put_room
from tests.http.kit import NDJSON, hand_line, log
from tests.http.web.kit import WRONG, Person, words

OVER = "had to be kept until Sat 21 March 2026 that day is over: the video may be gone"


def with_an_incident(client):
    put_room(client, authority="wsgc")
    put_room(client, "WA-0500", authority=None)
    for room in ("WA-0417", "WA-0500"):
        body = log(hand_line(1, WRONG), room=room)
        assert client.post("/v1/sessions", data=body, content_type=NDJSON).status_code == 201
        assert client.post("/v1/audits", json={"room": room}).json["state"] == "finished"


FILLED = {"played": with_an_incident}


@pytest.fixture
def played(app):
    """A hand of 14 March 2026 with an incident in WA-0417 of the commission, and in WA-0500 of no authority."""
    return app


def of(client, room):
    return client.get(f"/v1/rooms/{room}/incidents").json["incidents"][0]


def test_the_authority_sets_until_when_video_is_kept(played, service):
    snapshot = service.registry.snapshot()
    at_the_end = video_kept(snapshot, "WA-0417", "2026-03-14", "2026-03-21T23:00:00Z")
    assert at_the_end == VideoKept("2026-03-21", "external:WAC-230-15-319", False)
    # 22 March in UTC is the gaming day of the 21st in the room until six in the morning
    assert not video_kept(snapshot, "WA-0417", "2026-03-14", "2026-03-22T12:59:00Z").over
    assert video_kept(snapshot, "WA-0417", "2026-03-14", "2026-03-22T13:01:00Z").over
    assert video_kept(snapshot, "WA-0500", "2026-03-14", "2026-03-22T13:01:00Z") is None
    assert video_kept(snapshot, "WA-9999", "2026-03-14", "2026-03-22T13:01:00Z") is None


def test_the_pages_say_that_the_day_is_over(played, client):
    person = Person(played)
    for path in (
        f"/rooms/WA-0417/incidents/{of(client, 'WA-0417')['id']}",
        "/sessions/1",
        "/rooms/WA-0417/days/2026-03-14",
    ):
        assert OVER in words(person.get(path)), path


def test_a_room_without_an_authority_has_no_such_day(played, client):
    person = Person(played)
    for path in (
        f"/rooms/WA-0500/incidents/{of(client, 'WA-0500')['id']}",
        "/sessions/2",
        "/rooms/WA-0500/days/2026-03-14",
    ):
        assert "had to be kept" not in words(person.get(path)), path


def test_a_day_to_come_has_a_video_that_is_kept(played):
    assert "had to be kept" not in words(Person(played).get("/rooms/WA-0417/today"))


def video_of(resource):
    return resource["video_until"], resource["video_over"]


def test_programs_get_the_day_and_whether_it_is_over(played, client):
    kept, unset = ("2026-03-21", True), (None, None)
    assert (video_of(of(client, "WA-0417")), video_of(of(client, "WA-0500"))) == (kept, unset)
    for room, session, expected in (("WA-0417", 1, kept), ("WA-0500", 2, unset)):
        assert video_of(client.get(f"/v1/rooms/{room}/days/2026-03-14").json) == expected
        assert video_of(client.get(f"/v1/sessions/{session}").json) == expected
    listed = client.get("/v1/sessions").json["sessions"]
    assert {each["room"]: video_of(each) for each in listed} == {"WA-0417": kept, "WA-0500": unset}


def test_a_video_that_is_kept_still_is_not_over(played, client):
    today = dt.datetime.now(dt.UTC).date()
    body = log(session="S-2", table="T2", opened_at=f"{today}T03:00:00+00:00")
    made = client.post("/v1/sessions", data=body, content_type=NDJSON)
    assert made.status_code == 201, made.json
    until = dt.date.fromisoformat(made.json["day"]) + dt.timedelta(7)
    assert video_of(made.json) == (until.isoformat(), False)
