"""Hands of pot games from a few readable lines: as dicts in, as columns out."""

from __future__ import annotations

import json
from typing import Any

from rules.hands import Hands
from rules.records.problems import Problem, Refused
from rules.records.reader import LogReader
from tests.rules.build import Event, session

EUROS = {"currency": "EUR", "unit": None, "ruleset": None, "opened_at": "2026-03-14T19:00:00+02:00"}


def pot_log(*events: Event | bytes) -> bytes:
    """The bytes of a log with pot games. A session line comes first unless the events bring their own."""
    first = events[0] if events else {}
    if isinstance(first, bytes) or first.get("event") != "session":
        events = (session(**EUROS), *events)
    return b"".join(
        (event if isinstance(event, bytes) else json.dumps(event).encode()) + b"\n" for event in events
    )


def pot_blocks(*events: Event | bytes) -> list[Hands]:
    return list(LogReader().blocks([pot_log(*events)]))


def hands_of(events: list[Event]) -> Hands:
    """The block of hands of a log of pot games (with or without a session line)."""
    (hands,) = pot_blocks(*events)
    assert hands.pot is not None
    return hands


def pot_problems(*events: Event | bytes) -> list[Problem]:
    """What is wrong with a log; empty where it is taken."""
    try:
        pot_blocks(*events)
    except Refused as refused:
        return list(refused.problems)
    return []


def pot_hand(number: int = 1, *seats: Event, acts: list[Event] | None = None, **fields: Any) -> Event:
    """A hand of no-limit hold'em; of seats 1 to 3 where none are given. A field set to None is left out."""
    line = {
        "event": "pot_hand", "hand": number, "at": "2026-03-14T20:00:00+02:00", "game": "holdem", "limit": "no_limit",
        "stakes": {"small_blind": 100, "big_blind": 200}, "dealer": 3,
        "seats": list(seats) or [pot_seat(1), pot_seat(2), pot_seat(3)], "acts": acts, **fields,
    }  # fmt: skip
    return {name: value for name, value in line.items() if value is not None}


def pot_seat(number: int, stack: int | None = 20_000, **fields: Any) -> Event:
    line = {"seat": number, "player": f"P{number}", "stack": stack, **fields}
    return {name: value for name, value in line.items() if value is not None}
