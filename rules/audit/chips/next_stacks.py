"""Winnings of a hand by its players' next stacks, the witness where two records differ."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations

import numpy as np

from rules.checks.support.chip_chains import chains
from rules.checks.support.chip_entries import ChipEntries, entries
from rules.checks.support.log_view import LogView
from rules.checks.support.seat_history import LogSeating
from rules.hands import NOT_RECORDED, Flags, Ints

Won = dict[str, tuple[int, ...]]  # by player, every amount that fits the record


class NextStacks:
    """Winnings of each player of a hand, by its line, from the next stack; 0 chips after a cash-out. None: an amount is
    unrecorded.

    An unrecorded fee counts as none: a stack that fits without it is no accident.
    """

    def __init__(self, log: LogView, lines: Ints) -> None:
        self._won: dict[int, Won] = {}
        for seating in (log.people.seating, log.pots.seating):
            if seating is not None and len(lines):
                self._add(log, seating, lines)

    def _add(self, log: LogView, seating: LogSeating, lines: Ints) -> None:
        wanted = np.append(np.isin(seating.line, lines), False)
        for of in entries(log, seating):
            for row in (1 + np.flatnonzero(wanted[of.hand[:-1]] & _known(of)[1:])).tolist():
                line, player = int(seating.line[of.hand[row - 1]]), seating.players[int(of.player[row])]
                self._won.setdefault(line, {})[player] = _won(of, row)

    def __call__(self, line: int) -> Mapping[str, tuple[int, ...]]:
        return self._won.get(line, {})


def _known(of: ChipEntries) -> Flags:
    """(n,) rows from whose stack and the one before the result between follows."""
    linked = chains(of)
    stacked = of.stack != NOT_RECORDED
    nothing_left = of.ends & of.took & (of.since == 0)
    clear = ~(of.unsure | of.fined | (linked.loose > 0)) & (of.charged == 0)
    before = np.append(False, stacked[:-1])
    found: Flags = before & clear & ((linked.between & stacked) | (linked.linked & nothing_left))
    return found


def _won(of: ChipEntries, row: int) -> tuple[int, ...]:
    """Winnings of the hand before a row; several where fees of unknown time may lie between."""
    before, stack = row - 1, 0 if of.ends[row] else of.stack[row]
    sure = stack + of.early[row] - of.moved[row] + of.late[before] - of.stack[before]
    perhaps = [int(each) for each in (of.maybe[before], of.maybe[row]) if each]
    sums = {sum(some) for size in range(len(perhaps) + 1) for some in combinations(perhaps, size)}
    return tuple(sorted(int(sure) + each for each in sums))
