import gzip
import hashlib
import io
import json
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from auditor.evidence import UnpackingLimits
from auditor.http.app import close_app, create_app
from auditor.service import Service
from tests.http.kit import NDJSON, PROBLEM, hand_line, log, session_line, zipped


def sha256(body: bytes) -> str:
    return hashlib.sha256(body).hexdigest()


def post(client: FlaskClient, body: bytes, content_type: str | None = NDJSON, **options: Any) -> TestResponse:
    return client.post("/v1/sessions", data=body, content_type=content_type, **options)


def correction(of: bytes, *hands: dict) -> bytes:
    return log(*hands, supersedes={"sha256": sha256(of), "reason": "net of seat 2 was mistyped", "by": "E-7"})


def test_a_new_log_becomes_a_session_with_what_it_says_of_itself(client):
    body = log(hand_line(41), hand_line(42), number=7)
    answer = post(client, body)
    assert answer.status_code == 201
    assert answer.headers["Location"] == "/v1/sessions/1"
    made = answer.json
    assert (made["room"], made["session"], made["table"], made["day"]) == (
        "WA-0417",
        "S-1",
        "T1",
        "2026-03-14",
    )
    assert (made["hands"], made["facts"]["first_hand"], made["facts"]["last_hand"]) == (2, 41, 42)
    assert (made["sha256"], made["content_sha256"], made["bytes"]) == (sha256(body), sha256(body), len(body))
    assert (made["already_stored"], made["pending"], made["supersedes"], made["superseded_by"]) == (
        False, True, None, None,
    )  # fmt: skip
    shown = client.get(answer.headers["Location"]).json
    warnings = made.pop("warnings")
    assert [(each["code"], each["message"]) for each in warnings] == [
        ("room-not-on-record", "Room WA-0417 is not on record.")
    ]
    compared = {"differences": None, "difference_count": None}  # it corrects no log
    assert {**shown, **compared, "already_stored": False} == made


@pytest.mark.parametrize("content_type", ["application/octet-stream", "text/plain; charset=utf-8", None])
def test_a_log_is_taken_under_any_plain_type(client, content_type):
    assert post(client, log(), content_type).status_code == 201


def test_the_evidence_comes_back_byte_for_byte(client):
    body = log().replace(b'"hand": 1', b'  "hand":1 ') + b"\n\n"
    where = post(client, body).headers["Location"]
    answer = client.get(f"{where}/log")
    assert answer.data == body
    assert answer.mimetype == NDJSON
    assert answer.headers["ETag"] == f'"{sha256(body)}"'
    assert answer.headers["Content-Disposition"] == 'attachment; filename="WA-0417-S-1.ndjson"'


def test_a_gzip_log_is_kept_as_gzip(client):
    body = zipped(log())
    made = post(client, body, "application/gzip")
    assert made.status_code == 201
    assert made.json["sha256"] == sha256(body)
    assert made.json["content_sha256"] == sha256(log())
    answer = client.get("/v1/sessions/1/log")
    assert (answer.data, answer.mimetype) == (body, "application/gzip")
    assert answer.headers["Content-Disposition"].endswith('-S-1.ndjson.gz"')


@pytest.mark.parametrize(
    "options",
    [
        {"headers": {"Content-Encoding": "gzip"}},
        {"content_type": None},
        {"content_type": "application/x-gzip"},
    ],
)
def test_gzip_is_recognised_by_its_bytes(client, options):
    answer = post(client, zipped(log()), **{"content_type": NDJSON, **options})
    assert answer.status_code == 201
    assert answer.json["media_type"] == "application/gzip"


def test_a_log_may_come_as_a_file_of_a_form(client, service):
    form = {"log": (io.BytesIO(log()), "night \x07shift.ndjson")}
    answer = client.post("/v1/sessions", data=form)
    assert answer.status_code == 201
    assert service.store.evidence.get(sha256(log())).filename == "night shift.ndjson"


def test_a_form_has_one_file(client):
    two = {"a": (io.BytesIO(log()), "a"), "b": (io.BytesIO(log()), "b")}
    answer = client.post("/v1/sessions", data=two)
    assert answer.status_code == 422
    assert "The form has 2 files; send one file" in answer.json["detail"]
    answer = client.post("/v1/sessions", data={"log": "text"}, content_type="multipart/form-data")
    assert (answer.status_code, answer.json["detail"][:35]) == (422, "The form has 0 files and the fields")


@pytest.mark.parametrize("again", [log(), zipped(log())])
def test_the_same_log_again_is_the_same_session(client, service: Service, again):
    first = post(client, log()).json
    answer = post(client, again)
    assert answer.status_code == 200
    assert answer.headers["Location"] == "/v1/sessions/1"
    assert answer.json == {**first, "already_stored": True}
    assert client.get("/v1/sessions").json["pagination"]["total"] == 1
    assert service.store.evidence.body(sha256(again)) == again


