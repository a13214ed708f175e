"""Hypotheses tried one by one: the file is audited with each, and what is gone without anything new speaks for it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from typing import Any

from msgspec import Struct

from rules.audit.causes.edited import Edited
from rules.audit.causes.hypotheses import Hypothesis
from rules.audit.event_checks import EventChecked
from rules.audit.money.event_rows import EventRow
from rules.results import Finding

LEAST_GONE = 2  # findings: a single one needs no cause
MOST_CAUSES = 4
FEWEST_TRIED, MOST_TRIED = (
    12,
    60,
)  # hypotheses in each search of a cause, tried on the checks that found something
MOST_LINES = 24_000  # of all files that are audited again in each search together
MOST_AUDITED = 6  # of these hypotheses, the best, tried on all checks

Fact = tuple[Any, ...]  # what a finding is about, whatever it states


class State(Struct, frozen=True):
    """An event as it is audited, with facts corrected or none. found: all that its checks found; rows: its money."""

    edited: Edited[Any]
    view: Any
    found: EventChecked
    rows: Sequence[EventRow]

    @property
    def breaches(self) -> list[Finding]:
        """Its violations and discrepancies."""
        return breaches_of(self.found)


class Bench(Struct, frozen=True):
    """How an event is audited again. view: of a corrected file. checked: by the checks with some
    codes, None: by all. rows: of money. hypotheses: those that a state gives reason for, the most likely first.
    """

    view: Callable[[Edited[Any]], Any]
    checked: Callable[[Any, frozenset[str] | None], EventChecked]
    rows: Callable[[Any, EventChecked], Sequence[EventRow]]
    hypotheses: Callable[[State], Iterable[Hypothesis]]


class Step(Struct, frozen=True):
    """A hypothesis that was taken. before: the file without it; state: the event with it."""

    hypothesis: Hypothesis
    before: Edited[Any]
    state: State


def steps_of(state: State, bench: Bench) -> list[Step]:
    """The hypotheses that take findings away, each beside those before it, the one that takes most first."""
    found: list[Step] = []
    while len(found) < MOST_CAUSES and len(state.breaches) >= LEAST_GONE:
        step = _best(state, bench)
        if step is None:
            break
        found.append(step)
        state = step.state
    return found


def facts_of(found: EventChecked, edited: Edited[Any]) -> Counter[Fact]:
    """What the breaches of an audit are about, in lines of the file as sent."""
    return Counter(fact_of(each, edited) for each in breaches_of(found))


def fact_of(finding: Finding, edited: Edited[Any]) -> Fact:
    """What a finding is about. The line of a table's log is its own."""
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
    """The violations and discrepancies."""
    return [each for each in found.findings if each.kind in ("violation", "discrepancy")]


def _best(state: State, bench: Bench) -> Step | None:
    """The hypothesis that takes most findings away: one that takes all of them at once, else the best of those tried."""
    breaches = state.breaches
    codes = frozenset(each.code for each in breaches)
    most = max(FEWEST_TRIED, min(MOST_TRIED, MOST_LINES // len(state.edited.sent)))
    tried: list[tuple[int, int, Hypothesis]] = []
    for place, each in enumerate(islice(bench.hypotheses(state), most)):
        gone = _gone(state, bench.checked(bench.view(each.edited), codes), each.edited)
        if gone == len(breaches) and (step := _taken(state, each, bench)) is not None:
            return step
        if 0 < gone < len(breaches):
            tried.append((-gone, place, each))
    best = [each for _, _, each in sorted(tried, key=lambda one: one[:2])]
    steps = (_taken(state, each, bench) for each in best[:MOST_AUDITED])
    return next((each for each in steps if each is not None), None)


def _taken(state: State, hypothesis: Hypothesis, bench: Bench) -> Step | None:
    """An event with a hypothesis, audited by all checks; None: these find something new."""
    view = bench.view(hypothesis.edited)
    found = bench.checked(view, None)
    if found.failures or not _gone(state, found, hypothesis.edited):
        return None
    return Step(hypothesis, state.edited, State(hypothesis.edited, view, found, bench.rows(view, found)))


def _gone(state: State, found: EventChecked, edited: Edited[Any]) -> int:
    """How many findings are gone; 0: others came, or too few are gone that are still looked for.

    Where a check can test less than before, its findings may be gone for that alone, and do not speak for a hypothesis.
    """
    before, after = facts_of(state.found, state.edited), facts_of(found, edited)
    if after - before:
        return 0
    gone = before - after
    blind = _blind(found, state.found)
    certain = sum(times for (code, *_), times in gone.items() if code not in blind)
    return gone.total() if certain >= LEAST_GONE else 0


def _blind(found: EventChecked, before: EventChecked) -> set[str]:
    """The checks that can test less than before."""
    untestable = {each.code: each.untestable for each in before.coverage}
    return {each.code for each in found.coverage if each.untestable > untestable[each.code]}
