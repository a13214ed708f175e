"""Closings of an account: due times and missing days. OLY-4.4."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime, time

from msgspec import UNSET

from rules import times
from rules.ledgers.ledger_reader import LedgerFile
from rules.ledgers.ledger_records import Closing

_LAST = date.max.toordinal()


def close_due(day: str, at: str, close_by: str) -> str:
    """Due time of a gaming day's closing, the day after, with the offset of ``at``."""
    moment = datetime.combine(_after(day), time.fromisoformat(close_by), times.zone_of(at))
    return moment.isoformat()


def is_after(at: str, due: str) -> bool:
    """Whether one RFC 3339 time is after another."""
    return datetime.fromisoformat(at.upper()) > datetime.fromisoformat(due)


def closings_of(file: LedgerFile, account: str) -> list[tuple[int, Closing]]:
    """Closings of an account with lines."""
    return [
        (line, each) for line, each in file.events if isinstance(each, Closing) and each.account == account
    ]


def days_due(file: LedgerFile, account: str) -> Iterator[tuple[int, str, str | None]]:
    """Each closing's line and day, with the first earlier day without one, or None.

    Days begin with the file's period, else the first closing.
    """
    due = None if file.header.from_ is UNSET else file.header.from_
    for line, each in closings_of(file, account):
        missing = due if due is not None and each.day > due else None
        yield line, each.day, missing
        due = max(due or "", _after(each.day).isoformat())


def _after(day: str) -> date:
    """The next day; the calendar's last day stays."""
    return date.fromordinal(min(date.fromisoformat(day).toordinal() + 1, _LAST))


def last_read(file: LedgerFile, account: str, at: str) -> Closing | None:
    """The closing read last by a time; None: none has a time."""
    before = [
        each for _, each in closings_of(file, account) if each.at is not UNSET and not is_after(each.at, at)
    ]
    return max(reversed(before), key=_read_at, default=None)  # of two at one time the later line


def _read_at(closing: Closing) -> datetime:
    assert closing.at is not UNSET
    return datetime.fromisoformat(closing.at.upper())
