"""`auditor serve` and `auditor demo`."""

import re
import signal
import socket
import subprocess

import msgspec
import pytest
import requests

from auditor.cli.errors import Failure
from auditor.cli.service_process import running_service
from rules.results import Audit
from tests.cli import kit
from tests.cli.kit import run
from tests.processes import COMMAND, Forked


def test_another_address_than_loopback_is_refused(tmp_path):
    done = run("serve", "--host", "0.0.0.0", "--port", "0", "--data", tmp_path / "d")
    assert (done.status, done.out) == (2, "")
    assert "0.0.0.0 is not a loopback address" in done.err


def test_a_port_that_is_taken(tmp_path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        done = run("serve", "--port", port, "--data", tmp_path / "d")
    assert done.status == 2
    assert f"Port {port}" in done.err
    assert "in use" in done.err


OLD_SQLITE = """
import sqlite3, sys
sys.modules["pysqlite3"] = None
sqlite3.sqlite_version_info, sqlite3.sqlite_version = (3, 43, 2), "3.43.2"
"""


@pytest.mark.parametrize(
    ("start", "status"),
    [
        ("from auditor.cli import main; main(['serve', '--port', '0', '--data', sys.argv[1]])", 2),
        pytest.param(
            "import os; os.environ['AUDITOR_DATA'] = sys.argv[1]; import wsgi", 1, marks=pytest.mark.slow
        ),
    ],
    ids=["serve", "wsgi"],
)
def test_with_an_sqlite_that_is_too_old_the_service_does_not_start(tmp_path, start, status):
    command = [kit.command()[0], "-c", OLD_SQLITE + start, str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, cwd=kit.ROOT)
    assert (done.returncode, done.stdout) == (status, "")
    assert done.stderr.splitlines()[-1].endswith(
        "The store needs SQLite 3.44 or later; this Python uses 3.43.2. "
        "Install the package pysqlite3, which has its own SQLite, or use a Python with a newer one."
    )
    assert list(tmp_path.glob("*.sqlite")) == []


@pytest.mark.slow
def test_a_night_is_audited_by_a_service_in_a_process_of_its_own(tmp_path):
    with running_service(tmp_path / "store", open_to_all=True) as url:
        assert run("upload", "--url", url, kit.SAMPLE).status == 0
        nightly = ("nightly", "--url", url, "--state", tmp_path / "state.json")
        first, second = run(*nightly), run(*nightly)
    assert (first.status, second.status) == (1, 0)
    assert "New audits  1" in first.lines
    assert "New audits  none" in second.lines


@pytest.mark.parametrize("stop", [signal.SIGTERM, pytest.param(signal.SIGINT, marks=pytest.mark.slow)])
def test_it_serves_until_it_is_stopped(tmp_path, stop):
    given = ("serve", "--port", 0, "--data", tmp_path / "d")
    with Forked(COMMAND, *given, environment=kit.environment()) as process:
        found = re.match(r"Listening on (http://127\.0\.0\.1:\d+) ", process.stdout.readline())
        assert found
        assert requests.get(f"{found[1]}/healthz", timeout=30).status_code == 200
        process.send_signal(stop)
        _, err = process.communicate(timeout=60)
    assert process.returncode == 0
    assert "Traceback" not in err


def test_the_demo_leaves_its_report_and_no_service(tmp_path):
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "wa-0417-2026-03-14.pdf").write_text("of the time before")
    done = run("demo", "--output", tmp_path / "out")
    assert (done.status, done.err) == (0, "")
    pdf, json = (tmp_path / "out" / f"wa-0417-2026-03-14.{kind}" for kind in ("pdf", "json"))
    assert pdf.read_bytes().startswith(b"%PDF-")
    audit = msgspec.json.decode(json.read_bytes(), type=Audit)
    assert audit.log is not None
    assert (audit.log.room, audit.hands, audit.complete) == ("WA-0417", 212, True)
    assert f"Report     {pdf}" in done.lines
    assert f"As JSON    {json}" in done.lines
    assert any("testable hands" in line for line in done.lines)
    address = re.search(r"http://127\.0\.0\.1:(\d+)", done.out)
    assert address
    with socket.socket() as there:
        assert there.connect_ex(("127.0.0.1", int(address[1]))) != 0


@pytest.mark.slow
def test_the_demo_stops_its_service_when_it_is_stopped(tmp_path):
    for stop, status in ((signal.SIGINT, 130), (signal.SIGTERM, 143)):
        process = subprocess.Popen(
            kit.command("demo", "--output", tmp_path),
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=kit.environment(PYTHONUNBUFFERED="1"),
        )  # fmt: skip
        assert process.stdout is not None
        process.stdout.readline()
        posted = process.stdout.readline()
        address = re.search(r"http://127\.0\.0\.1:(\d+)/v1/sessions", posted)
        assert address
        process.send_signal(stop)
        _, err = process.communicate(timeout=60)
        assert "Traceback" not in err
        assert process.returncode in (status, 0)  # 0: it was done before the signal came
        with socket.socket() as there:
            assert there.connect_ex(("127.0.0.1", int(address[1]))) != 0


def test_a_service_that_does_not_start_is_5_with_its_last_words(tmp_path):
    (tmp_path / "store").write_text("not a folder")
    with pytest.raises(Failure) as raised, running_service(tmp_path / "store", open_to_all=True):
        pass
    assert raised.value.exit_code == 5
    assert raised.value.message.startswith("The service did not start: ")
    assert "store" in raised.value.message
