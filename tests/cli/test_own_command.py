"""Commands that the program prints: they work as printed, from the folder in which they were printed."""

import subprocess
import sys

from auditor.cli.own_command import as_typed, own_command


def test_a_program_on_the_path_is_called_by_its_name(tmp_path, monkeypatch):
    program = tmp_path / "bin" / "auditor"
    program.parent.mkdir()
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", [str(program)])
    monkeypatch.setenv("PATH", "/usr/bin")
    assert own_command() == "bin/auditor"
    monkeypatch.setenv("PATH", str(program.parent))
    assert own_command() == "auditor"


def test_a_module_is_called_with_its_python(monkeypatch):
    monkeypatch.setattr(sys, "argv", ["/somewhere/auditor/cli/__main__.py", "demo"])
    words = own_command().split()
    done = subprocess.run([*words, "--version"], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("cardroom-auditor") or "auditor" in done.stdout


def test_a_path_is_typed_from_the_working_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert as_typed(tmp_path / "out" / "data") == "out/data"
    assert as_typed(tmp_path / "out") == "./out"
    assert as_typed(tmp_path / "my out" / "a.pdf") == "'my out/a.pdf'"
    assert as_typed(tmp_path.parent / "other") == str(tmp_path.parent / "other")
