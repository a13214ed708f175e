"""However a command ends: quietly, with a status that means something, and never with a traceback."""

import json
import os
import re
import signal
import subprocess
import sys

import pytest
from click import Group
from click.testing import CliRunner

from auditor.cli import main
from auditor.engine import program
from rules.controls.library import library
from rules.version import JUDGEMENT, VERSION
from tests.cli import kit
from tests.cli.kit import call
from tests.cli.terminals import at_a_terminal
from tests.processes import COMMAND, Forked
from tests.rules.build import log, session

COMMANDS = main.list_commands(None)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("how", ["", "--format json"])
@pytest.mark.parametrize("command", ["audit", "replay"])
def test_a_reader_that_stops_is_no_trouble(command, how):
    if command == "replay" and how:
        how = "--ruleset wsgc-2-4"
    with Forked(COMMAND, command, kit.SAMPLE, *how.split(), environment=kit.environment()) as process:
        assert len(os.read(process.stdout.fileno(), 10)) == 10
        process.stdout.close()
        assert process.wait(60) in (141, 1, 0)  # 1 and 0: all of it went into the pipe before
        assert "Error" not in process.said_wrong()


def test_a_reader_that_is_gone_before_a_long_output(folder):
    given = ("simulate", "--ruleset", "wsgc-full", "--hands", 1000, "--seed", 1)
    with Forked(COMMAND, *given, environment=kit.environment()) as process:
        process.stdout.close()
        assert process.wait(60) == 141
        assert process.said_wrong() == ""


@pytest.mark.slow
def test_ctrl_c_ends_with_130_and_a_word():
    process = subprocess.Popen(
        kit.command("audit", "-"),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # which a background job ignores
    )
    assert process.stdin is not None
    process.stdin.write(
        log(session()) + b"\n" * 300_000
    )  # more than a pipe holds: it is reading when this returns
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert out == b""
    assert err.decode().strip() == "auditor: stopped."


def test_a_full_disk_is_one_sentence(folder):
    with (
        open("/dev/full", "wb") as full,
        Forked(COMMAND, "audit", folder / "right.ndjson", output=full.fileno()) as process,
    ):
        assert process.wait(60) == 74
        assert process.said_wrong() == "auditor: No space left on device.\n"


def test_a_fault_of_the_program_is_no_finding_and_no_traceback(folder, monkeypatch):
    def broken(*_args, **_options):
        raise ZeroDivisionError("for the test")

    monkeypatch.setattr("rules.audit.audit_log", broken)
    done = CliRunner().invoke(main, ["audit", str(folder / "right.ndjson")])
    assert done.exit_code == 70
    assert "the program broke down (fault " in done.output
    assert "ZeroDivisionError" not in done.output
    assert "Traceback" not in done.output


def help_of(*words):
    done = CliRunner().invoke(main, [*words, "--help"])
    assert done.exit_code == 0
    return done.output


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help_with_an_example_and_its_statuses(name):
    """A group has an example; the statuses are with it, or with each command below it."""
    text, command = help_of(name), main.get_command(None, name)
    below = command.list_commands(None) if isinstance(command, Group) else []
    assert "Example" in text
    assert f"  auditor {name}" in text or f"  30 5 * * *  auditor {name}" in text
    if "Exit status" not in text:
        assert below != []
        assert [each for each in below if "Exit status" not in help_of(name, each)] == []


def test_the_group_lists_every_command_and_the_version():
    text = call("--help").out
    assert [command for command in COMMANDS if f"\n  {command} " not in text] == []
    found = program()
    assert call("--version").lines == [
        f"auditor {VERSION}", f"judgement  {JUDGEMENT}", f"code       {found.code}", f"library    {library().digest}",
        f"documents  {found.documents}",
    ]  # fmt: skip


def test_an_unknown_command():
    done = call("adit")
    assert done.status == 2
    assert "There is no command 'adit'. Did you mean 'audit'?" in done.err


def test_starting_imports_nothing_that_the_command_does_not_need():
    heavy = ("flask", "reportlab", "requests", "rich", "numpy", "marshmallow")
    program = f"import sys, auditor.cli; print([m for m in {heavy} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60)
    assert done.stdout == "[]\n"


