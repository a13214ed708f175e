"""Mutants that no test kills.

A mutant of a function runs in a fork of a process that has collected the tests. One of a module's own lines runs in a fork
of a process that has imported all but the screening: other modules import constants.
"""

from __future__ import annotations

import importlib.abc
import importlib.machinery
import marshal
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import islice
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from pathlib import Path
from types import CodeType, ModuleType

import pytest

from tests.mutation.equivalent import EQUIVALENT
from tests.mutation.forks import Begins, be_silent, killer_in_child
from tests.mutation.mutants import Mutant, mutants
from tests.mutation.pytest_in_forks import OPTIONS, SUITES, AnsweringSession, WithoutShrinking, failed
from tests.mutation.swapped import changed_function
from tests.mutation.touched import HOUSE, TouchedLines

_ENGINES, _INDICATORS = "rules/screening/engines", "rules/screening/indicators"
_ALONE = (
    "across_sessions", "levelled_pairs", "monthly_list", "places", "repeated_deals", "shown_alarms", "unit_totals",
    "unit_evidence", "windows", "indicator_evidence", "session_sums", "summed_units",
    "parted_cases", "row_numbers", "evidence_at_most",
)  # fmt: skip
_WARM = ("scipy.stats", "hypothesis", "rules.controls.library", "rules.records.reader", "rules.replay.pots.table_replay",
         "rules.replay.row_replay", "simulation.simulate_session")  # fmt: skip


def modules() -> dict[str, Path]:
    """Paths of the modules that are mutated, by name."""
    paths = [*(HOUSE / _ENGINES).glob("*.py"), *(HOUSE / _INDICATORS).glob("*.py")]
    paths += [HOUSE / "rules" / "screening" / f"{name}.py" for name in _ALONE]
    return {path.stem: path for path in sorted(paths) if path.stem != "__init__"}


def warm() -> None:
    """Import what mutants have in common, and nothing of the screening."""
    for name in _WARM:
        __import__(name)
    if any(name.startswith("rules.screening") for name in sys.modules):
        raise RuntimeError("a module that is imported before the mutants imports the screening")


class Killers:
    """Tests that kill mutants, which are asked of a process that has collected them."""

    def __init__(self, session: Connection) -> None:
        touched = session.recv()
        if touched is None:
            raise RuntimeError("a test of the screening fails: mend it before mutants are made")
        self._session = session
        self.touched: TouchedLines = touched

    def killer(self, path: Path, before: CodeType, after: CodeType, tests: Sequence[str]) -> str | None:
        """The first of some tests that fails with other code of a module; None: none of them does."""
        if not tests:
            return None
        module = ".".join(path.relative_to(HOUSE).with_suffix("").parts)
        changed = changed_function(before, after)
        if changed:
            self._session.send((module, changed[0], marshal.dumps(changed[1]), list(tests)))
            killer: str | None = self._session.recv()
            return killer
        return killer_in_child(partial(_failed, _MutantFinder(module, path, after), tests, self.touched.took))


@contextmanager
def killers() -> Iterator[Killers]:
    """Collect the tests, and follow them once, in a process of its own. Raises RuntimeError if one of them fails."""
    asks, answers = Pipe()
    child = os.fork()
    if not child:
        be_silent()
        pytest.main([*OPTIONS, *SUITES], plugins=[AnsweringSession(answers), WithoutShrinking()])
        os._exit(0)
    try:
        yield Killers(asks)
    finally:
        asks.send(None)
        os.waitpid(child, 0)


def survivors(names: Sequence[str], asked: Killers, each: int = 1) -> Iterator[tuple[Mutant, bool]]:
    """Each so manieth mutant of some modules, but the equivalent ones, and whether it survives."""
    for name in names:
        path, last = modules()[name], list[str]()
        before = compile(path.read_text("utf-8"), str(path), "exec")
        for mutant, code in islice(mutants(path, name), 0, None, each):
            if (name, mutant.text, mutant.change) in EQUIVALENT:
                continue
            shown = sorted(asked.touched.tests_of(path, mutant.line), key=partial(_turn, last))
            killer = asked.killer(path, before, code, shown)
            last = [test for test in last if test != killer] + [killer] * (killer is not None)
            yield mutant, killer is None


def _turn(last: list[str], test: str) -> int:
    """Tests that killed a mutant of the module last come first."""
    return -1 - last.index(test) if test in last else 0


def _failed(finder: _MutantFinder, tests: Sequence[str], took: Mapping[str, float], begins: Begins) -> bool:
    sys.meta_path.insert(0, finder)
    return failed(tests, took, begins)


class _MutantFinder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Finds one module, and runs the mutant's code for it."""

    def __init__(self, module: str, path: Path, code: CodeType) -> None:
        self._module, self._path, self._code = module, path, code

    def find_spec(
        self, name: str, path: object, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        """The module's place, if it is that of the mutant."""
        if name != self._module:
            return None
        return importlib.machinery.ModuleSpec(name, self, origin=str(self._path))

    def exec_module(self, module: ModuleType) -> None:
        """Run the changed code."""
        module.__file__ = str(self._path)
        exec(self._code, module.__dict__)
