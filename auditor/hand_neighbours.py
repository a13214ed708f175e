"""Neighbours of a hand: next in the log, and nearest with an incident."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from msgspec import Struct


class HandNeighbours(Struct, frozen=True):
    """Numbers of hands, or None. before, after: in the log. concerned: with an incident."""

    before: int | None = None
    after: int | None = None
    concerned_before: int | None = None
    concerned_after: int | None = None


def neighbours_of(hand: int, numbers: Sequence[int], concerned: Collection[int]) -> HandNeighbours:
    """Neighbours of a hand. numbers: the log's hands in order; concerned: those with an incident."""
    if hand not in numbers:
        return HandNeighbours()
    at = numbers.index(hand)
    before, after = numbers[:at][::-1], numbers[at + 1 :]
    return HandNeighbours(
        next(iter(before), None),
        next(iter(after), None),
        next((each for each in before if each in concerned), None),
        next((each for each in after if each in concerned), None),
    )
