"""Tables in play at once: while hand follows hand, until a rest.

A hand without end is in play when dealt.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from msgspec import Struct

from rules.checks.day.session_summary import SessionSummary
from rules.checks.support.stretches import REST


class Busy(Struct, frozen=True):
    """Time, or moment, with the same tables in play."""

    start: int
    end: int
    tables: frozenset[str]


class Over(Struct, frozen=True):
    """Time with too many tables; ``most``: at once; ``tables``: all."""

    start: int
    end: int
    most: int
    tables: frozenset[str]


class TimeInPlay(NamedTuple):
    """Successive hands of a table. runs_on: the last went on."""

    begins: int
    ends: int
    runs_on: bool

    def at(self, moment: int) -> bool:
        """Whether in play at a moment and after it."""
        return self.begins <= moment and (moment < self.ends or (self.runs_on and moment == self.ends))

    def meets(self, start: int, end: int) -> bool:
        """Whether in play within a time or moment."""
        return self.at(start) or start < self.begins < end


def in_play(sitting: SessionSummary) -> list[TimeInPlay]:
    """Separate times of a table in play, in order."""
    known = sorted(
        TimeInPlay(each.begins, each.ends, each.runs_on)
        for each in sitting.seated
        if each.begins is not None and each.ends is not None
    )
    found: list[TimeInPlay] = []
    for each in known:
        if found and each.begins <= found[-1].ends + REST:
            last = max(found[-1], each, key=lambda one: (one.ends, one.runs_on))
            found[-1] = TimeInPlay(found[-1].begins, last.ends, last.runs_on)
        else:
            found.append(each)
    return [each for each in found if each.begins < each.ends or each.runs_on]


def busy(sittings: Iterable[SessionSummary]) -> list[Busy]:
    """Times of a day, in order, by table name.

    A last hand's deal between two times is a moment.
    """
    plays = [(play, each.table) for each in sittings for play in in_play(each)]
    edges = sorted({edge for play, _ in plays for edge in play[:2]})
    found: list[Busy] = []
    for start, end in zip(edges, [*edges, None][1:], strict=True):
        moment = frozenset(table for play, table in plays if play.at(start))
        after = frozenset(
            table for play, table in plays if end is not None and play.begins <= start and play.ends >= end
        )
        if moment - after:
            found.append(Busy(start, start, moment))
        if end is not None:
            found.append(Busy(start, end, after))
    return found


def most_at_once(sittings: Sequence[SessionSummary]) -> int | None:
    """Most tables at once; None: unknown times."""
    if any(each.hands and each.first_at is None for each in sittings):
        return None
    return max(
        (len(time.tables) for time in busy(sittings)), default=min(1, sum(each.hands for each in sittings))
    )


def over(times: Iterable[Busy], licensed: int) -> Iterator[Over]:
    """Times above the licence, successive ones joined."""
    running: Over | None = None
    for each in times:
        if len(each.tables) <= licensed:
            if running:
                yield running
            running = None
        elif running is None:
            running = Over(each.start, each.end, len(each.tables), each.tables)
        else:
            running = Over(
                running.start, each.end, max(running.most, len(each.tables)), running.tables | each.tables
            )
    if running:
        yield running
