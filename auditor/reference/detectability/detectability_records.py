"""Parts of a record that a room can leave out, and the kinds of record that they make."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from msgspec import Struct


class RecordPart(Struct, frozen=True):
    """A part of a record: its events, and its fields of hands, seats and the close. adds: what it adds, in words."""

    words: str
    events: frozenset[str] = frozenset()
    of_hands: frozenset[str] = frozenset()
    of_seats: frozenset[str] = frozenset()
    of_close: frozenset[str] = frozenset()


PARTS: Mapping[str, RecordPart] = {
    "nets": RecordPart("what each player won or lost", of_hands=frozenset({"eliminated"}), of_seats=frozenset({"net"})),
    "rows": RecordPart(
        "the final rows, with fouls, surrenders and declared special hands; in pot games the cards of seats",
        of_seats=frozenset({
            "front", "middle", "back", "fouled", "surrendered", "declared", "aces", "fantasyland", "hole", "up", "cards",
        }),
    ),
    "pots": RecordPart("each pot with its awards, in pot games", of_hands=frozenset({"pots"})),
    "acts": RecordPart("each bet, card and show, in pot games", of_hands=frozenset({"acts"})),
    "table events": RecordPart(
        "terms, who sat down, left or was away, and jackpots, at tables of pot games",
        events=frozenset({"terms", "seat", "jackpot"}),
    ),
    "transfers": RecordPart(
        "each payment in order, and what went into and out of a pool", of_hands=frozenset({"transfers", "pool"})
    ),
    "stacks": RecordPart(
        "chips in front at the deal, and chips that come to or leave the table",
        events=frozenset({"chips"}),
        of_seats=frozenset({"stack"}),
    ),
    "dealt cards": RecordPart("the thirteen cards as dealt, in closed games", of_seats=frozenset({"dealt"})),
    "placements": RecordPart(
        "each act of setting cards, and discards, in open-face games",
        of_hands=frozenset({"placements"}),
        of_seats=frozenset({"discards"}),
    ),
    "clocks": RecordPart("calls of the clock, in open-face games", of_hands=frozenset({"clock_calls"})),
    "fees": RecordPart(
        "fees of each hand, time fees, and their totals at the close",
        events=frozenset({"fee"}),
        of_hands=frozenset({"fees"}),
        of_close=frozenset({"totals"}),
    ),
    "times": RecordPart("when each hand was dealt and settled", of_hands=frozenset({"at", "ended_at"})),
    "drop counts": RecordPart("counts of drop boxes", events=frozenset({"drop"})),
    "irregularities": RecordPart(
        "irregularities with their rulings", events=frozenset({"irregularity"}), of_hands=frozenset({"irregularities"})
    ),
    "tips": RecordPart("tips to the dealer", events=frozenset({"toke"})),
}  # fmt: skip

_NOT_IN_ROWS = ("transfers", "stacks", "dealt cards", "placements", "clocks", "acts")
KINDS: Mapping[str, tuple[str, ...]] = {
    "fees only": ("nets", "rows", "pots", *_NOT_IN_ROWS),
    "totals": ("rows", *_NOT_IN_ROWS),
    "rows": _NOT_IN_ROWS,
    "full": (),
}  # each kind of record, with the parts that it does not have


def without(log: bytes, names: Collection[str]) -> bytes:
    """A log without some parts, by their names."""
    return without_parts(log, [PARTS[name] for name in names])


def without_parts(log: bytes, parts: Sequence[RecordPart]) -> bytes:
    """A log without some parts."""
    kept = (_line(json.loads(line), parts) for line in log.splitlines())
    return b"".join(json.dumps(line).encode() + b"\n" for line in kept if line is not None)


def _line(line: dict[str, Any], parts: Collection[RecordPart]) -> dict[str, Any] | None:
    event = line["event"]
    if any(event in part.events for part in parts):
        return None
    if event == "close":
        return _lacking(line, {name for part in parts for name in part.of_close})
    if "seats" not in line:
        return line
    of_seats = {name for part in parts for name in part.of_seats}
    rest = _lacking(line, {name for part in parts for name in part.of_hands})
    return rest | {"seats": [_lacking(seat, of_seats) for seat in line["seats"]]}


def _lacking(fields: dict[str, Any], names: Collection[str]) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if name not in names}
