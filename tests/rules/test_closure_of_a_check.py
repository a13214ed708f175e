"""Imports of the checks: a check of hands loads no replay and no parser of controls with it."""

import subprocess
import sys

import pytest

PRINTED = (
    "import {module}, sys; print(*sorted(each for each in sys.modules if each.split('.')[0] in {houses}))"
)
HOUSES = ("rules", "simulation", "reports", "auditor")


def loaded(module: str) -> list[str]:
    """The modules of the project that an interpreter has after it imported one module."""
    code = PRINTED.format(module=module, houses=HOUSES)
    return subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout.split()


def test_a_check_of_what_is_on_record_loads_under_40_modules_and_no_engine():
    found = loaded("rules.checks.fees.fee006_rake_above_cap")
    assert "rules.checks.support.check" in found
    assert [
        each for each in found if each.startswith(("rules.replay", "rules.controls", "rules.audit"))
    ] == []
    assert len(found) < 40, found


@pytest.mark.slow
def test_a_check_of_what_was_due_loads_the_replay():
    assert "rules.replay.row_replay" in loaded("rules.checks.rows.set002_foul_missed")
