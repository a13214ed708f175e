"""What the server makes of the bytes of clients, before the application has a word."""

import io
import json
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
import requests
from urllib3.filepost import encode_multipart_formdata

from tests.http.filing import AT, ONE, TERMS
from tests.http.kit import NDJSON, PROBLEM, Server, log, long_log, serving, zipped
from tests.rules.filed import controls

URN = "urn:cardroom-auditor:problem:"
HOST = "Host: localhost\r\n"
POST = f"POST /v1/sessions HTTP/1.1\r\n{HOST}Content-Type: {NDJSON}\r\n"
CHUNKED = f"{POST}Transfer-Encoding: chunked\r\n\r\n"


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("shared")) as server:
        assert requests.put(f"{server.url}/v1/rooms/WA-0417", json=TERMS, timeout=60).status_code == 201
        filed = requests.post(
            f"{server.url}{AT}",
            data=controls(1, "2026-01-01"),
            headers={"Content-Type": "text/plain"},
            timeout=60,
        )
        assert filed.status_code == 201
        yield server


REFUSED = {
    "no request": ("nonsense\r\n\r\n", 400, "malformed-request", "start line is invalid"),
    "small letters": (f"get / HTTP/1.1\r\n{HOST}\r\n", 400, "malformed-request", 'malformed HTTP method "get"'),
    "no version": ("GET /\r\n\r\n", 505, "http-version", "The request is HTTP/0.9"),
    "a later version": (f"GET / HTTP/2.0\r\n{HOST}\r\n", 505, "http-version", "The request is HTTP/2.0"),
    "no host": ("GET / HTTP/1.1\r\n\r\n", 400, "malformed-request", "no Host header"),
    "two hosts": (f"GET / HTTP/1.1\r\n{HOST}{HOST}\r\n", 400, "malformed-request", "or more than one"),
    "a space in a name": (f"GET / HTTP/1.1\r\n{HOST}a b: c\r\n\r\n", 400, "malformed-request", "invalid header"),
    "a bare line feed": (f"GET / HTTP/1.1\r\n{HOST}a: b\nc: d\r\n\r\n", 400, "malformed-request", "are CR or LF"),
    "an address of no host": (f"GET http://[ HTTP/1.1\r\n{HOST}\r\n", 400, "malformed-request", "cannot be read"),
    "another host": (f"GET http://evil/ HTTP/1.1\r\n{HOST}\r\n", 400, "malformed-request", "the host 'evil' and its Host"),
    "another port": (f"GET http://localhost:1/ HTTP/1.1\r\n{HOST}\r\n", 400, "malformed-request", "both name the same"),
    "a name at a host": (f"GET http://a@localhost/ HTTP/1.1\r\n{HOST}\r\n", 400, "malformed-request", "'a@localhost'"),
    "an absolute address without Host": (
        "GET http://localhost/ HTTP/1.0\r\n\r\n", 400, "malformed-request", "its Host header None",
    ),
    "another scheme": (f"GET ftp://localhost/ HTTP/1.1\r\n{HOST}\r\n", 400, "malformed-request", "with http://"),
    "an authority alone": (f"CONNECT localhost:80 HTTP/1.1\r\n{HOST}\r\n", 400, "malformed-request", "begins neither"),
    "a path without /": (f"GET v1/rooms HTTP/1.1\r\n{HOST}\r\n", 400, "malformed-request", "begins neither"),
    "large headers": (f"GET / HTTP/1.1\r\n{HOST}X: {'a' * 40_000}\r\n\r\n", 431, "headers-too-large", "32,768 bytes"),
    "endless headers": (f"GET / HTTP/1.1\r\n{HOST}" + "X: a\r\n" * 100_000, 431, "headers-too-large", "32,768 bytes"),
    "a long address": (f"GET /{'a' * 9000} HTTP/1.1\r\n{HOST}\r\n", 414, "uri-too-long", "8,192 bytes"),
    "an endless address": (f"GET /{'a' * 900_000}", 414, "uri-too-long", "8,192 bytes"),
    "an expectation": (f"{POST}Expect: tea\r\nContent-Length: 3\r\n\r\n", 417, "expectation-failed", "'tea'"),
    "another coding": (f"{POST}Transfer-Encoding: gzip\r\n\r\n", 501, "transfer-encoding", "other than chunked"),
    "two lengths": (f"{POST}Transfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n", 400, "malformed-request", "both"),
    "chunks before HTTP/1.1": (CHUNKED.replace("1.1", "1.0"), 400, "malformed-request", "HTTP/1.0 has no"),
    "two lengths that differ": (
        f"{POST}Content-Length: 3\r\nContent-Length: 4\r\n\r\n", 400, "malformed-request", "Content-Length is invalid",
    ),
    "a length of 5,000 digits": (f"{POST}Content-Length: {'9' * 5000}\r\n\r\n", 400, "malformed-request", "cannot be read"),
    "a chunk of no size": (f"{CHUNKED}zz\r\n", 400, "malformed-request", "invalid chunk size"),
    "a chunk that goes on": (f"{CHUNKED}1\r\nxyz\r\n", 400, "malformed-request", "chunk not properly terminated"),
    "an endless chunk header": (f"{CHUNKED}1;{'x' * 900_000}", 400, "malformed-request", "header of a chunk"),
    "an endless trailer": (f"{CHUNKED}0\r\n{'x: y' * 90_000}", 400, "malformed-request", "follows the last chunk"),
    "tiny chunks": (CHUNKED + "1\r\nx\r\n" * 100_000, 400, "malformed-request", "send larger ones"),
}  # fmt: skip


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("sent", "status", "kind", "words"), REFUSED.values(), ids=REFUSED)
def test_what_the_server_itself_refuses_is_a_problem(shared: Server, sent, status, kind, words):
    found, headers, body = shared.said_to(sent.encode())
    assert (found, headers["content-type"], headers["connection"]) == (status, PROBLEM, "close")
    assert (headers["cache-control"], headers["x-content-type-options"]) == ("no-store", "nosniff")
    problem = json.loads(body)
    number = {"request_id": headers["x-request-id"]} if status >= 500 else {}
    assert list(problem) == ["type", "title", "status", "detail", *number]
    assert number.items() <= problem.items()
    assert (problem["type"], problem["status"]) == (URN + kind, status)
    assert words in problem["detail"]


