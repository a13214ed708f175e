"""Seats and levels of tournaments, and their clock."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import field

from rules.controls.sections.base import Section
from rules.controls.sections.parameter_types import Count, Means, Positive, Seconds, Stated

ClassName = Literal[
    "daily", "monthly", "festival", "international", "private", "restricted", "heads_up", "joker"
]
_DRAW = {"draw": "by a draw"}


class Drawn(Section, frozen=True, kw_only=True):
    """The first seats."""

    by: Annotated[Stated[Literal["draw"]], Means("how seats are given", **_DRAW)]


class Moves(Section, frozen=True, kw_only=True):
    """Moves of players."""

    approval: Annotated[bool, Means("whether a move needs an approval")]


class Balance(Section, frozen=True, kw_only=True):
    """The balance of tables."""

    at: Annotated[Positive, Means("the difference in players at which tables are balanced")]
    stop_at: Annotated[Positive, Means("the difference in players at which the short table waits")]
    measure: Annotated[
        Literal["max_minus_min", "any_two"],
        Means(
            "what the difference is",
            max_minus_min="the players of the fullest table less those of the shortest",
            any_two="the players of any table less those of any other",
        ),
    ]


class BalancePosition(Section, frozen=True, kw_only=True):
    """The player who moves where tables are balanced."""

    from_: Annotated[Stated[Literal["bb"]], Means("the position of who moves", bb="the next big blind")] = (
        field(name="from")
    )
    never_to: Annotated[
        Stated[Literal["sb"]] | None, Means("the position that nobody moves to", sb="the small blind")
    ] = None


class ThreeTables(Section, frozen=True, kw_only=True):
    """A draw of seats at three tables."""

    classes: Annotated[tuple[ClassName, ...], Means("the classes of tournaments that it is for")]
    by: Annotated[Stated[Literal["draw"]], Means("how seats are given", **_DRAW)]


class FinalTable(Section, frozen=True, kw_only=True):
    """The final table."""

    by: Annotated[Stated[Literal["draw"]] | None, Means("how its seats are given", **_DRAW)] = None
    players: Annotated[Count | None, Means("the players that are left")] = None
    tables: Annotated[Count | None, Means("the tables at which they sit")] = None


class HandForHand(Section, frozen=True, kw_only=True):
    """Hand-for-hand play."""

    left_over: Annotated[Count, Means("players beyond the paid places at which it begins")]


class TableMax(Section, frozen=True, kw_only=True):
    """The size of tables."""

    seats: Annotated[Count, Means("the most players of a table")]


class BreakRules(Section, frozen=True, kw_only=True):
    """Tables that are broken up."""

    order: Annotated[Stated[Literal["posted"]], Means("the order of tables", posted="as posted beforehand")]
    after: Annotated[Stated[Literal["hand"]], Means("when a table is broken up", hand="after a hand")]


class SeatingRules(Section, frozen=True, kw_only=True):
    """Seats of a tournament."""

    first: Drawn | None = None
    moves: Moves | None = None
    balance: Balance | None = None
    balance_position: BalancePosition | None = None
    three_tables: ThreeTables | None = None
    final_table: FinalTable | None = None
    hand_for_hand: HandForHand | None = None
    table_max: TableMax | None = None
    break_: BreakRules | None = field(name="break", default=None)


class LateTolerance(Section, frozen=True, kw_only=True):
    """A level that begins late."""

    seconds: Annotated[Seconds, Means("how late it may begin")]


class ClockLevels(Section, frozen=True, kw_only=True):
    """Levels by a clock."""

    by: Annotated[Stated[Literal["minutes"]], Means("what a level lasts", minutes="a number of minutes")]
    hand_began: Annotated[
        Literal["first_riffle_or_first_card", "first_card"],
        Means(
            "when the hand began whose level is asked",
            first_riffle_or_first_card="with the first riffle, or the first card where there is none",
            first_card="with the first card",
        ),
    ]
    late_tolerance: LateTolerance
