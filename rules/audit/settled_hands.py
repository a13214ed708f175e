"""Some hands of a block as they were settled under one ruleset, and what another would have moved between the seats."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from rules.hands import NOT_RECORDED, Flags, Hands, Ints
from rules.replay.engine import Replayed, replay
from rules.replay.scoring import Scoring
from rules.replay.seats import Seats


@dataclass(frozen=True, eq=False)
class SettledHands:
    """Hands of a block as they were replayed."""

    hands: Hands
    seats: Seats
    scoring: Scoring
    units: Ints  # (H, S) in parts of a unit
    known: Flags  # (H, S) units of the seat are known
    net: Ints  # (H, S) money, NOT_RECORDED where it is not known

    @classmethod
    def of(cls, replayed: Replayed, which: np.ndarray | None = None) -> SettledHands:
        """The hands at some positions of a replayed block; all of them where none are given."""
        if which is None or len(which) == len(replayed.hands):
            return cls(
                replayed.hands, replayed.seats, replayed.scoring, replayed.units, replayed.seat_known,
                replayed.net,
            )  # fmt: skip
        return cls(
            replayed.hands.take(which, acts=False), replayed.seats.take(which), replayed.scoring,
            replayed.units[which], replayed.seat_known[which], replayed.net[which],
        )  # fmt: skip

    def under(self, scoring: Scoring) -> SettledHands:
        """The same hands under another scoring."""
        alike = self.seats if scoring.sees_seats_as(self.scoring) else None
        return SettledHands.of(replay(self.hands, scoring, alike))

    @property
    def paid(self) -> Flags:
        """(H, S) where money is known."""
        found: Flags = self.net != NOT_RECORDED
        return found


def units_apart(one: SettledHands, other: SettledHands) -> tuple[Ints, int]:
    """(H, S) how many more the other gives, 0 where either is not known; and how many parts make a unit of it."""
    mine, theirs, parts = one.units, other.units, other.scoring.denominator
    if parts != one.scoring.denominator:
        mine, theirs = mine * parts, theirs * one.scoring.denominator
        parts *= one.scoring.denominator
    return np.where(one.known & other.known, theirs - mine, 0), parts


def money_apart(one: SettledHands, other: SettledHands) -> Ints:
    """(H, S) how much more the other gives, 0 where either is not known."""
    return np.where(one.paid & other.paid, other.net - one.net, 0)


def shifted(difference: Ints) -> Ints:
    """(H,) the greater of what seats get more and of what they get less; the same where nothing stays in a pool."""
    more: Ints = np.maximum(difference, 0).sum(axis=1)
    found: Ints = np.maximum(more, more - difference.sum(axis=1))
    return found
