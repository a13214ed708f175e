"""Formats that are read, and their events."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, get_args

from msgspec import Struct

from rules.records.events import FORMAT, RESERVED, Event, Jackpot, SeatEvent, Terms
from rules.records.pot_records import PotHand
from rules.typed import from_json, from_plain


class Accepted(Struct, frozen=True):
    """A format that is read: its name, the event of the first line, and all its events.

    reserved: events kept for a later version. decode, convert: make records of lines and of plain values.
    """

    format: str
    first: str
    names: tuple[str, ...]
    reserved: tuple[str, ...]
    union: Any
    decode: Callable[[bytes | str], Any]
    convert: Callable[[Any], Any]


def accepted(format: str, union: Any, reserved: tuple[str, ...] = ()) -> Accepted:
    """A format whose lines are records of a union; the first of them is the first line's."""
    names = tuple(each.__struct_config__.tag for each in get_args(union))
    return Accepted(format, names[0], names, reserved, union, from_json(union), from_plain(union))


ACCEPTED = accepted(FORMAT, Event | PotHand | Terms | SeatEvent | Jackpot, RESERVED)
