"""Accepted hypotheses: one by one, or two that only together bring nothing new."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice
from typing import Any

from msgspec import Struct

from rules.audit.causes.edited import Edited
from rules.audit.causes.hypotheses import Hypothesis
from rules.audit.causes.tried_hypotheses import (
    LEAST_GONE,
    Bench,
    TriedEvent,
    TriedHypothesis,
    gone,
    trials,
    whole,
)

MOST_CAUSES = 4
MOST_AUDITED = 6  # hypotheses of a search, the best, that are tried on all checks
MOST_FIRST, MOST_SECOND = 3, 24  # hypotheses that are tried as the first of two, and beside each of these
LEAST_OF_TWO = 10  # findings that two hypotheses take away together


_Corrected = tuple[str | None, str]  # what a hypothesis says, wherever its line is


class HypothesisStep(Struct, frozen=True):
    """An accepted hypothesis. before: the file without it; state: the event with it. joined: only with the step before."""

    hypothesis: Hypothesis
    before: Edited[Any]
    state: TriedEvent
    joined: bool = False


def taken_steps(state: TriedEvent, bench: Bench) -> list[HypothesisStep]:
    """Hypotheses that remove findings, the most first. Where many remain, pairs are tried beside or in place of them."""
    search = _Search(bench)
    found = search.single(state, MOST_CAUSES)
    for before in (found, []) if found else ([],):
        if len(_end(state, found).breaches) < LEAST_OF_TWO:
            break
        steps = search.with_two(state, before, other_than={_fact(each.hypothesis) for each in found})
        if len(_end(state, steps).breaches) < len(_end(state, found).breaches):
            found = steps
    return found


def _end(state: TriedEvent, steps: Sequence[HypothesisStep]) -> TriedEvent:
    return steps[-1].state if steps else state


class _Search:
    def __init__(self, bench: Bench) -> None:
        self._bench = bench
        self._tried: list[tuple[TriedEvent, list[TriedHypothesis]]] = []

    def single(self, state: TriedEvent, most: int) -> list[HypothesisStep]:
        found: list[HypothesisStep] = []
        while len(found) < most and len(state.breaches) >= LEAST_GONE:
            step = self._best(state)
            if step is None:
                break
            found.append(step)
            state = step.state
        return found

    def with_two(
        self, state: TriedEvent, before: Sequence[HypothesisStep], other_than: set[_Corrected]
    ) -> list[HypothesisStep]:
        """Steps with two more taken together and those found beside them; without two, the same. other_than: tried alone."""
        two = self._two(_end(state, before), other_than) if len(before) + 2 <= MOST_CAUSES else []
        if not two:
            return [*before]
        found = [*before, *two]
        return [*found, *self.single(_end(state, found), MOST_CAUSES - len(found))]

    def _best(self, state: TriedEvent) -> HypothesisStep | None:
        tried: list[TriedHypothesis] = []
        for each in self._trials(state):
            if each.gone == len(state.breaches) and (step := self._taken(state, each.hypothesis)) is not None:
                return step
            tried.append(each)
        self._tried.append((state, tried))
        best = [each for each in tried if 0 < each.gone < len(state.breaches)]
        steps = (self._taken(state, each.hypothesis) for each in _most_gone(best))
        return next((each for each in steps if each is not None), None)

    def _trials(self, state: TriedEvent) -> Iterable[TriedHypothesis]:
        kept = (tried for one, tried in self._tried if one is state)
        return next(kept, None) or trials(state, self._bench)

    def _taken(self, state: TriedEvent, hypothesis: Hypothesis) -> HypothesisStep | None:
        after = whole(hypothesis, self._bench)
        if after is None or not gone(state, after.found, after.edited):
            return None
        return HypothesisStep(hypothesis, state.edited, after)

    def _two(self, state: TriedEvent, other_than: set[_Corrected]) -> list[HypothesisStep]:
        """Two hypotheses, the second of which removes what the first adds, such as places after a missing one."""
        best: list[HypothesisStep] = []
        for each in _first(self._trials(state), other_than):
            between = whole(each.hypothesis, self._bench)
            second = None if between is None else self._second(state, between)
            if between is None or second is None:
                continue
            if not best or len(second.state.breaches) < len(best[-1].state.breaches):
                best = [HypothesisStep(each.hypothesis, state.edited, between), second]
            if not second.state.breaches:
                break
        return best

    def _second(self, state: TriedEvent, between: TriedEvent) -> HypothesisStep | None:
        tried = [
            each
            for each in islice(trials(between, self._bench, since=state), MOST_SECOND)
            if each.less >= LEAST_GONE and each.gone >= LEAST_OF_TWO
        ]
        for each in _most_gone(tried):
            after = whole(each.hypothesis, self._bench)
            if after is not None and gone(state, after.found, after.edited) >= LEAST_OF_TWO:
                return HypothesisStep(each.hypothesis, between.edited, after, joined=True)
        return None


def _first(tried: Iterable[TriedHypothesis], other_than: set[_Corrected]) -> list[TriedHypothesis]:
    """Those that leave fewest findings, one a fact: a line may be missing in several places."""
    of: dict[_Corrected, TriedHypothesis] = {}
    for each in sorted(tried, key=lambda each: -each.less):
        if each.less >= LEAST_GONE and _fact(each.hypothesis) not in other_than:
            of.setdefault(_fact(each.hypothesis), each)
    return list(of.values())[:MOST_FIRST]


def _fact(hypothesis: Hypothesis) -> _Corrected:
    return hypothesis.title, hypothesis.message


def _most_gone(tried: Iterable[TriedHypothesis]) -> list[TriedHypothesis]:
    return sorted(tried, key=lambda each: -each.gone)[:MOST_AUDITED]
