"""The first line of `cardroom-tournament/1`."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from rules.pot_words import GameName
from rules.records.events import (
    MOST,
    Currency,
    Id,
    Money,
    Number,
    Record,
    Source,
    Staff,
    Supersedes,
    Text,
    Time,
)

FORMAT = "cardroom-tournament/1"

ChipCount = Annotated[int, Meta(ge=0, le=MOST, description="chips; they have no currency")]
Ticks = Annotated[int, Meta(ge=0, le=10_000, description="hundredths of a percent of the prizes")]

Kind = Literal["freezeout", "reentry", "rebuy_broke", "rebuy_any", "double_chance"]
PrizesBy = Literal["places", "chips", "tickets"]
Class = Literal["daily", "monthly", "festival", "international", "private", "restricted", "heads_up", "joker"]


class Royal(Record):
    """The royal flush pool: its part of the buy-in, and its opening balance."""

    share: Money
    opening: Money | UnsetType = UNSET


class Purchase(Record):
    """A rebuy or an add-on as published. ``fee`` and ``royal`` are parts of the price."""

    price: Money
    chips: ChipCount
    fee: Money | UnsetType = UNSET
    royal: Money | UnsetType = UNSET


class Offer(Record):
    """Extra chips that were published."""

    code: Id
    chips: ChipCount
    criteria: Text | UnsetType = UNSET


class Target(Record):
    """The tournament of a satellite's tickets, and their price."""

    tournament: Id
    cost: Annotated[int, Meta(ge=1, le=MOST)]


class Level(Record):
    """A level of the structure, by minutes or by hands."""

    level: Number
    minutes: Number | UnsetType = UNSET
    hands: Number | UnsetType = UNSET
    sb: ChipCount | UnsetType = UNSET
    bb: ChipCount | UnsetType = UNSET
    ante: ChipCount | UnsetType = UNSET
    point_value: ChipCount | UnsetType = UNSET


class Until(Record):
    """End of a period: with a level, at a time, or none."""

    until_level: Number | UnsetType = UNSET
    until: Time | UnsetType = UNSET
    none: bool | UnsetType = UNSET


class OwnPrizes(Record):
    """Prizes in place of the ruleset's table, in hundredths of a percent."""

    places_bp: Annotated[list[Ticks], Meta(min_length=1)]


class Table(Record):
    table: Id
    seats: Number | UnsetType = UNSET
    break_order: Number | UnsetType = UNSET


class PlannedColourUp(Record):
    """A chip that leaves play after a level, as published."""

    chip: ChipCount
    after_level: Number


class Tournament(Record, tag_field="event", tag="tournament"):
    """The first line: what was published."""

    format: str
    room: Id
    tournament: Id
    currency: Currency
    game: GameName | Literal["mix", "ofc", "pineapple"]
    kind: Kind
    buy_in: Money
    number: Number | UnsetType = UNSET
    title: Text | UnsetType = UNSET
    ruleset: Id | UnsetType = UNSET
    prizes_by: PrizesBy | UnsetType = UNSET
    reentries: bool | UnsetType = UNSET
    classes: list[Class] | UnsetType = UNSET
    ranking: bool | UnsetType = UNSET
    fee: Money | UnsetType = UNSET
    bounty: Money | UnsetType = UNSET
    royal: Royal | UnsetType = UNSET
    stack: ChipCount | UnsetType = UNSET
    rebuy: Purchase | UnsetType = UNSET
    add_on: Purchase | UnsetType = UNSET
    offers: list[Offer] | UnsetType = UNSET
    added: Money | UnsetType = UNSET
    target: Target | UnsetType = UNSET
    structure: list[Level] | UnsetType = UNSET
    late_registration: Until | UnsetType = UNSET
    rebuy_until: Until | UnsetType = UNSET
    prizes: OwnPrizes | UnsetType = UNSET
    tables: list[Table] | UnsetType = UNSET
    seats: Number | UnsetType = UNSET
    colour_ups: list[PlannedColourUp] | UnsetType = UNSET
    published_at: Time | UnsetType = UNSET
    starts_at: Time | UnsetType = UNSET
    staff: Staff | UnsetType = UNSET
    source: Source | UnsetType = UNSET
    recorded_by: Id | UnsetType = UNSET
    recorded_at: Time | UnsetType = UNSET
    supersedes: Supersedes | UnsetType = UNSET
