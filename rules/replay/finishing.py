"""The order of players who are out of an event, from the best place to the worst. CARN-bust-order, OLY-3.4-22.

AMB-CARN-bust-tie.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Generic, TypeVar

from msgspec import Struct

OneOut = TypeVar("OneOut")


class SharedPlace(Struct, Generic[OneOut], frozen=True):
    """Players who are out and share a place; or whose order is unknown, as the deciding fact was not recorded."""

    exits: tuple[OneOut, ...]
    known: bool = True


def levels_of(
    exits: Sequence[OneOut], keys: Sequence[Callable[[OneOut], int | None]]
) -> list[SharedPlace[OneOut]]:
    """Levels by the first differing key, the greatest first; equal ones share a level.

    A key that one of several lacks decides nothing between them, and no later key does.
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
    """A player who is out: table, hand, time, and the stack when the hand began. None: not recorded."""

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
    """Players who are out, from the best place to the worst; players with equal keys share a place. CARN-bust-order.

    keys: hand (a later hand number is better, at whatever table), stack (more chips at the start of the hand), time.
    """
    listed = sorted(exits, key=lambda each: (each.table, each.player))
    return levels_of(listed, [_KEYS[key] for key in keys])
