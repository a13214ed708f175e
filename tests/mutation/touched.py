"""Tests that run a line of the screening: those that a mutant of it is shown to, the quickest first."""

from __future__ import annotations

import signal
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Mapping
from itertools import accumulate
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

HOUSE = Path(__file__).parents[2]
SCREENING = f"{HOUSE / 'rules' / 'screening'}/"
SUITES = ("tests/rules/screening", "tests/simulation/test_screened_room_years.py")
_OTHERS = 4.0  # seconds of tests that do not run the line
_OPTIONS = ("-q", "-x", "--no-header", "-p", "no:cacheprovider", "-m", "not slow")


class TouchedLines:
    """A plugin of pytest that keeps which tests run which lines. Lines run while modules are imported are of no test."""

    def __init__(self) -> None:
        self.took: dict[str, float] = {}
        self.lines: defaultdict[str, defaultdict[int, set[str]]] = defaultdict(lambda: defaultdict(set))
        self._test = ""

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Any:
        """Follow one test."""
        self._test, began = item.nodeid, time.perf_counter()
        sys.settrace(self._call)
        yield
        sys.settrace(None)
        self.took[item.nodeid] = time.perf_counter() - began

    def _call(self, frame: FrameType, *_: object) -> Any:
        if not frame.f_code.co_filename.startswith(SCREENING):
            return None
        lines = self.lines[frame.f_code.co_filename]
        lines[frame.f_lineno].add(self._test)

        def line(frame: FrameType, *_: object) -> Any:
            lines[frame.f_lineno].add(self._test)
            return line

        return line

    def tests_of(self, path: Path, line: int) -> list[str]:
        """Tests of a line, then quick ones of the module, which may only find what an earlier test worked out."""
        lines = self.lines.get(str(path), {})
        here = sorted(lines.get(line, set()), key=self.took.__getitem__)
        others = sorted(set().union(*lines.values()) - set(here), key=self.took.__getitem__)
        until = accumulate(self.took[each] for each in others)
        return [
            *here,
            *(each for each, took in zip(others, until, strict=True) if took < _OTHERS or not here),
        ]


def touched_lines() -> TouchedLines:
    """Run the tests once, and follow them. Raises RuntimeError if one of them fails."""
    found = TouchedLines()
    if pytest.main([*_OPTIONS, "-o", "addopts=", *SUITES], plugins=[found]):
        raise RuntimeError("a test of the screening fails: mend it before mutants are made")
    return found


def failed(tests: list[str], took: Mapping[str, float], begins: Callable[[str], object]) -> bool:
    """Whether one of some tests fails. begins: is given each test before it runs. One that takes far longer than it did ends the
    process.
    """
    found = pytest.main([*_OPTIONS, "-o", "addopts=", *tests], plugins=[_Patience(took, begins)])
    return found != pytest.ExitCode.OK


class _Patience:
    """A plugin of pytest that waits for a test five times as long as it took, in time of the processor."""

    def __init__(self, took: Mapping[str, float], begins: Callable[[str], object]) -> None:
        self._took, self._begins = took, begins

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Any:
        """Set the time of one test."""
        self._begins(item.nodeid)
        signal.setitimer(signal.ITIMER_PROF, 3 + 5 * self._took.get(item.nodeid, 0))
        yield
