"""Collects case files, and audits logs of checks that find nothing in a golden input again with high hand numbers.

The logs of other checks are in `tests/golden/test_hand_numbers.py`.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from rules.audit import audit_log, audit_of_log
from rules.audit.source import BytesSource
from tests.rules.checks.case_audits import UNDER_CONTROLS_OF_A_TEST
from tests.rules.checks.case_files import CaseFile
from tests.rules.renumbered import BORDERS, alike, renumbered

_FIRES = re.compile(r"test_(\w{3}\d{3})_fires")


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> CaseFile | None:
    """A TOML file here has cases."""
    return CaseFile.from_parent(parent, path=file_path) if file_path.suffix == ".toml" else None


@pytest.fixture(autouse=True)
def _whatever_the_numbers(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Each log of a test in which such a check fires, at each of the borders."""
    code = _FIRES.match(request.node.name)
    if code is None or code[1].upper() not in UNDER_CONTROLS_OF_A_TEST:
        yield
        return
    asked: list[Any] = []
    real = audit_of_log.BlockPass

    def noted(wanted: Any, runner: Any) -> Any:
        if isinstance(wanted.source, BytesSource) and wanted.read is None:
            asked.append(wanted)
        return real(wanted, runner)

    with monkeypatch.context() as patched:
        patched.setattr(audit_of_log, "BlockPass", noted)
        yield
    assert asked, "the test audits a log"
    for each in asked:
        data = b"".join(each.source.chunks())
        how = {"ruleset": each.ruleset, "library": each.registry, "room": each.room, "as_if": each.as_if}
        for by in BORDERS:
            alike(lambda more, data=data, how=how: audit_log(BytesSource(renumbered(data, more)), **how), by)
