"""A year of one card room through the API alone: from the first draft of its controls to the regulator's PDFs."""

import pytest

from tests.http.filing import AT, file, log, put_room, step, surrender, surrendered, upload
from tests.reports.reading import Reading
from tests.rules.filed import controls


def pdf(client, address):
    """The text of a document, page by page."""
    answer = client.get(address)
    assert (answer.status_code, answer.mimetype) == (200, "application/pdf"), answer.json
    return Reading(answer.data).pages


def codes(client, audit, code):
    found = client.get(f"/v1/audits/{audit['id']}/findings?code={code}").json["findings"]
    return [(each["hand"], each["stated"], each["expected"]) for each in found]


@pytest.mark.slow
def test_the_story_of_a_rooms_controls(client):
    _is_denied_past_the_cap(client)
    _is_approved_and_followed(client)
    audit, hands = _plays_through_the_night(client)
    _tries_a_third_revision(client)
    _corrects_a_hand(client, audit, hands)
    _is_audited_by_the_day(client)
    _has_everything_on_record(client)


def _is_denied_past_the_cap(client):
    """A room whose gaming day begins at six goes on record, and files its controls."""
    put_room(client)
    high = {
        "unit_cap": {
            "max": 2000,
            "currency": "USD",
            "cite": "WSGC-3b",
            "text": "A unit is at most twenty dollars.",
        }
    }
    drafted = file(client, controls(stakes=high, surrender=surrender(2)), by="compliance").json
    assert drafted["problems"] == [
        "wa-0417-thirteen@1: stakes.unit_cap.max: 2000 goes past the 1000 that WSGC-3b allows"
    ]
    assert step(client, "submit").json["standing"] == "submitted"

    # It goes past the cap: the agent cannot approve it, and denies it by letter.
    refused = step(client, "approve", reference="GC-2026-1")
    assert (refused.status_code, refused.json["errors"][0]["detail"]) == (422, drafted["problems"][0])
    assert (
        step(client, "deny", reference="GC-2026-1", reason="The unit goes past WSGC-3b.").json["standing"]
        == "denied"
    )


def _is_approved_and_followed(client):
    """Mended, it is approved; a revision follows on the day on which clocks are put forward."""
    assert file(client, controls(surrender=surrender(2))).json["problems"] == []
    step(client, "submit")
    assert step(client, "approve", reference="GC-2026-2").json["state"] in ("in force", "superseded")
    second = f"{AT}/wa-0417-thirteen/2"
    file(client, controls(2, "2026-03-08", surrender=surrender(3)))
    step(client, "submit", second)
    step(client, "approve", second, reference="GC-2026-3")
    assert client.get(f"{AT}/wa-0417-thirteen/1").json["in_force"] == {
        "from": "2026-01-01",
        "until": "2026-03-07",
    }


def _plays_through_the_night(client):
    """A session runs through that night. Six o'clock comes an hour earlier than the day before; everybody pays two units."""
    hands = [
        surrendered(1, "2026-03-07T22:00:00-08:00", 200),
        surrendered(2, "2026-03-08T01:59:59-08:00", 200),
        surrendered(3, "2026-03-08T05:59:59-07:00", 200),
        surrendered(4, "2026-03-08T06:00:00-07:00", 200),
        surrendered(5, "2026-03-08T13:30:00Z", 200),
    ]
    upload(client, log(*hands, session="S-1", number=1, opened_at="2026-03-07T21:00:00-08:00"))
    audit = client.post("/v1/audits", json={"room": "WA-0417"}).json
    assert codes(client, audit, "SUR002") == [(4, -200, -300), (5, -200, -300)]
    assert [(each["id"], each["revision"], each["hands"]) for each in audit["rulesets"]] == [
        ("wa-0417-thirteen", 1, 3),
        ("wa-0417-thirteen", 2, 2),
        ("wac-230-15-080", 2, 5),
    ]
    report = " ".join(pdf(client, audit["links"]["report_pdf"]))
    assert "wa-0417-thirteen@1" in report
    assert "wa-0417-thirteen@2" in report
    return audit, hands