def test_other_bytes_for_the_same_session_conflict_and_are_kept(client, service: Service):
    first, second = log(), log(hand_line(1), hand_line(2))
    post(client, first)
    answer = post(client, second)
    assert answer.status_code == 409
    assert answer.content_type == PROBLEM
    assert answer.json["type"] == "urn:cardroom-auditor:problem:session-conflict"
    assert sha256(first) in answer.json["detail"]
    assert '"supersedes"' in answer.json["detail"]
    assert answer.json["existing"]["id"] == 1
    assert answer.json["existing"]["url"] == "/v1/sessions/1"
    assert service.store.evidence.get(sha256(second)).outcome == "conflict"
    assert service.store.evidence.body(sha256(second)) == second
    assert client.get("/v1/sessions/1").json["superseded_by"] is None


def test_a_correction_is_kept_as_well_as_what_it_corrects(client):
    first = log()
    second = correction(first, hand_line(1), hand_line(2))
    post(client, first)
    answer = post(client, second)
    assert (answer.status_code, answer.json["id"], answer.json["supersedes"]) == (201, 2, 1)
    assert answer.json["facts"]["supersedes_reason"] == "net of seat 2 was mistyped"
    old = client.get("/v1/sessions/1").json
    assert (old["superseded_by"], old["pending"], old["links"]["superseded_by"]) == (
        2,
        False,
        "/v1/sessions/2",
    )
    assert client.get("/v1/sessions/1/log").data == first
    assert [each["id"] for each in client.get("/v1/sessions?current=true").json["sessions"]] == [2]


def test_a_correction_of_a_correction_names_the_newest_file(client):
    first = log()
    second = correction(first, hand_line(1), hand_line(2))
    stale = correction(first, hand_line(1), hand_line(2), hand_line(3))
    third = correction(second, hand_line(1), hand_line(2), hand_line(3))
    post(client, first)
    post(client, second)
    answer = post(client, stale)
    assert answer.status_code == 409
    assert "which is not the current file" in answer.json["detail"]
    assert sha256(second) in answer.json["detail"]
    assert post(client, third).json["supersedes"] == 2


def test_a_correction_may_name_the_file_as_gzip_or_without(client):
    post(client, zipped(log()))
    assert post(client, correction(log(), hand_line(5))).json["supersedes"] == 1
    post(client, log(session="S-2"))
    post(client, zipped(log(session="S-2")))
    named = {"sha256": sha256(zipped(log(session="S-2"))), "reason": "r", "by": "b"}
    assert post(client, log(hand_line(5), session="S-2", supersedes=named)).json["supersedes"] == 3


def test_a_correction_of_something_unknown_is_a_conflict(client, service: Service):
    lonely = correction(b"what nobody sent")
    answer = post(client, lonely)
    assert answer.status_code == 409
    assert "no file is on record for session 'S-1' of room 'WA-0417'" in answer.json["detail"]
    assert answer.json["existing"] is None
    assert service.store.evidence.get(sha256(lonely)).outcome == "conflict"
    post(client, log())
    assert "which is not the current file" in post(client, lonely).json["detail"]


def test_what_conflicted_is_taken_once_nothing_is_in_its_way(client, service: Service):
    first = log()
    second = correction(first, hand_line(2))
    assert post(client, second).status_code == 409
    post(client, first)
    assert post(client, second).json["supersedes"] == 1
    kept = service.store.evidence.get(sha256(second))
    assert (kept.outcome, kept.message) == ("session", None)


def test_a_refused_log_says_where_and_stays_on_record(client, service: Service):
    wrong = log(hand_line(1), {**hand_line(2), "unit": "5"}, {"event": "pot_hand"})
    answer = post(client, wrong)
    assert answer.status_code == 422
    assert answer.content_type == PROBLEM
    assert answer.json["type"] == "urn:cardroom-auditor:problem:log-refused"
    assert answer.json["problem_count"] == 2
    assert [each["line"] for each in answer.json["problems"]] == [3, 4]
    assert (answer.json["problems"][0]["field"], answer.json["problems"][0]["found"]) == ("unit", '"5"')
    assert answer.json["sha256"] == sha256(wrong)
    kept = service.store.evidence.get(sha256(wrong))
    assert (kept.outcome, kept.problem_count, kept.problems) == ("refused", 2, answer.json["problems"])
    assert service.store.evidence.body(sha256(wrong)) == wrong
    assert client.get("/v1/sessions").json["sessions"] == []


def test_the_first_hundred_problems_are_listed_and_all_are_counted(client):
    wrong = log(*({"event": "toke"} for _ in range(250)))
    answer = post(client, wrong).json
    assert (len(answer["problems"]), answer["problem_count"]) == (100, 250)


