"""Lines that are written twice."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from rules.audit.causes.fact_names import kind_of
from rules.audit.causes.hypotheses import Hypothesis
from rules.audit.causes.tried_hypotheses import TriedEvent


def doubled_lines(state: TriedEvent) -> Iterator[Hypothesis]:
    """Lines that repeat one above: first with the same time, then equal in all else."""
    for plainly in (True, False):
        first: dict[str, tuple[int, Any]] = {}
        for line, event in state.edited.file.events:
            key = repr(event if plainly else replace(event, at="" if event.at is not UNSET else UNSET))
            if key not in first:
                first[key] = line, event
            elif plainly or first[key][1].at != event.at:
                yield _without(state, line, first[key][0], event)


def _without(state: TriedEvent, line: int, other: int, event: Any) -> Hypothesis:
    return Hypothesis(
        title="A line is written twice",
        message=f"Line {{line}} ({kind_of(event)}) says what line {{other}} says.",
        edited=state.edited.without(line),
        line=line,
        other=other,
    )
