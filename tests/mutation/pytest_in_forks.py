"""Plugins of pytest for mutants: a session that answers at a pipe in place of running its tests, and what makes tests quick."""

from __future__ import annotations

import gc
import marshal
import signal
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import zip_longest
from multiprocessing.connection import Connection

import pytest
from hypothesis import Phase, settings

from tests.mutation.forks import Begins, answer_of_child, killer_in_child
from tests.mutation.kept_lines import KeptLines, Ran
from tests.mutation.swapped import swap
from tests.mutation.touched import TouchedLines, followed_lines

SUITES = ("tests/rules/screening", "tests/simulation/test_screened_room_years.py")
OPTIONS = (
    "-q",
    "-x",
    "--no-header",
    "--tb=native",
    "-p",
    "no:cacheprovider",
    "-m",
    "not slow",
    "-o",
    "addopts=",
)


class WithoutShrinking:
    """A plugin with which Hypothesis does not look for smaller examples, for nobody reads them."""

    @pytest.hookimpl(trylast=True)
    def pytest_configure(self) -> None:
        """Change the profile that the tests' own plugin has chosen."""
        drawn = (Phase.explicit, Phase.generate)
        settings.register_profile("mutants", settings.default, phases=drawn, database=None)
        settings.load_profile("mutants")


class Patience:
    """A plugin that waits for a test five times as long as it took, in time of the processor, and then ends the process.

    begins: is given each test before it runs.
    """

    def __init__(self, took: Mapping[str, float], begins: Begins) -> None:
        self._took, self._begins = took, begins

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        """Set the time of one test."""
        self._begins(item.nodeid)
        signal.setitimer(signal.ITIMER_PROF, 3 + 5 * self._took.get(item.nodeid, 0))
        yield


class AnsweringSession:
    """A plugin that sends which tests run which lines, then for each mutant of a function the test that kills it."""

    def __init__(self, answers: Connection) -> None:
        self._answers, self._failed = answers, False

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Answer until nobody asks."""
        items = {item.nodeid: item for item in session.items}
        touched = self._followed(items)
        self._answers.send(touched)
        while touched and (asked := self._answers.recv()):
            module, names, code, tests = asked
            shown = [items[each] for each in tests]
            self._answers.send(
                killer_in_child(partial(self._fails, module, names, code, shown, touched.took))
            )
        return True

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note a failure."""
        self._failed = self._failed or report.failed

    def _followed(self, items: Mapping[str, pytest.Item]) -> TouchedLines | None:
        """Lines of the tests, each of which runs in a process of its own; None: one of them fails."""
        found, kept = TouchedLines(), KeptLines()
        for test, item in items.items():
            ran = kept.of(test) or answer_of_child(partial(self._lines_of, item))
            if ran is None:
                return None
            found.add(test, *ran)
            kept.keep(test, ran)
        kept.write()
        return found

    def _lines_of(self, item: pytest.Item) -> Ran | None:
        gc.disable()
        began = time.perf_counter()
        with followed_lines() as lines:
            item.ihook.pytest_runtest_protocol(item=item, nextitem=None)
        return None if self._failed else (time.perf_counter() - began, dict(lines))

    def _fails(
        self,
        module: str,
        names: tuple[str, ...],
        code: bytes,
        items: Sequence[pytest.Item],
        took: Mapping[str, float],
        begins: Begins,
    ) -> bool:
        """Whether one of some tests fails where a function has other code."""
        swap(sys.modules[module], names, marshal.loads(code))
        items[0].config.pluginmanager.register(Patience(took, begins))
        for item, following in zip_longest(items, items[1:]):
            item.ihook.pytest_runtest_protocol(item=item, nextitem=following)
            if self._failed:
                return True
        return False


def failed(tests: Sequence[str], took: Mapping[str, float], begins: Begins) -> bool:
    """Whether one of some tests fails, the first few of them before others are collected."""
    return any(
        pytest.main([*OPTIONS, *some], plugins=[Patience(took, begins), WithoutShrinking()])
        != pytest.ExitCode.OK
        for some in (tests[:8], tests[8:])
        if some
    )
