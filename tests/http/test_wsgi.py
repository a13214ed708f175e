"""wsgi.py, as gunicorn starts it."""

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
import requests

from tests.http.kit import NDJSON, ended, hand_line, log

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    "more",
    [
        pytest.param([], marks=pytest.mark.slow),
        ["--workers", "2"],
        pytest.param(["--preload"], marks=pytest.mark.slow),
    ],
)
def test_gunicorn_starts_the_application(tmp_path: Path, more):
    command = [
        sys.executable,
        "-m",
        "gunicorn",
        "--bind",
        "127.0.0.1:0",
        "--threads",
        "4",
        "--no-control-socket",
    ]
    process = subprocess.Popen(
        [*command, *more, "wsgi:application"],
        cwd=ROOT,
        env={**os.environ, "AUDITOR_DATA": str(tmp_path / "data"), "AUDITOR_OPEN": "1"},
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert process.stderr is not None
    try:
        url = next(
            found[0] for line in process.stderr if (found := re.search(r"http://127\.0\.0\.1:\d+", line))
        )
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
    finally:
        os.killpg(process.pid, signal.SIGTERM)
        process.wait(timeout=60)
        process.stderr.close()
    assert (tmp_path / "data" / "auditor.sqlite").exists()
