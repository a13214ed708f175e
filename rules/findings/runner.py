"""Runs checks and keeps findings, coverage and failures."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from rules.checks.catalogue import CatalogueEntry
from rules.checks.support.check import Check, Draft, HandsView, MoneyDrafts, Tested, View
from rules.controls.ruleset import Ruleset
from rules.findings.finding_columns import FindingColumns
from rules.findings.tally import Tally
from rules.results import Coverage, Failure

_log = logging.getLogger(__name__)
_FINDINGS = (MoneyDrafts, list)
Within = Callable[[View, Check, Callable[[View], Tested]], Tested]
Without = Callable[[View, Check], bool]


def _everywhere(view: View, check: Check, run: Callable[[View], Tested]) -> Tested:
    return run(view)


def _nowhere(view: View, check: Check) -> bool:
    return False


class Runner:
    """Runs the checks of a log, by block, or of a gaming day.

    within: runs a check on hands under its rules. without: whether none is. A check that raises leaves no findings; its hands are
    untestable and the audit is incomplete.
    """

    def __init__(
        self, entries: Sequence[CatalogueEntry], within: Within = _everywhere, without: Without = _nowhere
    ) -> None:
        self._entries, self._within, self._without = entries, within, without
        self._tallies = {entry.code: Tally(entry) for entry in entries}
        self._failures: dict[str, str] = {}
        self.found = FindingColumns()

    def run(self, scope: str, view: View, usual: Ruleset | None = None) -> None:
        """Run every check of a scope. usual: ruleset of findings about no hand."""
        games, size = frozenset(view.games), len(view)
        for entry in self._of(scope):
            check = entry.check
            if games.isdisjoint(check.games) or self._without(view, check):
                self._tallies[check.code].add_inapplicable(size)
            else:
                self._run(entry, view, usual)

    def _run(self, entry: CatalogueEntry, view: View, usual: Ruleset | None) -> None:
        check, tally = entry.check, self._tallies[entry.check.code]
        try:
            tested = self._within(view, check, entry.run)
            found = tested.findings
            if not isinstance(found, _FINDINGS):
                found = list(found)
                tested = Tested(found, tested.untestable, tested.inapplicable, tested.of)
            self._keep(check, view, found, usual)
        except Exception as error:  # the audit is incomplete, never clean
            self.failed(entry.code, error)
            tally.add_untestable(len(view), "the check failed to run")
            return
        tally.add(view, tested)

    def _keep(
        self, check: Check, view: View, found: list[Draft] | MoneyDrafts, usual: Ruleset | None
    ) -> None:
        if isinstance(found, MoneyDrafts):
            assert isinstance(view, HandsView)
            self.found.add_money(check, view, found)
        elif found:
            self.found.add(check, view, found, usual)

    @contextmanager
    def step(self, code: str) -> Iterator[None]:
        """A part of the audit; if it raises, the audit goes on and is incomplete."""
        try:
            yield
        except Exception as error:  # the audit is incomplete, never clean
            self.failed(code, error)

    def failed(self, code: str, error: Exception) -> None:
        """Record that a check or part raised: the audit is incomplete. Raises a MemoryError again."""
        if isinstance(error, MemoryError):
            raise error
        _log.error("%s failed", code, exc_info=error)
        part = "check" if code in self._tallies else "step"
        self._failures.setdefault(
            code,
            f"The {part} {code} failed: the program has a fault in it. Its result is not known.",
        )

    def untestable(self, scope: str, size: int, reason: str) -> None:
        """Count hands that a scope's checks never saw."""
        for entry in self._of(scope):
            self._tallies[entry.code].add_untestable(size, reason)

    def coverage(self) -> list[Coverage]:
        """Coverage by check."""
        return [tally.coverage() for tally in self._tallies.values()]

    def failures(self) -> list[Failure]:
        """Failed checks and parts, by code."""
        return [Failure(code=code, message=message) for code, message in sorted(self._failures.items())]

    def _of(self, scope: str) -> list[CatalogueEntry]:
        return [entry for entry in self._entries if entry.check.scope == scope]
