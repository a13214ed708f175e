"""The hands around a hand of a session: those next to it in the log, and the nearest ones that an incident is about."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from msgspec import Struct


class HandNeighbours(Struct, frozen=True):
    """Numbers of hands, None where there is none. before, after: next in the log. concerned: with an incident."""

    before: int | None = None
    after: int | None = None
    concerned_before: int | None = None
    concerned_after: int | None = None


def neighbours_of(hand: int, numbers: Sequence[int], concerned: Collection[int]) -> HandNeighbours:
    """The neighbours of a hand. numbers: of the hands of its log, in order. concerned: of those with an incident."""
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
