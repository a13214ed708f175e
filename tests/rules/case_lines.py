"""Lines of logs, tournaments and ledgers from words: `hand 1 void | 1 A net=300 | 2 B net=-300 | fee rake 400`.

A line has segments between bars. Its first one begins with the kind of event. Another is a seat where it begins with a number
(`2 B 9s>Qh net=-300`), a transfer (`2 pays 1 300`), or an element of a list of the line (`fee rake 400`). Words that are not
`name=value` are what POSITIONS names for the segment, in order; behind these, a word alone is a flag. CONTRIBUTING shows it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from tests.rules import build, open_face
from tests.rules.ledgers import build as ledgers
from tests.rules.tournaments import build as tournaments

Line = dict[str, Any]
Names = Mapping[str, str]

ROWS = {name: getattr(build, name) for name in "ABCD"} | {
    name: getattr(open_face, name) for name in ("X", "Y", "Z", "QUEENS", "STAYS", "FOUL")
}
OPEN_FACE = {
    each["ruleset"]: each
    for each in (open_face.CARNIVALE, open_face.EVENT, open_face.CASH, open_face.PINEAPPLE)
}
POSITIONS = {
    "session": ("ruleset",), "hand": ("hand",), "ofc": ("hand",), "fee": ("kind", "amount"), "chips": ("kind", "amount"),
    "toke": ("amount",), "drop": ("kind", "amount"), "close": ("hands",), "irregularity": ("kind",), "entry": ("entry",),
    "reentry": ("entry", "player"), "rebuy": ("entry",), "add_on": ("entry",), "elimination": ("entry",), "level": ("level",),
    "prize": ("player", "amount"), "payout": ("player", "amount"), "closing": ("day", "balance"), "table_break": ("table",),
    "contribution": ("amount",), "award": ("player", "points"), "placed": ("hand",),
}  # fmt: skip
# Changes of a hand with placements, counted from 1: `act 3 dealt=JK`, `clock 5 after=40 took=10`, `swap 3 4`.
CHANGES = {"act": open_face.with_act, "clock": open_face.clocked, "swap": open_face.swapped}
LISTS = {"fee": "fees", "irregularity": "irregularities"}  # others have the name of the list itself
TIME = re.compile(r"(?:(2026-\d\d-\d\d)T)?([012]\d:[0-5]\d)(:[0-5]\d)?")
MAKERS = {"hand": build.hand, "ofc": open_face.ofc, "placed": open_face.placed}
LOGS, EVENTS = "-07:00", "+02:00"  # the zones of logs, and of tournaments and ledgers
RANGE = re.compile(r"(\d+)\.\.(\d+)")


def event_of(line: str, names: Names, *, in_log: bool = True) -> list[Line]:
    """The event of a line; several where the number of a hand or an entry is a range: `entry 1..4`.

    in_log: of a log of closed or open-face hands, else of a tournament or ledger, or of a log beside one.
    """
    first, *others = (words_of(each) for each in re.split(r"\s\|\s", f" {line} "))
    counted = RANGE.fullmatch(first[1]) if len(first) > 1 else None
    numbers = range(int(counted[1]), int(counted[2]) + 1) if counted else ()
    return [
        _event(words, others, names, in_log)
        for words in [[first[0], str(each), *first[2:]] for each in numbers] or [first]
    ]


def joined(text: str) -> list[str]:
    """The lines of a text, with those that go on with the one before."""
    return [each for each in re.sub(r"\n[ \t]+", " ", text.strip("\n")).split("\n") if each]


def fields_of(words: list[str], positions: tuple[str, ...], zone: str | None = None) -> Line:
    """Fields from words: by position first, then `name=value` and flags. A dot in a name leads into a field."""
    fields: Line = {}
    for place, word in enumerate(words):
        name, equals, value = word.partition("=")
        if not equals or not re.fullmatch(r"[a-z_.]+", name):
            name, value = (positions[place], word) if place < len(positions) else (word, "true")
        *path, last = name.split(".")
        within = fields
        for each in path:
            within = within.setdefault(each, {})
        within[last] = value_of(value, zone)
    return fields


def value_of(word: str, zone: str | None = None) -> Any:
    """A value in JSON; in a zone, a time of day of 14 March 2026; or else the word itself."""
    time = TIME.fullmatch(word)
    if time is not None and zone is not None:
        return f"{time[1] or '2026-03-14'}T{time[2]}{time[3] or ':00'}{zone}"
    try:
        return json.loads(word)
    except ValueError:
        return word


def words_of(segment: str) -> list[str]:
    """The words of a segment; what is in quotation marks, or in brackets of JSON, is not divided."""
    return [
        found[0]
        for found in re.finditer(r"(?:\"(?:[^\"\\]|\\.)*\"|\[[^\]]*\]|\{[^}]*\}|[^\s\"\[{])+", segment)
    ]


def _event(words: list[str], others: list[list[str]], names: Names, in_log: bool) -> Line:
    zone = LOGS if in_log else EVENTS
    kind, *stated = words
    fields = fields_of(stated, POSITIONS.get(kind, ()), zone)
    seats = []
    changes = [each for each in others if kind == "placed" and each[0] in CHANGES]
    for each in (each for each in others if each not in changes):
        if each[1:2] == ["pays"]:
            paid = fields_of([each[0], *each[2:]], ("payer", "payee", "amount"), zone)
            fields.setdefault("transfers", []).append(paid)
        elif each[0].isdecimal():
            seats.append(_seat(each, names, zone))
        else:
            *path, last = LISTS.get(each[0], each[0]).split(".")
            within = fields.setdefault(path[0], {}) if path else fields
            within.setdefault(last, []).append(fields_of(each[1:], POSITIONS.get(each[0], ()), zone))
    made = (_made_in_log if in_log else _made)(kind, fields, seats)
    for word, *stated in changes:
        numbers = [int(each) for each in stated if each.isdecimal()]
        made = CHANGES[word](made, *numbers, **fields_of(stated[len(numbers) :], (), zone))
    return {name: value for name, value in made.items() if value is not None}


def _made_in_log(kind: str, fields: Line, seats: list[Line]) -> Line:
    """A line of a log with what builders give to it."""
    if kind in MAKERS:
        make = MAKERS[kind]
        return make(fields.pop("hand"), *seats, **fields)
    if kind == "session":
        base = OPEN_FACE.get(fields.get("ruleset", ""))
        return build.session(**fields) if base is None else base | fields
    if kind == "close":
        return build.close(fields.pop("hands", None), **fields)
    return {"event": kind} | fields | ({"seats": seats} if seats else {})


def _made(kind: str, fields: Line, seats: list[Line]) -> Line:
    """A line of a tournament, a ledger, or a log beside them."""
    made = {
        "session": lambda: ledgers.table_log(fields.pop("session", ""), **fields)[0],
        "tournament": lambda: tournaments.header(**fields),
        "ledger": lambda: ledgers.header(*fields.pop("accounts", ()), **fields),
        "entry": lambda: {"event": "entry", "player": f"P{fields['entry']:02}"} | fields,
    }.get(kind, lambda: {"event": kind} | fields)()
    return made | ({"seats": seats} if seats else {})


def _seat(words: list[str], names: Names, zone: str) -> Line:
    """A seat: number, rows by name or as three words of cards, changes of them (`9s>Qh`, `+7c`), and fields."""
    number, *rest = words
    rows, taken = _rows(rest, ROWS | dict(names))
    fields = fields_of(rest[taken:], (), zone)
    dealt = fields.get("dealt")
    if dealt in ROWS:
        fields["dealt"] = "".join(ROWS[dealt].split())
    return build.seat(int(number), rows, **fields)


def _rows(words: list[str], known: Mapping[str, str]) -> tuple[str | None, int]:
    """The rows that a seat's words begin with, and how many words they are."""
    if words and words[0] in known:
        rows, taken = known[words[0]], 1
    elif len(words) > 2 and all(re.fullmatch(r"(?:[2-9TJQKA][cdhs]|JK|\?\?)+", each) for each in words[:3]):
        rows, taken = " ".join(words[:3]), 3
    else:
        return None, 0
    for word in words[taken:]:
        old, arrow, new = word.partition(">")
        if arrow and old in rows:
            rows = rows.replace(old, new)
        elif word.startswith("+"):
            rows += word[1:]
        else:
            break
        taken += 1
    return rows, taken
