"""Honest tournaments and ledgers as plain lines, and what an audit of them finds after a change."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, NamedTuple

from rules.controls.library import library
from rules.results import Audit
from simulation.events import simulate_tournament
from simulation.ledgers import simulate_ledgers
from tests.rules.events.auditing import audited

Line = dict[str, Any]
Lines = list[Line]


class Files(NamedTuple):
    """The lines of an event's file, and those of the files beside it."""

    file: Lines
    beside: list[Lines]

    def of(self, *events: str) -> Iterator[Line]:
        """The lines of some events."""
        return (each for each in self.file if each["event"] in events)

    def one(self, event: str, nth: int = 0, **having: Any) -> Line:
        """The nth line of an event that has some values."""
        found = [each for each in self.of(event) if having.items() <= each.items()]
        return found[nth]


Change = Callable[[Files], None]

# A re-entry with a ranking, rebuys and add-ons, bounties with many tables, and an open-face event.
TOURNAMENTS = {
    "ranking": ("olympic-ranking", "reentry", 24, 60),
    "rebuys": ("olympic-tournament", "rebuy_broke", 4, 30),
    "bounties": ("olympic-tournament", "freezeout", 13, 130),
    "open-face": ("carnivale-event-2013", "", 2, 30),
}
LEDGERS = {"january": 0, "february": 1, "march": 2}


@cache
def honest(name: str) -> Files:
    """An honest event by its name."""
    return _ledger(LEDGERS[name]) if name in LEDGERS else _tournament(*TOURNAMENTS[name])


def _tournament(ruleset: str, kind: str, seed: int, players: int) -> Files:
    made = simulate_tournament(library().get(ruleset), players=players, seed=seed, kind=kind, tables=1)
    return Files(lines(made.data()), [lines(each.data()) for each in made.logs])


@cache
def _ledgers() -> Any:
    return simulate_ledgers(library().get("olympic-jackpots"), months=3, seed=1)


def _ledger(month: int) -> Files:
    made = _ledgers()
    beside = [*made.logs, *made.tournaments, *made.ledgers[:month]]
    return Files(lines(made.ledgers[month].data()), [lines(each.data()) for each in beside])


def lines(data: bytes) -> Lines:
    """A file as its lines."""
    return [json.loads(each) for each in data.splitlines()]


def changed(name: str, *changes: Change) -> Files:
    """An event with some changes."""
    files = copy.deepcopy(honest(name))
    for each in changes:
        each(files)
    return files


def audit_of(files: Files) -> Audit:
    """The audit of an event."""
    return audited(files.file, *files.beside)
