"""Ranking of tournaments: points, contributions, prizes. Factors are exact texts."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, field

from rules.controls.sections.base import Item, Section
from rules.controls.sections.parameter_types import (
    DEMANDED,
    BasisPoints,
    Count,
    Means,
    Positive,
    RefusalWords,
    Stated,
)
from rules.controls.sections.tournament_results import PrizesBy, Rounding
from rules.controls.sections.tournament_seating import ClassName

_Factor = Annotated[
    str, Meta(pattern=r"^\d{1,4}(\.\d{1,4})?$"), RefusalWords("a factor is a text such as 2.5")
]


class PointTies(Section, frozen=True, kw_only=True):
    """Points of shared places."""

    rule: Annotated[
        Literal["average", "better"],
        Means("what they are", average="the mean of those of the places", better="those of the better place"),
    ]


class Average(Section, frozen=True, kw_only=True):
    """The average buy-in."""

    pool: Annotated[
        Literal["before_contribution", "after_contribution"],
        Means(
            "of which pool",
            before_contribution="the pool before the contribution",
            after_contribution="the pool less the contribution",
        ),
    ]
    over: Annotated[
        Literal["unique", "entries"], Means("over whom", unique="each player once", entries="each entry")
    ]
    between: Annotated[
        Literal["lower_bounds", "rounded"],
        Means(
            "the band of one between two",
            lower_bounds="the last one that it reaches",
            rounded="that of the average, rounded to a whole currency unit",
        ),
    ]


class Band(Item, frozen=True, kw_only=True):
    """A factor, an exact text, from a number on."""

    from_: Annotated[Count, DEMANDED, Means("the number from which it holds")] = field(name="from")
    factor: Annotated[_Factor, DEMANDED, Means("the factor")]


class ContributionRules(Section, frozen=True, kw_only=True):
    """The part of a tournament's money that goes to the ranking."""

    bp: Annotated[BasisPoints, Means("the share")]
    of: Annotated[Stated[Literal["prize_pool"]], Means("what it is of", prize_pool="the prize pool")]
    taken: Annotated[
        Literal["deducted", "on_top"],
        Means(
            "where it comes from", deducted="out of the prize pool", on_top="in addition to the prize pool"
        ),
    ]
    rounding: Annotated[Stated[Literal["down"]], Means("how it is rounded", down="down to a minor unit")]


class RankingPrizes(Section, frozen=True, kw_only=True):
    """The prizes of a ranking."""

    period: Annotated[Stated[Literal["quarter"]], Means("its period", quarter="a quarter of a year")]
    day: Annotated[
        Literal["booked", "event_day"],
        Means(
            "the day that decides in which period a contribution counts",
            booked="the day on which it was booked",
            event_day="the day of the tournament",
        ),
    ]
    top: Annotated[Positive, Means("players who share the pool")]
    tie_at_the_end: Annotated[
        Literal["all_in", "lot"],
        Means(
            "players who tie for the last place",
            all_in="all share the pool",
            lot="a lot decides who shares it; a ledger does not record the lot",
        ),
    ]
    rounding: Rounding


class Excluded(Section, frozen=True, kw_only=True):
    """Tournaments that give no points."""

    classes: Annotated[tuple[ClassName, ...], Means("by their class")] = ()
    prizes_by: Annotated[
        tuple[PrizesBy, ...],
        Means("by how their prizes are given", places="by places", chips="by chips", tickets="as tickets"),
    ] = ()


class RankingPoints(Section, frozen=True, kw_only=True):
    """The points of a ranking. buy_in: bands of whole currency units. participants: bands of players."""

    position: Annotated[tuple[Count, ...], Means("the factors of the places from the first")]
    ties: PointTies
    average: Average
    buy_in: tuple[Band, ...]
    participants: tuple[Band, ...]
    contribution: ContributionRules
    prizes: RankingPrizes
    excluded: Excluded = Excluded()
