"""What changed between two nights, over HTTP."""

import hashlib

import pytest

from tests.http.kit import NDJSON, PROBLEM, hand_line, log

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
        "overdue": [],
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


def test_an_audit_is_compared_with_the_one_at_the_cursor_whatever_was_audited_meanwhile(client):
    number = upload(client, WRONG)
    audit(client)
    since = night(client)["cursor"]
    for _ in range(2):
        audit(client, sessions=[number])
    after = night(client, since)
    assert (after["audits"], codes(after["new"]), codes(after["gone"])) == ([3], [], [])
    assert after["persisting"]


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
