"""Tests that run a line of the screening: those that a mutant of it is shown to, the quickest first."""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from itertools import accumulate
from pathlib import Path
from types import FrameType
from typing import Any

HOUSE = Path(__file__).parents[2]
_MOST = 15.0  # seconds of other tests of a line while they are followed, which takes some five times as long as else
SCREENING = f"{HOUSE / 'rules' / 'screening'}/"


class TouchedLines:
    """Which tests run which lines, and how many seconds they took. Lines run while modules are imported are of no test."""

    def __init__(self) -> None:
        self.took: dict[str, float] = {}
        self._lines: dict[str, dict[int, set[str]]] = {}

    def add(self, test: str, took: float, lines: dict[str, set[int]]) -> None:
        """Note the lines of a test, by path."""
        self.took[test] = took
        for path, numbers in lines.items():
            of_path = self._lines.setdefault(path, {})
            for number in numbers:
                of_path.setdefault(number, set()).add(test)

    def tests_of(self, path: Path, line: int) -> list[str]:
        """Tests of a line; of one that none of them runs alone, as of a constant, those of its module. First come those of
        files that name the module, then others while they are quick.
        """
        lines = self._lines.get(str(path), {})
        naming = {test for test in self.took if _names(test.partition("::")[0], path.stem)}
        found = lines.get(line) or naming.union(*lines.values())
        near = sorted(found & naming, key=self.took.__getitem__)
        others = sorted(found - naming, key=self.took.__getitem__)
        until = accumulate(map(self.took.__getitem__, others))
        return near + [test for test, seconds in zip(others, until, strict=True) if seconds < _MOST]


@cache
def _names(file: str, module: str) -> bool:
    """Whether a file of tests has the name of a module, or the code of an indicator's."""
    text = (HOUSE / file).read_text("utf-8")
    return module in text or (module.startswith("scn") and module.partition("_")[0].upper() in text)


@contextmanager
def followed_lines() -> Iterator[dict[str, set[int]]]:
    """The lines of the screening that are run within, by path."""
    found: defaultdict[str, set[int]] = defaultdict(set)

    def call(frame: FrameType, *_: object) -> Any:
        if not frame.f_code.co_filename.startswith(SCREENING):
            return None
        lines = found[frame.f_code.co_filename]
        lines.add(frame.f_lineno)

        def line(frame: FrameType, *_: object) -> Any:
            lines.add(frame.f_lineno)
            return line

        return line

    sys.settrace(call)
    try:
        yield found
    finally:
        sys.settrace(None)
