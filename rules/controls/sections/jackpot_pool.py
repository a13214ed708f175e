"""The account of a card room's jackpots. Money is in minor units, ``bp`` in basis points."""

from __future__ import annotations

from typing import Literal

from msgspec import field

from rules.controls.sections.base import Section
from rules.controls.sections.tournaments import Share, Split


class HitLevel(Section, frozen=True, kw_only=True):
    """The level that a hit counts on. again: for a second hit before the next closing. close_by: the time of day, HH:MM."""

    of: Literal["last_close"]
    royal: Literal["last_close", "now"]
    again: Literal["same_close", "less_paid"]
    close_by: str


class LeastPlayers(Section, frozen=True, kw_only=True):
    least: int
    counted: Literal["dealt_in"]


class Drop(Section, frozen=True, kw_only=True):
    """small: a hand that cannot pay it all pays up to it, or each hand that paid paid the whole."""

    money: int
    small: Literal["up_to", "whole"]
    from_: Literal["main_pot"] = field(name="from")


class TablePart(Section, frozen=True, kw_only=True):
    """rest: the table has what is left of the others' shares."""

    rest: bool
    who: Literal["all_seated", "others_only"]


class PoolBadBeat(Section, frozen=True, kw_only=True):
    """pool: the share of the level. loser, winner: shares of that pool."""

    pool: Share
    loser: Share
    winner: Share
    table: TablePart
    ties: Split


class RoyalAmount(Section, frozen=True, kw_only=True):
    money: int


class BelowLevel(Section, frozen=True, kw_only=True):
    """A share of the level, where it is below an amount."""

    money: int
    bp: int


class Several(Section, frozen=True, kw_only=True):
    rule: Literal["one_payout", "each"]
    odd: Literal["entry_number", "seat_order"]


class PoolRoyal(Section, frozen=True, kw_only=True):
    amount: RoyalAmount
    below: BelowLevel
    several: Several


class JackpotPool(Section, frozen=True, kw_only=True):
    """both: on which level a royal flush counts in the hand of a bad beat."""

    level: HitLevel
    players: LeastPlayers
    drop: Drop
    rounding: Literal["down"]
    both: Literal["same_level", "in_turn"]
    bad_beat: PoolBadBeat
    royal: PoolRoyal


class JackpotMoney(Section, frozen=True, kw_only=True):
    """What becomes of the players' money in a jackpot. prizes_only: all of it is awarded as prizes."""

    prizes_only: bool
