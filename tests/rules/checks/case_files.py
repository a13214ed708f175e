"""Collects case files: TOML beside this module, with what is audited, and what a check finds in it or that it stays quiet.

A file has a table for each code, with cases by title (`"fires where ..."`, `"quiet where ..."`); CONTRIBUTING ("A check")
describes the lines of a case.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.rules.checks.case_audits import Differs, check_step
from tests.rules.checks.case_scripts import Shared, Step, steps_of

CODE = re.compile(r"[A-Z]{3}\d{3}")
TABLES = ("names", "controls")


class CaseFile(pytest.File):
    """A file of cases. `pytest -k FEE006` runs those of a check."""

    def collect(self) -> Iterator[CaseItem]:
        for code, title, steps in cases(self.path):
            yield CaseItem.from_parent(self, name=name_of(code, title), code=code, title=title, steps=steps)


class CaseItem(pytest.Item):
    """A case of one check: a log, tournament or ledger, or several in turn, each with what is found in it."""

    def __init__(self, *, code: str, title: str, steps: list[Step], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.code, self.title, self.steps = code, title, steps

    def runtest(self) -> None:
        for step in self.steps:
            check_step(self.code, step)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        if not isinstance(excinfo.value, Differs):
            return super().repr_failure(excinfo, style)
        path, line, _ = self.reportinfo()
        return f"{path}:{line + 1}: {self.code} {self.title}\n{excinfo.value}"

    def reportinfo(self) -> tuple[Path, int, str]:
        text = self.path.read_text("utf-8")
        before = text[: text.index(f'\n"{self.title}" = ', text.index(f"[{self.code}]")) + 1]
        return self.path, before.count("\n"), self.name


def name_of(code: str, title: str) -> str:
    """The name of the test of a case."""
    return f"test_{code.lower()}_{re.sub('[^a-z0-9]+', '_', title.lower())}"


def cases(path: Path) -> Iterator[tuple[str, str, list[Step]]]:
    """The code, the title and the steps of each case of a file. Raises AssertionError for what is no case."""
    tables = tomllib.loads(path.read_text("utf-8"))
    for code, table in tables.items():
        if code in TABLES:
            continue
        assert CODE.fullmatch(code), f"{path.name}: [{code}] is not the code of a check"
        own = {key: table.pop(key) for key in ("session", "room") if key in table}
        shared = Shared(tables.get("names", {}), tables.get("controls", {}), **own)
        for title, text in table.items():
            steps = steps_of(text, shared)
            wrong = _unlike_its_title(title, steps)
            assert not wrong, f"{path.name}: {code} {title}: {wrong}"
            yield code, title, steps


def _unlike_its_title(title: str, steps: list[Step]) -> str:
    """The reason for which a case does not hold what its title says; empty where it does."""
    kind = title.partition(" ")[0]
    found = [bool(step.finds) for step in steps]
    if kind not in ("fires", "quiet"):
        return "a title begins with fires or quiet"
    if kind == "fires" and not any(found):
        return "no step of a case that fires has a finding"
    return "every step of a case that is quiet has a finding" if kind == "quiet" and all(found) else ""
