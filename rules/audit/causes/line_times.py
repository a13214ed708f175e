"""Times of lines that others contradict."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from rules import times
from rules.audit.causes.fact_names import kind_of
from rules.audit.causes.hypotheses import Hypothesis
from rules.audit.causes.tried_hypotheses import TriedEvent
from rules.tournaments.tournament_records import Clock

_ORDER = "LOG018"
_LEVELS = ("LVL004", "LVL005")
_HOUR = 3_600_000_000  # microseconds
_SHIFTS = (
    *range(-3, 4),
    -12,
    12,
    -24,
    24,
    -48,
    48,
    -72,
    72,
    -96,
    96,
)  # hours by which a time is commonly written wrong
_MOST_SHIFTS = 3  # that fit between the lines around

_Timed = list[tuple[int, Any, int]]  # line, event, instant


def wrong_times(state: TriedEvent) -> Iterator[Hypothesis]:
    """Times of lines out of order, and of levels not announced when due."""
    timed = _timed(state)
    places = {line: place for place, (line, _, _) in enumerate(timed)}
    for each in state.breaches:
        if each.session or each.line not in places:
            continue
        place = places[each.line]
        if each.code in _LEVELS and isinstance(each.expected, str):
            yield _at(state, timed, place, each.expected)
        elif each.code == _ORDER:
            for other in (place, place - 1):
                yield from _as_published(state, timed, other)
                yield from _in_order(state, timed, other)


def _timed(state: TriedEvent) -> _Timed:
    found = []
    for line, event in state.edited.file.events:
        parsed = times.parse_one(event.at) if event.at is not UNSET else None
        if parsed is not None:
            found.append((line, event, parsed[0]))
    return found


def _as_published(state: TriedEvent, timed: _Timed, place: int) -> Iterator[Hypothesis]:
    event, begins = timed[place][1], getattr(state.edited.file.header, "starts_at", UNSET)
    if isinstance(event, Clock) and event.action == "start" and begins is not UNSET and begins != event.at:
        yield _at(state, timed, place, begins)


def _in_order(state: TriedEvent, timed: _Timed, place: int) -> Iterator[Hypothesis]:
    if place < 1 or place + 1 >= len(timed):
        return
    _, event, at = timed[place]
    low, high = timed[place - 1][2], timed[place + 1][2]
    if low > high:
        return
    shifted = [at + hours * _HOUR for hours in sorted(_SHIFTS, key=abs) if low <= at + hours * _HOUR <= high]
    for moment in dict.fromkeys((*shifted[:_MOST_SHIFTS], low, high)):
        text = times.text_of(moment, times.zone_of(event.at))
        if moment != at and text is not None:
            yield _at(state, timed, place, text)


def _at(state: TriedEvent, timed: _Timed, place: int, text: str) -> Hypothesis:
    line, event, _ = timed[place]
    around = [timed[other] for other in (place - 1, place + 1) if 0 <= other < len(timed)]
    between = " and ".join(str(each.at) for _, each, _ in around)
    return Hypothesis(
        title="The time of a line is wrong",
        message=(
            f"Line {{line}} ({kind_of(event)}) is of {event.at}, between lines of {between}; at {text} these findings are gone."
        ),
        edited=state.edited.with_line(line, replace(event, at=text)),
        line=line,
        field="at",
        stated=event.at,
        implied=text,
    )
