"""A start that sees whether another distribution has overwritten the program's packages."""

import base64
import hashlib
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from auditor.installation import OVERWRITTEN, PACKAGES, overwritten
from rules.version import VERSION
from tests.cli import kit

ROOT = Path(__file__).parents[1]


def test_the_first_files_of_packages_are_like_no_other():
    read = [(ROOT / each / "__init__.py").read_bytes() for each in PACKAGES]
    assert [each for each in read if len(each.strip()) < 40] == []
    assert len(set(read)) == len(PACKAGES)


def installed_by_hand(folder):
    """The program as an installation puts it: its files, and a record with the digests of their bytes."""
    shutil.copytree(ROOT / "auditor", folder / "auditor", ignore=shutil.ignore_patterns("__pycache__"))
    lines = []
    for each in PACKAGES:
        shutil.copytree(ROOT / each, folder / each, ignore=shutil.ignore_patterns("__pycache__", "*.so"))
        read = (folder / each / "__init__.py").read_bytes()
        lines.append(f"{each}/__init__.py,{recorded_digest(read)},{len(read)}\n")
    described(folder / f"cardroom_auditor-{VERSION}.dist-info", "cardroom-auditor", lines)
    return folder


def described(folder, name, lines):
    folder.mkdir()
    (folder / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1\n")
    (folder / "RECORD").write_text("".join(lines))


def recorded_digest(read):
    return "sha256=" + base64.urlsafe_b64encode(hashlib.sha256(read).digest()).decode().rstrip("=")


def asked(folder, *words):
    """What a command says that runs from a folder of installed distributions."""
    env = kit.environment(PYTHONPATH=str(folder), PYTHONDONTWRITEBYTECODE="1")
    return subprocess.run(
        [sys.executable, *words], cwd=folder.parent, env=env, capture_output=True, text=True, check=False
    )


def test_a_package_that_another_distribution_overwrote_or_took_away_is_named(tmp_path):
    folder = installed_by_hand(tmp_path)
    assert overwritten(folder) == []
    (folder / "rules" / "__init__.py").write_text("")
    assert overwritten(folder) == ["rules/__init__.py"]
    (folder / "verifier" / "__init__.py").unlink()
    assert overwritten(folder) == ["rules/__init__.py", "verifier/__init__.py"]


def test_a_checkout_has_no_record_and_nothing_that_was_overwritten():
    assert overwritten(ROOT) == []


@pytest.mark.slow
def test_nothing_starts_where_another_distribution_overwrote_a_package(tmp_path):
    folder = installed_by_hand(tmp_path / "site")
    assert asked(folder, "-m", "auditor.cli", "--version").stdout.splitlines()[0] == f"auditor {VERSION}"
    (folder / "rules" / "__init__.py").write_text("class Rule: ...\n")
    described(folder / "rules-1.2.dist-info", "rules", ["rules/__init__.py,,\n"])
    shutil.copy(ROOT / "wsgi.py", folder / "wsgi.py")
    gunicorn = ["-m", "gunicorn", "--bind", "127.0.0.1:0", "--no-control-socket", "wsgi:application"]
    buffering = [*gunicorn, "--worker-class", "auditor.http.gunicorn_worker.BufferingWorker"]
    for words in (["-m", "auditor.cli", "--version"], ["-c", "import auditor.http"], gunicorn, buffering):
        done = asked(folder, *words)
        assert done.returncode == OVERWRITTEN, done.stderr
        assert (
            f"auditor: rules/__init__.py in {folder} is not what cardroom-auditor installed." in done.stderr
        )
        assert "Installed beside it, with files of the same names: rules." in done.stderr
        assert "into an environment of its own (python3 -m venv DIR; docs/deploying.md)" in done.stderr
        assert "Traceback" not in done.stderr
        assert done.stdout == ""
