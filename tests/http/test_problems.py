"""Errors as RFC 9457 problems, and the guards that every request meets."""

import json

import pytest

from tests.http.kit import NDJSON, PROBLEM, log

URN = "urn:cardroom-auditor:problem:"


def test_an_unknown_address_says_where_the_known_ones_are(client):
    answer = client.get("/v1/sesions")
    assert (answer.status_code, answer.content_type) == (404, PROBLEM)
    assert answer.json == {
        "type": "about:blank", "title": "Not Found", "status": 404,
        "detail": "There is nothing at /v1/sesions. GET /v1/openapi.json lists what there is; /docs shows it.",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("method", "path", "allowed"),
    [
        ("DELETE", "/v1/sessions", {"GET", "HEAD", "OPTIONS", "POST"}),
        ("POST", "/v1/sessions/1", {"GET", "HEAD", "OPTIONS"}),
        ("PUT", "/healthz", {"GET", "HEAD", "OPTIONS"}),
    ],
)
def test_a_method_that_is_not_possible_names_those_that_are(client, method, path, allowed):
    answer = client.open(path, method=method)
    assert (answer.status_code, answer.content_type) == (405, PROBLEM)
    assert set(answer.headers["Allow"].split(", ")) == allowed
    assert answer.json["detail"].startswith(f"{method} is not possible at {path}; possible are ")


@pytest.mark.parametrize(
    ("body", "why"),
    [
        (b"{", "line 1, column 2"),
        (b"", "line 1, column 1"),
        (b'{"pending": true, "pending": true}', "not JSON"),
        (b'{"sessions": [NaN]}', "not JSON"),
        (b'{"room": "\xff"}', "not JSON"),
        (b"[" * 100_000, "not JSON"),
        (b'{"sessions": [' + b"9" * 5000 + b"]}", "not JSON"),
    ],
)
def test_a_body_that_is_not_json_is_a_bad_request(client, body, why):
    answer = client.post("/v1/audits", data=body, content_type="application/json")
    assert (answer.status_code, answer.content_type) == (400, PROBLEM)
    assert answer.json["type"] == f"{URN}malformed-json"
    assert why in answer.json["detail"]


def test_a_json_body_of_another_shape_is_not_valid(client):
    answer = client.post("/v1/audits", json=[1, 2])
    assert (answer.status_code, answer.json["errors"][0]) == (
        422, {"detail": "Must be a JSON object.", "pointer": "#"},
    )  # fmt: skip


def test_half_a_character_is_not_printable(client):
    answer = client.post("/v1/audits", data=b'{"room": "\\ud800"}', content_type="application/json")
    assert (answer.status_code, answer.json["errors"][0]["pointer"]) == (422, "#/room")


def test_json_comes_as_json(client):
    answer = client.post("/v1/audits", data=b'{"pending": true}')
    assert (answer.status_code, answer.headers["Accept"]) == (415, "application/json")
    assert "no Content-Type" in answer.json["detail"]
    form = client.post("/v1/audits", data={"pending": "true"})
    assert "'application/x-www-form-urlencoded'" in form.json["detail"]


def test_a_json_body_may_not_be_endless(client):
    answer = client.post("/v1/audits", data=b" " * 2_000_000 + b"{}", content_type="application/json")
    assert (answer.status_code, answer.content_type) == (413, PROBLEM)
    assert "At most 262,144 bytes" in answer.json["detail"]


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("query", "parameter", "detail"),
    [
        ("page=0", "page", "Must be greater than or equal to 1"),
        ("page=1" + "0" * 30, "page", "less than or equal to 1000000"),
        ("page=1" + "0" * 5000, "page", "Not a valid integer."),
        ("page_size=1001", "page_size", "less than or equal to 1000"),
        ("page=two", "page", "Not a valid integer."),
        ("from=2026-02-30", "from", "Not a valid date."),
        ("from=2026-03-02&until=2026-03-01", "until", "Must not be before 'from'."),
        ("rom=WA-0417", "rom", "Unknown field."),
        ("room=", "room", "Length must be between 1 and 64."),
        ("room=a%0ab", "room", "Must be printable characters."),
        ("pending=perhaps", "pending", "Not a valid boolean."),
    ],
)
def test_a_query_that_is_not_valid_names_the_parameter(client, query, parameter, detail):
    answer = client.get(f"/v1/sessions?{query}")
    assert (answer.status_code, answer.json["type"]) == (422, f"{URN}invalid-request")
    assert [each["parameter"] for each in answer.json["errors"]] == [parameter]
    assert detail in answer.json["errors"][0]["detail"]
    assert parameter in answer.json["detail"]


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/v1/sessions?room=%ff", "not-utf-8"),
        ("/v1/sessions?room=a%00", "nul-byte"),
        ("/v1/rulesets/a%00b", "nul-byte"),
        ("/v1/sessions?room=a&room=b", "repeated-parameter"),
        ("/v1/sessions?dry_run=1&page=1&page=2", "repeated-parameter"),
    ],
)
def test_what_cannot_be_meant_is_a_bad_request(client, path, kind):
    answer = client.get(path)
    assert (answer.status_code, answer.json["type"]) == (400, f"{URN}{kind}")


