"""What differs between two logs of one session, line by line.

Hands are compared by their numbers, the session line and the close with their like; of other events, those that only one of the
logs has. A line that says the same in other words (the order of fields, spaces) does not differ.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal, NamedTuple

import msgspec
from msgspec import Struct

from auditor.evidence import Evidence
from rules.records.facts import ABSENT
from rules.records.facts import fields as changed_fields
from rules.records.reader import numbered_lines
from rules.typed import from_json

MOST_FIELDS = 8  # of a changed line that are listed
_LONGEST = 120  # characters of a value
_HANDS = ("chinese_hand", "ofc_hand", "pot_hand")


class FieldChange(NamedTuple):
    """A field that differs. before, after: as JSON; empty where only the other log has it."""

    field: str
    before: str
    after: str


class Difference(Struct, frozen=True):
    """A line that differs. before, after: its numbers, from 1; None where the log has none. what: the event, such as `close`.

    text: the line, of one that only one log has. fields: of a line that is changed; more: how many of them are not listed.
    """

    kind: Literal["added", "removed", "changed"]
    what: str
    hand: int | None
    before: int | None
    after: int | None
    text: str = ""
    fields: tuple[FieldChange, ...] = ()
    more: int = 0


class Differences(Struct, frozen=True):
    """The first differences, and how many there are of each kind. rewritten: lines that say the same, written otherwise."""

    shown: tuple[Difference, ...]
    added: int
    removed: int
    changed: int
    rewritten: int


class _Line(NamedTuple):
    number: int
    raw: bytes


_Key = tuple[Any, ...]


def differences(before: Evidence, after: Evidence, most: int) -> Differences:
    """What differs between two logs that can be read. most: how many differences are given."""
    old, new = _keyed(before), _keyed(after)
    counts = {"added": 0, "removed": 0, "changed": 0}
    shown: list[Difference] = []
    rewritten = 0
    for key in _in_order(old, new):
        was, now = old.get(key), new.get(key)
        if was is not None and now is not None and was.raw == now.raw:
            continue
        found = _difference(was, now, len(shown) < most)
        if found is None:
            rewritten += 1
            continue
        counts[found.kind] += 1
        if len(shown) < most:
            shown.append(found)
    return Differences(tuple(shown), counts["added"], counts["removed"], counts["changed"], rewritten)


def _keyed(evidence: Evidence) -> dict[_Key, _Line]:
    """The lines of a log by what they are about. The second of the same is another one."""
    seen: dict[_Key, int] = {}
    found: dict[_Key, _Line] = {}
    for number, raw in numbered_lines(evidence.chunks()):
        raw = raw.strip()
        key = _key(raw)
        seen[key] = times = seen.get(key, 0) + 1
        found[(*key, times)] = _Line(number, raw)
    return found


def _key(raw: bytes) -> _Key:
    event = _event(raw)
    if event.event in _HANDS:
        return "hand", event.hand
    return (event.event,) if event.event in ("session", "close") else (event.event, raw)


class _Event(msgspec.Struct):
    """What tells lines apart."""

    event: str = ""
    hand: int | None = None


_event = from_json(_Event)


def _in_order(old: dict[_Key, _Line], new: dict[_Key, _Line]) -> Iterable[_Key]:
    """What either log has, as the new one has it; what only the old one has comes at its line."""
    places = {key: (line.number, 1) for key, line in new.items()}
    places |= {key: (line.number, 0) for key, line in old.items() if key not in new}
    return sorted(places, key=places.__getitem__)


def _difference(was: _Line | None, now: _Line | None, whole: bool) -> Difference | None:
    """What differs between two lines; None where they say the same. whole: it is shown."""
    line = now or was
    assert line is not None  # one of the logs has it
    event = _event(line.raw)
    places = was.number if was else None, now.number if now else None
    if was is None or now is None:
        return Difference(
            "added" if was is None else "removed", event.event, event.hand, *places, _text(line.raw)
        )
    one, other = msgspec.json.decode(was.raw), msgspec.json.decode(now.raw)
    if one == other:
        return None
    fields = [_change(*each) for each in changed_fields(one, other)] if whole else []
    return Difference(
        "changed", event.event, event.hand, *places, "", tuple(fields[:MOST_FIELDS]), max(0, len(fields) - MOST_FIELDS)
    )  # fmt: skip


def _change(seat: int | None, field: str, was: Any, now: Any) -> FieldChange:
    """A field that differs. Seats are compared by their numbers, and named by them."""
    named = field if seat is None or f"seat {seat}]" in field else f"seat {seat}, {field}"
    return FieldChange(named, _value(was), _value(now))


def _value(value: Any) -> str:
    return "" if value is ABSENT else _text(msgspec.json.encode(value))


def _text(raw: bytes) -> str:
    text = raw[: 4 * _LONGEST].decode("utf-8", "replace")
    plain = "".join(each if each.isprintable() else ascii(each)[1:-1] for each in text)
    return plain if len(plain) <= _LONGEST and len(raw) <= 4 * _LONGEST else f"{plain[:_LONGEST]}…"
