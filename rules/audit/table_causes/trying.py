"""Hypotheses about a table's log, tried one by one: the log is checked with each, and what is gone speaks for it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping

from msgspec import Struct

from rules.audit.incidents.caused import Caused, Fact
from rules.audit.table_causes.buttons import wrong_buttons
from rules.audit.table_causes.lines import TableHypothesis, TableLines
from rules.audit.table_causes.stakes import wrong_terms
from rules.results import Cause

_LEAST_GONE = 2  # findings: a single one needs no cause


class TableChecked(Struct, frozen=True):
    """What the checks of a log found: the facts of its findings, and how much each check could not test."""

    facts: Counter[Fact]
    untestable: Mapping[str, int]


Checking = Callable[[bytes], TableChecked | None]


class _Log(Struct, frozen=True):
    """A log with facts corrected or none, and what its checks found."""

    lines: TableLines
    found: TableChecked


def causes_of_table(lines: TableLines, found: TableChecked, checking: Checking, most: int) -> list[Caused]:
    """The facts with which corrected findings are gone, each beside those before it.

    checking: the checks of a log as a file; None where one failed to run. most: how often.
    """
    log, causes = _Log(lines, found), list[Caused]()
    tried: set[tuple[object, ...]] = set()
    while (step := _next(log, checking, tried, most)) is not None:
        hypothesis, after = step
        causes.append(_caused(hypothesis, _gone(log.found, after.found)))
        log = after
    return causes


def _next(
    log: _Log, checking: Checking, tried: set[tuple[object, ...]], most: int
) -> tuple[TableHypothesis, _Log] | None:
    """The first fact that takes findings away and brings no new one, with the value that takes most."""
    for alternatives in _proposed(log):
        if len(tried) >= most:
            break
        best: tuple[TableHypothesis, _Log] | None = None
        for each in alternatives:
            key = each.line, each.field, each.implied
            if key in tried or len(tried) >= most:
                continue
            tried.add(key)
            after = checking(each.edited.data)
            if after is None or not _speaks(log.found, after):
                continue
            if best is None or after.facts.total() < best[1].found.facts.total():
                best = each, _Log(each.edited, after)
        if best is not None:
            return best
    return None


def _proposed(log: _Log) -> Iterator[list[TableHypothesis]]:
    yield from wrong_terms(log.lines, log.found.facts)
    yield from wrong_buttons(log.lines, log.found.facts)


def _speaks(before: TableChecked, after: TableChecked) -> bool:
    """Whether findings are gone, none came, and each check that lost one can test as much as before."""
    gone = _gone(before, after)
    if after.facts - before.facts or sum(before.facts[each] for each in gone) < _LEAST_GONE:
        return False
    return all(after.untestable.get(code, 0) <= before.untestable.get(code, 0) for code, _, _ in gone)


def _gone(before: TableChecked, after: TableChecked) -> frozenset[Fact]:
    """The facts of which no finding is left."""
    return frozenset(each for each in before.facts if not after.facts[each])


def _caused(hypothesis: TableHypothesis, gone: frozenset[Fact]) -> Caused:
    cause = Cause(
        line=hypothesis.line,
        field=hypothesis.field,
        stated=hypothesis.stated,
        implied=hypothesis.implied,
        message=hypothesis.message,
    )
    return Caused(title=hypothesis.title, cause=cause, facts=gone, many=hypothesis.many)
