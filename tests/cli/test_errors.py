"""The exit statuses of errors: one table, by the names of their classes."""

import re
from importlib import import_module

import pytest
from click.testing import CliRunner

from auditor.cli import exits, main
from auditor.cli.command_errors import EXIT_STATUSES, exit_status, is_one_of
from auditor.errors import EvidenceDamaged, NoSuchRoom
from auditor.evidence import Unreadable
from tests.cli.kit import call, right
from tests.folding import of_every


@of_every("name", EXIT_STATUSES)
def test_every_name_in_the_table_is_an_error(name):
    module, _, kind = name.rpartition(".")
    assert issubclass(getattr(import_module(module), kind), Exception)


def test_an_error_has_the_status_of_the_nearest_class_in_the_table():
    assert exit_status(NoSuchRoom("?")) == exits.REFUSED
    assert exit_status(EvidenceDamaged("?")) == exits.INCOMPLETE
    assert exit_status(ValueError("?")) == exits.BROKE_DOWN


def test_a_derived_error_is_one_of_its_bases():
    error = Unreadable(1, "this", "that")
    assert (exit_status(error), is_one_of(error, "Refused"), is_one_of(error, "NoRuleset")) == (
        2,
        True,
        False,
    )


@of_every(
    ("typed", "suggested"),
    [
        (("adit", "evening.ndjson"), "There is no command 'adit'. Did you mean 'audit'?"),
        (("audit", "--findigs", "evening.ndjson"), "No such option '--findigs'. Did you mean '--findings'?"),
        (("rooms", "shw"), "Did you mean 'show'?"),
        (("rulesets", "dif", "wsgc-2-4", "wsgc-1-6"), "Did you mean 'diff'?"),
        (("rulesets", "wsgc-2-44"), "The library has no ruleset 'wsgc-2-44'. Did you mean wsgc-2-4@1?"),
    ],
    ids=str,
)
def test_what_is_mistyped_gets_a_suggestion(typed, suggested):
    done = call(*typed)
    assert (done.status, done.out) == (exits.REFUSED, "")
    assert suggested in done.err


def test_what_is_like_nothing_gets_no_suggestion():
    done = call("xyzzy")
    assert (done.status, done.err.splitlines()[-1]) == (exits.REFUSED, "Error: There is no command 'xyzzy'.")
    assert "Did you mean" not in call("rulesets", "wsgc-2-4@1", "extra").err


@pytest.mark.parametrize("how", [["--debug"], []])
def test_a_fault_of_the_program_has_a_number_and_no_name_of_an_exception(how, monkeypatch, tmp_path):
    def breaks(*_: object, **__: object) -> None:
        raise IndexError("list index out of range")

    monkeypatch.setattr("auditor.engine.judged", breaks)
    log = tmp_path / "right.ndjson"
    log.write_bytes(right())
    if how:
        done = CliRunner().invoke(main, [*how, "audit", str(log)])
        assert isinstance(done.exception, IndexError)  # the interpreter prints where
        return
    done = call("audit", log)
    assert done.status == exits.BROKE_DOWN
    assert re.fullmatch(
        r"auditor: the program broke down \(fault [0-9a-f]{8}\); nothing it printed is a result\. Please report the fault, with "
        r"what `auditor --debug` before the command shows\.\n",
        done.err,
    )
    assert call("audit", log).err == done.err  # the same fault has the same number


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_shell_gets_a_script_that_asks_for_completions(shell):
    done = call("completion", shell)
    assert done.status == 0
    assert f"_AUDITOR_COMPLETE={shell}_complete" in done.out


@of_every(
    ("words", "place", "completed"),
    [
        ("auditor comp", 1, "completion"),
        ("auditor audit --cov", 2, "--coverage"),
        ("auditor rulesets d", 2, "diff"),
        ("auditor incidents a", 2, "answer"),
        ("auditor completion z", 2, "zsh"),
        ("auditor rulesets wsgc-f", 2, "wsgc-full@1"),
        ("auditor audit --ruleset wsgc-f", 3, "wsgc-full@1"),
    ],
    ids=str,
)
def test_the_tab_key_completes_commands_options_and_values(words, place, completed):
    asked = {"_AUDITOR_COMPLETE": "bash_complete", "COMP_WORDS": words, "COMP_CWORD": str(place)}
    found = call(**asked).lines
    assert completed in [each.partition(",")[2] for each in found]


def test_completing_a_command_lists_every_command_with_its_words():
    found = call(_AUDITOR_COMPLETE="fish_complete", COMP_WORDS="auditor ", COMP_CWORD="").out
    assert "audit\taudit a log under the controls in force and print what differs" in found
