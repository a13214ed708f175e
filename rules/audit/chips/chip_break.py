"""A break of a player's account of chips."""

from __future__ import annotations

from msgspec import Struct

from rules.results import Finding


class ChipBreak(Struct, frozen=True):
    """A finding about an account. at: its position; place: position of the hand before which it breaks; over: excess of the
    stated stack.
    """

    at: int
    finding: Finding
    place: int
    over: int
