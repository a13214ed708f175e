"""Ledgers before one, as `EARLIER` and `OF_QUARTER` of the store select them in SQL."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Sequence

from auditor.bulk.bulk_outcomes import FileDone
from rules.shown_events import EventFacts

_NUMBERS = 12  # ledgers before one where days were not recorded


def earlier_ledgers(file: FileDone, events: Sequence[FileDone]) -> list[FileDone]:
    """Ledgers of the year before, or the dozen before where days are unrecorded. events: current ones."""
    return [
        each
        for each in events
        if each.kind == "ledger" and each.name != file.name and _is_before(_facts(each), _facts(file))
    ]


def named_in_the_quarter(file: FileDone, earlier: Sequence[FileDone]) -> Iterator[str]:
    """Files that earlier ledgers name with days of a quarter paid by a ledger."""
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
    """The day a year before; for 29 February 1 March, as SQLite has it."""
    date = dt.date.fromisoformat(day)
    if (date.month, date.day) == (2, 29):
        date += dt.timedelta(days=1)
    return f"{date.year - 1:04}{date.isoformat()[4:]}"


def _facts(file: FileDone) -> EventFacts:
    assert file.facts is not None
    return file.facts
