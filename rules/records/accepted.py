"""Formats that are read, and their events."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, get_args

from msgspec import Struct

from rules.records.events import FORMAT, RESERVED, Event, Jackpot, SeatEvent, Terms
from rules.records.pot_records import PotHand
from rules.typed import from_json, from_plain


class Accepted(Struct, frozen=True):
    """A format, its first event and all events. reserved: of a later version. decode, convert: lines and plain
    values to records.
    """

    format: str
    first: str
    names: tuple[str, ...]
    reserved: tuple[str, ...]
    union: Any
    decode: Callable[[bytes | str], Any]
    convert: Callable[[Any], Any]


def accepted(format: str, union: Any, reserved: tuple[str, ...] = ()) -> Accepted:
    """A format with a union of records, the first line's first."""
    names = tuple(each.__struct_config__.tag for each in get_args(union))
    return Accepted(format, names[0], names, reserved, union, from_json(union), from_plain(union))


ACCEPTED = accepted(FORMAT, Event | PotHand | Terms | SeatEvent | Jackpot, RESERVED)
