"""Contradictory times of an altered open-face hand: the seats that CLK007 reports."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

from msgspec import UNSET

from rules.records.events import ClockCall, OfcHand, Placement

_SECOND = timedelta(seconds=1)


def contradicted(hand: OfcHand) -> Iterator[int | None]:
    """Seat of each contradiction; None: the whole hand."""
    if hand.void is True:
        return
    seats = {seat.seat for seat in hand.seats}
    begins, ends = _time(hand.at), _time(hand.ended_at)
    placements = [] if hand.placements is UNSET else hand.placements
    calls = [] if hand.clock_calls is UNSET else hand.clock_calls
    timed = [(act, at) for act in placements if (at := _time(act.at)) is not None]
    yield from (act.seat if act.seat in seats else None for act in _back(timed))
    if begins is not None and any(at < begins for _, at in timed):
        yield None
    if ends is not None and any(at > ends for _, at in timed):
        yield None
    for call in calls:
        seat = call.seat if call.seat in seats else None
        yield from (seat for _ in range(_of_a_call(call, timed, len(timed) == len(placements), begins, ends)))


def _back(timed: list[tuple[Placement, datetime]]) -> Iterator[Placement]:
    latest: datetime | None = None
    for act, at in timed:
        if latest is not None and at < latest:
            yield act
        latest = at if latest is None else max(latest, at)


def _of_a_call(
    call: ClockCall,
    timed: list[tuple[Placement, datetime]],
    whole: bool,
    begins: datetime | None,
    ends: datetime | None,
) -> int:
    """Number of contradictions of a call. whole: every placement has its time."""
    called, acted = _time(call.at), _time(call.acted_at)
    assert called is not None
    count = int(begins is not None and called < begins) + int(ends is not None and called > ends)
    if acted is None:
        return count
    count += acted < called or (ends is not None and acted > ends)
    answers = [at for act, at in timed if act.seat == call.seat and at >= called] if whole else []
    return count + bool(answers and abs(answers[0] - acted) > _SECOND)


def _time(text: Any) -> datetime | None:
    return datetime.fromisoformat(text) if isinstance(text, str) else None
