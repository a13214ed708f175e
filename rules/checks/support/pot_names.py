"""Pots and seats as messages have them."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from rules.checks.support.views import PotView


def pot_name(view: PotView, hand: int, pot: int) -> str:
    """Name of a pot; below 0: all pots."""
    if pot < 0:
        return "the pots"
    if pot:
        return f"side pot {pot}"
    return "the main pot" if view.replayed.settled.pots.count[hand] > 1 else "the pot"


def listed(things: Iterable[object], before_last: str = " and ") -> str:
    """Things in a list: "a, b and c"."""
    *most, last = map(str, things)
    return f"{', '.join(most)}{before_last}{last}" if most else last


def seats_words(numbers: Collection[int]) -> str:
    if not numbers:
        return "no seat"
    return f"seat{'s' * (len(numbers) > 1)} {listed(numbers)}"
