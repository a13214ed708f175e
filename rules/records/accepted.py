"""Which events of the format are read."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from rules.records.events import EVENTS, POT_EVENTS, RESERVED, Event, Jackpot, SeatEvent, Terms
from rules.records.pot_records import PotHand
from rules.typed import from_json, from_plain


@dataclass(frozen=True)
class Accepted:
    """The events that are read, by name; those kept for a later version; what makes records of lines and of plain values."""

    names: tuple[str, ...]
    reserved: tuple[str, ...]
    union: Any
    decode: Callable[[bytes | str], Any]
    convert: Callable[[Any], Any]


_Line = Event | PotHand | Terms | SeatEvent | Jackpot
ACCEPTED = Accepted((*EVENTS, *POT_EVENTS), RESERVED, _Line, from_json(_Line), from_plain(_Line))
