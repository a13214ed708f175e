"""Which recorded results are as due under a ruleset, hand by hand and seat by seat."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from rules.audit.restitution import testable_hands
from rules.hands import Flags, Hands, Ints, every_seat
from rules.replay.engine import Replayed, replay
from rules.replay.scoring import Scoring

LEAST_HANDS = 20  # consecutive testable hands of a stretch
LEAST_TELLING = 8  # of them fit only the other ruleset


class Results(NamedTuple):
    """testable (H,): the hand can be compared. right (H, S): the recorded net is as due; true where nobody sat."""

    testable: Flags
    right: Flags

    @classmethod
    def of(cls, replayed: Replayed) -> Results:
        """The results of hands as replayed."""
        hands = replayed.hands
        return cls(testable_hands(replayed), (replayed.net == hands.net) | ~hands.present)

    @property
    def fits(self) -> Flags:
        """(H,) testable hands in which every result is as due."""
        return self.testable & every_seat(self.right)


class Telling(NamedTuple):
    """Hands that fit only one of two rulesets: (H,) the other, (H,) the own; and (H, S) the same of single results."""

    other: Flags
    own: Flags
    seat_other: Flags
    seat_own: Flags


def telling(own: Results, other: Results) -> Telling:
    """What tells two rulesets apart in hands that both can be tested under."""
    both = own.testable & other.testable
    return Telling(
        both & other.fits & ~own.fits,
        both & own.fits & ~other.fits,
        both[:, None] & other.right & ~own.right,
        both[:, None] & own.right & ~other.right,
    )


def results_under(hands: Hands, scoring: Scoring) -> Results:
    """The results of hands under a compiled ruleset."""
    return Results.of(replay(hands, scoring))


class Group(NamedTuple):
    """Hands that are looked at in their order: all of a session, those that one person dealt, or those of a player."""

    scope: str  # session, dealer or player
    who: str | None


def groups(hands: Hands) -> list[tuple[Group, Ints, Ints]]:
    """The groups of a block with (n,) positions of their hands and, of a player, of his seat; -1: the whole hand."""
    everything = np.arange(len(hands))
    found = [(Group("session", None), everything, np.full(len(hands), -1))]
    for who in np.unique(hands.dealer_id[hands.dealer_id >= 0]).tolist():
        dealt = np.flatnonzero(hands.dealer_id == who)
        found.append((Group("dealer", hands.names[who]), dealt, np.full(len(dealt), -1)))
    for who in np.unique(hands.player[hands.present]).tolist():
        at, seat = np.nonzero(hands.player == who)
        found.append((Group("player", hands.players[who]), at, seat))
    return found


def of_group(found: Telling, at: Ints, seat: Ints) -> tuple[Flags, Flags]:
    """(n,) what tells for the other ruleset and (n,) for the own one, in the hands of a group."""
    if len(seat) and seat[0] >= 0:
        return found.seat_other[at, seat], found.seat_own[at, seat]
    return found.other[at], found.own[at]
