"""Groups of hands in log order: a session's, a dealer's, a player's."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from rules.hands import Hands, Ints
from rules.narrow import narrow

SESSION = 0  # the number of the group of all hands


class HandGroup(NamedTuple):
    """All hands of a session or dealer, or results of a player."""

    scope: str  # session, dealer or player
    who: str | None


class SeatedNames(NamedTuple):
    """Dealers (H,) and players (H, S) as positions in names and players; -1: nobody."""

    dealer_id: NDArray[np.signedinteger[Any]]
    player: NDArray[np.signedinteger[Any]]

    @classmethod
    def of(cls, hands: Hands) -> SeatedNames:
        return cls(narrow(hands.dealer_id), narrow(np.where(hands.present, hands.player, -1)))


class Grouped(NamedTuple):
    """Groups of a block (N,): number of the group, position of the hand, column of its result in `FittedResults.each`."""

    number: NDArray[np.int32]
    hand: Ints
    column: Ints


class GroupNumbers:
    """Numbers of a log's groups by occurrence: session, dealers, players, by block."""

    def __init__(self) -> None:
        self._numbers: dict[tuple[str, int], int] = {}
        self.met: list[int] = []  # the block in which each group was met first

    def __len__(self) -> int:
        return len(self._numbers)

    def groups(self, names: Sequence[str], players: Sequence[str]) -> list[HandGroup]:
        """Groups by number. names, players: of the log."""
        known: dict[str, Sequence[str | None]] = {"session": [None], "dealer": names, "player": players}
        return [HandGroup(scope, known[scope][who]) for scope, who in self._numbers]

    def of(self, seated: SeatedNames, which: Ints, block: int) -> Grouped:
        """Groups of some hands of a block. block: its place in the log."""
        dealers = seated.dealer_id[which]
        dealt = np.argsort(dealers, kind="stable")
        dealt = dealt[dealers[dealt] >= 0]
        player = seated.player[which]
        places = np.argsort(player, axis=None, kind="stable")
        places = places[player.ravel()[places] >= 0]
        hand, seat = np.divmod(places, player.shape[1])
        numbers = [
            self._numbered("session", np.zeros(len(which), np.int32), block),
            self._numbered("dealer", dealers[dealt], block),
            self._numbered("player", player[hand, seat], block),
        ]
        return Grouped(
            np.concatenate(numbers),
            which[np.concatenate((np.arange(len(which)), dealt, hand))],
            np.concatenate((np.zeros(len(which) + len(dealt), np.int64), seat + 1)),
        )

    def _numbered(self, scope: str, who: NDArray[Any], block: int) -> NDArray[np.int32]:
        distinct, which = np.unique(who, return_inverse=True)
        numbers = []
        for each in distinct.tolist():
            number = self._numbers.setdefault((scope, each), len(self._numbers))
            if number == len(self.met):
                self.met.append(block)
            numbers.append(number)
        found: NDArray[np.int32] = np.array(numbers, np.int32)[which]
        return found
