"""Hands settled under one ruleset, and the money that another would move."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import numpy as np
from msgspec import Struct

from rules.audit.settled_pots import SettledPots
from rules.controls.ruleset import Ruleset
from rules.hands import NOT_RECORDED, Flags, Hands, Ints
from rules.replay.many_scorings import Together
from rules.replay.pairs import Pairs
from rules.replay.row_replay import ReplayedRows
from rules.replay.scoring import Scoring, compiled
from rules.replay.seat_facts import Seats


class SettledHands(Struct, frozen=True, eq=False, dict=True):
    """Hands of a block as replayed."""

    hands: Hands
    seats: Seats | None  # None: not kept
    scoring: Scoring
    units: Ints  # (H, S) in parts of a unit
    known: Flags  # (H, S) units of the seat are known
    net: Ints  # (H, S) money, NOT_RECORDED where it is not known
    compared: Pairs | None = None  # None: not kept

    @classmethod
    def of(cls, replayed: ReplayedRows) -> SettledHands:
        """All hands of a replayed block."""
        return cls(
            replayed.hands, replayed.seats, replayed.scoring, replayed.units, replayed.seat_known, replayed.net,
            replayed.compared,
        )  # fmt: skip

    def take(self, which: Ints, *, seats: bool = True) -> SettledHands:
        """Hands at positions, without recorded payments. seats: keep strengths."""
        if len(which) == len(self.hands):
            return self
        kept = self.seats.take(which) if seats and self.seats is not None else None
        return SettledHands(
            self.hands.take(which, acts=False, payments=False), kept, self.scoring, self.units.take(which, axis=0),
            self.known.take(which, axis=0), self.net.take(which, axis=0),
        )  # fmt: skip

    @classmethod
    def joined(cls, parts: Sequence[SettledHands]) -> SettledHands:
        """Hands of one log, game, width and ruleset."""
        if len(parts) == 1:
            return parts[0]
        units, known, net = (
            np.concatenate([getattr(part, name) for part in parts]) for name in ("units", "known", "net")
        )
        hands = Hands.joined([part.hands for part in parts])
        kept = [part.seats for part in parts if part.seats is not None]
        seats = Seats.joined(kept) if len(kept) == len(parts) else None
        return cls(hands, seats, parts[0].scoring, units, known, net)

    @property
    def width(self) -> int:
        """Greatest number of seats of a hand."""
        return int(self.units.shape[1])

    def under(self, ruleset: Ruleset) -> SettledHands:
        """The hands under another ruleset."""
        return SettledHands.of(self._together.replay(compiled(ruleset)))

    @cached_property
    def _together(self) -> Together:
        return Together(self.hands, self.scoring, self.seats, self.compared)

    @property
    def ruleset(self) -> Ruleset:
        """Ruleset of the settlement."""
        return self.scoring.ruleset

    @property
    def parts(self) -> int:
        """Parts of a unit."""
        return self.scoring.denominator

    @property
    def paid(self) -> Flags:
        """(H, S) where money is known."""
        found: Flags = self.net != NOT_RECORDED
        return found


Settled = SettledHands | SettledPots


def units_apart(one: Settled, other: Settled) -> tuple[Ints, int]:
    """(H, S) units that the other gives more, 0 where unknown; parts of its unit."""
    mine, theirs, parts = one.units, other.units, other.parts
    if parts != one.parts:
        mine, theirs = mine * parts, theirs * one.parts
        parts *= one.parts
    return np.where(one.known & other.known, theirs - mine, 0), parts


def money_apart(one: Settled, other: Settled) -> Ints:
    """(H, S) surplus of the other, 0 where unknown."""
    return np.where(one.paid & other.paid, other.net - one.net, 0)


def shifted(difference: Ints) -> Ints:
    """(H,) greater of the seats' gains and losses; equal unless a pool keeps something."""
    more: Ints = np.maximum(difference, 0).sum(axis=1)
    found: Ints = np.maximum(more, more - difference.sum(axis=1))
    return found
