"""`auditor nightly` against a service that is in trouble: one made for the purpose."""

import json
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from tests.cli.kit import call as run

AUDIT = {
    "id": 7, "state": "running", "sessions": [1], "skipped": [], "ruleset": None, "error": None, "day": None, "request": {},
    "knowledge": {"as_if": False},
}  # fmt: skip
SESSION = {
    "id": 1, "room": "WA-0417", "session": "s-1", "table": "T1", "day": "2026-03-14", "ruleset": "wsgc-base", "pending": True,
}  # fmt: skip


NIGHT = {
    "cursor": None, "sessions": 1, "audits": [], "new": [], "persisting": [], "gone": [], "incomplete": [],
}  # fmt: skip


def page(name, *items):
    return 200, {name: list(items), "pagination": {"next_page": None}}


@contextmanager
def service(answers):
    """A service that has an answer for each method and path, and no rooms on record unless it says so."""
    empty = {"name": "log.example/1", "key": "", "checkpoint": None}
    answers = {
        "GET /v1/rooms": page("rooms"), "GET /v1/night": (200, NIGHT), "GET /v1/register": (200, empty),
        "GET /v1/tournaments": page("tournaments"), "GET /v1/ledgers": page("ledgers"), **answers,
    }  # fmt: skip

    class Handler(BaseHTTPRequestHandler):
        def answer(self):
            status, body = answers[f"{self.command} {self.path.partition('?')[0]}"]
            data = json.dumps(body).encode()
            kind = "application/json" if status < 400 else "application/problem+json"
            self.rfile.read(int(self.headers.get("Content-Length", 0)))
            self.send_response(status)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        do_GET = do_POST = answer  # noqa: N815 - the names that http.server calls

        def log_message(self, *_args):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()


def nightly(url, tmp_path, *args):
    return run("nightly", "--url", url, "--state", tmp_path / "s", *args)


@pytest.mark.slow
def test_an_audit_that_does_not_end_exits_with_3_and_nothing_counts_as_reported(tmp_path):
    answers = {
        "GET /v1/sessions": page("sessions", SESSION),
        "POST /v1/audits": (202, AUDIT),
        "GET /v1/audits": page("audits", AUDIT),
        "GET /v1/audits/7": (200, AUDIT),
    }
    with service(answers) as url:
        done = nightly(url, tmp_path, "--timeout", "0.2")
    assert done.status == 3
    assert "Audit 7 was not finished after" in done.out
    assert not (tmp_path / "s").exists()


@pytest.mark.slow
def test_an_audit_that_failed_is_3_with_the_reason(tmp_path):
    failed = {**AUDIT, "state": "failed", "error": "The evidence is no longer what was received."}
    answers = {
        "GET /v1/sessions": page("sessions", SESSION),
        "GET /v1/sessions/1": (200, SESSION),
        "POST /v1/audits": (202, AUDIT),
        "GET /v1/audits": page("audits", failed),
        "GET /v1/audits/7": (200, failed),
    }
    with service(answers) as url:
        done = nightly(url, tmp_path)
    assert done.status == 3
    assert "Incomplete  The evidence is no longer what was received." in done.lines


def test_an_error_of_the_service_is_3_with_its_words(tmp_path):
    problem = {
        "type": "about:blank",
        "title": "x",
        "status": 500,
        "detail": "The service failed on this request.",
    }
    with service({"GET /v1/sessions": (500, problem)}) as url:
        done = nightly(url, tmp_path)
    assert (done.status, done.out) == (3, "")
    assert done.err == "auditor: The service could not do it: The service failed on this request.\n"


@pytest.mark.slow
def test_something_else_at_the_address_is_5(tmp_path):
    class Other(BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(b"<h1>hello</h1>")

        def log_message(self, *_args):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Other)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        done = nightly(f"http://127.0.0.1:{server.server_port}", tmp_path)
    finally:
        server.shutdown()
        server.server_close()
    assert done.status == 5
    assert "is not the auditor's service" in done.err
