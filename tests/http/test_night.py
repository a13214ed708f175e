"""What changed between two nights, over HTTP."""

import hashlib
from datetime import date, timedelta

import pytest

from auditor.store import stored_night as of_nights
from tests.http.filing import put_room
from tests.http.kit import NDJSON, NETS, PROBLEM, hand_line, log
from tests.services import unprotected

WRONG = (300, 200, 300, -800)


def upload(client, *nets, **session):
    answer = client.post("/v1/sessions", data=log(hand_line(1, *nets), **session), content_type=NDJSON)
    assert answer.status_code == 201, answer.json
    return answer.json["id"]


def audit(client, **body):
    answer = client.post("/v1/audits", json=body or {"pending": True})
    assert answer.status_code == 201, answer.json
    return answer.json["id"]


def night(client, since=None):
    answer = client.get("/v1/night", query_string={"since": since} if since else {})
    assert answer.status_code == 200, answer.json
    return answer.json


def codes(findings):
    return [
        (each["session"], each["code"], each["seat"]) for each in findings if each["kind"] == "discrepancy"
    ]


def test_nothing_is_on_record(client):
    assert night(client) == {
        "cursor": None, "sessions": 0, "audits": [], "new": [], "persisting": [], "gone": [], "incomplete": [],
        "overdue": [], "overdue_answers": [],
    }  # fmt: skip


def test_findings_are_new_then_persist_and_are_gone_once_a_correction_is_audited(client):
    upload(client, WRONG)
    audit(client)
    first = night(client)
    differing = codes(first["new"])
    assert ("S-1", "SCR001", 2) in differing
    assert (first["audits"], first["sessions"], first["persisting"], first["gone"]) == ([1], 1, [], [])
    second = night(client, first["cursor"])
    assert (second["cursor"], second["audits"], second["new"], second["gone"]) == (
        first["cursor"],
        [],
        [],
        [],
    )
    assert second["persisting"] == first["new"]
    sha256 = hashlib.sha256(log(hand_line(1, WRONG))).hexdigest()
    upload(client, supersedes={"sha256": sha256, "reason": "mistyped", "by": "floor"})
    waiting = night(client, first["cursor"])
    assert (waiting["new"], waiting["persisting"], waiting["gone"]) == (
        [],
        [],
        [],
    )  # its audit is still to come
    audit(client)
    third = night(client, first["cursor"])
    assert (codes(third["gone"]), codes(third["new"]), third["audits"]) == (differing, [], [2])


@pytest.mark.slow
def test_an_audit_is_compared_with_the_one_at_the_cursor_whatever_was_audited_meanwhile(client):
    number = upload(client, WRONG)
    audit(client)
    since = night(client)["cursor"]
    for _ in range(2):
        audit(client, sessions=[number])
    after = night(client, since)
    assert (after["audits"], codes(after["new"]), codes(after["gone"])) == ([3], [], [])
    assert after["persisting"]


@pytest.mark.slow
def test_what_ifs_and_audits_done_again_as_they_were_are_no_part_of_it(client):
    number = upload(client)
    audit(client)
    since = night(client)["cursor"]
    audit(client, sessions=[number], ruleset="wsgc-2-4")
    audit(client, sessions=[number], ruleset="wsgc-2-4", what_if=True)
    assert client.post("/v1/audits/1/again", json={"known": "then"}).status_code == 201
    after = night(client, since)
    assert (after["audits"], after["new"], after["gone"]) == ([], [], [])


