"""Open-face play: how cards are dealt and placed, fantasyland, the clock, presence, and the event."""

from __future__ import annotations

import datetime as dt
from typing import Literal

from msgspec import field

from rules.controls.sections.base import HandName, Item, Section

FrontName = Literal["pair", "trips"]


class Placement(Section, frozen=True, kw_only=True):
    variant: Literal["ofc", "pineapple"] = "ofc"
    first: int
    then: int
    set_: int | None = field(name="set", default=None)
    discarded: int = 0
    order: Literal["left_of_button"] | None = None


class Entry(Section, frozen=True, kw_only=True):
    front: FrontName
    rank: str


class Stay(Section, frozen=True, kw_only=True):
    front: FrontName | None = None
    middle: HandName | None = None
    back: HandName | None = None

    @property
    def by_row(self) -> tuple[HandName | None, HandName | None, HandName | None]:
        """Front, middle and back."""
        return self.front, self.middle, self.back


class Fantasyland(Section, frozen=True, kw_only=True):
    cards: int
    entry: Entry
    stay: Stay
    more: dict[str, int] = field(default_factory=dict)
    stay_cards: Literal["by_front", "as_before"] = "by_front"


class ClockCall(Section, frozen=True, kw_only=True):
    after: int = 0


class ClockTime(Section, frozen=True, kw_only=True):
    seconds: int


class ClockExpiry(Section, frozen=True, kw_only=True):
    then: Literal["force", "foul"]
    guaranteed: Literal["no_completion", "complete_rows"] = "no_completion"
    no_row: Literal["front_most", "back_most", "choice"] = "front_most"
    first_five: Literal["one_by_one", "foul"] | None = None


class Clock(Section, frozen=True, kw_only=True):
    time: ClockTime
    call: ClockCall = ClockCall()
    expiry: ClockExpiry | None = None


class Presence(Section, frozen=True, kw_only=True):
    leaving: Literal["foul"]
    no_decisions: Literal["one_row_or_dead", "examples"] | None = None


class StartingStack(Section, frozen=True, kw_only=True):
    chips: int | None = None


class Start(Section, frozen=True, kw_only=True):
    at: dt.datetime | None = None


class Levels(Section, frozen=True, kw_only=True):
    hands: int | None = None
    after_last: Literal["repeat", "undefined"] = "repeat"
    counter: Literal["table"] | None = None


class SmallestChip(Section, frozen=True, kw_only=True):
    chips: int = 1


class BustOrder(Section, frozen=True, kw_only=True):
    keys: tuple[Literal["hand", "stack", "time"], ...] = ()


class Level(Item, frozen=True, kw_only=True):
    level: int
    value: int


class ColourUp(Item, frozen=True, kw_only=True):
    chip: int
    after: int
    next: int


class Event(Section, frozen=True, kw_only=True):
    starting_stack: StartingStack = StartingStack()
    start: Start = Start()
    levels: Levels = Levels()
    level: tuple[Level, ...] = ()
    smallest_chip: SmallestChip = SmallestChip()
    colour_up: tuple[ColourUp, ...] = ()
    bust_order: BustOrder = BustOrder()
