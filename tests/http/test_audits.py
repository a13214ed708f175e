import threading

import pytest
from sqlite_utils import Database

from rules.audit.screened_audit import screened_audit
from tests.http.earlier import on_record
from tests.http.kit import NDJSON, NETS, PROBLEM, ended, hand_line, log, long_log
from tests.services import unprotected

WRONG = (300, 200, 300, -800)  # seats 2 and 4 of hand_line


@pytest.fixture
def post(client):
    """Uploads a log and gives its id."""

    def send(*hands, **session):
        return client.post("/v1/sessions", data=log(*hands, **session), content_type=NDJSON).json["id"]

    return send


def test_an_audit_that_is_done_in_a_moment_is_answered_with_its_result(client, post):
    post(hand_line(1), hand_line(2, WRONG))
    answer = client.post("/v1/audits", json={"sessions": [1]})
    assert answer.status_code == 201
    assert answer.headers["Location"] == "/v1/audits/1"
    audit = answer.json
    assert (audit["state"], audit["complete"], audit["error"], audit["attempts"]) == (
        "finished",
        True,
        None,
        1,
    )
    assert (audit["sessions"], audit["hands"], audit["testable"]) == ([1], 2, 2)
    assert audit["progress"] == {"hands": 2, "of": 2}
    assert audit["counts"]["kind"]["discrepancy"] >= 2
    assert audit["counts"]["findings"] == sum(audit["counts"]["severity"].values())
    assert (audit["money_misallocated"], audit["money_misrecorded"]) == (100, None)  # nets alone
    assert audit["reconciliation"] == {"gross": 100, "unbalanced": 0, "offset": 0, "net": 100}
    assert audit["evidence"] == {"rows": 2}
    assert audit["record"] == {"below_level": 0, "with_less": [], "voided": [], "tokes": []}
    assert audit["impossible"] == 0
    assert [each["id"] for each in audit["rulesets"]] == ["wsgc-base"]
    assert client.get("/v1/audits/1").json == audit


def test_findings_name_the_hand_and_the_seat(client, post):
    post(hand_line(1), hand_line(2, WRONG))
    client.post("/v1/audits", json={"pending": True})
    found = client.get("/v1/audits/1/findings?code=SCR001").json["findings"]
    reported = [
        (each["hand"], each["seat"], each["player"], each["stated"], each["expected"]) for each in found
    ]
    assert reported == [(2, 2, "P2", 200, 100), (2, 4, "P4", -800, -700)]
    assert {(each["session_id"], each["session"], each["line"], each["unit"]) for each in found} == {
        (1, "S-1", 3, "money")
    }
    assert all(len(each["fingerprint"]) > 8 and each["clause"] and each["message"] for each in found)


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("query", "wanted"),
    [
        ("", lambda f: True),
        ("code=SCR001,LOG001", lambda f: f["code"] in ("SCR001", "LOG001")),
        ("kind=violation", lambda f: f["kind"] == "violation"),
        ("severity=critical,major", lambda f: f["severity"] in ("critical", "major")),
        ("hand=9", lambda f: f["hand"] == 9 or 9 in (f["hands"] or ())),
        ("session=2", lambda f: f["session_id"] == 2),
        ("player=Q4", lambda f: f["player"] == "Q4"),
        ("code=SCR001&session=1&player=P2", lambda f: (f["code"], f["session"], f["player"]) == ("SCR001", "S-1", "P2")),
    ],
)  # fmt: skip
def test_findings_are_selected_and_keep_their_order(client, post, query, wanted):
    post(hand_line(1, WRONG), hand_line(4, WRONG))
    post(hand_line(9, WRONG, players="Q"), session="S-2")
    client.post("/v1/audits", json={"sessions": [1, 2]})
    everything = client.get("/v1/audits/1/findings?page_size=1000").json["findings"]
    found = client.get(f"/v1/audits/1/findings?page_size=1000&{query}").json
    expected = [each for each in everything if wanted(each)]
    assert expected
    assert found["findings"] == expected
    assert found["pagination"]["total"] == len(expected)


