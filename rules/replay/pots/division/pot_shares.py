"""Division of a pot by runs, halves and equal hands, in whole chips; odd chips to the first runs, the first half, and in turn.

OLY-1.46-a, OLY-1.46-b, OLY-1.46-c; external:TDA-odd-chips; AMB-OLY-rit-odd.
"""

from __future__ import annotations

import math

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from rules.controls.sections.pots import OddChip
from rules.pot_hands import Flags
from rules.ragged import Ints
from rules.replay.pots.acts.short_axes import any_of, count_of
from rules.replay.pots.betting.hand_outcome import HandOutcome
from rules.replay.pots.showdown.pot_winners import Winners

_LAST = np.int16(np.iinfo(np.int16).max)


class Awards(Struct, frozen=True, eq=False):
    """Awards of H hands, A rows: last pot first, by run, half and turn for odd chips."""

    hand: Ints  # (A,)
    pot: Ints  # (A,)
    run: Ints  # (A,) from 1
    half: Ints  # (A,) position in the game's halves
    seat: Ints  # (A,) column
    amount: Ints  # (A,)
    known: Flags  # (H, P) whether the pot's awards are known: false beyond the pots of a hand

    def by_seat(self, shape: tuple[int, ...]) -> Ints:
        """(H, S) sum of each seat's awards."""
        found = np.zeros(shape, np.int64)
        np.add.at(found, (self.hand, self.seat), self.amount)
        return found


Part = tuple[Ints, int, int, int, Ints, Ints]  # hands, pot, run, half, seats, amounts


def divide(outcome: HandOutcome, won: Winners, net: Ints, net_known: Flags, odd: OddChip) -> Awards:
    """Awards of pots with known winners. net: (H, P) pots less fees, where known (H, P).

    A pot with an odd chip needs the seats' order.
    """
    known = won.known & net_known
    chip = np.maximum(outcome.chip, 1) if odd.unit == "smallest_chip" else np.ones_like(outcome.chip)
    division = _Division(won, net, chip, odd)
    for pot in range(net.shape[1] - 1, -1, -1):
        division.divide(pot, np.flatnonzero(known[:, pot]))
    return _in_order(division.parts, known & ~division.doubtful)


class _Division:
    def __init__(self, won: Winners, net: Ints, chip: Ints, odd: OddChip) -> None:
        self.won, self.net, self.chip, self.odd = won, net, chip, odd
        self.parts: list[Part] = []
        self.doubtful = np.zeros(net.shape, np.bool_)  # (H, P)

    def divide(self, pot: int, hands: Ints) -> None:
        shares = self.won.won[hands, pot]
        single = count_of(shares.reshape(len(shares), math.prod(shares.shape[1:]))) == 1
        alone = hands[single]  # one seat takes it all, in the first run and half
        seat = np.nonzero(shares[single])[3]
        self.parts.append((alone, pot, 0, 0, seat, self.net[alone, pot]))
        if not single.all():
            self._among_runs(pot, hands[~single])

    def _among_runs(self, pot: int, hands: Ints) -> None:
        taken = any_of(any_of(self.won.won[hands, pot]))  # (n, R)
        first = self._first_turns(pot, hands).min(axis=2) if self.odd.runs == "position" else None
        one_each = self.odd.runs != "all_to_first"
        shares = self._split(pot, hands, self.net[hands, pot], taken, first, one_each)
        for run in range(taken.shape[1]):
            rows = np.flatnonzero(taken[:, run])
            if len(rows):
                self._among_halves(pot, run, hands[rows], shares[rows, run])

    def _among_halves(self, pot: int, run: int, hands: Ints, amounts: Ints) -> None:
        taken = any_of(self.won.won[hands, pot, run])  # (n, F): no low, and all goes to the high
        first = self._first_turns(pot, hands)[:, run] if self.odd.halves == "position" else None
        shares = self._split(pot, hands, amounts, taken, first)
        for half in range(taken.shape[1]):
            rows = np.flatnonzero(taken[:, half])
            if len(rows):
                self._among_equals(pot, run, half, hands[rows], shares[rows, half])

    def _among_equals(self, pot: int, run: int, half: int, hands: Ints, amounts: Ints) -> None:
        equal, chip = self.won.won[hands, pot, run, half], self.chip[hands]
        order = np.argsort(np.where(equal, self.won.turn[hands, run, half], _LAST), axis=1, kind="stable")
        count = count_of(equal).astype(np.int64)
        base = amounts // (count * chip) * chip
        left = amounts - count * base
        self._doubt(pot, hands[left > 0])
        place = np.arange(equal.shape[1])
        if self.odd.many == "one_each":
            shares = base[:, None] + np.where(place < (left // chip)[:, None], chip[:, None], 0)
            shares[:, 0] += left % chip
        else:
            shares = np.repeat(base[:, None], equal.shape[1], axis=1)
            shares[:, 0] += left
        row, column = np.nonzero(place < count[:, None])
        self.parts.append((hands[row], pot, run, half, order[row, column], shares[row, column]))

    def _first_turns(self, pot: int, hands: Ints) -> NDArray[np.int16]:
        won = self.won.won[hands, pot]
        found: NDArray[np.int16] = np.where(won, self.won.turn[hands], _LAST).min(axis=3)
        return found

    def _split(
        self,
        pot: int,
        hands: Ints,
        amounts: Ints,
        taken: Flags,
        first: NDArray[np.int16] | None,
        one_each: bool = True,
    ) -> Ints:
        """(n, k) equal shares; odd chips one each, or all, to the first parts or turns (n, k)."""
        count, chip = count_of(taken).astype(np.int64), self.chip[hands]
        base = amounts // (count * chip) * chip
        left = amounts - count * base
        shares = np.where(taken, base[:, None], 0)
        if first is not None:
            self._doubt(pot, hands[left > 0])
        turn = np.broadcast_to(np.arange(taken.shape[1]), taken.shape) if first is None else first
        order = np.argsort(np.where(taken, turn, _LAST), axis=1, kind="stable")
        chips = left // chip if one_each else np.zeros_like(left)
        row, place = np.nonzero(np.arange(taken.shape[1]) < chips[:, None])
        shares[row, order[row, place]] += chip[row]
        shares[np.arange(len(amounts)), order[:, 0]] += left - chips * chip
        return shares

    def _doubt(self, pot: int, hands: Ints) -> None:
        self.doubtful[hands[~self.won.turn_known[hands]], pot] = True


def _in_order(parts: list[Part], known: Flags) -> Awards:
    columns = [
        np.concatenate(
            [np.broadcast_to(part[place], part[0].shape) for part in parts] or [np.zeros(0, np.int64)]
        )
        for place in range(6)
    ]
    of_known = np.flatnonzero(known[columns[0], columns[1]])
    order = of_known[np.argsort(columns[0][of_known], kind="stable")]
    hand, pot, run, half, seat, amount = (column[order] for column in columns)
    return Awards(hand, pot, run + 1, half, seat, amount, known)
