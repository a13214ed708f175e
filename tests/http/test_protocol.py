"""Corners of HTTP: bodies and what is said of them, conditions, and methods that every address has."""

import base64
import hashlib
import io
import json
import random

import jsonschema
import pytest
import requests

from tests.http.filing import AT, ONE, TERMS, TOML
from tests.http.kit import NDJSON, PROBLEM, log, zipped
from tests.rules.filed import controls
from tests.services import listening

URN = "urn:cardroom-auditor:problem:"
DRAFT = controls(1, "2026-01-01").encode()
PDF = b"%PDF-1.7\n" + b"x" * 100


def digest(body: bytes, name: str = "sha-256") -> str:
    found = hashlib.new(name.replace("-", ""), body).digest()
    return f"{name}=:{base64.b64encode(found).decode()}:"


def nothing_kept(client) -> bool:
    return client.get("/v1/sessions").json["sessions"] == [] and not any(
        line.startswith("auditor_evidence_files") and not line.endswith(" 0.0")
        for line in client.get("/metrics").text.splitlines()
    )


# Every kind of body that is taken: where it goes, with which type, and what it is.
TAKEN = {
    "a log": ("POST", "/v1/sessions", NDJSON, log()),
    "a gzip log": ("POST", "/v1/sessions", "application/gzip", zipped(log())),
    "controls": ("POST", AT, TOML, DRAFT),
    "a document": ("PUT", f"{ONE}/document", "application/pdf", PDF),
    "JSON": ("PUT", "/v1/rooms/WA-0417", "application/json", json.dumps(TERMS).encode()),
}
EVERY_KIND = pytest.mark.parametrize(("method", "path", "kind", "body"), TAKEN.values(), ids=TAKEN)


@pytest.fixture
def filed(room):
    """A room with a draft, to which a document can be attached."""
    assert room.post(AT, data=DRAFT, content_type=TOML).status_code == 201
    return room


@EVERY_KIND
def test_a_body_with_fewer_bytes_than_it_says_is_not_taken(filed, method, path, kind, body):
    before = filed.get("/v1/rooms/WA-0417/history").json
    answer = filed.open(
        path, method=method, content_type=kind, input_stream=io.BytesIO(body[:-1]),
        environ_overrides={"CONTENT_LENGTH": str(len(body)), "wsgi.input_terminated": True},
    )  # fmt: skip
    assert (answer.status_code, answer.content_type) == (400, PROBLEM)
    assert answer.json["type"] == f"{URN}incomplete-body"
    assert answer.json["detail"].startswith(
        f"The body broke off: {len(body) - 1:,} of {len(body):,} bytes came. Nothing of it is kept."
    )
    assert filed.get("/v1/rooms/WA-0417/history").json == before
    assert nothing_kept(filed)


@EVERY_KIND
def test_a_body_is_compared_with_the_digests_that_are_stated_of_it(filed, method, path, kind, body):
    wrong = digest(body + b" ", "sha-512")
    answer = filed.open(
        path,
        method=method,
        content_type=kind,
        data=body,
        headers={"Content-Digest": f"{digest(body)}, {wrong}"},
    )
    assert (answer.status_code, answer.content_type, answer.json["type"]) == (
        400, PROBLEM, f"{URN}digest-mismatch",
    )  # fmt: skip
    assert hashlib.sha512(body).hexdigest() in answer.json["detail"]
    assert hashlib.sha512(body + b" ").hexdigest() in answer.json["detail"]
    assert nothing_kept(filed)
    right = {"Content-Digest": f"{digest(body)}, {digest(body, 'sha-512')};note=1, md5=:AAAA:"}
    assert filed.open(path, method=method, content_type=kind, data=body, headers=right).status_code in (
        200, 201,
    )  # fmt: skip


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    "stated",
    ["sha-256", "sha-256=abc", "sha-256=:**:", "SHA-256=:AAAA:", 'sha-512="x"', "\xff", "sha-256=:AA"],
)
def test_a_digest_that_cannot_be_read_is_not_passed_over(client, stated):
    answer = client.post("/v1/sessions", data=log(), content_type=NDJSON, headers={"Content-Digest": stated})
    assert (answer.status_code, answer.json["type"]) == (400, f"{URN}malformed-digest")
    assert "sha-256=:BASE64:" in answer.json["detail"]
    assert nothing_kept(client)


