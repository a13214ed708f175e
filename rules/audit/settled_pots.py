"""Pot games settled under one ruleset, to compare with another."""

from __future__ import annotations

import numpy as np
from msgspec import Struct

from rules.controls.ruleset import Ruleset
from rules.hands import NOT_RECORDED, Flags, Hands, Ints
from rules.replay.pots.block_replay import ReplayedPots, TableFacts, replay


class SettledPots(Struct, frozen=True, eq=False):
    """Hands of a block as replayed, in money alone."""

    hands: Hands
    ruleset: Ruleset
    table: TableFacts
    net: Ints  # (H, S) money, with what jackpots pay, NOT_RECORDED where it is not known; without these 0 of who was not dealt in

    parts = 1  # of a unit

    @classmethod
    def of(cls, replayed: ReplayedPots, ruleset: Ruleset, table: TableFacts) -> SettledPots:
        """All hands of a replayed block."""
        void = replayed.hands.void[:, None] == 1
        net = np.where(replayed.play.dealt & ~void, replayed.net, 0)
        paid, known = _jackpots(replayed)
        paid = np.where(void, 0, paid)
        known = known[:, None] & (net != NOT_RECORDED)
        return cls(replayed.hands, ruleset, table, np.where(known, net + paid, NOT_RECORDED))

    def take(self, which: Ints) -> SettledPots:
        """Hands at positions."""
        return SettledPots(self.hands.take(which), self.ruleset, self.table, self.net[which])

    def under(self, ruleset: Ruleset) -> SettledPots:
        """The hands under another ruleset, each by itself."""
        rules = ruleset.sections.pot
        assert rules is not None, "a ruleset of pot games has their parameters"
        return SettledPots.of(replay(self.hands, rules, self.table), ruleset, self.table)

    @property
    def units(self) -> Ints:
        return np.zeros(self.net.shape, np.int64)

    @property
    def known(self) -> Flags:
        return np.zeros(self.net.shape, np.bool_)

    @property
    def paid(self) -> Flags:
        """(H, S) where money is known."""
        found: Flags = self.net != NOT_RECORDED
        return found


def _jackpots(replayed: ReplayedPots) -> tuple[Ints, Flags]:
    """(H, S) payments of jackpots; (H,) false where one was hit without a level on record."""
    found = replayed.settled.jackpots
    paid, known = np.zeros(replayed.hands.seat.shape, np.int64), np.ones(len(replayed.hands), np.bool_)
    for each in (found.bad_beat, found.royal_flush):
        if each is not None:
            paid = paid + each.payouts
            known &= ~each.hit | (each.amount != NOT_RECORDED) | (replayed.hands.void == 1)
    return paid, known
