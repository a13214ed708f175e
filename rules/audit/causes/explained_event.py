"""Causes of an event's findings, with the findings and money of each, and the rest."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from rules.audit.causes.hypothesis_search import HypothesisStep, taken_steps
from rules.audit.causes.tried_hypotheses import Bench, TriedEvent, fact_of
from rules.audit.money.event_rows import EventRow
from rules.results import Cause, Finding

_Amounts = Counter[tuple[str, str]]  # by unit and kind


class ExplainedFindings(Struct, frozen=True):
    """Findings that a corrected fact removes. title None: that of the incident's root. rows: money removed with them."""

    title: str | None
    cause: Cause
    findings: list[Finding]
    rows: list[EventRow]


class ExplainedEvent(Struct, frozen=True):
    """causes: one fact each. findings, rows: unexplained."""

    causes: list[ExplainedFindings]
    findings: list[Finding]
    rows: Sequence[EventRow]


def unexplained(state: TriedEvent) -> ExplainedEvent:
    """Findings without a cause."""
    return ExplainedEvent([], state.breaches, state.rows)


def explained(state: TriedEvent, bench: Bench) -> ExplainedEvent:
    """Causes of an event's findings. Their money and the rest's is the event's."""
    steps = taken_steps(state, bench)
    while steps and _above(_amounts(_rows_as_sent(state, steps[-1].state)), _amounts(state.rows)):
        if steps.pop().joined:
            steps.pop()
    rows = [state.rows, *(_rows_as_sent(state, each.state) for each in steps)]
    money = _settled([_between(one, other) for one, other in zip(rows, rows[1:], strict=False)])
    left, causes = state.breaches, []
    for step, mine in zip(steps, money, strict=True):
        gone, left = _gone(left, state, step.state)
        causes.append(ExplainedFindings(step.hypothesis.title, _cause(step), gone, mine))
    return ExplainedEvent(causes, left, rows[-1])


def _cause(step: HypothesisStep) -> Cause:
    hypothesis, before = step.hypothesis, step.before
    line, other = before.line_as_sent(hypothesis.line), before.line_as_sent(hypothesis.other)
    message = hypothesis.message
    for name, at in (("{line}", line), ("{other}", other)):
        message = message.replace(name, f"{at:,}" if at is not None else "")
    return Cause(
        line=line,
        field=hypothesis.field,
        stated=hypothesis.stated,
        implied=hypothesis.implied,
        message=message,
    )


def _gone(
    left: Sequence[Finding], first: TriedEvent, state: TriedEvent
) -> tuple[list[Finding], list[Finding]]:
    there = Counter(fact_of(each, state.edited) for each in state.breaches)
    gone: list[Finding] = []
    kept: list[Finding] = []
    for each in left:
        fact = fact_of(each, first.edited)
        (kept if there[fact] > 0 else gone).append(each)
        there[fact] -= 1
    return gone, kept


# ---------------------------------------------------------------- money


def _rows_as_sent(first: TriedEvent, state: TriedEvent) -> list[EventRow]:
    prints: defaultdict[object, list[str]] = defaultdict(list)
    for each in first.breaches:
        prints[fact_of(each, first.edited)].append(each.fingerprint)
    now = {}
    for each in state.breaches:
        same = prints[fact_of(each, state.edited)]
        now[each.fingerprint] = same.pop(0) if same else each.fingerprint
    return [
        replace(
            row,
            lines=tuple(line for at in row.lines if (line := state.edited.line_as_sent(at)) is not None),
            findings=tuple(now.get(each, each) for each in row.findings),
        )
        for row in state.rows
    ]


def _between(before: Sequence[EventRow], after: Sequence[EventRow]) -> list[EventRow]:
    gone, left = list(before), []
    for row in after:
        if row in gone:
            gone.remove(row)
        else:
            left.append(_less(row))
    return [*gone, *left]


def _less(row: EventRow) -> EventRow:
    return replace(
        row,
        amounts={kind: -amount for kind, amount in row.amounts.items()},
        owed={party: -amount for party, amount in row.owed.items()},
        taken={pair: -amount for pair, amount in row.taken.items()},
        lacking=tuple((party, -amount, kind) for party, amount, kind in row.lacking),
        unsettled=False,
    )


def _settled(parts: list[list[EventRow]]) -> list[list[EventRow]]:
    """Money of causes, none below 0: such a one is counted with the cause that has most of it."""
    parts = [list(each) for each in parts]
    while below := [
        (at, key) for at, rows in enumerate(parts) for key, each in _amounts(rows).items() if each < 0
    ]:
        at, key = below[0]
        others = [other for other in range(len(parts)) if other != at]
        most = max(others, key=lambda other: _amounts(parts[other])[key])
        parts[most] += parts[at]
        parts[at] = []
    return parts


def _amounts(rows: Sequence[EventRow]) -> _Amounts:
    found: _Amounts = Counter()
    for row in rows:
        for kind, amount in row.amounts.items():
            found[row.unit, kind] += amount
    return found


def _above(after: _Amounts, before: _Amounts) -> bool:
    return any(amount > before[key] for key, amount in after.items())
