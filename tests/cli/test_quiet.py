"""`--quiet` and progress: nothing but results where it is asked for, and a bar only at a terminal."""

import io
from time import monotonic, sleep

import pytest
from rich.console import Console

from auditor.cli import terminal
from tests.cli.kit import REFUSED, call, log, right
from tests.cli.watching import QUICK, files, put, today
from tests.services import empty_store
from tests.signing.kit import commission, made, signed


def test_an_upload_says_nothing_of_what_is_on_record(folder, url):
    assert call("upload", folder / "right.ndjson", "--url", url).out == (
        f"{folder / 'right.ndjson'}: created session 1 (3 hands)\n"
    )
    again = call("upload", folder / "right.ndjson", "--url", url, "--quiet")
    assert (again.status, again.out) == (0, "")
    refused = call("upload", folder / "refused.ndjson", "--url", url, "--quiet")
    assert refused.status == 2
    assert "refused.ndjson:2:" in refused.err


def test_an_audit_ends_with_its_coverage(folder):
    spoken, quiet = (call("audit", folder / "wrong.ndjson", *how) for how in ((), ("--quiet",)))
    assert spoken.lines[-1] == "--findings lists 2 findings with their clauses, --coverage lists each check."
    assert quiet.lines[-1].startswith("Coverage   Of ")
    assert spoken.lines[:-2] == quiet.lines
    assert (spoken.status, quiet.status) == (1, 1)


def test_a_simulation_does_not_say_which_faults_found_no_hand(tmp_path):
    rare = ("--faults", 0.0001, "--only", "number-gap")
    asked = ("simulate", "--ruleset", "wsgc-full", "--hands", 1, "--seed", 1, *rare)
    spoken = call(*asked, "-o", tmp_path / "one.ndjson")
    quiet = call(*asked, "-o", tmp_path / "two.ndjson", "--quiet")
    assert "no hand has the fault number-gap" in spoken.err
    assert (quiet.status, quiet.out, quiet.err) == (0, "", "")
    assert (tmp_path / "one.ndjson").read_bytes() == (tmp_path / "two.ndjson").read_bytes()


def test_a_doctor_that_finds_nothing_says_nothing(tmp_path):
    empty_store(tmp_path / "data")
    spoken, quiet = (call("doctor", "--data", tmp_path / "data", *how) for how in ((), ("--quiet",)))
    assert "evidence     ok" in spoken.out
    assert [line for line in quiet.lines if " ok " in line] == []
    assert spoken.status == quiet.status


def test_a_night_on_which_nothing_changed_prints_nothing(folder, url, tmp_path):
    night = ("nightly", "--url", url, "--state", tmp_path / "state.json", "--quiet")
    call("upload", folder / "wrong.ndjson", "--url", url)
    first, second = call(*night), call(*night)
    assert first.status == 1
    assert "WA-0417 s-1  hand 2 seat 1" in first.out
    assert (second.status, second.out, second.err) == (0, "", "")
    assert '"persisting"' in call(*night, "--format", "json").out
    missing = call(*night, "--expect", "WA-0500", "--day", "2026-03-14")
    assert missing.status == 4
    assert "Missing     WA-0500: there is no log of 2026-03-14" in missing.lines


def test_a_night_that_finds_less_than_it_fails_on_is_printed(folder, url, tmp_path):
    night = ("nightly", "--url", url, "--state", tmp_path / "state.json", "--quiet", "--fail-on", "critical")
    call(*night)
    call("upload", folder / "wrong.ndjson", "--url", url)
    found, nothing = call(*night), call(*night)
    assert (found.status, nothing.status, nothing.out) == (0, 0, "")
    assert "WA-0417 s-1  hand 2 seat 1" in found.out


def test_a_watcher_names_only_what_it_did_not_take(drop, url):
    put(drop, "a.ndjson", right())
    put(drop, "b.ndjson", REFUSED)
    done = call("watch", drop, "--once", "--url", url, "--quiet", *QUICK)
    assert done.status == 2
    assert [line.split(":")[:2] for line in done.lines] == [["b.ndjson", " refused"]]
    assert "auditor: a.ndjson: warning: Room WA-0417 is not on record." in done.err
    assert f"taken/{today()}/a.ndjson" in files(drop)


@pytest.mark.slow
def test_a_verification_says_only_what_is_not_verified(tmp_path):
    (tmp_path / "report.pdf").write_bytes(signed(made().report()))
    (tmp_path / "root.pem").write_bytes(commission().pem)
    given = ("verify", tmp_path / "report.pdf", "--roots", tmp_path / "root.pem", "--quiet")
    whole = call(*given, "--key", made().key)
    assert (whole.status, whole.out) == (0, "")
    without = call(*given, "--data", tmp_path / "none")
    assert without.status == 3
    assert [line.split(":")[0] for line in without.lines] == [
        "not verified  checkpoint",
        "The report is not verified",
    ]


@pytest.fixture
def screen(monkeypatch):
    """A terminal at which work takes long at once; what is shown there."""
    made = Console(file=io.StringIO(), force_terminal=True, width=80)
    monkeypatch.setattr(terminal, "for_people", lambda stream: True)
    monkeypatch.setattr(terminal, "console", lambda stream: made)
    monkeypatch.setattr(terminal, "_LONG_SECONDS", 0)
    return made.file


def test_work_that_takes_long_shows_what_it_is(screen):
    with terminal.waiting("Examining the store"):
        until = monotonic() + 60
        while "Examining the store" not in screen.getvalue() and monotonic() < until:
            sleep(0.01)
    assert "Examining the store" in screen.getvalue()


def test_work_with_a_measure_shows_how_far_it_is(screen):
    with terminal.progress("Auditing", 200) as advance:
        advance(50)
        advance(200)
    assert "Auditing" in screen.getvalue()
    assert "100%" in screen.getvalue()


def test_a_pipe_gets_no_bar(folder):
    done = call("audit", "-", stdin=right())
    assert (done.status, done.err) == (0, "")
    path = folder / "many.ndjson"
    path.write_bytes(log())
    assert call("import", path, "-o", folder).err.startswith(str(path))