@pytest.mark.parametrize("stated", ["md5=:AAAA:", "", "unixsum=3, sha=:AAAA:"])
def test_a_digest_by_another_algorithm_is_passed_over(client, stated):
    answer = client.post("/v1/sessions", data=log(), content_type=NDJSON, headers={"Content-Digest": stated})
    assert answer.status_code == 201


def test_the_digest_of_a_form_is_that_of_all_its_bytes(client):
    form = requests.Request(
        "POST", "http://localhost/v1/sessions", files={"log": ("a.ndjson", log())}
    ).prepare()
    headers = {"Content-Type": form.headers["Content-Type"], "Content-Digest": digest(log())}
    answer = client.post("/v1/sessions", data=form.body, headers=headers)
    assert answer.json["type"] == f"{URN}digest-mismatch"
    headers["Content-Digest"] = digest(form.body)
    assert client.post("/v1/sessions", data=form.body, headers=headers).status_code == 201


@pytest.mark.sampled(5)
@EVERY_KIND
@pytest.mark.parametrize("encoding", ["br", "gzip, gzip", "zstd", "nonsense"])
def test_a_coding_that_is_not_known_is_refused(filed, method, path, kind, body, encoding):
    answer = filed.open(
        path, method=method, content_type=kind, data=body, headers={"Content-Encoding": encoding}
    )
    assert (answer.status_code, answer.content_type) == (415, PROBLEM)
    assert answer.json["type"] == f"{URN}unsupported-content-encoding"
    assert repr(encoding) in answer.json["detail"]
    assert answer.headers["Accept-Encoding"] == ("gzip" if path == "/v1/sessions" else "identity")
    assert nothing_kept(filed)


@EVERY_KIND
def test_identity_is_no_coding(filed, method, path, kind, body):
    answer = filed.open(
        path, method=method, content_type=kind, data=body, headers={"Content-Encoding": "identity"}
    )
    assert answer.status_code in (200, 201)


READ = ("/docs", "/v1/sessions", "/v1/sessions/1", "/v1/sessions/1/log", "/v1/rooms/WA-0417",
        f"{ONE}/source.toml", "/v1/rulesets", "/v1/openapi.json", "/static/docs/start.js")  # fmt: skip


@pytest.mark.slow
def test_a_condition_on_reading_is_answered_with_a_problem_over_the_wire(tmp_path):
    with listening(tmp_path / "data") as url:
        requests.put(f"{url}/v1/rooms/WA-0417", json=TERMS, timeout=60)
        requests.post(f"{url}{AT}", data=DRAFT, headers={"Content-Type": TOML}, timeout=60)
        requests.post(f"{url}/v1/sessions", data=log(), headers={"Content-Type": NDJSON}, timeout=60)
        with requests.Session() as kept_open:
            for path in READ:
                first = kept_open.get(url + path, timeout=60)
                assert first.status_code == 200, path
                for method in ("GET", "HEAD"):
                    headers = {"If-Match": '"another"'}
                    answer = kept_open.request(method, url + path, headers=headers, timeout=60)
                    assert (answer.status_code, answer.headers["Content-Type"]) == (412, PROBLEM), path
                    assert len(answer.content) == (
                        0 if method == "HEAD" else int(answer.headers["Content-Length"])
                    )
                    assert method == "HEAD" or answer.json()["type"] == f"{URN}changed-meanwhile"
                for etag in (first.headers["ETag"], "*"):
                    again = kept_open.get(url + path, headers={"If-Match": etag}, timeout=60)
                    assert (again.status_code, again.content) == (200, first.content), path


