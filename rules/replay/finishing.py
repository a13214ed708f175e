"""Order of players who are out of an event, best first. CARN-bust-order, OLY-3.4-22; AMB-CARN-bust-tie."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Generic, TypeVar

from msgspec import Struct

OneOut = TypeVar("OneOut")


class SharedPlace(Struct, Generic[OneOut], frozen=True):
    """Players who share a place; ``known`` is false where the deciding fact is unrecorded."""

    exits: tuple[OneOut, ...]
    known: bool = True


def levels_of(
    exits: Sequence[OneOut], keys: Sequence[Callable[[OneOut], int | None]]
) -> list[SharedPlace[OneOut]]:
    """Levels by the first differing key, greatest first; equal ones share a level.

    A key that one lacks decides nothing between them, nor do later keys.
    """
    if not exits:
        return []
    if len(exits) == 1 or not keys:
        return [SharedPlace(tuple(exits))]
    groups: dict[int, list[OneOut]] = {}
    for each in exits:
        value = keys[0](each)
        if value is None:
            return [SharedPlace(tuple(exits), known=False)]
        groups.setdefault(value, []).append(each)
    return [level for value in sorted(groups, reverse=True) for level in levels_of(groups[value], keys[1:])]


class PlayerExit(Struct, frozen=True, eq=False):
    """A player who is out; stack: when the hand began. None: unrecorded."""

    player: str
    table: str
    hand: int
    at: int | None  # microseconds since the epoch
    stack: int | None


_KEYS: dict[str, Callable[[PlayerExit], int | None]] = {
    "hand": lambda each: each.hand,
    "stack": lambda each: each.stack,
    "time": lambda each: each.at,
}


def finishing_order(exits: Iterable[PlayerExit], keys: Sequence[str]) -> list[SharedPlace[PlayerExit]]:
    """Players who are out, best first. CARN-bust-order. keys: hand (later is better), stack (more at the start), time."""
    listed = sorted(exits, key=lambda each: (each.table, each.player))
    return levels_of(listed, [_KEYS[key] for key in keys])
