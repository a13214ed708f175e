"""Consecutive hands with the same player in a seat."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from rules.hands import NOT_RECORDED, Flags, Hands, Ints

SEATS = 10
REST = (
    15 * 60 * 1_000_000
)  # microseconds: after a longer pause nobody can say who stayed in his seat meanwhile
_NOBODY = -1


@dataclass(slots=True)
class Stretch:
    """Consecutive hands of a player in one seat.

    begins: deal of the first. ends: settlement of the last, else its deal; runs_on: that is the deal. first, last: hand
    numbers. banked: as banker. missed: without cards.
    """

    player: str
    seat: int
    first: int
    last: int
    hands: int
    begins: int
    ends: int
    banked: int = 0
    missed: int = 0
    runs_on: bool = field(default=False, compare=False)


class StretchKeeper:
    """Collects blocks into stretches; memory grows with players, not hands."""

    def __init__(self) -> None:
        self._rows: list[Ints] = []  # (n, 10): as in Stretch
        self._counted = True

    def add(self, hands: Hands) -> None:
        """Take a block, in order. A gap or disorder of numbers ends stretches."""
        if len(hands):
            self._rows.append(_of_block(hands))
            self._counted = hands.counted

    def stretches(self, players: Sequence[str]) -> tuple[list[Stretch], list[Stretch]]:
        """Stretches by seat and number, over rests of the table and ended by them.

        The two are one list where no rest matters. To be called once.
        """
        rows = np.concatenate([np.zeros((0, 10), np.int64), *self._rows])
        self._rows = []
        rows = rows[np.lexsort((rows[:, 2], rows[:, 1]))]
        if not self._counted:
            return (each := _made(rows, players)), each
        apart = _joined(rows, over_rests=False)
        whole = _joined(apart, over_rests=True)
        unrested = _made(apart, players)
        return unrested if len(whole) == len(apart) else _made(whole, players), unrested


def _made(rows: Ints, players: Sequence[str]) -> list[Stretch]:
    return [
        Stretch(players[player], seat, first, last, hands, begins, ends, banked, missed, runs_on == 1)
        for player, seat, first, last, hands, begins, ends, banked, missed, runs_on in rows.tolist()
    ]


def _joined(rows: Ints, *, over_rests: bool) -> Ints:
    """Rows (n, 10) by seat and number, one for each stretch."""
    if not len(rows):
        return rows
    before, after = rows[:-1], rows[1:]
    follows = (before[:, :2] == after[:, :2]).all(axis=1) & (before[:, 3] + 1 == after[:, 2])
    if not over_rests:
        follows &= ~_rested(before[:, 6], after[:, 5])
    if not follows.any():
        return rows
    first = np.flatnonzero(np.concatenate([[True], ~follows]))
    joined: Ints = rows[np.append(first[1:], len(rows)) - 1]
    joined[:, [2, 5]] = rows[first][:, [2, 5]]
    joined[:, [4, 7, 8]] = np.add.reduceat(rows[:, [4, 7, 8]], first)
    return joined


def _rested(settled: Ints, dealt: Ints) -> Flags:
    """(n,) whether the table rested before the next deal; False where unknown."""
    known = (settled != NOT_RECORDED) & (dealt != NOT_RECORDED)
    found: Flags = known & (dealt - np.where(known, settled, 0) > REST)
    return found


def _of_block(hands: Hands) -> Ints:
    """(n, 10) stretches of a block, each without a rest."""
    sat = _by_seat(hands)
    settled = np.where(hands.ended_at != NOT_RECORDED, hands.ended_at, hands.at)
    rested = _rested(settled[:-1], hands.at[1:])
    begins = np.ones(sat.shape, np.bool_)
    follows = (np.diff(hands.number) == 1) & hands.counted & ~rested
    begins[1:] = (sat[1:] != sat[:-1]) | ~follows[:, None]
    ends = np.ones(sat.shape, np.bool_)
    ends[:-1] = begins[1:]
    somebody = sat != _NOBODY
    seat, first = _by_column(begins & somebody)
    last = _by_column(ends & somebody)[1]
    return np.column_stack(
        (
            sat[first, seat], seat + 1, hands.number[first], hands.number[last], last - first + 1, hands.at[first],
            settled[last], _within(hands, _banks(hands), seat, first, last), _within(hands, hands.missed, seat, first, last),
            (hands.ended_at[last] == NOT_RECORDED) & (hands.at[last] != NOT_RECORDED),
        )
    )  # fmt: skip


def _by_column(mask: Flags) -> tuple[Ints, Ints]:
    column, row = np.divmod(np.flatnonzero(np.ascontiguousarray(mask.T)), len(mask))
    return column, row


def _by_seat(hands: Hands) -> NDArray[np.int32]:
    """(H, 10) player by seat; -1: nobody."""
    sat = np.full((len(hands), SEATS + 1), _NOBODY, np.int32)
    hand = np.arange(len(hands))
    for column in range(hands.seat.shape[1]):
        sat[hand, hands.seat[:, column]] = hands.player[:, column]  # the seat 0 is nobody's
    return sat[:, 1:]


def _banks(hands: Hands) -> Flags:
    found: Flags = hands.present & (hands.seat == hands.banker[:, None])
    return found


def _within(hands: Hands, mask: Flags, seat: Ints, first: Ints, last: Ints) -> Ints:
    """(n,) number of flagged hands of each stretch."""
    if not mask.any():
        return np.zeros(len(seat), np.int64)
    spread = np.zeros((len(hands) + 1, SEATS), np.int64)
    hand, column = np.nonzero(mask)
    spread[hand + 1, hands.seat[hand, column] - 1] = 1
    so_far = spread.cumsum(axis=0)
    within: Ints = so_far[last + 1, seat] - so_far[first, seat]
    return within
