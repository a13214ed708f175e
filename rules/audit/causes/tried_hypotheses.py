"""Hypotheses tried: the file is audited with each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

from msgspec import Struct

from rules.audit.causes.edited import Edited
from rules.audit.causes.hypotheses import Hypothesis
from rules.audit.event_checks import EventChecked
from rules.audit.money.event_rows import EventRow
from rules.results import Finding

LEAST_GONE = 2  # findings: a single one needs no cause
FEWEST_TRIED, MOST_TRIED = (
    12,
    60,
)  # hypotheses in each search of a cause, tried on the checks that found something
MOST_LINES = 24_000  # of all files that are audited again in each search together

Fact = tuple[Any, ...]  # what a finding is about, whatever it states


class TriedEvent(Struct, frozen=True):
    """An event as audited. found: by its checks; rows: its money."""

    edited: Edited[Any]
    view: Any
    found: EventChecked
    rows: Sequence[EventRow]

    @property
    def breaches(self) -> list[Finding]:
        """Violations and discrepancies."""
        return breaches_of(self.found)


class Bench(Struct, frozen=True):
    """Functions to audit an event again. view: of a corrected file. checked: by checks with codes, None: all. rows: of money.
    hypotheses: most likely first.
    """

    view: Callable[[Edited[Any]], Any]
    checked: Callable[[Any, frozenset[str] | None], EventChecked]
    rows: Callable[[Any, EventChecked], Sequence[EventRow]]
    hypotheses: Callable[[TriedEvent], Iterable[Hypothesis]]


class TriedHypothesis(Struct, frozen=True):
    """A hypothesis tried. gone: findings removed, 0 if it adds any (`gone`); less: decrease in their number."""

    hypothesis: Hypothesis
    gone: int
    less: int


def trials(state: TriedEvent, bench: Bench, since: TriedEvent | None = None) -> Iterator[TriedHypothesis]:
    """Hypotheses of a state, tried. since: the state from which ``gone`` counts."""
    first, breaches = since or state, len(state.breaches)
    codes = frozenset(each.code for each in (*first.breaches, *state.breaches))
    most = max(FEWEST_TRIED, min(MOST_TRIED, MOST_LINES // len(state.edited.sent)))
    for each in islice(bench.hypotheses(state), most):
        found = bench.checked(bench.view(each.edited), codes)
        less = breaches - len(breaches_of(found))
        yield TriedHypothesis(each, gone(first, found, each.edited), less)


def whole(hypothesis: Hypothesis, bench: Bench) -> TriedEvent | None:
    """An event with a hypothesis, audited by all checks; None: one failed."""
    view = bench.view(hypothesis.edited)
    found = bench.checked(view, None)
    return None if found.failures else TriedEvent(hypothesis.edited, view, found, bench.rows(view, found))


def gone(state: TriedEvent, found: EventChecked, edited: Edited[Any]) -> int:
    """Number of findings gone; 0: new ones came, or too few are gone. Those of checks that test less do not count as support."""
    before, after = facts_of(state.found, state.edited), facts_of(found, edited)
    if after - before:
        return 0
    lost = before - after
    blind = _blind(found, state.found)
    certain = sum(times for (code, *_), times in lost.items() if code not in blind)
    return lost.total() if certain >= LEAST_GONE else 0


def facts_of(found: EventChecked, edited: Edited[Any]) -> Counter[Fact]:
    """Facts of an audit's breaches, counted, by lines as sent."""
    return Counter(fact_of(each, edited) for each in breaches_of(found))


def fact_of(finding: Finding, edited: Edited[Any]) -> Fact:
    """Fact of a finding. A line of a table's log keeps its number."""
    line = finding.line if finding.session else edited.line_as_sent(finding.line)
    about = (
        finding.hand,
        finding.seat,
        finding.entry,
        finding.player,
        finding.table,
        finding.total,
        finding.account,
    )
    return (finding.code, finding.session, line, *about)


def breaches_of(found: EventChecked) -> list[Finding]:
    """Violations and discrepancies."""
    return [each for each in found.findings if each.kind in ("violation", "discrepancy")]


def _blind(found: EventChecked, before: EventChecked) -> set[str]:
    untestable = {each.code: each.untestable for each in before.coverage}
    return {each.code for each in found.coverage if each.untestable > untestable[each.code]}
