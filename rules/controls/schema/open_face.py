"""Open-face play: dealing and placing cards, fantasyland, the clock, leaving the table, the event."""

from __future__ import annotations

import datetime as dt
from typing import Any

from marshmallow import ValidationError, fields, validate

from rules.cards import RANKS
from rules.controls.schema.kinds import HAND_NAMES, Cited, one_of, whole

MOST_AT_ONCE = 17  # cards that a player in fantasyland can be dealt


class Placement(Cited):
    """Cards dealt at first and in each turn, and how many of these are set and discarded."""

    variant = one_of("ofc", "pineapple")
    first = whole(1)
    then = whole(1)
    set_ = fields.Integer(strict=True, data_key="set", validate=validate.Range(min=1))
    discarded = whole(0)
    order = one_of("left_of_button")


def at_once(*, required: bool = False) -> fields.Integer:
    """How many cards a player in fantasyland is dealt at once."""
    return fields.Integer(strict=True, required=required, validate=validate.Range(min=13, max=MOST_AT_ONCE))


class Entry(Cited):
    """The least front that leads to fantasyland."""

    front = one_of("pair", "trips", required=True)
    rank = one_of(*RANKS, required=True)


class Stay(Cited):
    """The least rows that keep a player in fantasyland; a row that is left out keeps nobody."""

    front = one_of("pair", "trips")
    middle = one_of(*HAND_NAMES)
    back = one_of(*HAND_NAMES)


class Fantasyland(Cited):
    """A strong front earns thirteen or more cards at once in the next deal."""

    cards = at_once(required=True)
    entry = fields.Nested(Entry, required=True)
    stay = fields.Nested(Stay, required=True)
    more = fields.Dict(keys=one_of(*RANKS, "trips"), values=at_once())  # by the front that earned it
    stay_cards = one_of("by_front", "as_before")  # for a player who stays; if left out: by the front


class ClockCall(Cited):
    after = whole(required=True)  # seconds into the turn


class ClockTime(Cited):
    seconds = whole(1, required=True)


class ClockExpiry(Cited):
    """What follows an expired clock: the hand is fouled, or the card is forced into a row."""

    then = one_of("force", "foul", required=True)
    guaranteed = one_of("no_completion", "complete_rows")  # when a foul is certain
    no_row = one_of("front_most", "back_most", "choice")  # where every row makes it certain
    first_five = one_of("one_by_one", "foul")


class Clock(Cited):
    """call: from when on a clock may be called. expiry: what follows when it expires. If left out: not stated."""

    call = fields.Nested(ClockCall)
    time = fields.Nested(ClockTime, required=True)
    expiry = fields.Nested(ClockExpiry)


class Presence(Cited):
    """Leaving the table with a decision open."""

    leaving = one_of("foul", required=True)
    no_decisions = one_of("one_row_or_dead", "examples")


class LocalTime(fields.Field[dt.datetime]):
    """A TOML date and time without an offset: as the clock on the wall shows it."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **_: Any) -> dt.datetime:
        if not isinstance(value, dt.datetime) or value.tzinfo is not None:
            raise ValidationError("a local time is written 2013-07-13T17:00:00, without quotes and offset")
        return value


class StartingStack(Cited):
    chips = whole(1, required=True)


class Start(Cited):
    at = LocalTime(required=True)


class Levels(Cited):
    hands = whole(1, required=True)
    after_last = one_of("repeat", "undefined")
    counter = one_of("table")


class SmallestChip(Cited):
    chips = whole(1, required=True)


class BustOrder(Cited):
    keys = fields.List(one_of("hand", "stack", "time"), required=True, validate=validate.Length(min=1))


class Level(Cited):
    level = whole(1, required=True)
    value = whole(1, required=True)  # chips a point


class ColourUp(Cited):
    """Chips that leave play after a level, and the next ones."""

    chip = whole(1, required=True)
    after = whole(1, required=True)
    next = whole(1, required=True)


class Event(Cited):
    starting_stack = fields.Nested(StartingStack)
    start = fields.Nested(Start)
    levels = fields.Nested(Levels)
    level = fields.List(fields.Nested(Level))
    smallest_chip = fields.Nested(SmallestChip)
    colour_up = fields.List(fields.Nested(ColourUp))
    bust_order = fields.Nested(BustOrder)
