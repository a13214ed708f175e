"""Sums by player over a log."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rules.hands import Ints
from rules.results import Restitution

_COLUMNS = ("hands", "paid", "due", "differing", "in_hands", "recorded", "missing", "fees")


class PlayerSums:
    """Columns by player: hands, paid, due, differing over hands with known money; in_hands, recorded, fees, missing (no result)
    over all.
    """

    def __init__(self) -> None:
        self._columns = np.zeros((len(_COLUMNS), 0), np.int64)

    def grow(self, players: int) -> None:
        """Make room for players."""
        more = players - self._columns.shape[1]
        if more > 0:
            self._columns = np.pad(self._columns, ((0, 0), (0, more)))

    def count(self, player: NDArray[Any], paid: Ints, due: Ints) -> None:
        """Take hands with known money: (N,) players, paid and due."""
        self.add("hands", player)
        self.add("differing", player[paid != due])
        self.add("paid", player, paid)
        self.add("due", player, due)

    def add(self, column: str, player: NDArray[Any], amounts: Ints | None = None) -> None:
        """Add to a column by player: amounts, else one each."""
        mine = self._columns[_COLUMNS.index(column)]
        if amounts is None:
            mine += np.bincount(player, minlength=len(mine))
        else:
            np.add.at(mine, player, amounts)

    def restitution(self, players: Sequence[str]) -> list[Restitution]:
        """Players with a testable hand, largest difference first. players: by position."""
        reported = [
            Restitution(
                player=player,
                hands=of["hands"],
                recorded=of["paid"],
                due=of["due"],
                owed=of["due"] - of["paid"],
                differing=of["differing"],
            )
            for player, of in self.by_player(players)
            if of["hands"]
        ]
        return sorted(reported, key=lambda each: (-abs(each.owed), each.player))

    def by_player(self, players: Sequence[str]) -> Iterator[tuple[str, dict[str, int]]]:
        """Each player with sums. players: by position."""
        for player, of in zip(players, self._columns.T.tolist(), strict=False):
            yield player, dict(zip(_COLUMNS, of, strict=True))
