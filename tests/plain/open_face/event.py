"""Carnivale's levels, chips and places (000)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import groupby

HANDS_IN_A_LEVEL = 9
POINT_VALUES = [
    50, 100, 200, 300, 450, 700, 1000, 1500, 2000, 3000, 4500, 7000, 10_000, 15_000, 20_000, 30_000, 45_000, 70_000,
    100_000, 150_000, 200_000, 300_000, 450_000, 700_000, 1_000_000,
]  # fmt: skip
REMOVED_AFTER = {25: 5, 100: 6, 500: 11, 1000: 12, 5000: 18}  # chip: level
HIGHEST_CHIP = 25_000  # what follows the 5,000s is inferred


def level_of(table_hand: int, after_last: str = "repeat") -> tuple[int, int, int] | None:
    """Level, what a point is worth, and the smallest chip. None: past the last level, where that is undefined."""
    level = 1 + (table_hand - 1) // HANDS_IN_A_LEVEL
    if level > len(POINT_VALUES):
        if after_last == "undefined":
            return None
        level = len(POINT_VALUES)
    return level, POINT_VALUES[level - 1], smallest_chip(level)


def smallest_chip(level: int) -> int:
    return min((chip for chip, last in REMOVED_AFTER.items() if level <= last), default=HIGHEST_CHIP)


def must_colour_up(level: int, stack: int) -> bool:
    """The stack holds chips that are out of play at the level."""
    return stack % smallest_chip(level) != 0


def points(stack: int, point_value: int) -> float:
    return stack / point_value


def bust_order(busts: Iterable[Mapping], keys: tuple[str, ...] = ("hand", "stack_start")) -> list[list]:
    """Players from the best place to the worst; those who share one stand together.

    A bust is {"player", "hand", "stack_start", "ts"}; ``keys`` ("hand",) shares places, ("hand", "ts") goes by the clock.
    """

    def place(bust: Mapping) -> tuple:
        return tuple(bust[key] for key in keys)

    ordered = sorted(busts, key=place, reverse=True)
    return [[bust["player"] for bust in group] for _, group in groupby(ordered, key=place)]
