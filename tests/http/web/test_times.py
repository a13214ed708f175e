"""Times on pages: on the clock of their room, with its offset where a page has several rooms, and readable by programs."""

import datetime as dt
import re
from zoneinfo import ZoneInfo

import pytest

from auditor.http.web.page_words import clock, moment_words
from auditor.overview import Overview
from tests.http.filing import put_room
from tests.http.kit import NDJSON, hand_line, log
from tests.http.web.kit import DANA, Person, signed_in, words

ZONES = {"WA-0417": "America/Los_Angeles", "NY-0001": "America/New_York"}
DAY = "2026-03-14"


def with_two_zones(client):
    """Sessions 1 and 2 and audits 1 and 2 of two rooms, and audit 3 of both; report and sample 1 and 2."""
    for number, (room, zone) in enumerate(ZONES.items(), 1):
        put_room(client, room, time_zone=zone)
        client.post("/v1/sessions", data=log(hand_line(1), room=room), content_type=NDJSON)
        assert client.post("/v1/audits", json={"sessions": [number]}).json["state"] == "finished"
        assert client.post(f"/v1/audits/{number}/reports", json={}).status_code == 201
        asked = {"room": room, "from": DAY, "until": DAY, "hands": 1, "source": "dice", "value": "3"}
        assert client.post("/v1/samples", json=asked).status_code == 201
    assert client.post("/v1/audits", json={"sessions": [1, 2]}).json["state"] == "finished"


FILLED = {"zones": with_two_zones}


@pytest.fixture
def zones(app):
    return app


def on_the_clock(at, zone):
    """A time of the record as a page has it: what a person reads, and what a program does."""
    found = dt.datetime.fromisoformat(at).astimezone(ZoneInfo(zone)).replace(microsecond=0)
    text = found.isoformat()
    said = f"{text[:10]} {text[11:16]} {text[19:].replace('-', '−')}"
    return f'<time datetime="{text}">{said}</time>'


def test_a_time_is_on_the_clock_of_its_room():
    assert clock("2026-03-15T02:42:10.987654Z", "America/Los_Angeles") == (
        '<time datetime="2026-03-14T19:42:10-07:00">2026-03-14 19:42</time>'
    )
    assert clock("2026-01-15T02:42:10Z", "America/Los_Angeles", True).endswith(
        ">2026-01-14 18:42 −08:00</time>"
    )
    assert clock("2026-03-14T19:42:10-07:00", None) == (
        '<time datetime="2026-03-15T02:42:10Z">2026-03-15 02:42 UTC</time>'
    )
    assert clock(None, "America/Los_Angeles") == "–"


def test_a_time_of_a_log_is_shown_as_it_was_written():
    assert moment_words("2026-03-14T19:42:10-07:00") == (
        '<time datetime="2026-03-14T19:42:10-07:00">2026-03-14 19:42:10 −07:00</time>'
    )
    assert moment_words("<b>") == "&lt;b&gt;"
    assert moment_words(None) == "–"


@pytest.mark.parametrize(
    ("path", "api", "when"),
    [("/audits", "audits", "created_at"), ("/reports", "reports", "at"), ("/samples", "samples", "at")],
)
def test_a_list_of_several_rooms_has_each_time_on_its_own_clock(zones, client, path, api, when):
    page = Person(zones).get(path)
    found = {each["id"]: each for each in client.get(f"/v1/{api}").json[api]}
    for number, zone in enumerate(ZONES.values(), 1):
        at = found[number].get(when) or found[number]["issued_at"]
        assert on_the_clock(at, zone) in page.text, (path, number)


def test_what_is_of_rooms_with_several_clocks_is_in_utc(zones, client):
    page = Person(zones).get("/audits")
    made = client.get("/v1/audits/3").json["created_at"]
    assert f">{made[:10]} {made[11:16]} UTC</time>" in page.text
    assert f">{made[:10]} {made[11:16]} UTC</time>" in Person(zones).get("/audits/3").text


def test_the_page_of_an_audit_a_report_and_a_sample_has_the_clock_of_its_room(zones, client):
    everybody = Person(zones)
    for number, zone in enumerate(ZONES.values(), 1):
        audit = client.get(f"/v1/audits/{number}").json
        assert on_the_clock(audit["created_at"], zone) in everybody.get(f"/audits/{number}").text
        for path in (f"/reports/{number}", f"/samples/{number}", f"/samples/{number}/request"):
            text = everybody.get(path).text
            assert "UTC" not in re.sub("(?s)^.*<main|</main>.*$", "", text), path
            offset = dt.datetime.now(ZoneInfo(zone)).isoformat()[-6:].replace("-", "−")
            assert re.search(rf"\d\d:\d\d {offset}</time>", text), path


def test_an_account_of_one_room_has_its_sign_ins_on_the_clock_of_the_room(zones):
    read = words(signed_in(zones, DANA).get("/account"))
    assert re.search(r"20\d\d-\d\d-\d\d \d\d:\d\d −0[78]:00", read)
    assert "UTC" not in read


def test_rooms_end_with_the_latest_gaming_day_that_has_begun_somewhere(service, client):
    put_room(client, time_zone="Pacific/Auckland", gaming_day_begins="00:00")
    put_room(client, "WA-0500", time_zone="America/Los_Angeles", gaming_day_begins="06:00")
    for at, last in (("2026-03-14T10:59:00Z", "2026-03-14"), ("2026-03-14T11:00:00Z", "2026-03-15")):
        rows = Overview(service.store).rooms(None, 7, at)
        assert {row.days[-1].day for row in rows} == {last}
        assert [row.today for row in rows] == [last, "2026-03-13"]
