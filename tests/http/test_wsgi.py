"""wsgi.py, as gunicorn starts it."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import requests

from tests import processes
from tests.http.kit import NDJSON, PROBLEM, ended, hand_line, log, read_answer
from tests.processes import Forked

ROOT = Path(__file__).parents[2]


BUFFERING = ["--worker-class", "auditor.http.gunicorn_worker.BufferingWorker"]
OPTIONS = ["--bind", "127.0.0.1:0", "--threads", "4", "--no-control-socket"]
RUN = "from gunicorn.app.wsgiapp import run; run()"


@contextmanager
def gunicorn(tmp_path: Path, *more: str) -> Iterator[str]:
    """The address of wsgi.py under gunicorn."""
    said = tmp_path / "said.txt"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("AUDITOR_DATA", str(tmp_path / "data"))
        patch.setenv("AUDITOR_OPEN", "1")
        for name, value in processes.environment_of("--data", tmp_path / "data").items():
            patch.setenv(name, value)
        process = Forked(RUN, *OPTIONS, *more, "wsgi:application", errors=said, cwd=ROOT)
    yield from served_by(process, said, signal.SIGKILL)  # it takes its threads a second or two to stop


@contextmanager
def gunicorn_command(tmp_path: Path) -> Iterator[str]:
    """The same, by the command itself."""
    said = tmp_path / "said.txt"
    with said.open("w") as errors:
        process = subprocess.Popen(
            [sys.executable, "-m", "gunicorn", *OPTIONS, "wsgi:application"],
            cwd=ROOT,
            env={
                **os.environ,
                **processes.environment_of("--data", tmp_path / "data"),
                "AUDITOR_DATA": str(tmp_path / "data"),
                "AUDITOR_OPEN": "1",
            },
            stderr=errors,
            start_new_session=True,
        )
    yield from served_by(process, said, signal.SIGTERM)


def served_by(process: subprocess.Popen | Forked, said: Path, stop: signal.Signals) -> Iterator[str]:
    try:
        while not (found := re.search(r"http://127\.0\.0\.1:\d+", said.read_text() if said.exists() else "")):
            assert process.poll() is None, said.read_text()
            time.sleep(0.02)
        yield found[0]
    finally:
        os.killpg(process.pid, stop)
        process.wait(timeout=60)


@pytest.mark.night
@pytest.mark.slow
def test_the_command_starts_the_application(tmp_path: Path):
    with gunicorn_command(tmp_path) as url:
        assert requests.get(f"{url}/healthz", timeout=60).json()["status"] == "ok"
    assert (tmp_path / "data" / "register.key").exists()


@pytest.mark.slow
@pytest.mark.sampled(5)
@pytest.mark.parametrize(
    "more", [[], ["--workers", "2"], ["--preload"], BUFFERING, [*BUFFERING, "--workers", "2", "--preload"]]
)
def test_gunicorn_starts_the_application(tmp_path: Path, more):
    with gunicorn(tmp_path, *more) as url:
        for number in range(4):
            body = log(hand_line(1), session=f"S-{number}")
            made = requests.post(
                f"{url}/v1/sessions", data=body, headers={"Content-Type": NDJSON}, timeout=60
            )
            assert made.status_code == 201
            requests.post(f"{url}/v1/audits", json={"sessions": [made.json()["id"]]}, timeout=60)
        for number in range(1, 5):
            audit = ended(lambda number=number: requests.get(f"{url}/v1/audits/{number}", timeout=60).json())
            assert (audit["state"], audit["attempts"]) == ("finished", 1)
        health = requests.get(f"{url}/healthz", timeout=60).json()
        assert (health["status"], health["worker"], health["reasons"]) == ("ok", True, [])
    assert (tmp_path / "data" / "register.key").exists()


@pytest.mark.slow
def test_a_body_that_breaks_off_is_refused_under_a_worker_that_does_not_buffer(tmp_path: Path):
    body = log(hand_line(1), hand_line(2))
    cut = body[: body.rindex(b"\n", 0, -1) + 1]
    head = f"POST /v1/sessions HTTP/1.1\r\nHost: localhost\r\nContent-Type: {NDJSON}\r\n"
    with gunicorn(tmp_path) as url:
        for begun, words in (
            (f"Content-Length: {len(body)}\r\n\r\n", f"{len(cut):,} of {len(body):,} bytes came"),
            (f"Transfer-Encoding: chunked\r\n\r\n{len(cut):x}\r\n", "before its end"),
            (f"Transfer-Encoding: chunked\r\n\r\n{len(body):x}\r\n", "before its end"),
        ):
            with socket.create_connection(("127.0.0.1", int(url.rpartition(":")[2])), timeout=60) as wire:
                wire.sendall(f"{head}{begun}".encode() + cut)
                wire.shutdown(socket.SHUT_WR)
                status, headers, answer = read_answer(wire)
            problem = json.loads(answer)
            assert (status, headers["content-type"]) == (400, PROBLEM)
            assert problem["type"] == "urn:cardroom-auditor:problem:incomplete-body"
            assert words in problem["detail"]
        made = requests.post(f"{url}/v1/sessions", data=body, headers={"Content-Type": NDJSON}, timeout=60)
        assert (made.status_code, made.json()["id"]) == (201, 1)