def test_a_refusal_of_head_has_no_body(shared: Server):
    status, headers, body = shared.said_to(f"HEAD /{'a' * 9000} HTTP/1.1\r\n{HOST}\r\n".encode())
    assert (status, headers["content-type"], body) == (414, PROBLEM, b"")


@pytest.mark.parametrize("expects", ["", "Expect: 100-continue\r\n"])
def test_a_body_that_is_too_large_is_refused_by_what_its_headers_say(shared: Server, expects):
    head = f"{POST}{expects}Content-Length: 33554433\r\n\r\n".encode()
    status, headers, body = shared.said_to(head)
    assert (status, headers["content-type"]) == (413, PROBLEM)
    assert json.loads(body)["detail"] == (
        "The request's body is too large. At most 33,554,432 bytes are taken here. Compress a log with gzip, or split it by "
        "session."
    )


def test_the_refusal_is_not_lost_with_the_bytes_that_follow(shared: Server):
    status, _, body = shared.said_to(f"{POST}Content-Length: 200000000\r\n\r\n".encode() + b"x" * 9_000_000)
    assert (status, json.loads(body)["title"]) == (413, "Request Entity Too Large")


def test_a_client_that_asks_before_it_sends_is_told_to_send(shared: Server):
    body = log(session="S-asks")
    with shared.connect() as wire:
        wire.sendall(
            f"{POST}Connection: close\r\nExpect: 100-continue\r\nContent-Length: {len(body)}\r\n\r\n".encode()
        )
        assert wire.recv(1000) == b"HTTP/1.1 100 Continue\r\n\r\n"
        wire.sendall(body)
        assert b"HTTP/1.1 201 " in wire.recv(65536)
    nothing = f"GET /v1/sessions HTTP/1.1\r\n{HOST}Connection: close\r\nExpect: 100-continue\r\n\r\n"
    assert shared.said_to(nothing.encode())[0] == 200  # without a body there is nothing to ask for


