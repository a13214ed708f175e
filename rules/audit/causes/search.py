"""The hypotheses that are taken: one by one, each beside those before it, or two that only together bring nothing new."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from rules.audit.causes.edited import Edited
from rules.audit.causes.hypotheses import Hypothesis
from rules.audit.causes.trying import LEAST_GONE, Bench, State, Trial, gone, trials, whole

MOST_CAUSES = 4
MOST_AUDITED = 6  # hypotheses of a search, the best, that are tried on all checks
MOST_FIRST = 3  # hypotheses that are tried as the first of two
LEAST_OF_TWO = 10  # findings that two hypotheses take away together


class Step(Struct, frozen=True):
    """A hypothesis that was taken. before: the file without it; state: the event with it.

    joined: it is taken only together with the step before it.
    """

    hypothesis: Hypothesis
    before: Edited[Any]
    state: State
    joined: bool = False


def taken_steps(state: State, bench: Bench) -> list[Step]:
    """The hypotheses that take findings away, the one that takes most first."""
    found: list[Step] = []
    while len(found) < MOST_CAUSES and len(state.breaches) >= LEAST_GONE:
        steps = _next(state, bench)
        if not steps:
            break
        found += steps
        state = steps[-1].state
    return found


def _next(state: State, bench: Bench) -> list[Step]:
    """The hypothesis that takes most findings away: one that takes all of them at once, else the best of those tried."""
    tried: list[Trial] = []
    for each in trials(state, bench):
        if each.gone == len(state.breaches) and (step := _taken(state, each.hypothesis, bench)) is not None:
            return [step]
        tried.append(each)
    best = sorted(
        (each for each in tried if 0 < each.gone < len(state.breaches)), key=lambda each: -each.gone
    )
    for each in best[:MOST_AUDITED]:
        if (step := _taken(state, each.hypothesis, bench)) is not None:
            return [step]
    return _two(state, tried, bench) if len(state.breaches) >= LEAST_OF_TWO else []


def _taken(state: State, hypothesis: Hypothesis, bench: Bench) -> Step | None:
    """A step from a state; None: all checks find something new."""
    after = whole(hypothesis, bench)
    if after is None or not gone(state, after.found, after.edited):
        return None
    return Step(hypothesis, state.edited, after)


def _two(state: State, tried: list[Trial], bench: Bench) -> list[Step]:
    """Two hypotheses, of which the first brings new findings that the second takes away again, such as places after one that
    is missing. The first are those that leave fewest findings.
    """
    first = sorted(
        (each for each in tried if not each.gone and each.less >= LEAST_GONE), key=lambda each: -each.less
    )
    for each in first[:MOST_FIRST]:
        between = whole(each.hypothesis, bench)
        second = None if between is None else _second(state, between, bench)
        if between is not None and second is not None:
            return [Step(each.hypothesis, state.edited, between), second]
    return []


def _second(state: State, between: State, bench: Bench) -> Step | None:
    """The hypothesis beside a first one that takes most away of what there was before both, and brings nothing new to it."""
    most = [
        each
        for each in trials(between, bench, since=state)
        if each.less >= LEAST_GONE and each.gone >= LEAST_OF_TWO
    ]
    for each in sorted(most, key=lambda each: -each.gone)[:MOST_AUDITED]:
        after = whole(each.hypothesis, bench)
        if after is not None and gone(state, after.found, after.edited) >= LEAST_OF_TWO:
            return Step(each.hypothesis, between.edited, after, joined=True)
    return None