def test_the_same_night_is_not_modified(client):
    upload(client, WRONG)
    audit(client)
    first = client.get("/v1/night")
    again = client.get("/v1/night", headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")
    upload(client, session="S-2")
    assert client.get("/v1/night", headers={"If-None-Match": first.headers["ETag"]}).status_code == 200


@pytest.mark.parametrize("since", ["yesterday", "", "0-" + "0" * 32, "7", "1-xyz", "9" * 30 + "-" + "0" * 32])
def test_a_text_that_is_no_cursor_is_a_bad_request(client, since):
    answer = client.get("/v1/night", query_string={"since": since})
    assert (answer.status_code, answer.content_type) == (400, PROBLEM)
    assert answer.json["type"] == "urn:cardroom-auditor:problem:bad-cursor"
    assert answer.json["errors"][0]["parameter"] == "since"


def test_a_cursor_of_another_store_is_a_conflict(client):
    upload(client, WRONG)
    audit(client)
    cursor = night(client)["cursor"]
    for other in (f"{cursor[:-1]}{'1' if cursor[-1] == '0' else '0'}", f"9{cursor}"):
        answer = client.get("/v1/night", query_string={"since": other})
        assert (answer.status_code, answer.json["type"]) == (
            409,
            "urn:cardroom-auditor:problem:unknown-cursor",
        )
        assert "Leave 'since' out" in answer.json["detail"]


def test_the_documentation_has_an_example(client):
    document = client.get("/v1/openapi.json").json
    answer = document["paths"]["/v1/night"]["get"]["responses"]["200"]["content"]["application/json"]
    assert set(answer["example"]) == set(night(client))


def answer(client, incident):
    done = client.post(
        f"/v1/rooms/WA-0417/incidents/{incident}/answer", json={"cause": "c", "corrective_action": "d"}
    )
    assert done.status_code == 200, done.json


def test_findings_of_an_answered_incident_persist_also_without_a_cursor(client):
    for name in ("S-1", "S-2"):
        upload(client, WRONG, session=name)
    audit(client)
    one, two = client.get("/v1/rooms/WA-0417/incidents").json["incidents"]
    before = client.get("/v1/night")
    assert {each["session"] for each in before.json["new"]} == {"S-1", "S-2"}
    answer(client, one["id"])
    after = client.get("/v1/night", headers={"If-None-Match": before.headers["ETag"]})
    assert after.status_code == 200
    of_one = client.get(f"/v1/rooms/WA-0417/incidents/{one['id']}").json["incident"]["findings"]
    assert [each["fingerprint"] for each in after.json["persisting"]] == of_one
    assert {each["session"] for each in after.json["persisting"]} == {"S-1"}
    assert {each["session"] for each in after.json["new"]} == {"S-2"}
    assert one["id"] != two["id"]


def test_an_answered_incident_that_is_audited_again_is_not_new(client):
    upload(client, session="S-0")
    audit(client)
    cursor = night(client)["cursor"]
    upload(client, WRONG)
    audit(client)
    (incident,) = client.get("/v1/rooms/WA-0417/incidents").json["incidents"]
    assert codes(night(client, cursor)["new"]) == [("S-1", "SCR001", 2), ("S-1", "SCR001", 4)]
    answer(client, incident["id"])
    audit(client, sessions=[2])
    later = night(client, cursor)
    assert (codes(later["new"]), codes(later["persisting"])) == (
        [], [("S-1", "SCR001", 2), ("S-1", "SCR001", 4)],
    )  # fmt: skip


def test_incidents_whose_answer_is_overdue_are_listed(client, monkeypatch):
    put_room(client)
    upload(client, WRONG)
    audit(client)
    (incident,) = client.get("/v1/rooms/WA-0417/incidents").json["incidents"]
    assert night(client)["overdue_answers"] == []
    due = date.fromisoformat(incident["due"])
    monkeypatch.setattr("auditor.service.now", lambda: f"{due + timedelta(3)}T20:00:00.000000Z")
    assert night(client)["overdue_answers"] == [
        {
            "room": "WA-0417", "incident": incident["id"], "title": "Seat 2's recorded result differs from what was due",
            "session": "S-1", "event": None, "day": "2026-03-14", "state": "open", "due": incident["due"], "days": 3,
        }
    ]  # fmt: skip
    answer(client, incident["id"])
    assert night(client)["overdue_answers"] == []


# --- a record of which little matters -------------------------------------------------------------------------------------

NIGHTS = 5


def played(client, night, room):
    """A night of a room: three logs, one of which is wrong on some nights; audited together, apart, or as a gaming day."""
    numbers = [
        upload(client, (WRONG if (night + at) % 4 == 0 else NETS), session=f"N{night}-{at}", room=room)
        for at in range(3)
    ]
    if night % 3 == 0:
        audit(client, sessions=numbers)
    elif night % 3 == 1:
        for number in numbers:
            audit(client, sessions=[number])
    else:
        client.put(f"/v1/rooms/{room}/days/2026-03-14/audit")
    return numbers


def corrected(client, nets, before, **session):
    sha256 = hashlib.sha256(log(hand_line(1, before), **session)).hexdigest()
    upload(client, nets, supersedes={"sha256": sha256, "reason": "mistyped", "by": "floor"}, **session)


@pytest.mark.slow
def test_what_does_not_matter_is_left_out_and_changes_no_answer(client, service, monkeypatch):
    """The answers are those of the whole record, since every night, of corrections and of audits done again."""
    cursors, sessions = [], []
    for room in ("WA-0417", "WA-0500"):
        put_room(client, room)
    for number in range(NIGHTS):
        sessions += played(client, number, ("WA-0417", "WA-0500")[number % 2])
        cursors.append(night(client)["cursor"])
    corrected(client, NETS, WRONG, session="N0-0", room="WA-0417")
    corrected(client, WRONG, NETS, session="N1-1", room="WA-0500")
    audit(client, pending=True)
    corrected(client, NETS, WRONG, session="N4-0", room="WA-0417")  # without its audit
    client.post("/v1/audits/1/again", json={"known": "now"})
    client.post("/v1/audits/2/again", json={"known": "then"})
    found = [night(client, since) for since in (None, *cursors)]
    assert any(each["gone"] for each in found)
    assert any(each["persisting"] for each in found)
    assert len(service.store.nights.read(int(cursors[-1].partition("-")[0])).sessions) < len(sessions)
    monkeypatch.setattr(of_nights, "_WITH_FINDINGS", "SELECT id FROM audits WHERE finish IS NOT NULL")
    monkeypatch.setattr(of_nights, "_SINCE", "SELECT id FROM audits WHERE finish IS NOT NULL OR id = ?")
    assert [night(client, since) for since in (None, *cursors)] == found


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("sql", "kind"),
    [
        ("UPDATE result_chunks SET body = x'00' WHERE audit = 1 AND list = 'findings'", "result-damaged"),
        ("DELETE FROM result_chunks WHERE audit = 1", "result-damaged"),
        ("UPDATE result_documents SET salt = printf('%064d', 0) WHERE audit = 1", "result-damaged"),
        ("DELETE FROM result_documents WHERE audit = 1", "result-damaged"),
        ("UPDATE sessions SET room = 'WA-0500' WHERE id = 1", "record-damaged"),
        ("UPDATE audits SET counts = '{}' WHERE id = 1", "record-damaged"),
        ("UPDATE audit_sessions SET what_if = 1 WHERE audit = 1", "record-damaged"),
        ("DELETE FROM audit_sessions WHERE audit = 1", "record-damaged"),
    ],
)
def test_what_was_altered_since_is_not_served_though_it_was_there_at_the_cursor(client, service, sql, kind):
    for session, nets in (("S-1", WRONG), ("S-2", NETS)):
        audit(client, sessions=[upload(client, nets, session=session)])
    since = night(client)["cursor"]
    with unprotected(service.store.connections.db) as db:
        assert db.execute(sql).rowcount
    answer = client.get("/v1/night", query_string={"since": since})
    status = 503 if kind == "record-damaged" else 500
    assert (answer.status_code, answer.json["type"].rpartition(":")[2]) == (status, kind), answer.json