@pytest.mark.parametrize(
    "target", ["http://localhost/v1/rooms", "HTTP://LOCALHOST/v1/rooms", "https://localhost/v1/rooms"]
)
def test_an_absolute_address_with_the_same_host_is_answered(shared: Server, target):
    status, _, body = shared.said_to(f"GET {target} HTTP/1.1\r\n{HOST}Connection: close\r\n\r\n".encode())
    assert (status, [each["id"] for each in json.loads(body)["rooms"]]) == (200, ["WA-0417"])


def test_an_absolute_address_of_another_site_is_not_answered_whatever_host_says(shared: Server):
    status, _, body = shared.said_to(
        b"GET http://evil/v1/rooms HTTP/1.1\r\nHost: evil\r\nConnection: close\r\n\r\n"
    )
    assert (status, json.loads(body)["type"]) == (403, f"{URN}loopback-only")


def read_head(wire: socket.socket) -> str:
    """The head of an answer that has no body, and not a byte more."""
    head = b""
    while not head.endswith(b"\r\n\r\n"):
        found = wire.recv(1)
        assert found, head
        head += found
    return head.decode()


@pytest.mark.parametrize("method", ["GET", "HEAD"])
@pytest.mark.parametrize("path", ["/v1/rulesets/wsgc-base", "/static/pages/pages.css"])
def test_an_answer_without_a_body_leaves_the_connection_open(shared: Server, method, path):
    etag = shared.get(path).headers["ETag"]
    asked = f"{method} {path} HTTP/1.1\r\n{HOST}If-None-Match: {etag}\r\n"
    with shared.connect() as wire:
        for _ in range(3):
            wire.sendall(f"{asked}\r\n".encode())
            head = read_head(wire)
            assert head.startswith("HTTP/1.1 304 ")
            assert "\r\nConnection:" not in head
        wire.sendall(f"{asked}Connection: close\r\n\r\n".encode())
        rest = b"".join(iter(lambda: wire.recv(65536), b""))
    assert rest.startswith(b"HTTP/1.1 304 ")
    assert b"\r\nConnection: close\r\n" in rest


def test_several_requests_in_one_piece_are_answered_in_their_order(shared: Server):
    with shared.connect() as wire:
        one = f"GET /v1/rulesets/wsgc-base HTTP/1.1\r\n{HOST}\r\n"
        other = f"GET /v1/nothing HTTP/1.1\r\n{HOST}Connection: close\r\n\r\n"
        wire.sendall((one + other).encode())
        answers = b"".join(iter(lambda: wire.recv(65536), b""))
    assert answers.index(b"HTTP/1.1 200 OK") < answers.index(b"HTTP/1.1 404 NOT FOUND")


