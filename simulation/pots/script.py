"""Where a hand may be played dishonestly: the points at which a fault can take over."""

from __future__ import annotations

from typing import TYPE_CHECKING

from simulation.pots.betting import Options
from simulation.pots.setup import Posts, Setup

if TYPE_CHECKING:
    from simulation.pots.hand import HandPlay


class Script:
    """An honest hand. A fault takes over one of these points, once."""

    def posts(self, play: HandPlay, posts: Posts) -> Posts:
        """The posts of the hand."""
        return posts

    def turn(self, play: HandPlay, options: Options) -> bool:
        """Whether the script acted for the seat whose turn it is."""
        return False

    def swaps(self, play: HandPlay, seat: int, most: int) -> int:
        """How many cards a seat may exchange."""
        return most

    def runs(self, play: HandPlay) -> RunPlan | None:
        """How the rest is to be dealt; None: as the players agree."""
        return None

    def setup(self, setup: Setup) -> None:
        """The hand before its first act."""


class RunPlan:
    """How often the rest is dealt, and from which street on."""

    def __init__(self, times: int, shared: int = 0) -> None:
        """shared: streets that are dealt once before the boards differ."""
        self.times, self.shared = times, shared
