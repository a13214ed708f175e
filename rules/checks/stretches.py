"""Stretches: consecutive hands with the same player in a seat."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from rules.hands import NOT_RECORDED, Flags, Hands, Ints

SEATS = 10
REST = (
    15 * 60 * 1_000_000
)  # microseconds: after a longer pause nobody can say who stayed in his seat meanwhile
_NOBODY = -1


@dataclass(frozen=True, slots=True)
class Stretch:
    """Hands one after the other that a player was in, in one seat.

    begins: when the first was dealt. ends: when the last was settled, else when it was dealt. NOT_RECORDED: it was not.
    first, last: numbers of hands. banked: hands in which he was the banker. missed: hands that he was dealt no cards in.
    runs_on: no end of the last hand was recorded, so that it was in play at ``ends`` and some time after.
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
    """Collects blocks into stretches; memory grows with the players who come and go, not with the hands."""

    def __init__(self) -> None:
        self._rows: list[Ints] = []  # (n, 10): as in Stretch

    def add(self, hands: Hands) -> None:
        """Take a block, in its order. A number that is missing or out of order ends the stretches before it."""
        if len(hands):
            self._rows.append(_of_block(hands))

    def stretches(self, players: Sequence[str], *, over_rests: bool = True) -> list[Stretch]:
        """Every stretch, by seat and number. ``players`` are those of the whole log.

        over_rests: a stretch continues over a rest of the table; otherwise a player who sits down again begins another.
        """
        return list(self._joined(players, over_rests))

    def _joined(self, players: Sequence[str], over_rests: bool) -> Iterator[Stretch]:
        rows = np.concatenate(self._rows) if self._rows else np.zeros((0, 10), np.int64)
        open_: list[int] | None = None
        for row in rows[np.lexsort((rows[:, 2], rows[:, 1]))].tolist():
            follows = open_ is not None and open_[:2] == row[:2] and open_[3] + 1 == row[2]
            if open_ is not None and follows and (over_rests or not _is_rest(open_[6], row[5])):
                summed = [open_[place] + row[place] for place in (4, 7, 8)]
                open_ = [*open_[:3], row[3], summed[0], open_[5], row[6], *summed[1:], row[9]]
                continue
            if open_ is not None:
                yield _stretch(players, open_)
            open_ = row
        if open_ is not None:
            yield _stretch(players, open_)


def _stretch(players: Sequence[str], row: Sequence[int]) -> Stretch:
    player, seat, first, last, hands, begins, ends, banked, missed, runs_on = row
    return Stretch(
        players[player], seat, first, last, hands, begins, ends, banked, missed, runs_on=bool(runs_on)
    )


def _is_rest(settled: int, dealt: int) -> bool:
    """Whether the table rested between a settlement and the next deal; not where either was not recorded."""
    return NOT_RECORDED not in (settled, dealt) and dealt - settled > REST


def _of_block(hands: Hands) -> Ints:
    """(n, 10) the stretches of a block, each without a rest."""
    sat = _by_seat(hands)
    settled = np.where(hands.ended_at != NOT_RECORDED, hands.ended_at, hands.at)
    known = (settled[:-1] != NOT_RECORDED) & (hands.at[1:] != NOT_RECORDED)
    rested = known & (hands.at[1:] - np.where(known, settled[:-1], 0) > REST)
    begins = np.ones(sat.shape, np.bool_)
    follows = (np.diff(hands.number) == 1) & ~rested
    begins[1:] = (sat[1:] != sat[:-1]) | ~follows[:, None]
    ends = np.ones(sat.shape, np.bool_)
    ends[:-1] = begins[1:]
    seat, first = np.nonzero((begins & (sat != _NOBODY)).T)
    last = np.nonzero((ends & (sat != _NOBODY)).T)[1]
    return np.column_stack(
        (
            sat[first, seat], seat + 1, hands.number[first], hands.number[last], last - first + 1, hands.at[first],
            settled[last], _within(hands, _banks(hands), seat, first, last), _within(hands, hands.missed, seat, first, last),
            (hands.ended_at[last] == NOT_RECORDED) & (hands.at[last] != NOT_RECORDED),
        )
    )  # fmt: skip


def _by_seat(hands: Hands) -> NDArray[np.int32]:
    """(H, 10) the player in each seat, by position in the log's players; -1: nobody."""
    sat = np.full((len(hands), SEATS), _NOBODY, np.int32)
    hand, column = np.nonzero(hands.present)
    sat[hand, hands.seat[hand, column] - 1] = hands.player[hand, column]
    return sat


def _banks(hands: Hands) -> Flags:
    """(H, S) the seats that were the banker's."""
    found: Flags = hands.present & (hands.seat == hands.banker[:, None])
    return found


def _within(hands: Hands, mask: Flags, seat: Ints, first: Ints, last: Ints) -> Ints:
    """(n,) in how many hands of each stretch something holds of its seat."""
    if not mask.any():
        return np.zeros(len(seat), np.int64)
    spread = np.zeros((len(hands) + 1, SEATS), np.int64)
    hand, column = np.nonzero(mask)
    spread[hand + 1, hands.seat[hand, column] - 1] = 1
    so_far = spread.cumsum(axis=0)
    within: Ints = so_far[last + 1, seat] - so_far[first, seat]
    return within
