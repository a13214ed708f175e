"""What became of a session: it waits, is audited, cannot be, and why; in the answer of its upload, in lists and by itself."""

import pytest

from tests.http.earlier import on_record
from tests.http.filing import file, put_room, step
from tests.http.kit import NDJSON, hand_line, log
from tests.http.test_arrivals import fail
from tests.http.test_events import digest
from tests.rules.filed import controls
from tests.services import application


def upload(client, **session):
    answer = client.post("/v1/sessions", data=log(**session), content_type=NDJSON)
    assert answer.status_code == 201, answer.json
    return answer.json


def state(client, number=1):
    found = client.get(f"/v1/sessions/{number}").json
    return found["state"], found["reason"]


def in_state(client, name):
    return [each["id"] for each in client.get("/v1/sessions", query_string={"state": name}).json["sessions"]]


def test_a_session_waits_until_it_is_audited(client):
    made = upload(client)
    assert (made["state"], made["reason"]) == ("waiting", None)
    assert client.post("/v1/audits", json={"sessions": [1]}).json["state"] == "finished"
    assert state(client) == ("audited", None)
    assert (in_state(client, "waiting"), in_state(client, "audited")) == ([], [1])


def test_an_audit_under_another_ruleset_leaves_it_waiting(client):
    upload(client)
    client.post("/v1/audits", json={"sessions": [1], "ruleset": "wsgc-full"})
    assert state(client) == ("waiting", None)


@pytest.mark.parametrize(
    ("ruleset", "words"),
    [
        ("wsgc-ful", "It names a ruleset that is not in the library: wsgc-ful."),
        (None, "It names no ruleset."),
    ],
)
def test_a_session_without_a_ruleset_of_the_library_cannot_be_audited(client, ruleset, words):
    on_record(client, log(ruleset=ruleset))
    found, reason = state(client)
    assert found == "cannot-be-audited"
    assert reason == words
    again = client.post("/v1/sessions", data=log(ruleset=ruleset), content_type=NDJSON)
    assert (again.status_code, again.json["state"], again.json["reason"]) == (200, found, reason)
    upload(client, session="S-2")
    assert (in_state(client, "cannot-be-audited"), in_state(client, "waiting")) == ([1], [2])


def test_a_session_under_controls_that_are_not_approved_can_be_audited_once_they_are(client):
    put_room(client)
    assert file(client, controls(1, "2026-01-01")).status_code == 201
    upload(client, ruleset="wa-0417-thirteen")
    assert state(client) == (
        "cannot-be-audited",
        "It names controls that were not approved: wa-0417-thirteen@1.",
    )
    for what, more in (("submit", {}), ("approve", {"reference": "letter 1"})):
        assert step(client, what, **more).status_code == 200
    assert state(client) == ("waiting", None)


def test_a_failed_audit_says_why(tmp_path):
    with application(tmp_path / "data") as app:
        upload(app.test_client())
        known = app.extensions["auditor"].auditing.knowledge(app.extensions["auditor"].registry.snapshot())
    fail(tmp_path / "data", known)
    with application(tmp_path / "data") as app:
        assert state(app.test_client()) == ("failed", "Its audit failed: It came to no end.")
        assert in_state(app.test_client(), "failed") == [1]
        app.test_client().post("/v1/audits", json={"sessions": [1]})
        assert state(app.test_client()) == ("audited", None)


def test_a_corrected_log_is_superseded_and_its_correction_waits(client):
    upload(client)
    corrects = {"sha256": digest(log()), "reason": "typed wrong", "by": "s-1"}
    body = log(hand_line(1), hand_line(2), supersedes=corrects)
    assert client.post("/v1/sessions", data=body, content_type=NDJSON).status_code == 201
    assert (state(client, 1), state(client, 2)) == (("superseded", None), ("waiting", None))
    assert (in_state(client, "superseded"), in_state(client, "waiting")) == ([1], [2])


def test_an_audit_in_the_queue_is_under_way(tmp_path):
    with application(tmp_path / "data") as app:
        client = app.test_client()
        upload(client)
        app.extensions["auditor"].worker.stop()
        app.extensions["auditor"].auditing.on_arrival(1)
        assert (state(client), in_state(client, "auditing")) == (("auditing", None), [1])


def test_states_are_of_the_rooms_and_days_that_are_asked_for(client):
    on_record(client, log(ruleset=None))
    on_record(client, log(room="WA-1", ruleset=None))
    query = {"state": "cannot-be-audited", "room": "WA-1"}
    assert [each["room"] for each in client.get("/v1/sessions", query_string=query).json["sessions"]] == [
        "WA-1"
    ]
    refused = client.get("/v1/sessions", query_string={"state": "lost"})
    assert refused.status_code == 422