def addresses(app):
    """A path of each address, and the methods it has."""
    values = {"room": "WA-0417", "ruleset": "wa-0417-thirteen", "revision": 1, "session": 1, "audit": 1, "hand": 1, "hold": 1,
              "other": 1, "other_revision": 1, "date": "2026-03-14", "name": "wsgc-base", "code": "SCR001",
              "filename": "docs/start.js", "system": "wsgc-base", "clause": "x", "ambiguity": "x",
              "index": 0, "report": 1, "original": 1}  # fmt: skip
    found: dict[str, set[str]] = {}
    with app.test_request_context():
        urls = app.url_map.bind("localhost")
        for rule in app.url_map.iter_rules():
            path = urls.build(
                rule.endpoint,
                {
                    name: values.get(name, 1 if f"number:{name}" in rule.rule else "x")
                    for name in rule.arguments
                }
                | (rule.defaults or {}),
                min(rule.methods),
            )
            found.setdefault(path.partition("?")[0], set()).update(rule.methods)
    return found


@pytest.mark.slow
def test_options_names_the_methods_of_each_address_and_opens_it_to_no_other_site(app, client):
    for path, methods in addresses(app).items():
        answer = client.options(path, headers={"Access-Control-Request-Method": "POST"})
        assert (answer.status_code, answer.data) == (200, b""), path
        assert set(answer.headers["Allow"].split(", ")) == methods, path
        assert not [name for name in dict(answer.headers) if name.startswith("Access-Control")], path
    assert client.options("/v1/nothing").status_code == 404


@pytest.mark.slow
@pytest.mark.sampled(4)
def test_head_has_the_headers_of_get_and_no_body(app, filed, share):
    filed.post("/v1/sessions", data=log(), content_type=NDJSON)
    filed.post("/v1/audits", json={"sessions": [1]})
    assert filed.post("/v1/audits/1/reports", json={}).status_code == 201
    seen = set()
    asked = {
        path: methods
        for path, methods in addresses(app).items()
        if "GET" in methods and path not in ("/metrics", "/v1/home")  # which state their own time
    }
    for path, methods in random.Random(0).sample(sorted(asked.items()), share(len(asked))):
        assert "HEAD" in methods, path
        get, head = filed.get(path), filed.head(path)
        assert (head.status_code, head.data) == (get.status_code, b""), path
        own = {"Date": "", "X-Request-Id": "", "Set-Cookie": ""}  # of each answer, the last one of the first
        assert {**head.headers, **own} == {**get.headers, **own}, path
        if not get.is_streamed:  # the length of a table is known at its end
            assert head.headers["Content-Length"] == str(len(get.data)), path
        seen.add(get.status_code)
    assert {200, 404} <= seen


def test_histories_are_as_they_are_documented(filed):
    filed.post(f"{ONE}/submit", json={"by": "M. Roe"})
    filed.post(
        f"{ONE}/deny", json={"by": "commission", "reference": "letter 7", "reason": "the fee is missing"}
    )
    document = filed.get("/v1/openapi.json").json
    for path, filled in (
        ("/v1/rooms/{room}/history", "/v1/rooms/WA-0417/history"),
        ("/v1/rooms/{room}/controls/{ruleset}/{revision}/history", f"{ONE}/history"),
        ("/v1/rooms/{room}", "/v1/rooms/WA-0417"),
        ("/v1/rooms/{room}/controls", AT),
        ("/v1/rooms/{room}/controls/{ruleset}/{revision}", ONE),
    ):
        schema = document["paths"][path]["get"]["responses"]["200"]["content"]["application/json"]["schema"]
        jsonschema.validate(filed.get(filled).json, {**schema, "components": document["components"]})
    steps = filed.get("/v1/rooms/WA-0417/history").json["history"]
    named = [(each["action"], each.get("ruleset"), each.get("revision")) for each in steps]
    assert named[0][1:] == (None, None)  # the terms of the room are of no controls
    assert named[1:] == [(action, "wa-0417-thirteen", 1) for action in ("draft", "submitted", "denied")]
