"""Logs and servers for the tests of the service.

The one hand is that of the commission's own table: under wsgc-base, at 100 a unit, the seats win 300, 100, 300, -700.
"""

from __future__ import annotations

import gzip
import http.client
import json
import os
import re
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import requests

from tests.processes import Forked

ROWS = (
    ("9s8s6d", "QcJhJdTh2h", "Ks4s3h3d3c"),
    ("8h7h6s", "JsJcTc4d3s", "As7s5h5d5c"),
    ("Ts8c4h", "QsQd9d7c5s", "AhKhKd9h8d"),
    ("6c4c2c", "Kc9c7d6h2s", "AdAcQhTd2d"),
)
NETS = (300, 100, 300, -700)

NDJSON = "application/x-ndjson"
PROBLEM = "application/problem+json"


def session_line(**fields: Any) -> dict[str, Any]:
    line = {
        "event": "session", "format": "cardroom-log/1", "room": "WA-0417", "session": "S-1", "table": "T1",
        "currency": "USD", "opened_at": "2026-03-14T16:00:00-07:00", "unit": 100, "ruleset": "wsgc-base",
    }  # fmt: skip
    return {name: value for name, value in {**line, **fields}.items() if value is not None}


def hand_line(number: int, nets: tuple[int, ...] = NETS, players: str = "P") -> dict[str, Any]:
    seats = [
        {"seat": at, "player": f"{players}{at}", "front": front, "middle": middle, "back": back, "net": net}
        for at, ((front, middle, back), net) in enumerate(zip(ROWS, nets, strict=True), 1)
    ]
    minute, hour = number % 60, 17 + number // 60 % 6
    at = f"2026-03-14T{hour:02}:{minute:02}:00-07:00"
    return {"event": "chinese_hand", "hand": number, "at": at, "dealer": 4, "seats": seats}


def log(*hands: dict[str, Any], **session: Any) -> bytes:
    """A log of some hands; of hand 1 alone where none is given."""
    lines = [session_line(**session), *(hands or (hand_line(1),))]
    return b"".join(json.dumps(line).encode() + b"\n" for line in lines)


def long_log(hands: int, **session: Any) -> bytes:
    """A log of many hands, all alike but for their numbers."""
    head = json.dumps(session_line(**session)) + "\n"
    before, after = json.dumps({**hand_line(0), "hand": 12345678}).split("12345678")
    return (head + "".join(f"{before}{number}{after}\n" for number in range(1, hands + 1))).encode()


def zipped(body: bytes) -> bytes:
    return gzip.compress(body, mtime=0)


SERVE = """
import sys, json, pathlib
from auditor.http.server import serve
serve('127.0.0.1', 0, pathlib.Path(sys.argv[1]), **{'open_to_all': True, 'audit_on_arrival': False, **json.loads(sys.argv[2])})
"""

# An audit that has done its first block of hands and does no more, as a very long one would look for hours.
STUCK = """
import time
import auditor.jobs.audit_from_store as run
screened_audit = run.screened_audit
def stuck(*args, progress, **options):
    def wait(hands):
        while True:
            progress(hands)
            time.sleep(0.02)
    return screened_audit(*args, progress=wait, **options)
run.screened_audit = stuck
"""


class Server:
    """A real service in processes of its own.

    stuck: its audits begin and never end. settings: statements that it runs first. options: of ``serve``.
    """

    def __init__(self, data: Path, stuck: bool = False, settings: str = "", **options: int) -> None:
        self.data = data
        self._logged = tempfile.NamedTemporaryFile("a+")  # noqa: SIM115 - appended to, and read meanwhile
        code = f"{settings}\n{STUCK if stuck else ''}{SERVE}"
        # `--data` is for who looks which store it is
        self.process = Forked(code, data, json.dumps(options), "--data", data, errors=Path(self._logged.name))
        self.said = self.process.stdout.readline()
        found = re.search(r"http://[0-9.:]+", self.said)
        assert found, self.said + self.process.stdout.read() + self.logged()
        self.url = found[0]

    def logged(self) -> str:
        """What it has logged so far."""
        self._logged.seek(0)
        return self._logged.read()

    def post_log(self, body: bytes) -> requests.Response:
        return requests.post(
            f"{self.url}/v1/sessions", data=body, headers={"Content-Type": NDJSON}, timeout=60
        )

    def post_audit(self, **body: Any) -> requests.Response:
        return requests.post(f"{self.url}/v1/audits", json=body, timeout=60)

    def get(self, path: str) -> requests.Response:
        return requests.get(self.url + path, timeout=60)

    def connect(self) -> socket.socket:
        """A connection of which a test writes and reads each byte; it waits a minute at most."""
        return socket.create_connection(("127.0.0.1", int(self.url.rpartition(":")[2])), timeout=60)

    def said_to(self, sent: bytes, *, ends: bool = False) -> tuple[int, dict[str, str], bytes]:
        """The status, the headers and the body that bytes are answered with. ends: the client sends no more."""
        with self.connect() as wire:
            with suppress(OSError):  # it may be refused before all is sent
                wire.sendall(sent)
            if ends:
                wire.shutdown(socket.SHUT_WR)
            return read_answer(wire)

    def accepts(self) -> bool:
        """Whether a new connection is taken."""
        try:
            self.connect().close()
        except ConnectionError:
            return False
        return True

    def workers(self) -> list[int]:
        """The numbers of the processes that answer."""
        found = subprocess.run(
            ["ps", "-o", "pid=", "--ppid", str(self.process.pid)], capture_output=True, text=True
        )
        return [int(each) for each in found.stdout.split()]

    def has_workers(self, count: int) -> list[int]:
        """The same, once there are so many."""
        while len(found := self.workers()) != count:
            time.sleep(0.02)
        return found

    def kill(self) -> None:
        """SIGKILL to the master and its workers at once: as a power cut would have it."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def stop(self) -> None:
        """SIGTERM to the master, as a supervisor would."""
        self.process.terminate()
        self.process.wait(timeout=60)


def read_answer(wire: socket.socket) -> tuple[int, dict[str, str], bytes]:
    """The next answer from a connection that is closed after it: its status, headers (in lower case) and body."""
    answer = http.client.HTTPResponse(wire)
    answer.begin()
    return answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read()


@contextmanager
def serving(data: Path, stuck: bool = False, settings: str = "", **options: int) -> Iterator[Server]:
    server = Server(data, stuck, settings, **options)
    try:
        yield server
    finally:
        if server.process.poll() is None:
            server.kill()
        server.process.stdout.close()
        server._logged.close()


def ended(read: Any, seconds: float = 300) -> dict[str, Any]:
    """An audit's resource once it has ended; ``read`` gets it."""
    until = time.monotonic() + seconds
    while True:
        audit: dict[str, Any] = read()
        if audit["state"] in ("finished", "failed") or time.monotonic() > until:
            return audit
        time.sleep(0.05)
