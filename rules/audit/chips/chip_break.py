"""A break of a player's account of chips."""

from __future__ import annotations

from msgspec import Struct

from rules.results import Finding


class ChipBreak(Struct, frozen=True):
    """A finding about a player's account. at: its position; place: position in the log of the hand before which the account
    breaks; over: excess of the stated over the due stack.
    """

    at: int
    finding: Finding
    place: int
    over: int
