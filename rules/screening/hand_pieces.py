"""Positions of hands, a thousand at a time: what is made of them at once fits into a processor's cache."""

from __future__ import annotations

from collections.abc import Iterator

from rules.hands import Ints

AT_ONCE = 1024


def pieces(positions: Ints) -> Iterator[Ints]:
    """Arrays (n,) of at most AT_ONCE of some positions, one after another; of no positions none."""
    for first in range(0, len(positions), AT_ONCE):
        yield positions[first : first + AT_ONCE]
