"""What the types of a record do not hold: the text of cards and times, printable ids, seats listed once.

Closed hands are inspected a block at a time (`rules.records.flatten`); everything else comes one by one, here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from msgspec import UNSET, Struct

from rules.cards import NO_CARD, encode
from rules.records import times
from rules.records.events import ChineseSeat, OfcSeat
from rules.records.problems import Problem, shown

CARDS = frozenset({"front", "middle", "back", "dealt", "discard", "discards"})
TIMES = frozenset(
    {"at", "ended_at", "acted_at", "opened_at", "closed_at", "recorded_at", "covers_from", "covers_to"}
)
IDS = frozenset(
    {
        "player", "room", "session", "table", "ruleset", "tournament", "recorded_by", "by", "dealer_id", "deck",
        "shuffler", "declared", "counted_by", "supervisor",
    }
)  # fmt: skip


def problems_in(line: int, record: Struct) -> list[Problem]:
    """What is wrong in a record whose types are right."""
    return [*_texts(line, record), *_doubled(line, record)]


def _texts(line: int, record: Struct) -> Iterator[Problem]:
    for field, name, text in _walk(record, ""):
        if name in CARDS:
            wrong = cards_expected(text)
            if wrong:
                yield Problem(line, field, shown(text), wrong)
        elif name in TIMES:
            if times.parse_one(text) is None:
                yield Problem(line, field, shown(text), TIME_EXPECTED)
        elif name in IDS and not text.isprintable():
            yield Problem(line, field, shown(text), "printable characters")


TIME_EXPECTED = f"a time with its offset, such as 2026-03-14T19:42:10-07:00, of the years {times.YEARS[0]} to {times.YEARS[1]}"


def cards_expected(text: str) -> str | None:
    """What a text of cards should be; None where it is."""
    if len(text) % 2:
        return "two characters a card; this text has an odd number"
    codes = encode(text)
    if (codes == NO_CARD).any():
        bad = int((codes == NO_CARD).argmax())
        card = shown(text[2 * bad : 2 * bad + 2])
        return f"cards such as Qh (rank 23456789TJQKA, suit cdhs), ?? or JK; card {bad + 1} is {card}"
    return None


def _doubled(line: int, record: Struct) -> Iterator[Problem]:
    """A seat listed twice among the seats of a hand."""
    seats = getattr(record, "seats", ())
    numbers = Counter(seat.seat for seat in seats if isinstance(seat, ChineseSeat | OfcSeat))
    for number, count in numbers.items():
        if count > 1:
            yield Problem(line, "seats", f"seat {number} twice", "every seat of a hand listed once")


def _walk(value: Any, path: str) -> Iterator[tuple[str, str, str]]:
    """(path, field, text) of every text in a record."""
    for name in value.__struct_fields__:
        found = getattr(value, name)
        field = f"{path}.{name}" if path else name
        if found is UNSET:
            continue
        for where, each in _items(found, field):
            if isinstance(each, Struct):
                yield from _walk(each, where)
            elif isinstance(each, str):
                yield where, name, each


def _items(found: Any, field: str) -> Iterator[tuple[str, Any]]:
    if isinstance(found, list):
        yield from ((f"{field}[{place}]", each) for place, each in enumerate(found))
    else:
        yield field, found
