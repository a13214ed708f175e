"""A ledger's file into records, or all its problems."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import Any

from msgspec import UNSET, Struct

from rules.ledgers.ledger_records import FORMAT, Close, Closing, Event, Hit, Ledger, Line, Payout
from rules.records.accepted import accepted
from rules.records.event_file import Wrong, one_of, read_event_file
from rules.records.problems import LineProblems, Problem, shown

ACCEPTED = accepted(FORMAT, Line)


class LedgerFile(Struct, frozen=True):
    """A file that was taken: header, events with lines from 1, close."""

    header: Ledger
    events: tuple[tuple[int, Event], ...]
    close: tuple[int, Close] | None


def read_ledger(chunks: Iterable[bytes]) -> LedgerFile:
    """Read a file given in pieces of any size. Raises rules.records.problems.Refused."""
    read = read_event_file(chunks, ACCEPTED, Ledger, Close, _further)
    return LedgerFile(read.header, tuple(read.events), read.close)


def _further(line: int, event: Any, problems: LineProblems) -> None:
    for field, found, expected in _wrong(event):
        problems.add(Problem(line, field, found, expected))


def _wrong(event: Any) -> Wrong:
    if isinstance(event, Ledger):
        yield from _day("from", event.from_)
        yield from _day("until", event.until)
        yield from _once("accounts", "account", [each.account for each in event.accounts])
    elif isinstance(event, Closing):
        yield from _day("day", event.day)
    elif isinstance(event, Hit):
        yield from _once("seats", "seat", [each.seat for each in event.seats])
    elif isinstance(event, Payout):
        yield from one_of("hit", {"hit": event.hit, "tournament": event.tournament})


def _day(field: str, found: Any) -> Wrong:
    try:
        date.fromisoformat(found if found is not UNSET else "2000-01-01")
    except ValueError:
        yield field, shown(found), "a day, such as 2026-03-14"


def _once(field: str, key: str, found: list[Any]) -> Wrong:
    for place, each in enumerate(found):
        if (first := found.index(each)) < place:
            yield f"{field}[{place}].{key}", shown(each), f"each {key} once; {field}[{first}] has it already"
