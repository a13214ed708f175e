"""Lines of a log gone wrong: bytes that were damaged, and JSON that says odd things."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable, Iterator
from typing import Any

SCRAPS = [
    b"NaN", b"Infinity", b"-Infinity", b"1e400", b"-0", b"1.5", b"0x10", b"9" * 30, b"-" + b"9" * 400, b'"\\ud800"',
    b'"\\udfff\\ud800"', b'"\\u0000"', b"\x00", b"\xff", b"\xc3\x28", b"\xed\xa0\x80", b"\xef\xbb\xbf", b"\xf0\x9f\x82\xa1",
    b"{", b"}", b"[" * 40, b"[" * 3000, b'{"a":' * 3000, b"]", b",", b":", b'"', b"\\", b"null", b"true", b"'", b"\r", b"\t",
    b"//", b"/*", b"\x0b", b"\x85", b"\xe2\x80\xa8", b'"_x":1,', b'"event":"chinese_hand",', b'"seats":[],',
]  # fmt: skip

ODD_VALUES: list[Any] = [
    None, True, False, 0, 1, -1, 2, 10, 11, 13, 52, 255, 10**12, 10**12 + 1, 2**31, 2**63 - 1, 2**63, 2**64, -(2**63),
    10**40, 0.0, 1.5, 1e308, "", " ", "x", "P1", "??", "????????", "JK", "JKJKJK", "2c", "2c2c2c", "AhAdKs", "KhKdQsQdJc",
    "TsThTdTc9s", "2c3c4c5c6c7c8c9cTcJcQcKcAc", "2c" * 26, "??" * 13, "2", "Xx", "ah", "AH", "\u0660c", "🂡🂢", "é" * 64,
    "\x00", "\n", "\u202e", "\ud800", "a" * 64, "a" * 65, "a" * 5000, [], [[]], {}, {"_": 1}, {"a": {}}, [None], [0], "session",
    "chinese_hand", "close", "pot_hand", "ofc_hand", "wsgc-full", "wsgc-base@1", "six_pairs", "dragon", "hand_fouled",
    "misdeal", "USD", "usd", "2026-03-14T19:42:10-07:00", "2026-03-14T19:42:10Z", "0001-01-01T00:00:00+14:00",
    "9999-12-31T23:59:59-14:00", "2026-02-30T00:00:00Z", "2026-03-14T19:42:10", "1969-12-31T23:59:59Z",
]  # fmt: skip


def damaged(line: bytes, chance: random.Random) -> bytes:
    """A line with its bytes changed, one to three times."""
    for _ in range(chance.choice([1, 1, 2, 3])):
        line = chance.choice(_DAMAGES)(line, chance)
    return line


def _flip(line: bytes, chance: random.Random) -> bytes:
    place = chance.randrange(len(line)) if line else 0
    return (
        line[:place] + bytes([(line[place] if line else 0) ^ (1 << chance.randrange(8))]) + line[place + 1 :]
    )


def _cut(line: bytes, chance: random.Random) -> bytes:
    return line[: chance.randrange(len(line) + 1)]


def _drop(line: bytes, chance: random.Random) -> bytes:
    start, end = sorted(chance.randrange(len(line) + 1) for _ in range(2))
    return line[:start] + line[min(end, start + 20) :]


def _double(line: bytes, chance: random.Random) -> bytes:
    start, end = sorted(chance.randrange(len(line) + 1) for _ in range(2))
    return line[:end] + line[start:]


def _insert(line: bytes, chance: random.Random) -> bytes:
    place = chance.randrange(len(line) + 1)
    return line[:place] + chance.choice(SCRAPS) + line[place:]


def _digit(line: bytes, chance: random.Random) -> bytes:
    """Another digit, rank or suit in a place of one: often still a line of the format."""
    alike = chance.choice([b"23456789TJQKA", b"cdhs", b"0123456789"])
    places = [i for i, byte in enumerate(line) if byte in alike]
    if not places:
        return line
    place = chance.choice(places)
    return line[:place] + bytes([chance.choice(alike)]) + line[place + 1 :]


_DAMAGES: list[Callable[[bytes, random.Random], bytes]] = [
    _flip,
    _cut,
    _drop,
    _double,
    _insert,
    _digit,
    _digit,
    _digit,
]


def mistyped(line: bytes, chance: random.Random) -> bytes:
    """Digits and letters of cards exchanged: most such lines can still be read."""
    for _ in range(chance.choice([1, 1, 2, 4])):
        line = _digit(line, chance)
    return line


def odd(event: dict[str, Any], chance: random.Random) -> bytes:
    """An event with values exchanged, taken out, doubled or replaced by odd ones; still JSON."""
    event = copy.deepcopy(event)
    for _ in range(chance.choice([1, 1, 2, 4])):
        places = list(_places(event))
        holder, key = chance.choice(places)
        what = chance.random()
        if what < 0.3:
            kind = type(holder[key])
            alike = [value for value in ODD_VALUES if type(value) is kind]
            holder[key] = copy.deepcopy(chance.choice(alike or ODD_VALUES))
        elif what < 0.45:
            holder[key] = copy.deepcopy(chance.choice(ODD_VALUES))
        elif what < 0.6:
            del holder[key]
        elif what < 0.8:
            other, there = chance.choice(places)
            holder[key] = copy.deepcopy(other[there])
        elif what < 0.9 and isinstance(holder, list):
            holder.insert(chance.randrange(len(holder) + 1), copy.deepcopy(holder[key]))
        elif isinstance(holder, dict):
            holder[chance.choice(["_own", "x", "net", "event", "seats", "void", "unit", "at", ""])] = holder[
                key
            ]
        if not event:
            break
    return json.dumps(event).encode()


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every place of a JSON value: what holds it, and under which key or index."""
    if isinstance(value, dict | list):
        keys = list(value) if isinstance(value, dict) else range(len(value))
        for key in keys:
            yield value, key
            yield from _places(value[key])
