"""Counts of a log's drop boxes beside its recorded fees, by gaming day and kind of fee, for SCN013."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import date

from msgspec import Struct

from rules.checks.day.session_summary import Counting, SessionSummary
from rules.records.events import Drop
from rules.records.table_events import TableEvents


class CountedDay(Struct, frozen=True):
    """A box of one kind on a gaming day, with amounts that are both exact. counters: who counted it; none: not one group."""

    day: date
    kind: str
    drop: int
    fees: int
    counters: tuple[str, ...] = ()


class CountedLog(Struct, frozen=True):
    """The counts of a log that can be compared."""

    room: str
    days: Sequence[CountedDay]


def counted_log(summary: SessionSummary, events: TableEvents) -> CountedLog:
    """The counts of a log from its summary, and its events for who counted."""
    return CountedLog(summary.room, list(_days(summary, events)))


def _days(summary: SessionSummary, events: TableEvents) -> Iterator[CountedDay]:
    for part in summary.days:
        for sides in part.sides:
            drop, fees = sides.drop.sure, sides.recorded.sure
            own = [each for each in summary.counts if each.kind == sides.kind]
            if drop is not None and fees is not None:
                counters = _counters(own, part.day, events)
                yield CountedDay(date.fromisoformat(part.day), sides.kind, drop, fees, counters)


def _counters(counts: Iterable[Counting], day: str, events: TableEvents) -> tuple[str, ...]:
    """One group who counted the boxes of a day, or of the log where none was counted on it; else nobody."""
    of_day = [each for each in counts if each.day == day] or list(counts)
    groups = {tuple(sorted(set(drop.counted_by))) for each in of_day if (drop := _drop(events, each.line))}
    return groups.pop() if len(groups) == 1 else ()


def _drop(events: TableEvents, line: int) -> Drop | None:
    event = events.on_line(line)
    return event if isinstance(event, Drop) else None