def _tries_a_third_revision(client):
    """The room drafts a third revision: four units. What it leaves open, and what it would have moved, is reported first."""
    third = file(client, controls(3, "2026-05-01", surrender=surrender(4))).json
    gaps = pdf(client, third["links"]["gaps_pdf"])
    assert all("NOT APPROVED" in page for page in gaps)
    assert any("What does a player pay whose rows are out of order" in page for page in gaps)
    held = client.post("/v1/audits", json={"room": "WA-0417", "ruleset": "wa-0417-thirteen@3"})
    assert (held.status_code, held.json["type"]) == (422, "urn:cardroom-auditor:problem:not-approved")
    tried = client.post(
        "/v1/audits",
        json={
            "room": "WA-0417",
            "from": "2026-01-01",
            "until": "2026-12-31",
            "ruleset": "wa-0417-thirteen@3",
            "what_if": True,
        },
    ).json
    effect = client.get(tried["links"]["what_if_json"]).json
    assert (effect["compared"], effect["differing"], effect["money"]) == (5, 5, 3 * 200 + 2 * 100)
    assert {each["player"]: each["difference"] for each in effect["players"]} == {"P1": 800, "P2": -800}
    assert [(each["month"], each["hands"]) for each in effect["months"]] == [("2026-03", 5)]
    what_if = pdf(client, tried["links"]["what_if_pdf"])
    assert all("NOT APPROVED" in page for page in what_if)
    assert all("WHAT-IF" in page for page in pdf(client, tried["links"]["report_pdf"]))


def _corrects_a_hand(client, audit, hands):
    """The floor corrects hand 4 by a second file. Then and now differ, finding by finding."""
    sha256 = client.get("/v1/sessions/1").json["sha256"]
    hands[3] = surrendered(4, "2026-03-08T06:00:00-07:00", 300)
    mended = {"sha256": sha256, "reason": "a unit was owed", "by": "floor"}
    upload(
        client, log(*hands, session="S-1", number=1, opened_at="2026-03-07T21:00:00-08:00", supersedes=mended)
    )
    again = client.post(f"/v1/audits/{audit['id']}/again", json={"known": "now"}).json
    compared = client.get(again["links"]["compare"]).json
    assert [each["hand"] for each in compared["gone"] if each["code"] == "SUR002"] == [4]
    assert [each["code"] for each in compared["new"]] == []
    assert any("S-1" in page for page in pdf(client, f"{again['links']['compare']}/report.pdf"))
    then = client.post(f"/v1/audits/{audit['id']}/again", json={"known": "then"}).json
    assert then["result_sha256"] == audit["result_sha256"]


def _is_audited_by_the_day(client):
    """The regulator pulls the day: its session, and that nobody brought a log for the next."""
    day = client.put("/v1/rooms/WA-0417/days/2026-03-07/audit").json
    assert codes(client, day, "SUR002") == [(5, -200, -300)]
    pages = pdf(client, "/v1/rooms/WA-0417/days/2026-03-07/report.pdf")
    assert pages[0].startswith("WA-0417 · gaming day 2026-03-07")
    assert "Tables over the day" in pages[0]
    assert "2026-03-07 06:00 −08:00 – 2026-03-08 06:00 −07:00, America/Los_Angeles" in pages[0]
    empty = client.put("/v1/rooms/WA-0417/days/2026-03-09/audit").json
    found = client.get(f"/v1/audits/{empty['id']}/findings").json["findings"]
    assert [each["code"] for each in found] == ["LOG011"]


def _has_everything_on_record(client):
    """Every step is on record, by whom and by which letter."""
    history = client.get("/v1/rooms/WA-0417/history").json["history"]
    assert [(each["action"], each.get("revision"), each["reference"]) for each in history] == [
        ("terms", None, None),
        ("draft", 1, None),
        ("submitted", 1, None),
        ("denied", 1, "GC-2026-1"),
        ("draft", 1, None),
        ("submitted", 1, None),
        ("approved", 1, "GC-2026-2"),
        ("draft", 2, None),
        ("submitted", 2, None),
        ("approved", 2, "GC-2026-3"),
        ("draft", 3, None),
    ]