def test_pages_of_findings_make_up_the_whole(client, post):
    post(*(hand_line(number, WRONG) for number in range(1, 8)))
    client.post("/v1/audits", json={"sessions": [1]})
    whole = client.get("/v1/audits/1/findings?page_size=1000").json["findings"]
    pages, page = [], 1
    while page:
        part = client.get(f"/v1/audits/1/findings?page_size=5&page={page}").json
        pages += part["findings"]
        page = part["pagination"]["next_page"]
    assert pages == whole
    assert len(whole) > 10


@pytest.mark.slow
def test_a_room_and_its_days_select_the_newest_versions(client, post):
    post(opened_at="2026-03-14T16:00:00-07:00")
    post(session="S-2", opened_at="2026-03-15T16:00:00-07:00")
    post(session="S-3", opened_at="2026-03-16T16:00:00-07:00")
    post(room="WA-0500", opened_at="2026-03-15T16:00:00-07:00")
    sha = client.get("/v1/sessions/2").json["sha256"]
    post(hand_line(2), session="S-2", opened_at="2026-03-15T16:00:00-07:00",
         supersedes={"sha256": sha, "reason": "r", "by": "b"})  # fmt: skip
    body = {"room": "WA-0417", "from": "2026-03-15", "until": "2026-03-16"}
    audit = client.post("/v1/audits", json=body).json
    assert audit["sessions"] == [3, 5]
    assert audit["request"] == body
    assert client.post("/v1/audits", json={"room": "WA-0417"}).json["sessions"] == [1, 3, 5]
    none = client.post("/v1/audits", json={"room": "WA-0417", "until": "2020-01-01"})
    assert (none.status_code, none.json["audit"]) == (200, None)
    assert "no current session of room 'WA-0417'" in none.json["message"]


def test_pending_is_audited_once(client, post):
    post()
    post(session="S-2")
    assert client.post("/v1/audits", json={"pending": True}).json["sessions"] == [1, 2]
    again = client.post("/v1/audits", json={"pending": True})
    assert again.status_code == 200
    assert again.json == {
        "audit": None,
        "message": "No audit was made: no session is pending.",
        "skipped": [],
    }
    assert client.get("/v1/audits").json["pagination"]["total"] == 1


def test_pending_takes_the_correction_and_leaves_what_it_corrects(client, post):
    post()
    sha = client.get("/v1/sessions/1").json["sha256"]
    post(hand_line(1), hand_line(2), supersedes={"sha256": sha, "reason": "r", "by": "b"})
    assert client.post("/v1/audits", json={"pending": True}).json["sessions"] == [2]


def test_a_what_if_is_said_to_be_one_and_leaves_the_session_pending(client, post):
    post()
    audit = client.post("/v1/audits", json={"sessions": [1], "ruleset": "wsgc-2-4"}).json
    assert (audit["what_if"], audit["ruleset"], audit["rulesets"][0]["id"]) == (True, "wsgc-2-4", "wsgc-2-4")
    assert audit["counts"]["kind"]["discrepancy"] > 0
    assert client.get("/v1/sessions/1").json["pending"] is True
    own = client.post("/v1/audits", json={"pending": True}).json
    assert (own["what_if"], own["sessions"], own["counts"]["kind"]["discrepancy"]) == (False, [1], 0)


