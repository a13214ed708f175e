"""Modules of the service's tests on PostgreSQL, in a run of their own: what they say of a file, they say of a database."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
# Of each subject one or two: what is decided and by whom, what is kept, audited and given out, and what somebody altered.
TELLING = (
    "tests/http/test_arrivals.py", "tests/http/test_forged_decisions.py", "tests/http/test_sessions.py",
    "tests/log_copies/test_followed_log.py", "tests/store/test_campaign_of_rows.py",
)  # fmt: skip
FOLDERS = (
    "tests/access", "tests/browser", "tests/bulk", "tests/cli", "tests/engine", "tests/facts", "tests/http", "tests/keyed",
    "tests/log_copies", "tests/register", "tests/reminders", "tests/signing", "tests/store", "tests/webhooks",
    "tests/witnesses",
)  # fmt: skip
FEWEST = 10  # tests that a run has: fewer are a mistake in what was chosen


def run(modules, marks, folder, minutes):
    """How a run of modules on PostgreSQL ended, with the last that it said."""
    plain = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    command = [
        sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--store", "postgresql", "-m", marks,
        "--basetemp", folder / "run", "--ignore", "tests/store/postgresql", *modules,
    ]  # fmt: skip
    done = subprocess.run(command, cwd=ROOT, env=plain, capture_output=True, text=True, timeout=minutes * 60)
    return done.returncode, done.stdout[-5000:]


def must_succeed(status, said):
    """See that all of a run's tests succeeded, and that there were some."""
    assert status == 0, said
    assert int(re.findall(r"(\d+) passed", said)[-1]) >= FEWEST, said


@pytest.mark.slow
def test_the_most_telling_ones(tmp_path):
    must_succeed(*run(TELLING, "not slow", tmp_path, 20))


@pytest.mark.night
@pytest.mark.slow
@pytest.mark.parametrize("folder", FOLDERS)
def test_all_others(tmp_path, folder):
    must_succeed(*run([folder], "not night", tmp_path, 120))
