"""Pots of one hand, one for each height of chips of live seats."""

from __future__ import annotations

from msgspec import Struct


class PotMade(Struct, frozen=True):
    """A pot before fees, and the seats that can win it."""

    amount: int
    eligible: tuple[int, ...]


def pots_of(live: dict[int, int], dead: int, still_in: set[int]) -> list[PotMade]:
    """Pots, the main one first. live: chips by seat, uncalled ones returned."""
    heights = sorted({live[seat] for seat in still_in})
    found, below = [], 0
    for place, height in enumerate(heights):
        top = place == len(heights) - 1
        amount = sum((chips if top else min(chips, height)) - min(chips, below) for chips in live.values())
        seats = tuple(seat for seat in sorted(still_in) if live[seat] >= height)
        found.append(PotMade(amount + (dead if place == 0 else 0), seats))
        below = height
    return [each for each in found if each.amount]
