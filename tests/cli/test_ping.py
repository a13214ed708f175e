"""The dead man's switch of `auditor nightly`, with a receiver that listens."""

import socket
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from auditor.store import Store
from tests.cli import kit
from tests.cli.kit import call as run
from tests.http.earlier import kept

SECRET = "3f1c-very-secret"


@pytest.fixture(autouse=True)
def _without_pauses(monkeypatch):
    """The tries follow each other at once."""
    monkeypatch.setattr("auditor.cli.ping.PAUSE_SECONDS", 0.01)


@contextmanager
def watching(*statuses, location=None):
    """An address that is watched, and the paths that it was called by; each answer has the next status, the last one stays."""
    called, left = [], list(statuses)

    class Watch(BaseHTTPRequestHandler):
        def do_GET(self):
            called.append(self.path)
            self.send_response(left.pop(0) if len(left) > 1 else left[0])
            if location:
                self.send_header("Location", location)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_args):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Watch)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/{SECRET}", called
    finally:
        server.shutdown()
        server.server_close()


def nightly(url, tmp_path, ping, **env):
    options = ("--ping", ping) if ping else ()
    return run("nightly", "--url", url, "--state", tmp_path / "s", *options, **env)


@pytest.mark.slow
def test_a_night_that_was_compared_calls_the_address(url, tmp_path):
    with watching(200) as (address, called):
        assert nightly(url, tmp_path, address).status == 0
        assert nightly(url, tmp_path, None, AUDITOR_PING=f"{address}/?x=1").status == 0
    assert called == [f"/{SECRET}", f"/{SECRET}/?x=1"]


@pytest.mark.slow
def test_new_findings_are_no_failure_of_the_night(url, tmp_path):
    log = tmp_path / "wrong.ndjson"
    log.write_bytes(kit.wrong())
    assert run("upload", "--url", url, log).status == 0
    with watching(200) as (address, called):
        assert nightly(url, tmp_path, address).status == 1
    assert called == [f"/{SECRET}"]


@pytest.mark.slow
def test_an_incomplete_night_and_a_service_that_is_gone_call_the_failure(url, tmp_path):
    kept(Store(tmp_path / "store"), kit.right(ruleset="no-such-ruleset"))
    with watching(200) as (address, called):
        assert nightly(url, tmp_path, f"{address}/?x=1").status == 3
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", 0))  # and does not listen
            gone = f"http://127.0.0.1:{taken.getsockname()[1]}"
            assert nightly(gone, tmp_path / "other", address).status == 5
    assert called == [f"/{SECRET}/fail?x=1", f"/{SECRET}/fail"]


@pytest.mark.slow
def test_a_call_is_tried_again(url, tmp_path):
    with watching(503, 500, 200) as (address, called):
        done = nightly(url, tmp_path, address)
    assert (done.status, done.err) == (0, "")
    assert called == [f"/{SECRET}"] * 3


@pytest.mark.slow
def test_a_call_that_fails_is_a_warning_without_the_address_and_changes_no_status(url, tmp_path):
    with watching(404) as (address, called):
        done = nightly(url, tmp_path, address)
    assert (done.status, len(called)) == (0, 3)
    assert "auditor: AUDITOR_PING could not be called (it answers 404)." in done.err
    gone = nightly(url, tmp_path, address)
    assert gone.status == 0
    assert "AUDITOR_PING could not be called (nothing answers there)." in gone.err
    for each in (done, gone):
        assert SECRET not in each.err + each.out


@pytest.mark.slow
def test_nobody_is_sent_elsewhere_with_the_address(url, tmp_path):
    with watching(200) as (other, called), watching(302, location=other) as (address, _):
        done = nightly(url, tmp_path, address)
    assert (done.status, called) == (0, [])
    assert "it answers 302" in done.err


def test_what_is_no_address_is_refused_and_not_printed(url, tmp_path):
    done = nightly(url, tmp_path, f"ftp://{SECRET}")
    assert done.status == 2
    assert "an address is expected that begins with https:// or http://" in done.err
    assert SECRET not in done.err
