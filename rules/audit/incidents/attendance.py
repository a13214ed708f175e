"""Dealers of hands, and numbers of hands of players."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rules.findings.finding_columns import NONE
from rules.hands import Hands, Ints
from rules.narrow import KeptRows


class Attendance:
    """Attendance over the blocks of a log."""

    def __init__(self) -> None:
        self._dealers = KeptRows(NONE)  # who dealt each hand
        self._numbers = np.zeros(0, np.int64)  # of the hands, in the same order
        self._seated = np.zeros(0, np.int64)  # hands by player
        self.names: Sequence[str] = ()  # of those who dealt
        self._players: Sequence[str] = ()

    def add(self, hands: Hands) -> None:
        self.names, self._players = hands.names, hands.players
        self._dealers.add(np.maximum(hands.dealer_id, NONE)[:, None])
        seated = np.bincount(hands.player[hands.present], minlength=len(self._seated))
        seated[: len(self._seated)] += self._seated
        self._seated = seated

    def close(self, numbers: Ints) -> None:
        """End the blocks. numbers (N,): of the hands taken, in order."""
        self._numbers = numbers

    def dealers_of(self, numbers: Ints) -> Ints:
        """(N,) dealers of hands as positions in ``names``; NONE: unrecorded."""
        found = np.full(len(numbers), NONE)
        dealt = self._dealt()[::-1]
        recorded = dealt != NONE
        if not recorded.any():
            return found
        known, dealt = self._numbers[::-1][recorded], dealt[recorded]  # of a number used twice, the last
        known, first = np.unique(known, return_index=True)
        at = np.minimum(np.searchsorted(known, numbers), len(known) - 1)
        return np.where(known[at] == numbers, dealt[first[at]], found)

    def hands(self, scope: str, who: str | None) -> int | None:
        """Hands of a dealer or a player; None for the scope session."""
        counts = self._counts.get(scope)
        return None if counts is None else counts.get(who or "", 0)

    @cached_property
    def _counts(self) -> dict[str, dict[str, int]]:
        """Hands by dealer and player; whoever is only named beside hands has none."""
        dealt = self._dealt()
        by_dealer = np.bincount(dealt[dealt != NONE], minlength=len(self.names)).tolist()
        return {
            "dealer": dict(zip(self.names, by_dealer, strict=False)),
            "player": dict(zip(self._players, self._seated.tolist(), strict=False)),
        }

    def _dealt(self) -> NDArray[Any]:
        found: NDArray[Any] = self._dealers.whole()[:, 0]
        return found
