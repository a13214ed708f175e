"""What the players of a hand won by it according to their next stacks: the witness where two records of it differ."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations

import numpy as np

from rules.checks.chip_entries import ChipEntries, entries
from rules.checks.log_view import LogView
from rules.checks.seating import NOBODY, Seating
from rules.hands import NOT_RECORDED, Flags


def witness_of(log: LogView) -> NextStacks | None:
    """The witness of a log; None where no stack is on record."""
    seating, found = log.people.seating, entries(log)
    return None if seating is None or found is None else NextStacks(seating, found)


class NextStacks:
    """By the line of a hand, what each of its players won by it, as his next stack has it: every amount that fits the record.

    Who cashed out has no chips left. There is none of a player whose next stack is not on record, or where a line between the two
    hands lacks its amount. Fees that nobody recorded are none: a stack that fits without any is no accident.
    """

    def __init__(self, seating: Seating, found: ChipEntries) -> None:
        self._seating, self._entries = seating, found
        self._known = _known(found)

    def __call__(self, line: int) -> Mapping[str, tuple[int, ...]]:
        """What the players of the hand on a line won."""
        found = self._entries
        hand = int(np.searchsorted(found.line, line))
        if hand >= len(found.line) or found.line[hand] != line:
            return {}
        players = self._seating.player[hand].astype(np.int64)
        players = np.unique(players[players != NOBODY])
        rows = found.rows_of(hand, players)
        return {
            found.players[player]: _won(found, row)
            for player, row in zip(players.tolist(), rows.tolist(), strict=True)
            if self._known[row]
        }


def _known(of: ChipEntries) -> Flags:
    """(n,) rows whose result follows from the stacks of this hand and the next of the player."""
    found = np.zeros(len(of), np.bool_)
    if len(of) < 2:
        return found
    stacked = (of.stack != NOT_RECORDED) | (of.last & of.took & (of.since == 0))
    clear = ~(of.unsure | of.fined) & (of.charged == 0)
    found[:-1] = (
        stacked[:-1]
        & stacked[1:]
        & clear[1:]
        & ~of.loose[:-1]
        & ~of.loose[1:]
        & (of.player[:-1] == of.player[1:])
        & (of.hand[:-1] < of.hand[1:])
        & (of.last[1:] | (of.stretch[:-1] == of.stretch[1:]))
    )
    return found


def _won(of: ChipEntries, row: int) -> tuple[int, ...]:
    """What the next stack leaves of the hand; fees of a time that is not known may have been taken in between."""
    after = row + 1
    stack = 0 if of.stack[after] == NOT_RECORDED else of.stack[after]
    sure = stack + of.early[after] - of.moved[after] + of.late[row] - of.stack[row]
    perhaps = [int(each) for each in (of.maybe[row], of.maybe[after]) if each]
    sums = {sum(some) for size in range(len(perhaps) + 1) for some in combinations(perhaps, size)}
    return tuple(sorted(int(sure) + each for each in sums))
