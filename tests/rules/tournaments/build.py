"""Tournament files for tests: a first line, entries, busts, and what the reader says of a file."""

from __future__ import annotations

import json
from typing import Any

import pytest

from rules.records.problems import Problem, Refused
from rules.tournaments.tournament_reader import TournamentFile, read_tournament

Line = dict[str, Any]


def header(**stated: Any) -> Line:
    """The first line of a tournament of entries at 50.00 each."""
    return {
        "event": "tournament", "format": "cardroom-tournament/1", "room": "TEST-2", "tournament": "T-1", "currency": "EUR",
        "game": "holdem", "ruleset": "olympic-tournament", "kind": "freezeout", "buy_in": 5000, "stack": 10000,
    } | stated  # fmt: skip


def entries(count: int, **stated: Any) -> list[Line]:
    """Entries 1 and on, of the players P01 and on."""
    return [
        {"event": "entry", "entry": each, "player": f"P{each:02}"} | stated for each in range(1, count + 1)
    ]


def busts(*out: int, **stated: Any) -> list[Line]:
    """Entries that go out, in this order."""
    return [{"event": "elimination", "entry": each} | stated for each in out]


def written(*lines: Line) -> bytes:
    """The lines as a file."""
    return b"".join(json.dumps(each).encode() + b"\n" for each in lines)


def read(*lines: Line) -> TournamentFile:
    """The records of a file of these lines."""
    return read_tournament([written(*lines)])


def problems(data: bytes) -> list[Problem]:
    """What the reader says of a file; nothing where it is taken."""
    try:
        read_tournament([data])
    except Refused as refused:
        return list(refused.problems)
    return []


def refused(data: bytes) -> Refused:
    with pytest.raises(Refused) as refusal:
        read_tournament([data])
    return refusal.value
