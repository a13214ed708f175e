"""Errors that are put into honest files of events, each with the checks that find it, or why nobody can see it."""

from __future__ import annotations

import copy
import datetime as dt
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, NamedTuple

from msgspec import json

from rules.audit import BytesSource
from rules.audit.event_audit import audit_ledger, audit_tournament
from rules.audit.files_of_event import Beside, read_beside
from rules.card_room import Room, TermsOfRoom
from rules.controls.library import library
from rules.results import Audit, Finding
from simulation.events import simulate_tournament
from simulation.ledgers import simulate_ledgers

Line = dict[str, Any]
Change = Callable[[list[Line]], None]
# Tournaments by name: ruleset, players, seed and kind. A ledger: of a month.
EVENTS = {
    "ranking": ("olympic-ranking", 30, 3, "reentry"),
    "rebuys": ("olympic-tournament", 30, 4, "rebuy_broke"),
    "open-face": ("carnivale-event-2013", 30, 2, ""),
}
RANKING, REBUYS, FACES, LEDGER = "ranking", "rebuys", "open-face", "ledger"
ROOMS = {"open-face": Room("WA-0417", (TermsOfRoom("America/Los_Angeles"),))}
TALLINN = Room("WA-0417", (TermsOfRoom("Europe/Tallinn"),))


class Injected(NamedTuple):
    """An error. codes: of the checks that find it, each of them. silent: why nobody can see it; empty where somebody can."""

    name: str
    event: str
    change: Change
    codes: frozenset[str]
    silent: str = ""


def injected(name: str, event: str, change: Change, codes: str = "", silent: str = "") -> Injected:
    return Injected(name, event, change, frozenset(codes.split()), silent)


# ------------------------------------------------------------------------------------------------ the files


@cache
def honest(name: str) -> tuple[list[Line], tuple[Beside, ...]]:
    """The lines of an honest file, and the files beside it."""
    if name == LEDGER:
        made = simulate_ledgers(library().get("olympic-jackpots"), months=1, seed=1)
        beside = (read_beside(BytesSource(each.data()), "ledger") for each in (*made.logs, *made.tournaments))
        return _lines(made.ledgers[0].data()), tuple(beside)
    ruleset, players, seed, kind = EVENTS[name]
    event = simulate_tournament(library().get(ruleset), players=players, seed=seed, kind=kind, tables=1)
    logs = (read_beside(BytesSource(each.data()), "tournament") for each in event.logs)
    return _lines(event.data()), tuple(logs)


def _lines(data: bytes) -> list[Line]:
    return [json.decode(line) for line in data.splitlines()]


def audit_of(name: str, lines: list[Line]) -> Audit:
    """The audit of a file, in its room, with what lies beside the honest one."""
    audit = audit_ledger if name == LEDGER else audit_tournament
    data = b"".join(json.encode(each) + b"\n" for each in lines)
    found = audit(BytesSource(data), honest(name)[1], room=ROOMS.get(name, TALLINN))
    assert found.failures == []
    return found


def breaches(audit: Audit) -> list[Finding]:
    return [each for each in audit.findings if each.kind in ("violation", "discrepancy")]


def with_error(error: Injected) -> list[Line]:
    """The lines of its file with an error."""
    lines = copy.deepcopy(honest(error.event)[0])
    error.change(lines)
    return lines


# ------------------------------------------------------------------------------------------------ changes


def of(lines: list[Line], event: str, nth: int = 0, /, **fields: Any) -> Line:
    """The nth line of an event, from 0 on, of those with some fields; below 0 from the last."""
    return list(_all(lines, event, fields))[nth]


def _all(lines: list[Line], event: str, fields: dict[str, Any]) -> Iterator[Line]:
    for each in lines:
        if each["event"] == event and all(each.get(name) == value for name, value in fields.items()):
            yield each


def put(event: str, nth: int = 0, /, *, where: dict[str, Any] | None = None, **fields: Any) -> Change:
    """Other values in a line; a function makes the value from the one that is there."""

    def change(lines: list[Line]) -> None:
        line = of(lines, event, nth, **(where or {}))
        for name, value in fields.items():
            line[name] = value(line[name]) if callable(value) else value

    return change


def leave_out(event: str, nth: int = 0, /, **where: Any) -> Change:
    """A line that is not there."""
    return lambda lines: lines.remove(of(lines, event, nth, **where))


def twice(event: str, nth: int = 0, /, **where: Any) -> Change:
    """A line that is there twice, one after the other."""

    def change(lines: list[Line]) -> None:
        line = of(lines, event, nth, **where)
        lines.insert(lines.index(line), copy.deepcopy(line))

    return change


def more(amount: int) -> Callable[[int], int]:
    return lambda there: there + amount


def later(minutes: float) -> Callable[[str], str]:
    """A time that is later, or earlier, with its offset."""
    return lambda there: (dt.datetime.fromisoformat(there) + dt.timedelta(minutes=minutes)).isoformat()


def offset(text: str) -> Callable[[str], str]:
    """The same hour of the clock with another offset."""
    return lambda there: there[:-6] + text


def total(name: str, amount: int) -> Change:
    """Another total in the close."""
    return put("close", totals=lambda there: there | {name: there[name] + amount})


def in_list(at: int, field: str, amount: int) -> Callable[[list[Line]], list[Line]]:
    """Another number in a row of a list, or in a list of such a row."""

    def change(rows: list[Line]) -> list[Line]:
        rows[at][field] += amount
        return rows

    return change


def stack(table: int, place: int, field: str, amount: int) -> Callable[[list[Line]], list[Line]]:
    """Another stack in a line that lists them by table."""

    def change(tables: list[Line]) -> list[Line]:
        tables[table]["stacks"][place][field] += amount
        return tables

    return change
