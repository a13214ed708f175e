"""Which format is read, and which of its events."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from rules.records.events import EVENTS, FORMAT, POT_EVENTS, RESERVED, Event, Jackpot, SeatEvent, Terms
from rules.records.pot_records import PotHand
from rules.typed import from_json, from_plain


@dataclass(frozen=True)
class Accepted:
    """A format that is read: its name, the event of the first line, and all events that are read.

    reserved: events that are kept for a later version. decode, convert: what makes records of lines and of plain values.
    """

    format: str
    first: str
    names: tuple[str, ...]
    reserved: tuple[str, ...]
    union: Any
    decode: Callable[[bytes | str], Any]
    convert: Callable[[Any], Any]


_Line = Event | PotHand | Terms | SeatEvent | Jackpot
ACCEPTED = Accepted(
    FORMAT, "session", (*EVENTS, *POT_EVENTS), RESERVED, _Line, from_json(_Line), from_plain(_Line)
)
