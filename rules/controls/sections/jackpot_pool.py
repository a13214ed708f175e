"""The account of a card room's jackpots."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, field

from rules.controls.sections.base import Section
from rules.controls.sections.parameter_types import BasisPoints, Count, Means, Money, RefusalWords, Stated
from rules.controls.sections.tournament_results import Share

_TimeOfDay = Annotated[
    str, Meta(pattern=r"^([01]\d|2[0-3]):[0-5]\d$"), RefusalWords("a time of day is written 07:00")
]
OddBySeat = Annotated[
    Stated[Literal["seat_order"]],
    Means("who gets odd units first", seat_order="the first player by seat"),
]


class HitLevel(Section, frozen=True, kw_only=True):
    """The level that a hit counts on."""

    of: Annotated[
        Stated[Literal["last_close"]],
        Means("the level of a bad beat", last_close="that of the last closing before the hit"),
    ]
    royal: Annotated[
        Literal["last_close", "now"],
        Means(
            "the level of a royal flush",
            last_close="that of the last closing before the hit",
            now="that at the time of the hit",
        ),
    ]
    again: Annotated[
        Literal["same_close", "less_paid"],
        Means(
            "the level of a second hit before the next closing",
            same_close="that of the same closing",
            less_paid="that of the closing, less what was paid since",
        ),
    ]
    close_by: Annotated[_TimeOfDay, Means("the time of day, HH:MM, until which a gaming day is closed")]


class LeastPlayers(Section, frozen=True, kw_only=True):
    """The players that it takes to win a jackpot."""

    least: Annotated[Count, Means("the fewest players")]
    counted: Annotated[
        Literal["dealt_in", "seated", "present"],
        Means(
            "who counts",
            dealt_in="players who were dealt in",
            seated="players who have a seat",
            present="players who were there; a ledger does not record them",
        ),
    ]


class DropRules(Section, frozen=True, kw_only=True):
    """The part of a hand's pots that goes to the jackpots."""

    money: Annotated[Money, Means("what a hand drops")]
    small: Annotated[
        Literal["up_to", "whole"],
        Means(
            "what a hand drops that cannot pay it all",
            up_to="what it has, up to the amount",
            whole="nothing: each hand that paid paid the whole",
        ),
    ]
    from_: Annotated[
        Stated[Literal["main_pot"]], Means("where it is taken from", main_pot="the main pot")
    ] = field(name="from")


class TablePart(Section, frozen=True, kw_only=True):
    """The share of the table in a bad beat."""

    rest: Annotated[bool, Means("whether the table has what is left of the others' shares")]
    who: Annotated[
        Literal["all_seated", "others_only"],
        Means(
            "who shares it", all_seated="every seated player", others_only="those other than loser and winner"
        ),
    ]


class SameHand(Section, frozen=True, kw_only=True):
    """Players with the same hand in a bad beat."""

    rule: Annotated[
        Literal["even", "only_three_plus"],
        Means(
            "how their part is shared",
            even="in equal shares",
            only_three_plus="in equal shares by three or more; which of two has it is not stated",
        ),
    ]
    odd: OddBySeat


class PoolBadBeat(Section, frozen=True, kw_only=True):
    """The payout of a bad beat. pool: the share of the level. loser, winner: shares of that pool."""

    pool: Share
    loser: Share
    winner: Share
    table: TablePart
    ties: SameHand


class RoyalAmount(Section, frozen=True, kw_only=True):
    """The payout of a royal flush."""

    money: Annotated[Money, Means("the amount")]


class BelowLevel(Section, frozen=True, kw_only=True):
    """A share of the level, where it is below an amount."""

    money: Annotated[Money, Means("the level below which a share is paid instead of the amount")]
    bp: Annotated[BasisPoints, Means("the share of the level")]


class Several(Section, frozen=True, kw_only=True):
    """Several royal flushes in one hand."""

    rule: Annotated[
        Literal["one_payout", "each"],
        Means("what they are paid", one_payout="one payout, divided", each="a payout each"),
    ]
    odd: OddBySeat


class PoolRoyal(Section, frozen=True, kw_only=True):
    """The payout of a royal flush."""

    amount: RoyalAmount
    below: BelowLevel
    several: Several


class JackpotPool(Section, frozen=True, kw_only=True):
    """The jackpots over time."""

    level: HitLevel
    players: LeastPlayers
    drop: DropRules
    rounding: Annotated[
        Literal["down", "half_up"],
        Means(
            "how a payout is rounded",
            down="amounts down to a minor unit, and odd units go one each",
            half_up="each share to the nearest minor unit",
        ),
    ]
    both: Annotated[
        Literal["same_level", "in_turn"],
        Means(
            "the level of a royal flush in the hand of a bad beat",
            same_level="that of the bad beat",
            in_turn="what the bad beat left",
        ),
    ]
    bad_beat: PoolBadBeat
    royal: PoolRoyal


class JackpotMoney(Section, frozen=True, kw_only=True):
    """The use of the players' money in a jackpot."""

    prizes_only: Annotated[bool, Means("whether all of it is awarded as prizes")]
