"""Opening chips in hands without a recorded stack: the last stack and the results since."""

from __future__ import annotations

import numpy as np
from msgspec import Struct

from rules.checks.support.chip_entries import ChipEntries
from rules.checks.support.previous_rows import of_row_before
from rules.hands import NOT_RECORDED, Flags, Ints


class CarriedChips(Struct, frozen=True, eq=False):
    """Opening chips of n rows of accounts.

    base: NOT_RECORDED where unknown. origin: hand of the stack that it rests on; -1: bought. maybe: fees that may have been
    taken since; loose: of these, those without a seat. unpriced: fees may be missing. unclear: a penalty, or chips that left
    play. earlier: chips of an earlier session are possible.
    """

    base: Ints
    origin: Ints
    maybe: Ints
    loose: Ints
    unpriced: Flags
    unclear: Flags
    earlier: Flags


def carry(of: ChipEntries, fresh: Flags, follows: Flags) -> CarriedChips:
    """Opening chips of each row. fresh: begins with bought chips; follows: continues the row before."""
    index = np.arange(len(of))
    stacked = of.stack != NOT_RECORDED
    stands = stacked | (fresh & ~of.unsure)
    from_ = np.maximum.accumulate(np.where(stands, index, -1))
    steps = follows & ~fresh & ~of_row_before(of.banks, False)
    there = (from_ >= 0) & (_since(~steps, from_) == 0)
    change = of_row_before(of.result, 0) - of_row_before(of.late, 0) + of.moved - of.early
    begins = np.where(stacked, of.stack, of.since - of.early)
    base = begins[from_] + _since(np.where(steps, change, 0), from_)
    perhaps = of_row_before(of.maybe, 0) + of.maybe + of.charged
    nobody = of.loose_early + of_row_before(of.loose_late, 0)
    unpriced = of.unrecorded_early | of_row_before(of.unrecorded_late, False)
    unclear = of.fined | of.unclear | (of.chip > 1)
    own = fresh & ~stacked  # what concerns the first stack itself
    return CarriedChips(
        base=np.where(there, base, NOT_RECORDED),
        origin=np.where(there & stacked[from_], of.hand[from_], -1),
        maybe=_since(perhaps, from_) + np.where(own, of.maybe + of.charged, 0)[from_],
        loose=_since(nobody, from_) + np.where(own, of.loose_early, 0)[from_],
        unpriced=(_since(unpriced, from_) > 0) | (own & of.unrecorded_early)[from_],
        unclear=(_since(unclear, from_) > 0) | (own & of.fined)[from_],
        earlier=there & (own & of.earlier)[from_],
    )


def _since(values: Ints | Flags, from_: Ints) -> Ints:
    """(n,) sums of the rows after ``from_``, each row included."""
    sums = np.cumsum(values, dtype=np.int64)
    found: Ints = sums - sums[from_]
    return found
