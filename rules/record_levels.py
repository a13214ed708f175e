"""Levels of record, by family."""

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
    """Levels of a family, least first."""
    return OF_POTS if family == "pot" else OF_ROWS


def rank_of(family: str, level: str) -> int:
    """Rank of a level in a family; NO_DEMAND: not one."""
    levels = levels_of(family)
    return levels.index(level) if level in levels else NO_DEMAND


def word_of(family: str, rank: int) -> str:
    """Name of a rank of a family, or word for none."""
    return {BELOW_RANK: BELOW, VOID_RANK: VOID}.get(rank) or levels_of(family)[rank]


def least_of(family: str, words: Iterable[str]) -> int:
    """Highest rank of some levels; NO_DEMAND: none is of the family."""
    return max((rank_of(family, each) for each in words), default=NO_DEMAND)


def by_game(level: str | Mapping[str, str] | None, family: str, game: str) -> str | None:
    """Level of a game: its own, else its family's."""
    if level is None or isinstance(level, str):
        return level
    return level.get(game, level.get(family))
