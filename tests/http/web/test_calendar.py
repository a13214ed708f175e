"""The calendar of a person: its secret address, what it shows of which rooms, and how it ends."""

import datetime as dt
import re
from html import unescape

import pytest
from icalendar import Calendar

from auditor.access import people
from auditor.reminders.calendar import calendar_of
from auditor.reminders.deadlines import Deadlines, DueAnswer, EndingVideo
from auditor.store.service_clock import now
from tests.http.filing import put_room
from tests.http.kit import NDJSON, hand_line, log
from tests.http.web.kit import ADA, DANA, MARA, WRONG, Person, signed_in, words


def with_incidents(client):
    put_room(client, authority="wsgc")
    put_room(client, "WA-0500", authority=None)
    for room in ("WA-0417", "WA-0500"):
        body = log(hand_line(1, WRONG), room=room)
        assert client.post("/v1/sessions", data=body, content_type=NDJSON).status_code == 201
        assert client.post("/v1/audits", json={"room": room}).json["state"] == "finished"


FILLED = {"found": with_incidents}


@pytest.fixture
def found(app):
    """An incident in WA-0417 of the commission, and one in WA-0500 of no authority."""
    return app


def address_of(person):
    """Make the address of somebody's calendar; the path of it."""
    person.get("/account")
    page = person.send("/account/calendar")
    whole = unescape(re.findall(r'<code class="secret">(.*?)</code>', page.text)[0])
    assert whole.startswith("http://localhost/calendar/")
    return whole.removeprefix("http://localhost")


def events(app, path):
    answer = Person(app).client.get(path)
    assert answer.status_code == 200, words(answer)
    assert answer.content_type == "text/calendar; charset=utf-8"
    assert answer.headers["Cache-Control"] == "private, no-store"
    return Calendar.from_ical(answer.data).walk("VEVENT")


def test_the_address_shows_what_is_due_without_signing_in(found, client):
    incident = client.get("/v1/rooms/WA-0417/incidents").json["incidents"][0]
    path = address_of(signed_in(found, DANA))
    (event,) = [
        each for each in events(found, path) if str(each["uid"]).startswith(f"answer-{incident['id']}@")
    ]
    assert event["dtstart"].dt.isoformat() == incident["due"]
    assert event["dtend"].dt == event["dtstart"].dt + dt.timedelta(1)
    assert event["dtstart"].params["VALUE"] == "DATE"
    assert str(event["summary"]).startswith("WA-0417: answer due to a")
    assert incident["short"] in str(event["description"])
    assert str(event["url"]) == f"http://localhost/rooms/WA-0417/incidents/{incident['id']}"
    assert event["transp"] == "TRANSPARENT"


def test_it_shows_the_rooms_of_the_account_only(found):
    every = events(found, address_of(signed_in(found, DANA)))
    assert every
    assert {str(each["summary"])[:7] for each in every} == {"WA-0417"}


def test_the_same_deadlines_give_the_same_bytes(found):
    path = address_of(signed_in(found, DANA))
    assert Person(found).client.get(path).data == Person(found).client.get(path).data


def test_an_answer_takes_its_event_away(found, client):
    ids = [each["id"] for each in client.get("/v1/rooms/WA-0417/incidents").json["incidents"]]
    answer = {"cause": "c", "corrective_action": "d"}
    assert client.post(f"/v1/rooms/WA-0417/incidents/{ids[0]}/answer", json=answer).status_code == 200
    uids = [str(each["uid"]) for each in events(found, address_of(signed_in(found, DANA)))]
    assert uids == [f"answer-{each}@cardroom-auditor.invalid" for each in ids[1:]]


def test_an_authority_sees_what_its_rooms_have_to_answer(found):
    every = events(found, address_of(signed_in(found, MARA)))
    assert {str(each["summary"])[:7] for each in every} == {"WA-0417"}


def test_the_address_is_shown_once(found):
    dana = signed_in(found, DANA)
    path = address_of(dana)
    again = dana.get("/account")
    assert path not in again.text
    assert "Your calendar has an address since" in words(again)


def test_another_address_ends_the_earlier_one(found):
    dana = signed_in(found, DANA)
    first, second = address_of(dana), address_of(dana)
    assert first != second
    gone = Person(found).client.get(first)
    assert gone.status_code == 404
    assert "No calendar has this address." in gone.text
    assert events(found, second)


def test_it_is_ended_on_the_page_of_the_account(found):
    dana = signed_in(found, DANA)
    path = address_of(dana)
    page = dana.send("/account/calendar/end")
    assert "The address of your calendar has ended." in words(page)
    assert Person(found).client.get(path).status_code == 404


@pytest.mark.parametrize("ends", ["disabled", "reset"])
def test_it_ends_with_the_account(found, service, ends):
    path = address_of(signed_in(found, DANA))
    if ends == "disabled":
        people.disable(service.store, DANA[0], now(), "ops")
    else:
        people.reset(service.store, DANA[0], now(), "ops")
    assert Person(found).client.get(path).status_code == 404


def test_an_address_that_another_program_wrote_opens_nothing(found, service):
    path = address_of(signed_in(found, DANA))
    service.store.connections.db.execute("UPDATE reminders SET code = ?", ["0" * 64])
    assert Person(found).client.get(path).status_code == 404


@pytest.mark.parametrize("secret", ["x", "A" * 43, "A" * 500, "..%2f..%2fetc"])
def test_a_guess_opens_nothing(found, secret):
    address_of(signed_in(found, DANA))
    assert Person(found).client.get(f"/calendar/{secret}.ics").status_code == 404


def test_an_administrator_has_no_calendar(found):
    ada = signed_in(found, ADA)
    assert 'id="calendar"' not in ada.get("/account").text
    assert 'id="summary"' in ada.page.text


def test_an_event_of_a_video_names_the_gaming_day():
    made = calendar_of(
        Deadlines((), [EndingVideo("2026-03-21", "WA-0417", "2026-03-14", 2, "2026-03-15T12:10:59.5Z")]),
        "https://a.example",
    )
    (event,) = Calendar.from_ical(made).walk("VEVENT")
    assert str(event["uid"]) == "video-WA-0417-2026-03-14@cardroom-auditor.invalid"
    assert (event["dtstart"].dt, event["dtend"].dt) == (dt.date(2026, 3, 21), dt.date(2026, 3, 22))
    assert str(event["summary"]) == "WA-0417: last day of the video of 2026-03-14"
    assert "2 incidents await an answer." in str(event["description"])
    assert event["dtstamp"].dt == dt.datetime(2026, 3, 15, 12, 10, 59, tzinfo=dt.UTC)


def test_long_and_odd_words_are_folded_and_escaped():
    title = "Seat 2; cards, \\ and – " + 20 * "hand "
    answer = DueAnswer(
        "2026-04-01", "A,B", "f" * 64, "2026-03-14", title, "critical", "2026-03-15T12:10:59Z", False
    )
    made = calendar_of(Deadlines([answer], ()), "https://a.example")
    assert all(len(line) <= 75 for line in made.split(b"\r\n"))
    (event,) = Calendar.from_ical(made).walk("VEVENT")
    assert title in str(event["description"])
    assert str(event["summary"]) == "A,B: answer due to a critical incident"
    assert str(event["url"]).startswith("https://a.example/rooms/A%2CB/incidents/")