@pytest.mark.parametrize(
    ("body", "line", "found"),
    [
        (b"", 1, "an empty file"),
        (b'{"event": "\xff"}\n', 1, "byte 0xff, which is not UTF-8"),
        (zipped(log())[:-9], 3, "gzip data that ends in the middle"),
        (zipped(log()) + b"tail", 3, "bytes after the end of the gzip data that are not gzip"),
        (zipped(log())[:40] + b"\0\0\0" + zipped(log())[43:], 1, "gzip data that is damaged"),
    ],
)
def test_bytes_that_are_no_log_are_refused(client, service: Service, body, line, found):
    answer = post(client, body)
    assert answer.status_code == 422
    (problem,) = answer.json["problems"]
    assert (problem["line"], problem["found"][: len(found)]) == (line, found)
    assert service.store.evidence.get(sha256(body)).outcome == "refused"


def test_a_dry_run_reports_the_facts_and_stores_nothing(client, service: Service):
    answer = client.post("/v1/sessions?dry_run=true", data=log(), content_type=NDJSON)
    assert answer.status_code == 200
    assert (answer.json["dry_run"], answer.json["session"], answer.json["already_stored"]) == (
        True,
        None,
        False,
    )
    assert (answer.json["facts"]["hands"], answer.json["facts"]["sha256"]) == (1, sha256(log()))
    assert service.store.evidence.totals() == {}
    refused = client.post("/v1/sessions?dry_run=true", data=b"{}", content_type=NDJSON)
    assert refused.status_code == 422
    assert "Nothing was stored" in refused.json["detail"]
    assert service.store.evidence.totals() == {}


def test_a_dry_run_sees_what_is_there(client, service: Service):
    post(client, log())
    same = client.post("/v1/sessions?dry_run=1", data=zipped(log()), content_type=NDJSON).json
    assert (same["already_stored"], same["session"]) == (True, 1)
    other = client.post("/v1/sessions?dry_run=1", data=log(hand_line(9)), content_type=NDJSON)
    assert (other.status_code, other.json["existing"]["id"]) == (409, 1)
    assert service.store.evidence.totals() == {"session": (1, len(log()))}


def test_a_type_that_is_no_log_is_not_taken(client):
    answer = post(client, log(), "image/png")
    assert answer.status_code == 415
    assert "Content-Type 'image/png'" in answer.json["detail"]
    assert "--data-binary" in answer.json["detail"]
    assert answer.headers["Accept"].startswith(NDJSON)
    answer = post(client, log(), headers={"Content-Encoding": "br"})
    assert (answer.status_code, answer.headers["Accept-Encoding"]) == (415, "gzip")
    answer = post(client, log(), headers={"Content-Encoding": "gzip"})
    assert (answer.status_code, answer.json["type"]) == (400, "urn:cardroom-auditor:problem:not-gzip")


@pytest.mark.slow
def test_too_large_a_body_is_refused_before_it_is_read(tmp_path: Path):
    app = create_app(tmp_path, largest_body=1000, open_to_all=True)
    try:
        answer = post(app.test_client(), log() * 10)
        assert answer.status_code == 413
        assert "At most 1,000 bytes" in answer.json["detail"]
        streamed = app.test_client().post(
            "/v1/sessions",
            input_stream=io.BytesIO(log() * 10),
            content_type=NDJSON,
            environ_overrides={"wsgi.input_terminated": True},
        )
        assert streamed.status_code == 413
    finally:
        close_app(app)


@pytest.mark.slow
@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("limits", "found"),
    [
        (UnpackingLimits(decompressed=2000), "more than 2,000 bytes once decompressed"),
        (UnpackingLimits(ratio=20, free=1000), "gzip data that grows"),
    ],
)
def test_a_gzip_bomb_is_refused_and_on_record(tmp_path: Path, limits, found):
    app = create_app(tmp_path, limits=limits, open_to_all=True)
    try:
        bomb = gzip.compress(log() + b" " * 1_000_000)
        answer = post(app.test_client(), bomb)
        assert answer.status_code == 413
        assert answer.json["problems"][0]["found"].startswith(found)
        assert app.extensions["auditor"].store.evidence.get(sha256(bomb)).outcome == "refused"
    finally:
        close_app(app)


def test_a_log_of_a_session_in_which_nothing_was_played_is_a_session(client):
    lines = [session_line(), {"event": "close", "at": "2026-03-14T18:00:00-07:00", "hands": 0}]
    made = post(client, "\n".join(json.dumps(line) for line in lines).encode())
    assert (made.status_code, made.json["hands"], made.json["facts"]["first_hand"]) == (201, 0, None)
    assert "first_hand" not in made.json["links"]
    answer = client.get("/v1/sessions/1/hands/1")
    assert (answer.status_code, answer.json["detail"]) == (404, "Session 1 has no hands.")
