"""Who dealt which hand, and in how many hands each player was."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rules.findings.columns import NONE
from rules.hands import Hands, Ints
from rules.narrow import narrow


class Attendance:
    """Adds up over the blocks of a log."""

    def __init__(self) -> None:
        self._dealers: list[tuple[NDArray[Any], NDArray[Any]]] = []  # numbers of hands, and who dealt them
        self._seated = np.zeros(0, np.int64)  # hands by player
        self.names: Sequence[str] = ()  # of those who dealt
        self._players: Sequence[str] = ()

    def add(self, hands: Hands) -> None:
        """Take a block."""
        self.names, self._players = hands.names, hands.players
        recorded = hands.dealer_id >= 0
        if recorded.any():
            self._dealers.append((narrow(hands.number[recorded]), narrow(hands.dealer_id[recorded])))
        seated = np.bincount(hands.player[hands.present], minlength=len(self._seated))
        seated[: len(self._seated)] += self._seated
        self._seated = seated

    def dealers_of(self, numbers: Ints) -> Ints:
        """(N,) who dealt some hands, as positions in ``names``; NONE where nobody is on record."""
        found = np.full(len(numbers), NONE)
        if not self._dealers:
            return found
        numbered = np.concatenate([each for each, _ in self._dealers])
        known = numbered.astype(np.int64)[::-1]  # of a number used twice, the last
        dealt = np.concatenate([each for _, each in self._dealers])[::-1]
        known, first = np.unique(known, return_index=True)
        at = np.minimum(np.searchsorted(known, numbers), len(known) - 1)
        return np.where(known[at] == numbers, dealt[first[at]], found)

    def hands(self, scope: str, who: str | None) -> int | None:
        """How many hands a dealer dealt or a player was in; None: of the session."""
        if scope == "dealer":
            return sum(int((dealt == self.names.index(who or "")).sum()) for _, dealt in self._dealers)
        if scope == "player":
            return int(self._seated[list(self._players).index(who or "")])
        return None