def test_sessions_without_a_ruleset_are_skipped_or_an_error_by_how_they_were_requested(client, post):
    on_record(client, log(ruleset=None))
    on_record(client, log(session="S-2", ruleset="house-rules"))
    post(session="S-3")
    audit = client.post("/v1/audits", json={"pending": True}).json
    assert audit["sessions"] == [3]
    reasons = {each["session"]: each["reason"] for each in audit["skipped"]}
    assert "names no ruleset" in reasons[1]
    assert "'house-rules'" in reasons[2]
    assert "wsgc-2-4@1" in reasons[2]
    assert client.get("/v1/audits/1").json["skipped"] == audit["skipped"]
    left = client.post("/v1/audits", json={"pending": True})
    assert (left.status_code, left.json["audit"], [each["session"] for each in left.json["skipped"]]) == (
        200, None, [1, 2],
    )  # fmt: skip
    asked = client.post("/v1/audits", json={"sessions": [3, 2]})
    assert asked.status_code == 422
    assert asked.json["errors"][0]["pointer"] == "#/sessions/1"
    assert "not in the library" in asked.json["detail"]
    assert client.post("/v1/audits", json={"sessions": [1, 2], "ruleset": "wsgc-base"}).status_code == 201


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    ("body", "pointer", "detail"),
    [
        ({}, "#", "found none of them"),
        ({"sessions": [1], "pending": True}, "#", "found 'sessions' and 'pending'"),
        ({"pending": True, "from": "2026-03-14"}, "#", "'from' and 'until' go with 'room' only."),
        (
            {"room": "WA-0417", "from": "2026-03-14", "until": "2026-03-13"},
            "#/until",
            "Must not be before 'from'.",
        ),
        ({"room": "WA-0417", "from": "14 March"}, "#/from", "Not a valid date."),
        ({"sessions": []}, "#/sessions", "Length must be between 1 and"),
        ({"sessions": [1, "2"]}, "#/sessions/1", "Not a valid integer."),
        ({"sessions": [10**30]}, "#/sessions/0", "Must be greater than or equal to 1"),
        ({"sessions": [1, 7]}, "#/sessions/1", "There is no session 7"),
        ({"sessions": [1, 1]}, "#/sessions/1", "Session 1 is there twice"),
        ({"sessions": [1], "ruleset": "wsgc-9"}, "#/ruleset", "The library has no ruleset 'wsgc-9'"),
        ({"pending": False}, "#/pending", "Not a valid boolean."),
        ({"room": "a\x00b"}, "#/room", "Must be printable characters."),
        ({"rooom": "WA-0417"}, "#/rooom", "Unknown field."),
        ({"pending": True, "key": "k"}, "#/key", "Unknown field."),
    ],
)
def test_a_request_that_is_not_clear_is_answered_with_what_is_wrong_where(
    client, post, body, pointer, detail
):
    post()
    answer = client.post("/v1/audits", json=body)
    assert answer.status_code == 422
    assert answer.content_type == PROBLEM
    found = {each["pointer"]: each["detail"] for each in answer.json["errors"]}
    assert pointer in found
    assert detail in found[pointer]
    assert client.get("/v1/audits").json["pagination"]["total"] == 0


def test_versions_of_one_session_are_not_audited_together(client, post):
    post()
    sha = client.get("/v1/sessions/1").json["sha256"]
    post(hand_line(2), supersedes={"sha256": sha, "reason": "r", "by": "b"})
    answer = client.post("/v1/audits", json={"sessions": [1, 2]})
    assert answer.status_code == 422
    assert "Session 2 and session 1 are versions of the same one" in answer.json["detail"]
    assert client.post("/v1/audits", json={"sessions": [1]}).json["sessions"] == [1]


def test_money_of_different_currencies_is_not_added_up(client, post):
    post()
    post(session="S-2", currency="CAD")
    post(session="S-3")
    answer = client.post("/v1/audits", json={"sessions": [1, 2]})
    assert (answer.status_code, answer.json["errors"][0]["pointer"]) == (422, "#/sessions/1")
    assert "Session 2 (WA-0417, S-2) is in CAD and session 1 in USD" in answer.json["detail"]
    audit = client.post("/v1/audits", json={"pending": True}).json
    assert (audit["sessions"], [each["session"] for each in audit["skipped"]]) == ([1, 3], [2])
    assert client.post("/v1/audits", json={"pending": True}).json["sessions"] == [2]


