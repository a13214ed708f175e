"""How many tables were in play at once: a table is, while hand follows hand; a rest of the table ends it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from rules.checks.stretches import REST
from rules.rooms.sitting import Sitting


@dataclass(frozen=True)
class Busy:
    """A time in which the same tables were in play."""

    start: int
    end: int
    tables: frozenset[str]


@dataclass(frozen=True)
class Over:
    """A time in which more tables than some were in play; ``most``: at once; ``tables``: all that were."""

    start: int
    end: int
    most: int
    tables: frozenset[str]


def in_play(sitting: Sitting) -> list[tuple[int, int]]:
    """The times in which a table was in play, in order and apart: those of whoever sat there, as one."""
    known = sorted(
        (each.begins, each.ends)
        for each in sitting.seated
        if each.begins is not None and each.ends is not None
    )
    found: list[tuple[int, int]] = []
    for begins, ends in known:
        if found and begins <= found[-1][1] + REST:
            found[-1] = (found[-1][0], max(ends, found[-1][1]))
        else:
            found.append((begins, ends))
    return [(begins, ends) for begins, ends in found if begins < ends]


def busy(sittings: Iterable[Sitting]) -> list[Busy]:
    """The times of a day, in order; a name stands for one table, whoever plays there."""
    times = [(first, last, each.table) for each in sittings for first, last in in_play(each)]
    edges = sorted({edge for first, last, _ in times for edge in (first, last)})
    return [
        Busy(start, end, frozenset(table for first, last, table in times if first <= start and last >= end))
        for start, end in zip(edges, edges[1:], strict=False)
    ]


def most_at_once(sittings: Sequence[Sitting]) -> int | None:
    """The most tables at once; None where the times of a session's hands are not known."""
    if any(each.hands and each.first_at is None for each in sittings):
        return None
    return max(
        (len(time.tables) for time in busy(sittings)), default=min(1, sum(each.hands for each in sittings))
    )


def over(times: Iterable[Busy], licensed: int) -> Iterator[Over]:
    """The times in which there were more than licensed, those that follow each other as one."""
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
