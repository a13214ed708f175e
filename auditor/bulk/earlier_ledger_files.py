"""The ledgers of a room before one, as the service takes them: `EARLIER` and `OF_QUARTER` of the store say the same in SQL."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Sequence

from auditor.bulk.done import FileDone
from rules.shown_events import EventFacts

_NUMBERS = 12  # ledgers before one where days were not recorded


def earlier_ledgers(file: FileDone, events: Sequence[FileDone]) -> list[FileDone]:
    """Those of the year before a ledger, or the dozen before it where days were not recorded. events: current ones."""
    return [
        each
        for each in events
        if each.kind == "ledger" and each.name != file.name and _is_before(_facts(each), _facts(file))
    ]


def named_in_the_quarter(file: FileDone, earlier: Sequence[FileDone]) -> Iterator[str]:
    """Files that earlier ledgers name and that have days of a quarter which a ledger pays prizes of."""
    since = _facts(file).pays_from
    for each in earlier:
        if since is not None and (_facts(each).ends or since) >= since:
            yield from _facts(each).missing


def _is_before(one: EventFacts, other: EventFacts) -> bool:
    if one.ends is not None and other.begins is not None:
        return _year_before(other.begins) <= one.ends < other.begins
    if one.number is None or other.number is None:
        return False
    return other.number - _NUMBERS <= one.number < other.number


def _year_before(day: str) -> str:
    """The day a year before a day; of 29 February, as SQLite has it, 1 March."""
    date = dt.date.fromisoformat(day)
    if (date.month, date.day) == (2, 29):
        date += dt.timedelta(days=1)
    return f"{date.year - 1:04}{date.isoformat()[4:]}"


def _facts(file: FileDone) -> EventFacts:
    assert file.facts is not None
    return file.facts
