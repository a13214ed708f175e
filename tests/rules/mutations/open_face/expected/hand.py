"""A hand by itself: its result and its findings."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from msgspec import json

from tests.rules.build import Event
from tests.rules.mutations.open_face.expected.acts import of_acts
from tests.rules.mutations.open_face.expected.cards import Expected, of_cards
from tests.rules.mutations.open_face.expected.clock import of_clocks
from tests.rules.mutations.open_face.expected.event import of_the_table
from tests.rules.mutations.open_face.expected.facts import Facts, facts_of
from tests.rules.mutations.open_face.expected.money import of_money
from tests.rules.mutations.open_face.expected.rulings import of_rulings
from tests.rules.mutations.open_face.expected.times import of_times

Breach = tuple[str, int, int | None]  # code, place of the line, seat
IMPOSSIBLE = {"DCK001", "DCK002", "DCK003"}  # the deal cannot have happened as recorded
OF_THE_DUE = {"SCR001", "PAY001", "PAY009", "PAY011"}  # which then compare with nothing
PARTS = (of_cards, of_acts, of_clocks, of_times, of_rulings, of_money, of_the_table)


@dataclass(frozen=True)
class Hand:
    event: Event
    facts: Facts
    expected: frozenset[Expected]


@dataclass(frozen=True)
class Played:
    """A hand of a log, at its place among the lines."""

    place: int
    line: bytes
    event: Event
    facts: Facts


@lru_cache(maxsize=4096)
def decode(line: bytes) -> Event:
    return json.decode(line)


@lru_cache(maxsize=4096)
def judged(line: bytes, system: str, unit: int | None) -> Hand:
    """Worked out once for a line that comes again. ``unit``: the session's."""
    event = decode(line)
    if unit is not None:
        event = {"unit": unit, **event}
    facts = facts_of(event, system)
    expected = {each for part in PARTS for each in part(event, facts)}
    if not event.get("void") and IMPOSSIBLE & {code for code, _ in expected}:
        expected = {(code, seat) for code, seat in expected if code not in OF_THE_DUE}
    return Hand(event, facts, frozenset(expected))
