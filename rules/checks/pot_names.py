"""Pots and seats as messages have them."""

from __future__ import annotations

from collections.abc import Sequence

from rules.checks.base import PotView


def pot_name(view: PotView, hand: int, pot: int) -> str:
    """What a message calls a pot; below 0: all pots of a hand."""
    if pot < 0:
        return "the pots"
    if pot:
        return f"side pot {pot}"
    return "the main pot" if view.replayed.settled.pots.count[hand] > 1 else "the pot"


def listed(words: Sequence[str]) -> str:
    """Words one after the other: "a, b and c"."""
    *most, last = words
    return f"{', '.join(most)} and {last}" if most else last


def seats_words(numbers: Sequence[int]) -> str:
    """Seats by their numbers: "seats 1 and 3"."""
    if not numbers:
        return "no seat"
    return f"seat{'s' * (len(numbers) > 1)} {listed([str(each) for each in numbers])}"
