"""Logs and servers for the tests of the service.

The one hand is that of the commission's own table: under wsgc-base, at 100 a unit, the seats win 300, 100, 300, -700.
"""

from __future__ import annotations

import gzip
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import requests

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
import sys, pathlib
from auditor.http.server import serve
serve('127.0.0.1', 0, pathlib.Path(sys.argv[1]), open_to_all=True)
"""

# An audit that has done its first block of hands and does no more, as a very long one would look for hours.
STUCK = """
import time
import auditor.jobs.run as run
audit_summary = run.audit_summary
def stuck(*args, progress, **options):
    def wait(hands):
        while True:
            progress(hands)
            time.sleep(0.02)
    return audit_summary(*args, progress=wait, **options)
run.audit_summary = stuck
"""


class Server:
    """A real service in processes of its own; ``stuck``: its audits begin and never end."""

    def __init__(self, data: Path, stuck: bool = False) -> None:
        self.data = data
        code = STUCK + SERVE if stuck else SERVE
        self.process = subprocess.Popen(
            [sys.executable, "-c", code, str(data)],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )
        assert self.process.stdout is not None
        self.said = self.process.stdout.readline()
        found = re.search(r"http://[0-9.:]+", self.said)
        assert found, self.said + self.process.stdout.read()
        self.url = found[0]

    def post_log(self, body: bytes) -> requests.Response:
        return requests.post(
            f"{self.url}/v1/sessions", data=body, headers={"Content-Type": NDJSON}, timeout=60
        )

    def post_audit(self, **body: Any) -> requests.Response:
        return requests.post(f"{self.url}/v1/audits", json=body, timeout=60)

    def get(self, path: str) -> requests.Response:
        return requests.get(self.url + path, timeout=60)

    def kill(self) -> None:
        """SIGKILL to the master and its workers at once: as a power cut would have it."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def stop(self) -> None:
        """SIGTERM to the master, as a supervisor would."""
        self.process.terminate()
        self.process.wait(timeout=60)


@contextmanager
def serving(data: Path, stuck: bool = False) -> Iterator[Server]:
    server = Server(data, stuck)
    try:
        yield server
    finally:
        if server.process.poll() is None:
            server.kill()
        assert server.process.stdout is not None
        server.process.stdout.close()


def ended(read: Any, seconds: float = 300) -> dict[str, Any]:
    """An audit's resource once it has ended; ``read`` gets it."""
    until = time.monotonic() + seconds
    while True:
        audit: dict[str, Any] = read()
        if audit["state"] in ("finished", "failed") or time.monotonic() > until:
            return audit
        time.sleep(0.05)