WHOLE = long_log(40, session="S-cut")
CUT = WHOLE.index(b"\n", len(WHOLE) // 2) + 1  # at a line's end: what came is a log of fewer hands


def form(name: str, body: bytes, kind: str) -> tuple[bytes, str]:
    return encode_multipart_formdata({"file": (name, body, kind)})


FORM, FORM_TYPE = form("cut.ndjson", WHOLE, NDJSON)
ZIPPED = zipped(WHOLE)
PDF = b"%PDF-1.7\n" + b"x\n" * 500
TOML = controls(2, "2026-06-01").encode()
JSON = json.dumps({"pending": True, "room": "WA-0417"}).encode()

BROKEN_OFF = {
    "a log, at a line's end": ("POST /v1/sessions", NDJSON, WHOLE, CUT),
    "a log, in its first line": ("POST /v1/sessions", NDJSON, WHOLE, 20),
    "a log, before its last byte": ("POST /v1/sessions", NDJSON, WHOLE, len(WHOLE) - 1),
    "a log, before its first byte": ("POST /v1/sessions", NDJSON, WHOLE, 0),
    "a gzip log": ("POST /v1/sessions", "application/gzip", ZIPPED, len(ZIPPED) // 2),
    "a form, in its file": ("POST /v1/sessions", FORM_TYPE, FORM, FORM.index(WHOLE[:CUT]) + CUT),
    "a form, before its end": ("POST /v1/sessions", FORM_TYPE, FORM, len(FORM) - 3),
    "controls": (f"POST {AT}", "application/toml", TOML, TOML.index(b"\n", len(TOML) // 2)),
    "a document": (f"PUT {ONE}/document", "application/pdf", PDF, 500),
    "JSON": ("POST /v1/audits", "application/json", JSON, len(JSON) - 2),
}


def kept(server: Server) -> dict[str, object]:
    """All that an upload could leave behind."""
    files = [
        line for line in server.get("/metrics").text.splitlines() if line.startswith("auditor_evidence_")
    ]
    return {
        "files": files,
        "sessions": server.get("/v1/sessions").json()["sessions"],
        "audits": server.get("/v1/audits").json()["audits"],
        "history": server.get("/v1/rooms/WA-0417/history").json()["history"],
    }


@pytest.mark.sampled(5)
@pytest.mark.parametrize("in_chunks", [False, True], ids=["with its length", "in chunks"])
@pytest.mark.parametrize(("address", "kind", "body", "cut"), BROKEN_OFF.values(), ids=BROKEN_OFF)
def test_a_body_that_breaks_off_is_refused_and_nothing_is_kept(shared, address, kind, body, cut, in_chunks):
    before = kept(shared)
    head = f"{address} HTTP/1.1\r\n{HOST}Content-Type: {kind}\r\n"
    if in_chunks:
        size = max(1, cut)
        begun = head.encode() + f"Transfer-Encoding: chunked\r\n\r\n{size:x}\r\n".encode() + body[:cut]
        words = "The body broke off before its end"
    else:
        begun = head.encode() + f"Content-Length: {len(body)}\r\n\r\n".encode() + body[:cut]
        words = f"The body broke off: {cut:,} of {len(body):,} bytes came"
    status, headers, answer = shared.said_to(begun, ends=True)
    assert (status, headers["content-type"]) == (400, PROBLEM)
    assert json.loads(answer) == {
        "type": f"{URN}incomplete-body", "title": "Bad Request", "status": 400,
        "detail": f"{words}. Nothing of it is kept. Send the request again, as a whole.",
    }  # fmt: skip
    with shared.connect() as wire:  # and so it is where nobody waits for the answer
        wire.sendall(begun)
    assert kept(shared) == before


def test_a_request_that_breaks_off_in_its_headers_is_refused(shared: Server):
    status, _, answer = shared.said_to(POST.encode(), ends=True)
    assert (status, json.loads(answer)["detail"]) == (
        400, "This is no HTTP/1.1 request: it ends before its headers do.",
    )  # fmt: skip


@pytest.mark.slow
def test_the_whole_log_is_taken_after_one_that_broke_off(tmp_path: Path):
    with serving(tmp_path) as server:
        head = f"{POST}Content-Length: {len(WHOLE)}\r\n\r\n".encode()
        assert server.said_to(head + WHOLE[:CUT], ends=True)[0] == 400
        chunk = f"{CHUNKED}{CUT:x}\r\n".encode() + WHOLE[:CUT] + b"\r\n"
        assert server.said_to(chunk, ends=True)[0] == 400
        made = server.post_log(WHOLE)
        assert (made.status_code, made.json()["id"], made.json()["hands"]) == (201, 1, 40)
        assert server.get("/v1/sessions/1/log").content == WHOLE
        assert 'auditor_evidence_files{outcome="conflict"} 0.0' in server.get("/metrics").text


def test_a_client_that_stops_sending_after_its_request_is_answered(shared: Server):
    asked = f"GET /v1/rulesets/wsgc-base HTTP/1.1\r\n{HOST}Connection: close\r\n\r\n"
    status, _, body = shared.said_to(asked.encode(), ends=True)
    assert (status, json.loads(body)["id"]) == (200, "wsgc-base")


def test_a_body_in_a_temporary_file_comes_back_byte_for_byte(shared: Server):
    body = long_log(2000, session="S-large")
    assert len(body) > 1_000_000
    made = requests.post(f"{shared.url}/v1/sessions", data=io.BytesIO(body), timeout=60)
    assert made.status_code == 201
    assert shared.get(f"/v1/sessions/{made.json()['id']}/log").content == body


def test_nothing_says_which_server_it_is(shared: Server):
    for path in ("/healthz", "/v1/nothing"):
        assert "Server" not in shared.get(path).headers
    assert "server" not in shared.said_to(b"nonsense\r\n\r\n")[1]
