"""Mutants that no test kills. Each one runs in a process of its own, forked from one that has imported all but the screening."""

from __future__ import annotations

import importlib.abc
import importlib.machinery
import os
import pickle
import resource
import signal
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import islice
from pathlib import Path
from types import CodeType, ModuleType

from tests.mutation.mutants import Mutant, mutants
from tests.mutation.touched import HOUSE, TouchedLines, failed, touched_lines

_ENGINES, _INDICATORS = "rules/screening/engines", "rules/screening/indicators"
_ALONE = (
    "across_sessions", "levelled_pairs", "monthly_list", "places", "repeated_deals", "shown_alarms", "unit_totals",
    "unit_evidence", "windows", "indicator_evidence", "session_sums", "summed_units",
    "parted_cases", "row_numbers",
)  # fmt: skip
_MOST_SECONDS = 600
_MOST_MEMORY = 4 << 30
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


def followed() -> TouchedLines:
    """The tests of each line, found out in a process of its own."""
    reads, writes = os.pipe()
    child = os.fork()
    if not child:
        os.close(reads)
        _be_silent()
        with os.fdopen(writes, "wb") as pipe:
            found = touched_lines()
            pickle.dump((found.took, {path: dict(lines) for path, lines in found.lines.items()}), pipe)
        os._exit(0)
    os.close(writes)
    found = TouchedLines()
    with os.fdopen(reads, "rb") as pipe:
        found.took, found.lines = pickle.load(pipe)
    os.waitpid(child, 0)
    return found


def survivors(names: Sequence[str], tests: TouchedLines, each: int = 1) -> Iterator[tuple[Mutant, bool]]:
    """Each so manieth mutant of some modules, and whether it survives."""
    for name in names:
        path, killers = modules()[name], list[str]()
        for mutant, code in islice(mutants(path, name), 0, None, each):
            shown = sorted(tests.tests_of(path, mutant.line), key=lambda test: _turn(test, killers))
            killer = _in_child(partial(_failed, path, code, shown, tests.took)) if shown else None
            killers = [test for test in killers if test != killer] + [killer] * (killer is not None)
            yield mutant, killer is None


def _turn(test: str, killers: list[str]) -> int:
    """Tests that killed a mutant of the module last come first."""
    return -1 - killers.index(test) if test in killers else 0


def _failed(
    path: Path, code: CodeType, tests: list[str], took: Mapping[str, float], last: Callable[[str], object]
) -> bool:
    module = ".".join(path.relative_to(HOUSE).with_suffix("").parts)
    sys.meta_path.insert(0, _MutantFinder(module, path, code))
    return failed(tests, took, last)


def _in_child(work: Callable[[Callable[[str], object]], bool]) -> str | None:
    """The test that ran last in a forked process whose work says yes, fails, or does not end; else None."""
    reads, writes = os.pipe()
    child = os.fork()
    if not child:
        resource.setrlimit(resource.RLIMIT_AS, (_MOST_MEMORY, _MOST_MEMORY))
        signal.alarm(_MOST_SECONDS)
        _be_silent()
        try:
            found = work(lambda test: os.write(writes, f"{test}\n".encode()))
        except BaseException:
            found = True
        os._exit(int(found))
    os.close(writes)
    with os.fdopen(reads) as pipe:
        ran = pipe.read().splitlines() or [""]
    return ran[-1] if os.waitpid(child, 0)[1] else None


def _be_silent() -> None:
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)


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
