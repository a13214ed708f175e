"""What the players of a hand won by it according to their next stacks: the witness where two records of it differ."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations

import numpy as np

from rules.checks.support.chip_chains import chains
from rules.checks.support.chip_entries import ChipEntries, entries
from rules.checks.support.log_view import LogView
from rules.checks.support.seat_history import Seating
from rules.hands import NOT_RECORDED, Flags, Ints

Won = dict[str, tuple[int, ...]]  # by player, every amount that fits the record


class NextStacks:
    """By the line of a hand, what each of its players won by it, as his next stack has it.

    Who cashed out has no chips left. There is none of a player whose next stack is not on record, or where a line between the two
    hands lacks its amount. Fees that nobody recorded are none: a stack that fits without any is no accident.
    """

    def __init__(self, log: LogView, lines: Ints) -> None:
        """lines: of the hands that are asked for."""
        self._won: dict[int, Won] = {}
        for seating in (log.people.seating, log.pots.seating):
            if seating is not None and len(lines):
                self._add(log, seating, lines)

    def _add(self, log: LogView, seating: Seating, lines: Ints) -> None:
        wanted = np.append(np.isin(seating.line, lines), False)
        for of in entries(log, seating):
            for row in (1 + np.flatnonzero(wanted[of.hand[:-1]] & _known(of)[1:])).tolist():
                line, player = int(seating.line[of.hand[row - 1]]), seating.players[int(of.player[row])]
                self._won.setdefault(line, {})[player] = _won(of, row)

    def __call__(self, line: int) -> Mapping[str, tuple[int, ...]]:
        """What the players of the hand on a line won."""
        return self._won.get(line, {})


def _known(of: ChipEntries) -> Flags:
    """(n,) rows from whose stack, and that of the row before, the result in between follows."""
    linked = chains(of)
    stacked = of.stack != NOT_RECORDED
    nothing_left = of.ends & of.took & (of.since == 0)
    clear = ~(of.unsure | of.fined | (linked.loose > 0)) & (of.charged == 0)
    before = np.append(False, stacked[:-1])
    found: Flags = before & clear & ((linked.between & stacked) | (linked.linked & nothing_left))
    return found


def _won(of: ChipEntries, row: int) -> tuple[int, ...]:
    """What the stack of a row leaves of the hand before; fees of a time that is not known may have been taken in between."""
    before, stack = row - 1, 0 if of.ends[row] else of.stack[row]
    sure = stack + of.early[row] - of.moved[row] + of.late[before] - of.stack[before]
    perhaps = [int(each) for each in (of.maybe[before], of.maybe[row]) if each]
    sums = {sum(some) for size in range(len(perhaps) + 1) for some in combinations(perhaps, size)}
    return tuple(sorted(int(sure) + each for each in sums))