def test_a_request_sent_again_under_its_key_is_the_same_audit(client, post):
    post()
    key = {"Idempotency-Key": "night of 14 March"}
    first = client.post("/v1/audits", json={"sessions": [1]}, headers=key)
    again = client.post("/v1/audits", json={"sessions": [1]}, headers=key)
    assert (first.status_code, again.status_code) == (201, 200)
    assert (again.json, again.headers["Location"]) == (first.json, "/v1/audits/1")
    other = client.post("/v1/audits", json={"pending": True}, headers=key)
    assert (other.status_code, other.json["type"]) == (
        422,
        "urn:cardroom-auditor:problem:idempotency-key-used",
    )
    assert "made audit 1" in other.json["detail"]
    assert client.post("/v1/audits", json={"sessions": [1]}).json["id"] == 2
    assert client.post("/v1/audits", json={}, headers={"Idempotency-Key": "x" * 256}).status_code == 422
    bad = client.post("/v1/audits", json={"sessions": [1]}, headers={"Idempotency-Key": "x" * 256})
    assert (bad.status_code, bad.json["type"]) == (400, "urn:cardroom-auditor:problem:bad-idempotency-key")


def test_audits_are_listed_with_the_newest_first(client, post):
    post()
    for _ in range(3):
        client.post("/v1/audits", json={"sessions": [1]})
    found = client.get("/v1/audits?page_size=2").json
    assert [each["id"] for each in found["audits"]] == [3, 2]
    assert found["pagination"]["total"] == 3


@pytest.mark.slow
def test_a_long_audit_goes_on_in_the_background(client, service, post, monkeypatch):
    post(hand_line(1), hand_line(2, WRONG))
    go_on = threading.Event()

    def slow(*args, **options):
        assert go_on.wait(60)
        return screened_audit(*args, **options)

    monkeypatch.setattr("auditor.jobs.audit_from_store.screened_audit", slow)
    monkeypatch.setattr(service, "_wait", 0.05)
    answer = client.post("/v1/audits", json={"sessions": [1]})
    assert answer.status_code == 202
    assert answer.headers["Location"] == "/v1/audits/1"
    assert answer.headers["Retry-After"] == "1"
    assert answer.json["state"] in ("queued", "running")
    assert (answer.json["counts"], answer.json["progress"]) == (None, {"hands": 0, "of": 2})
    for path in ("findings", "incidents", "report.pdf", "report.json", "findings.csv", "incidents.csv"):
        early = client.get(f"/v1/audits/1/{path}")
        assert (early.status_code, early.json["type"]) == (
            409,
            "urn:cardroom-auditor:problem:audit-not-finished",
        )
        assert early.headers["Retry-After"] == "1"
    assert client.post("/v1/audits", json={"pending": True}).json["audit"] is None
    again = client.post("/v1/audits", json={"sessions": [1]}, headers={"Idempotency-Key": "k"})
    assert (again.status_code, again.json["id"], again.json["state"]) == (202, 2, "queued")
    go_on.set()
    audit = ended(lambda: client.get("/v1/audits/1").json)
    assert (audit["state"], audit["hands"], audit["progress"]["hands"]) == ("finished", 2, 2)
    assert client.get("/v1/audits/1/report.json").status_code == 200


@pytest.mark.night
@pytest.mark.slow
def test_progress_is_reported_while_an_audit_runs(client, service, monkeypatch):
    client.post("/v1/sessions", data=long_log(20_000), content_type=NDJSON)
    monkeypatch.setattr("auditor.jobs.claimed_audit.PROGRESS_SECONDS", 0)
    monkeypatch.setattr("auditor.jobs.own_process.SHORT", 1 << 30)  # in this process, whose queue is watched
    reported = []
    written = service.store.queue.progress

    def progress(lease, hands):
        written(lease, hands)
        reported.append(client.get("/v1/audits/1").json["progress"])

    monkeypatch.setattr(service.store.queue, "progress", progress)
    client.post("/v1/audits", json={"sessions": [1]})
    done = [each["hands"] for each in reported]
    assert len(done) >= 3
    assert done == sorted(done)
    assert 0 < done[0] < 20_000
    assert {each["of"] for each in reported} == {20_000}


