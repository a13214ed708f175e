"""What every player should have had when a hand was dealt, or at a cash-out, by the entries of the player's account."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
from msgspec import Struct

from rules.checks.chip_entries import ChipEntries
from rules.hands import NOT_RECORDED, Flags, Ints


class ChipChains(Struct, frozen=True, eq=False):
    """Each of n rows of accounts beside the row before it. A hand's stack is stated; at the end of an account, where chips were
    cashed, nothing is left.

    linked: there is a row before; between: of a hand that no missing one lies between; adjacent: of the hand before. fresh: the
    stack is what was bought, for the player came, or had cashed everything. told: it is known what it should be: of the player's
    hand before this one, or since one before, where the player's chips are on record. known: what was stated and what should be
    there are known, and it is certain what moved. settled: what the player had, and has now, is known. cleared: all that the
    player had was cashed. owed: what the player has now beyond what is left of the chips before; 0 where it is not known.
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
    stated: Ints
    expected: Ints
    maybe: Ints  # (n,) fees of the hand before that may have been taken from the stacks
    loose: Ints  # (n,) fees that name no seat and may have been taken
    unpriced: Flags  # (n,) fees may have been taken that are not on record

    @property
    def over(self) -> Ints:
        """(n,) what was stated less what was expected; 0 where it is not known."""
        return np.where(self.known, self.stated - self.expected, 0)

    @property
    def fits(self) -> Flags:
        """(n,) the stack is what should be there, with or without fees whose time is not known, and time paid in chips; in a
        tournament, with small chips changed into large ones.
        """
        of, over = self.entries, self.over
        changed = self.adjacent & (np.abs(over) < of.chip)
        return self.known & (changed | one_of(over, [self.maybe, of.maybe, of.charged]))

    @property
    def certain(self) -> Flags:
        """(n,) the stack is not what should be there, and no fee or penalty may explain it."""
        of, over, priced = self.entries, self.over, ~self.unpriced & (self.loose == 0)
        found: Flags = self.known & ~self.fits & ~(of.fined | of.unclear) & ((over > 0) | priced)
        return found


def chains(of: ChipEntries) -> ChipChains:
    """A piece of accounts, row by row beside the row before."""
    index = np.arange(len(of))
    linked = ~of.begins & (index > 0)
    stack, result, hand = (
        _before(of.stack, NOT_RECORDED),
        _before(of.result, NOT_RECORDED),
        _before(of.hand, -1),
    )
    held = linked & (stack != NOT_RECORDED) & (result != NOT_RECORDED)
    had = np.where(held, stack + result, 0) - _before(of.late, 0)
    maybe = _before(of.maybe, 0)
    left = had + of.moved - of.since  # after the last cash-out
    cleared = held & of.took & ((left == 0) | (left == maybe))
    fresh = (of.begins | cleared) & of.bought & ~of.ends & ~of.event
    between = linked & ~of.ends & (of.stretch == _before(of.stretch, -1)) & (of.hand > hand)
    compared = fresh | (between & held)
    adjacent = between & (of.hand == hand + 1)
    stacked = of.stack != NOT_RECORDED
    recorded = np.where(of.ends, held & of.took, compared & stacked)
    settled = held & (of.ends | stacked)
    return ChipChains(
        entries=of,
        linked=linked,
        between=between,
        adjacent=adjacent,
        fresh=fresh,
        told=fresh | adjacent | (between & of.tracked & ~of.took),
        recorded=recorded,
        known=recorded & ~of.unsure,
        settled=settled,
        cleared=cleared,
        owed=np.where(settled, np.where(of.ends, 0, of.stack + of.early) - (had + of.moved), 0),
        stated=np.where(of.ends, 0, of.stack),
        expected=np.where(fresh, of.since, had + of.moved) - of.early,
        maybe=np.where(fresh, 0, maybe),
        loose=of.loose_early + np.where(fresh, 0, _before(of.loose_late, 0)),
        unpriced=of.unrecorded_early | (~fresh & _before(of.unrecorded_late, False)) | (of.charged > 0),
    )


def one_of(over: Ints, parts: list[Ints]) -> Flags:
    """Where what is missing is zero or the sum of some of the parts."""
    found: Flags = over == 0
    parts = [each for each in parts if each.any()]
    for chosen in product((0, 1), repeat=len(parts)):
        found |= over == -sum(
            (part * taken for part, taken in zip(parts, chosen, strict=True)), np.zeros_like(over)
        )
    return found


def _before(values: Any, nothing: int | bool) -> Any:
    """(n,) the values of the rows before."""
    found = np.empty_like(values)
    found[0], found[1:] = nothing, values[:-1]
    return found