@pytest.mark.slow
def test_auditing_into_a_pipe_imports_no_web_no_pdf_and_no_colours(folder):
    heavy = ("flask", "reportlab", "requests", "rich", "sqlite_utils")
    program = (
        "import sys\nfrom auditor.cli import main\n"
        f"try: main(['audit', {str(folder / 'right.ndjson')!r}])\n"
        f"finally: print([m for m in {heavy} if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60)
    assert done.stdout.splitlines()[-1] == "[]"


def imported_by(*words):
    """The modules that a command imported."""
    program = (
        "import sys\nfrom auditor.cli import main\n"
        f"try: main({list(map(str, words))!r})\n"
        "finally: print(*sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60)
    return done.stdout.splitlines()[-1].split()


def test_help_imports_no_rules_and_no_store():
    heavy = ("numpy", "msgspec", "rules.audit", "rules.checks.support.check", "sqlite_utils", "auditor.store")
    found = imported_by("--help")
    assert [each for each in found if each in heavy] == []


@pytest.mark.slow
def test_explaining_a_code_imports_its_check_alone():
    found = imported_by("explain", "SCR001")
    checks = {each for each in found if re.match(r"rules\.checks\.\w+\.[a-z]{3}\d{3}_", each)}
    impossible = {
        "cards.dck001_card_twice",
        "cards.dck002_card_count",
        "cards.dck003_joker",
    }  # which it takes for granted
    assert checks == {f"rules.checks.{each}" for each in (*impossible, "money.scr001_net_differs")}
    assert [each for each in found if each in ("rules.audit", "sqlite_utils", "flask", "reportlab")] == []


@pytest.mark.slow
def test_auditing_imports_neither_schemas_nor_simulations_nor_gap_reports(folder):
    heavy = (
        "rules.controls.schema",
        "simulation",
        "simulation.gaps",
        "auditor.store",
        "jsonschema",
        "marshmallow",
    )
    found = imported_by("audit", folder / "right.ndjson")
    assert "rules.audit.audit_of_log" in found
    assert [each for each in found if each in heavy] == []


def test_a_terminal_gets_colours_and_the_same_facts(folder):
    status, shown = at_a_terminal("audit", folder / "wrong.ndjson", "--findings", columns=110)
    assert status == 1
    assert "\x1b[" in shown
    assert "hand 2, line 3" in shown
    assert "3 testable" in shown


def test_no_color_is_respected(folder):
    status, shown = at_a_terminal("audit", folder / "wrong.ndjson", "--findings", NO_COLOR="1")
    assert status == 1
    assert "\x1b" not in shown
    assert "  SCR001  hand 2 seat 1 line 3  " in shown


@pytest.mark.slow
def test_a_terminal_shows_the_first_findings_unless_all_are_requested(folder):
    path = folder / "long.ndjson"
    path.write_bytes(kit.log(*(kit.hand(number, 100, -100) for number in range(1, 24))))
    _, some = at_a_terminal("audit", path, "--findings", columns=110)
    _, every = at_a_terminal("audit", path, "--all", columns=110)
    assert "more: --all shows them." in some
    assert "hand 23, line 24" not in some
    assert "hand 23, line 24" in every


@pytest.mark.night
@pytest.mark.slow
@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
def test_an_old_encoding_is_no_trouble_and_json_is_utf_8_all_the_same(folder, encoding):
    def audit(*options):
        """By the command itself: it is Python's start that reads the variable."""
        command = kit.command("audit", folder / "wrong.ndjson", *options)
        env = kit.environment(PYTHONIOENCODING=encoding)
        return subprocess.run(command, capture_output=True, env=env, timeout=60)

    text = audit()
    assert (text.returncode, text.stderr) == (1, b"")
    assert "p-2  ?$2.00" in text.stdout.decode(encoding).splitlines()
    as_json = json.loads(audit("--format", "json").stdout)
    assert "a difference of −$2.00" in as_json["findings"][0]["message"]
