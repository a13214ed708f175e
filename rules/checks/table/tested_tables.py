"""Stacks of a table together, where seats do not suffice."""

from __future__ import annotations

import numpy as np
from msgspec import Struct

from rules.checks.support.chip_chains import chains, one_of
from rules.checks.support.chip_entries import entries, seated
from rules.checks.support.log_view import LogView
from rules.checks.support.seat_history import LogSeating
from rules.hands import NOT_RECORDED, Flags, Ints


class BrokenTable(Struct, frozen=True):
    """Stacks of a hand that differ in sum. hand: position.

    grew: more chips, which no penalty explains; else fewer, which fees without a seat do not explain.
    """

    hand: int
    stated: int
    expected: int
    grew: bool


class TestedTables(Struct, frozen=True, eq=False):
    """(M,) stacks together against the hand before, where fees name no seat or a penalty was given."""

    seating: LogSeating
    stated: Ints
    expected: Ints
    fits: Flags
    wrong: Flags
    grew: Flags

    @classmethod
    def of(cls, log: LogView, seating: LogSeating) -> TestedTables:
        size = len(seating)
        stated, expected, pairs, maybe_before, maybe_after = (np.zeros(size, np.int64) for _ in range(5))
        unsure, fined, unpriced, certain = (np.zeros(size, np.bool_) for _ in range(4))
        for each in entries(log, seating):
            found = chains(each)
            rows = np.flatnonzero(found.adjacent)
            carried = ~found.fresh & (found.origin != each.hand - 1)  # fees since then may be missing
            hand = each.hand[rows]
            np.add.at(pairs, hand, 1)
            np.add.at(maybe_before, hand, found.maybe[rows])
            np.add.at(maybe_after, hand, each.maybe[rows])
            known = rows[found.known[rows]]
            np.add.at(stated, each.hand[known], found.stated[known])
            np.add.at(expected, each.hand[known], found.expected[known])
            for mask, flags in (
                (unsure, ~found.known | carried), (fined, each.fined), (unpriced, found.unpriced), (certain, found.certain),
            ):  # fmt: skip
                mask[hand[flags[rows]]] = True
        present = (seating.player >= 0).sum(axis=1)
        before = np.append(-1, present[:-1])
        whole = (pairs > 0) & (pairs == present) & (pairs == before) & ~unsure
        loose_before, loose_after = _loose(seating)
        together = stated - expected
        grew = whole & fined & (together > 0)  # a penalty moves chips and does not create any
        whole &= ((loose_before != 0) | (loose_after != 0)) & ~fined & ~unpriced
        fits = one_of(together, [loose_before, loose_after, maybe_before, maybe_after])
        wrong = whole & ~fits & (together < 0) & ~certain
        return cls(seating, stated, expected, whole & fits, wrong, grew)

    @property
    def tested(self) -> Flags:
        """(M,) hands in which the sum shows more than seats."""
        return self.fits | self.wrong | self.grew

    @property
    def broken(self) -> list[BrokenTable]:
        return [
            BrokenTable(hand, int(self.stated[hand]), int(self.expected[hand]), bool(self.grew[hand]))
            for hand in np.flatnonzero(self.wrong | self.grew).tolist()
        ]


def _loose(seating: LogSeating) -> tuple[Ints, Ints]:
    """(M,) fees without a seat that may have come from stacks: of earlier hands, and of the hand."""
    fees, size = seating.fees, len(seating)
    of_nobody = ~seated(seating, fees.hand, fees.seat)
    since, own = np.zeros(size + 1, np.int64), np.zeros(size, np.int64)
    for when, later in ((0, 1), (1, 0), (NOT_RECORDED, 1)):
        rows = of_nobody & (fees.before == when)
        np.add.at(since, fees.hand[rows] + later, fees.amount[rows])
        if when == NOT_RECORDED:
            np.add.at(own, fees.hand[rows], fees.amount[rows])
    return since[:size], own
