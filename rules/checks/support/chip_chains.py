"""Stack due to each player at a deal or cash-out, by the entries of the account."""

from __future__ import annotations

from itertools import product

import numpy as np
from msgspec import Struct

from rules.checks.support.carried_chips import carry
from rules.checks.support.chip_entries import ChipEntries
from rules.checks.support.previous_rows import of_row_before
from rules.hands import NOT_RECORDED, Flags, Ints


class ChipChains(Struct, frozen=True, eq=False):
    """Each of n rows of accounts beside the row before it.

    linked: there is a row before; between: no hand is missing since; adjacent: of the hand before. fresh: the stack was
    bought. told: the stack due is known; known: the stated stack and all movements, too. settled: former and present chips
    are known. cleared: all was cashed. owed: present chips beyond what was left; 0: unknown. origin: as in CarriedChips. The
    end of an account states 0.
    """

    entries: ChipEntries
    linked: Flags
    between: Flags
    adjacent: Flags
    fresh: Flags
    told: Flags
    recorded: Flags  # (n,) stack before, result and stack, or what was bought and the stack, are on record
    known: Flags
    settled: Flags
    cleared: Flags
    owed: Ints
    origin: Ints
    stated: Ints
    expected: Ints
    maybe: Ints  # (n,) fees of the hand before that may have been taken from the stacks
    slack: Ints  # (n,) the same, of hands before that, since the last stack on record
    loose: Ints  # (n,) fees that name no seat and may have been taken
    unpriced: Flags  # (n,) fees may have been taken that are not on record
    unclear: Flags  # (n,) a penalty, or chips that left play, may explain a difference
    earlier: Flags

    @property
    def over(self) -> Ints:
        """(n,) stated less expected; 0: unknown."""
        return np.where(self.known, self.stated - self.expected, 0)

    @property
    def fits(self) -> Flags:
        """(n,) stacks as due, but for fees and time of unknown moment and a tournament's colour-ups."""
        of, over = self.entries, self.over
        changed = self.adjacent & (np.abs(over) < of.chip)
        return self.known & (changed | one_of(over, [self.maybe, of.maybe, of.charged]))

    @property
    def certain(self) -> Flags:
        """(n,) stacks not as due, which no fee, penalty or earlier chips explains."""
        priced = ~self.unpriced & (self.loose == 0) & (self.slack == 0)
        explained = np.where(self.over > 0, self.earlier, ~priced)
        found: Flags = self.known & ~self.fits & ~self.unclear & ~explained
        return found


def chains(of: ChipEntries) -> ChipChains:
    """Rows of a piece of accounts, each beside the row before."""
    index = np.arange(len(of))
    linked = ~of.begins & (index > 0)
    stacked, hand, result = (
        of.stack != NOT_RECORDED,
        of_row_before(of.hand, -1),
        of_row_before(of.result, NOT_RECORDED),
    )
    between = linked & ~of.ends & (of.stretch == of_row_before(of.stretch, -1)) & (of.hand > hand)
    adjacent = between & (of.hand == hand + 1)
    followed = adjacent | (between & of.tracked & ~of.took)
    fresh = (of.begins | _cleared(of, linked, of.stack)) & of.bought & ~(of.ends | of.event | of.skipped)
    carried = carry(of, fresh, linked & followed & (result != NOT_RECORDED) & ~of.unsure)
    before = of_row_before(carried.base, NOT_RECORDED)
    held = linked & (before != NOT_RECORDED) & (result != NOT_RECORDED)
    had = np.where(held, before + result, 0) - of_row_before(of.late, 0)
    recorded = np.where(of.ends, held & of.took, (fresh | (between & held)) & stacked)
    settled = held & (of.ends | stacked)
    left = np.where(fresh, 0, 1)  # of the row before
    return ChipChains(
        entries=of,
        linked=linked,
        between=between,
        adjacent=adjacent,
        fresh=fresh,
        told=fresh | followed,
        recorded=recorded,
        known=recorded & ~of.unsure,
        settled=settled,
        cleared=_cleared(of, linked, carried.base),
        owed=np.where(settled, np.where(of.ends, 0, of.stack + of.early) - (had + of.moved), 0),
        origin=np.where(fresh, -1, of_row_before(carried.origin, -1)),
        stated=np.where(of.ends, 0, of.stack),
        expected=np.where(fresh, of.since, had + of.moved) - of.early,
        maybe=left * of_row_before(of.maybe, 0),
        slack=left * of_row_before(carried.maybe, 0),
        loose=of.loose_early + left * of_row_before(of.loose_late + carried.loose, 0),
        unpriced=of.unrecorded_early
        | (~fresh & of_row_before(of.unrecorded_late | carried.unpriced, False))
        | (of.charged > 0),
        unclear=of.fined | of.unclear | (~fresh & of_row_before(carried.unclear, False)),
        earlier=np.where(fresh, of.earlier, of_row_before(carried.earlier, False)),
    )


def _cleared(of: ChipEntries, linked: Flags, base: Ints) -> Flags:
    """(n,) rows after a cash-out of all chips. base: chips in each row."""
    before, result = of_row_before(base, NOT_RECORDED), of_row_before(of.result, NOT_RECORDED)
    held = linked & (before != NOT_RECORDED) & (result != NOT_RECORDED)
    left = np.where(held, before + result, 0) - of_row_before(of.late, 0) + of.moved - of.since
    found: Flags = held & of.took & ((left == 0) | (left == of_row_before(of.maybe, 0)))
    return found


def one_of(over: Ints, parts: list[Ints]) -> Flags:
    """Mask of shortages that are zero or a sum of parts."""
    found: Flags = over == 0
    parts = [each for each in parts if each.any()]
    for chosen in product((0, 1), repeat=len(parts)):
        found |= over == -sum(
            (part * taken for part, taken in zip(parts, chosen, strict=True)), np.zeros_like(over)
        )
    return found