def test_an_address_is_utf_8(client):
    answer = client.get("/v1/rulesets/x", environ_overrides={"PATH_INFO": "/v1/rulesets/\xc3("})
    assert (answer.status_code, answer.json["type"]) == (400, f"{URN}not-utf-8")


@pytest.mark.sampled(3)
@pytest.mark.parametrize("number", ["0", "9" * 18, "9" * 19, "1" + "0" * 5000, "-1", "1.5", "%D9%A1", "one"])
def test_a_number_that_no_session_has_is_not_found(client, number):
    client.post("/v1/sessions", data=log(), content_type=NDJSON)
    for path in ("/v1/sessions/{}", "/v1/sessions/{}/log", "/v1/sessions/1/hands/{}", "/v1/audits/{}"):
        answer = client.get(path.format(number))
        assert (answer.status_code, answer.content_type) == (404, PROBLEM), path


def test_an_internal_error_is_reported_without_details(client, monkeypatch, caplog):
    monkeypatch.setattr("auditor.http.audit_api.page_of", lambda query: 1 // 0)
    answer = client.get("/v1/audits")
    assert (answer.status_code, answer.content_type) == (500, PROBLEM)
    assert answer.json["detail"].startswith("The service failed on this request. Nothing of it was stored.")
    assert "ZeroDivision" not in answer.get_data(as_text=True)
    assert "ZeroDivision" in caplog.text


@pytest.mark.parametrize("remote", ["192.0.2.7", "2001:db8::1"])
def test_only_this_machine_is_answered(client, remote):
    answer = client.get("/v1/sessions", environ_overrides={"REMOTE_ADDR": remote})
    assert (answer.status_code, answer.json["type"]) == (403, f"{URN}loopback-only")
    assert remote in answer.json["detail"]


@pytest.mark.parametrize("host", ["localhost", "localhost:8417", "127.0.0.1:1", "127.8.8.8", "[::1]:8417"])
def test_this_machine_has_several_names(client, host):
    assert client.get("/v1/sessions", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize(
    "host", ["evil.example", "127.0.0.1.evil.example:80", "localhost.evil.example", "[", "a b"]
)
def test_a_name_that_was_bent_to_this_machine_is_not_answered(client, host):
    answer = client.get("/v1/sessions", headers={"Host": host})
    assert answer.status_code in (400, 403)
    assert answer.content_type == PROBLEM


def test_a_page_of_another_site_cannot_upload(client):
    away = client.post(
        "/v1/sessions", data=log(), content_type="text/plain", headers={"Origin": "https://evil.example"}
    )
    assert (away.status_code, away.json["type"]) == (403, f"{URN}foreign-origin")
    null = client.post("/v1/sessions", data=log(), content_type="text/plain", headers={"Origin": "null"})
    assert null.status_code == 403
    own = client.post("/v1/sessions", data=log(), content_type=NDJSON, headers={"Origin": "http://localhost"})
    assert own.status_code == 201


def test_every_answer_says_that_its_type_is_meant(client):
    for path in ("/", "/docs", "/v1/sessions", "/v1/nothing", "/healthz", "/static/docs/start.js"):
        headers = client.get(path).headers
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert "default-src 'none'" in headers["Content-Security-Policy"]


@pytest.mark.slow
def test_what_is_read_has_an_etag_and_head_has_no_body(client):
    client.post("/v1/sessions", data=log(), content_type=NDJSON)
    paths = ("/docs", "/v1/sessions", "/v1/sessions/1", "/v1/sessions/1/log", "/v1/sessions/1/hands/1",
             "/v1/audits", "/v1/rulesets", "/v1/checks", "/v1/formats/cardroom-log-1", "/v1/openapi.json")  # fmt: skip
    for path in paths:
        first = client.get(path)
        etag = first.headers["ETag"]
        assert etag.startswith('"'), path
        assert client.get(path, headers={"If-None-Match": f'"other", {etag}'}).status_code == 304, path
        head = client.head(path)
        assert (head.status_code, head.data, head.headers["ETag"]) == (200, b"", etag), path
        assert head.headers["Content-Length"] == str(len(first.data)), path


def test_the_etag_changes_with_what_is_there(client):
    before = client.get("/v1/sessions").headers["ETag"]
    client.post("/v1/sessions", data=log(), content_type=NDJSON)
    after = client.get("/v1/sessions", headers={"If-None-Match": before})
    assert after.status_code == 200
    assert len(json.loads(after.data)["sessions"]) == 1
