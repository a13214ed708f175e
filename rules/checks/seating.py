"""What every seat had from hand to hand: kept where one hand affects the next, and where stacks were recorded."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rules.hands import NOT_RECORDED, Flags, Ints, Ragged

SEATS = 10
NOT_KNOWN = -1  # in columns whose known values are 0 or more
AWAY = -2  # cards dealt at once to a player who was not dealt in
NOT_REPLAYED = "the replay failed"  # of hands that have no seating for it


@dataclass(frozen=True, eq=False)
class Fees:
    """Fees of hands, one a row. seat: 0 where none was recorded. before: 1 of a fee taken before the deal, 0 after it."""

    hand: Ints  # (n,) position in the seating
    seat: Ints
    amount: Ints
    before: Ints  # NOT_RECORDED where the log does not say

    def of(self, hand: int) -> Fees:
        """Those of one hand."""
        order, hands = self._by_hand
        first, end = np.searchsorted(hands, [hand, hand + 1])
        which = order[first:end]
        return Fees(self.hand[which], self.seat[which], self.amount[which], self.before[which])

    @cached_property
    def _by_hand(self) -> tuple[Ints, Ints]:
        """The rows by their hands, and these hands."""
        order = np.argsort(self.hand, kind="stable")
        return order, self.hand[order]


@dataclass(frozen=True, eq=False)
class Seating:
    """M hands in the order of the log; the column of a seat is its number less 1."""

    number: Ints  # (M,)
    line: Ints  # (M,)
    at: Ints  # (M,)
    under: Ints  # (M,) position in the rulesets of the log
    level: Ints  # (M,)
    void: Flags  # (M,)
    player: NDArray[np.int32]  # (M, 10) position in ``players``, -1: nobody
    stack: Ints  # (M, 10)
    net: Ints  # (M, 10) what the hand brought: by the recorded transfers, else by the recorded net
    out: NDArray[np.int8]  # (M, 10) 1: eliminated by the hand, NOT_KNOWN
    gone: NDArray[np.int8]  # (M, 10) 1: recorded as eliminated, NOT_KNOWN
    land: NDArray[np.int8]  # (M, 10) cards dealt at once, NOT_KNOWN, AWAY
    earned: NDArray[np.int8]  # (M, 10) cards to be dealt at once in the next hand, NOT_KNOWN
    fees_recorded: Flags  # (M,) or there were none to take
    fees: Fees
    players: list[str]

    def __len__(self) -> int:
        return len(self.number)

    def following(self) -> tuple[Ints, Ints]:
        """Positions of hands and of those that follow them at once, by their numbers."""
        first = np.flatnonzero(self.number[1:] == self.number[:-1] + 1)
        return first, first + 1

    def same_player(self, first: Ints, second: Ints) -> Flags:
        """(n, 10) seats in which the same player sits in both hands."""
        found: Flags = (self.player[first] == self.player[second]) & (self.player[first] >= 0)
        return found

    @cached_property
    def appearances(self) -> tuple[Ints, Ints, Ints]:
        """Player, position and column of everybody in every hand, by player and then in the order of the log."""
        hands, columns = np.nonzero(self.player >= 0)
        players = self.player[hands, columns].astype(np.int64)
        order = np.argsort(players, kind="stable")
        return players[order], hands[order], columns[order]

    def seen_again(self, player: int, after: int) -> tuple[int, int] | None:
        """(position, column) of a player's next hand that follows a position and has a later number."""
        players, hands, columns = self.appearances
        first, last = np.searchsorted(players, [player, player + 1])
        for place in range(first + int(np.searchsorted(hands[first:last], after, side="right")), int(last)):
            if self.number[hands[place]] > self.number[after]:
                return int(hands[place]), int(columns[place])
        return None


class SeatingKeeper:
    """Collects blocks of replayed hands."""

    def __init__(self) -> None:
        self._pieces: list[tuple[NDArray[Any], ...]] = []
        self._fees: list[Ints] = []  # (n, 4): line, seat, amount, before

    def add(
        self, number: Ints, line: Ints, at: Ints, under: int, level: Ints, void: Flags, seat: NDArray[np.int8],
        by_seat: tuple[NDArray[Any], ...], fees_recorded: Flags, fees: Ragged,
    ) -> None:  # fmt: skip
        """``by_seat``: player, stack, net, out, gone, land, earned, each (H, S) in the columns of a block."""
        rows = np.nonzero(seat)
        wide = []
        for column, (kind, empty) in zip(by_seat, _KINDS, strict=True):
            spread = np.full((len(number), SEATS), empty, kind)
            spread[rows[0], seat[rows] - 1] = column[rows]
            wide.append(spread)
        self._pieces.append(
            (number, line, at, np.full(len(number), under), level, void, *wide, fees_recorded)
        )
        if len(fees.hand):
            seats = np.maximum(fees["seat"], 0)  # not recorded is below
            self._fees.append(np.column_stack((line[fees.hand], seats, fees["amount"], fees["before_deal"])))

    def seating(self, players: list[str]) -> Seating | None:
        """All hands; None where none was kept."""
        if not self._pieces:
            return None
        line = np.concatenate([piece[_NAMES.index("line")] for piece in self._pieces])
        order = None if (line[1:] >= line[:-1]).all() else np.argsort(line, kind="stable")
        columns = {}
        for name, pieces in zip(_NAMES, zip(*self._pieces, strict=True), strict=True):
            column = np.concatenate(pieces)
            columns[name] = column if order is None else column[order]
        return Seating(**columns, fees=self._taken(columns["line"]), players=players)

    def _taken(self, line: Ints) -> Fees:
        rows = np.concatenate(self._fees) if self._fees else np.zeros((0, 4), np.int64)
        return Fees(np.searchsorted(line, rows[:, 0]), rows[:, 1], rows[:, 2], rows[:, 3])


_NAMES = (
    "number",
    "line",
    "at",
    "under",
    "level",
    "void",
    "player",
    "stack",
    "net",
    "out",
    "gone",
    "land",
    "earned",
    "fees_recorded",
)
_KINDS = (
    (np.int32, -1), (np.int64, NOT_RECORDED), (np.int64, NOT_RECORDED), (np.int8, NOT_KNOWN),
    (np.int8, NOT_KNOWN), (np.int8, NOT_KNOWN), (np.int8, NOT_KNOWN),
)  # fmt: skip
