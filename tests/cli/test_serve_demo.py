"""`auditor serve` and `auditor demo`."""

import re
import shutil
import signal
import socket
import subprocess

import msgspec
import pytest
import requests

from auditor.cli import demo_command
from auditor.cli.command_errors import CommandFailure
from auditor.cli.demo_store import kept
from auditor.cli.service_process import running_service
from rules.results import Audit
from tests.cli import kit
from tests.cli.kit import run
from tests.http.web.kit import Person, words
from tests.processes import COMMAND, Forked, finished
from tests.services import application


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


@pytest.mark.night
@pytest.mark.slow
@pytest.mark.parametrize(
    ("start", "status"),
    [
        ("from auditor.cli import main; main(['serve', '--port', '0', '--data', sys.argv[1]])", 2),
        ("import os; os.environ['AUDITOR_DATA'] = sys.argv[1]; import wsgi", 1),
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


def test_with_a_key_of_sign_ins_that_is_none_the_service_does_not_start(tmp_path):
    (tmp_path / "sign_ins.key").write_text("not a key\n")
    done = run("serve", "--port", 0, "--data", tmp_path)
    assert done.status == 2
    assert "sign_ins.key is not the key of sign-ins. Remove it" in done.err


@pytest.mark.night
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


@pytest.mark.slow
def test_it_says_once_that_it_listens_when_one_of_its_workers_answers(tmp_path):
    given = ("serve", "--port", 0, "--data", tmp_path / "d", "--workers", 2)
    with Forked(COMMAND, *given, environment=kit.environment()) as process:
        found = re.match(r"Listening on (http://127\.0\.0\.1:\d+) ", process.stdout.readline())
        assert requests.get(f"{found[1]}/healthz", timeout=30).status_code == 200
        process.send_signal(signal.SIGTERM)
        out, _ = process.communicate(timeout=60)
    assert process.returncode == 0
    assert "Listening on" not in out
    assert out.count("The first administrator's key, shown this once: ") == 1
    assert out.count("Stop it with Ctrl-C.") == 1


def demonstrate(*given):
    """`auditor demo` in a process of its own: many audits and a service, which take minutes where others have the processors."""
    done = finished(COMMAND, "demo", *given, environment=kit.environment(), timeout=900)
    return kit.Done(done.returncode, done.stdout.decode(), done.stderr.decode())


@pytest.fixture(scope="module")
def demonstrated(tmp_path_factory):
    """What the demo said, and the folder that it left."""
    out = tmp_path_factory.mktemp("demo") / "out"
    out.mkdir()
    (out / "wa-0417-2026-03-14.pdf").write_text("of the time before")
    done = demonstrate("--output", out)
    assert (done.status, done.err) == (0, "")
    return done, out


@pytest.mark.night
@pytest.mark.slow
def test_the_demo_leaves_its_report_and_no_service(demonstrated):
    done, out = demonstrated
    pdf, json = (out / f"wa-0417-2026-03-14.{kind}" for kind in ("pdf", "json"))
    assert pdf.read_bytes().startswith(b"%PDF-")
    audit = msgspec.json.decode(json.read_bytes(), type=Audit)
    assert audit.log is not None
    assert (audit.log.room, audit.hands, audit.complete) == ("WA-0417", 212, True)
    assert f"Report     {pdf}" in done.lines
    assert f"As JSON    {json}" in done.lines
    assert any("testable hands" in line for line in done.lines)
    (verify,) = re.findall(r"^Verify     .+? (verify .*)$", done.out, re.MULTILINE)
    verified = run(*verify.split())
    assert (verified.status, verified.lines[-1]) == (0, "The report is verified."), verified.out
    assert any("TEST SIGNER (not for real reports)" in line for line in verified.lines)
    address = re.search(r"http://127\.0\.0\.1:(\d+)", done.out)
    assert address
    with socket.socket() as there:
        assert there.connect_ex(("127.0.0.1", int(address[1]))) != 0
    assert re.search(rf"^Serve      .+ serve --data {out / 'data'}$", done.out, re.MULTILINE)
    after = done.out.partition("Report     ")[2]
    assert "http://" not in after  # nothing answers any more


LOGIN = re.compile(r"^Sign in    (\S+@example\.com) +(\S{13})  (.+)$", re.MULTILINE)
DAY = "/rooms/WA-0417/days/2026-03-14"


@pytest.mark.of_the_file
@pytest.mark.slow
def test_the_demo_leaves_pages_that_its_people_sign_in_to(demonstrated, tmp_path):
    done, out = demonstrated
    shutil.copytree(out / "data", tmp_path / "data")
    (dana, word, staff), (lee, _, compliance), (mara, other, decides), (ada, _, keeps) = LOGIN.findall(
        done.out
    )
    assert (dana, staff) == ("dana@example.com", "staff: logs, answers")
    assert (lee, compliance) == ("lee@example.com", "compliance: controls")
    assert (mara, decides) == ("mara@example.com", "regulator, authenticator app")
    assert (ada, keeps) == ("ada@example.com", "administrator, authenticator app")
    with application(tmp_path / "data", open_to_all=False) as app:
        staff = Person(app)
        page = staff.sign_in(dana, word, then=DAY)
        read = words(page)
        assert "Hand 122, seats 1 to 4: straight-flush bonus not in the nets" in read
        assert read.count("awaits an answer") == 8
        assert "Set up an authenticator" in words(Person(app).sign_in(mara, other))
        staff.get("/sign-in")
        staff.send("/sign-in", 422, email=dana, password=other)


@pytest.mark.slow
def test_the_store_of_the_demo_is_healthy_on_its_first_day(demonstrated):
    _, out = demonstrated
    done = run("doctor", "--data", out / "data")
    assert done.status == 0, done.out
    assert [line for line in done.lines if " ok " not in line] == []


def test_the_demo_empties_no_folder_but_its_own(tmp_path):
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "auditor.sqlite").write_text("of somebody")
    done = run("demo", "--output", tmp_path)
    assert (done.status, done.out) == (2, "")
    assert "is no folder of a demonstration, and is left as it is. Give another --output." in done.err
    assert (tmp_path / "data" / "auditor.sqlite").read_text() == "of somebody"


@pytest.mark.slow
def test_an_earlier_demonstration_is_kept_with_the_same_people(demonstrated, tmp_path):
    done, out = demonstrated
    shutil.copytree(out, tmp_path / "out")
    store = (tmp_path / "out" / "data" / "auditor.sqlite").read_bytes()
    again = demonstrate("--no-serve", "--output", tmp_path / "out")
    assert (again.status, again.err) == (0, "")
    assert re.match(
        r"The demonstration of \d{4}-\d\d-\d\d is shown again, .* --fresh begins anew\.", again.lines[0]
    )
    assert LOGIN.findall(again.out) == LOGIN.findall(done.out)
    assert (tmp_path / "out" / "data" / "auditor.sqlite").read_bytes() == store
    assert f"Report     {tmp_path / 'out' / 'wa-0417-2026-03-14.pdf'}" in again.lines


@pytest.mark.slow
def test_a_demonstration_that_was_not_finished_is_made_anew(demonstrated, tmp_path):
    _, out = demonstrated
    shutil.copytree(out / "data", tmp_path / "data")
    (tmp_path / "data" / "demonstration.json").unlink()
    assert kept(tmp_path / "data") is None
    (tmp_path / "data" / "demonstration.txt").unlink()
    with pytest.raises(CommandFailure, match=r"is no folder of a demonstration, and is left as it is\."):
        kept(tmp_path / "data")


@pytest.mark.night
@pytest.mark.slow
def test_the_demo_begins_anew_and_shows_its_pages_until_it_is_stopped(demonstrated, tmp_path):
    done, out = demonstrated
    shutil.copytree(out / "data", tmp_path / "data")
    given = ("demo", "--serve", "--fresh", "--output", tmp_path)
    with Forked(COMMAND, *given, environment=kit.environment()) as process:
        lines = []
        while not lines or not lines[-1].startswith("The service runs until you press Ctrl-C."):
            lines.append(process.stdout.readline())
            assert lines[-1], "".join(lines)
        before, anew = (LOGIN.findall(each) for each in (done.out, "".join(lines)))
        assert [each[0] for each in anew] == [each[0] for each in before]
        assert {each[1] for each in anew}.isdisjoint(each[1] for each in before)
        (url,) = re.findall(r"^Pages      (http://127\.0\.0\.1:\d+)/$", "".join(lines), re.MULTILINE)
        assert "Sign in" in requests.get(f"{url}/rooms", timeout=30).text
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (0, "")
    assert re.search(rf"Stopped\. To serve it again: .+ serve --data {tmp_path / 'data'}", out)
    with pytest.raises(requests.ConnectionError):
        requests.get(url, timeout=30)


def test_the_pages_are_at_the_port_of_the_documents_if_it_is_free(capsys, monkeypatch):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        monkeypatch.setattr(demo_command, "_PORT", taken.getsockname()[1])
        assert demo_command.free_port() == 0
        assert "is in use, so that the pages are at another one." in capsys.readouterr().out
    assert demo_command.free_port() == demo_command._PORT
    assert capsys.readouterr().out == ""


@pytest.mark.night
@pytest.mark.slow
def test_the_demo_stops_its_service_when_it_is_stopped(tmp_path):
    for stop, status in ((signal.SIGINT, 130), (signal.SIGTERM, 143)):
        process = subprocess.Popen(
            kit.command("demo", "--output", tmp_path),
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=kit.environment(PYTHONUNBUFFERED="1"),
        )  # fmt: skip
        assert process.stdout is not None
        process.stdout.readline()
        posted = process.stdout.readline()  # once the week is on record
        address = re.search(r"http://127\.0\.0\.1:(\d+)/v1/sessions", posted)
        assert address, posted + process.communicate()[1]
        process.send_signal(stop)
        _, err = process.communicate(timeout=60)
        assert "Traceback" not in err
        assert process.returncode in (status, 0)  # 0: it was done before the signal came
        with socket.socket() as there:
            assert there.connect_ex(("127.0.0.1", int(address[1]))) != 0


def test_a_service_that_does_not_start_is_5_with_its_last_words(tmp_path):
    (tmp_path / "store").write_text("not a folder")
    with pytest.raises(CommandFailure) as raised, running_service(tmp_path / "store", open_to_all=True):
        pass
    assert raised.value.exit_code == 5
    assert raised.value.message.startswith("The service did not start: ")
    assert "store" in raised.value.message
