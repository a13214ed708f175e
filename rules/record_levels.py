"""Levels of record of a hand, by family of games."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal, get_args

Level = Literal["fees", "totals", "rows", "full", "showdown", "acts"]
OF_ROWS: tuple[Level, ...] = ("fees", "totals", "rows", "full")  # the least first
OF_POTS: tuple[Level, ...] = ("fees", "totals", "showdown", "acts")
LEVELS: tuple[Level, ...] = get_args(Level)
BELOW = "none"  # not even the fees are on record
VOID = "void"  # nothing was played out that could be recorded
BELOW_RANK, VOID_RANK = -1, -2
NO_DEMAND = -9  # below every rank


def levels_of(family: str) -> tuple[Level, ...]:
    """The levels of a family of games, the least first."""
    return OF_POTS if family == "pot" else OF_ROWS


def rank_of(family: str, level: str) -> int:
    """The place of a level among those of a family; NO_DEMAND: it is none of them."""
    levels = levels_of(family)
    return levels.index(level) if level in levels else NO_DEMAND


def word_of(family: str, rank: int) -> str:
    """The name of a rank of a family, or the word for a hand without a level."""
    return {BELOW_RANK: BELOW, VOID_RANK: VOID}.get(rank) or levels_of(family)[rank]


def least_of(family: str, words: Iterable[str]) -> int:
    """The highest rank of a family among some levels; NO_DEMAND: none of them is of the family."""
    return max((rank_of(family, each) for each in words), default=NO_DEMAND)


def by_game(level: str | Mapping[str, str] | None, family: str, game: str) -> str | None:
    """The level of one game: under its own name, else under that of its family."""
    if level is None or isinstance(level, str):
        return level
    return level.get(game, level.get(family))