def test_an_audit_that_breaks_down_fails_and_the_next_one_runs(client, service, post, monkeypatch, caplog):
    post()
    with monkeypatch.context() as patch:
        patch.setattr("auditor.jobs.audit_from_store.screened_audit", lambda *a, **k: 1 // 0)
        audit = client.post("/v1/audits", json={"sessions": [1]}).json
    assert (audit["state"], audit["counts"]) == ("failed", None)
    assert "broke down" in audit["error"]
    assert "ZeroDivisionError" not in audit["error"]
    assert "ZeroDivisionError" in caplog.text
    answer = client.get("/v1/audits/1/findings")
    assert (answer.status_code, answer.json["type"]) == (409, "urn:cardroom-auditor:problem:audit-failed")
    assert "Retry-After" not in answer.headers
    assert client.get("/v1/sessions/1").json["pending"] is True
    assert client.post("/v1/audits", json={"pending": True}).json["state"] == "finished"


def test_evidence_that_was_changed_behind_the_services_back_is_not_audited(client, service, post):
    post()
    with unprotected(service.store.connections.db) as db:
        db.execute("UPDATE evidence SET body = ?", [log(hand_line(1, NETS[::-1]))])
    audit = client.post("/v1/audits", json={"sessions": [1]}).json
    assert audit["state"] == "failed"
    assert "is no longer what was received" in audit["error"]
    for path in ("hands/1", "log"):
        answer = client.get(f"/v1/sessions/1/{path}")
        assert (answer.status_code, answer.json["type"]) == (
            500,
            "urn:cardroom-auditor:problem:evidence-damaged",
        )
        assert "is no longer what was received" in answer.json["detail"]


def test_an_audit_that_is_not_there_is_said_so(client):
    for path in (
        "",
        "/findings",
        "/incidents",
        "/report.pdf",
        "/report.json",
        "/findings.csv",
        "/incidents.csv",
    ):
        answer = client.get(f"/v1/audits/4{path}")
        assert (answer.status_code, answer.json["detail"][:21]) == (404, "There is no audit 4. ")


@pytest.mark.parametrize(
    ("named", "asked", "what_if"),
    [
        ("wsgc-base", "wsgc-base", False),
        ("wsgc-base", "wsgc-base@1", False),
        ("wsgc-base@1", "wsgc-base", False),
        ("wsgc-base", "wsgc-1-6", True),
        (None, "wsgc-base", False),
    ],
)
def test_what_is_a_what_if_is_the_same_for_the_queue_and_for_the_report(client, named, asked, what_if):
    on_record(client, log(ruleset=named))
    assert client.post("/v1/audits", json={"sessions": [1], "ruleset": asked}).json["what_if"] is what_if
    assert client.get("/v1/sessions/1").json["pending"] is what_if


@pytest.mark.of_the_file
def test_a_store_that_is_locked_or_full_is_said_to_be(client, service, post):
    post()
    service.store.connections.db.execute("PRAGMA busy_timeout = 0")  # of this thread, which answers
    other = Database(service.store.connections.path)
    other.conn.isolation_level = None
    other.execute("BEGIN EXCLUSIVE")
    answer = client.post("/v1/sessions", data=log(session="S-2"), content_type=NDJSON)
    other.rollback()
    assert (answer.status_code, answer.json["type"]) == (
        503,
        "urn:cardroom-auditor:problem:store-unavailable",
    )
    assert answer.headers["Retry-After"] == "5"
    assert client.post("/v1/sessions", data=log(session="S-2"), content_type=NDJSON).status_code == 201
