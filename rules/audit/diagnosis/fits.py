"""Agreement of recorded results with a ruleset."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rules.audit.money.money_of_seats import testable_hands
from rules.hands import Flags, every_seat
from rules.replay.many_scorings import Together
from rules.replay.row_replay import ReplayedRows
from rules.replay.scoring import Scoring

LEAST_HANDS = 20  # consecutive testable hands of a stretch
LEAST_TELLING = 8  # of them fit only the other ruleset


class FittedResults(NamedTuple):
    """testable (H,): comparable hands. right (H, S): the net is as due; true for empty seats."""

    testable: Flags
    right: Flags

    @classmethod
    def of(cls, replayed: ReplayedRows) -> FittedResults:
        """Results of replayed hands."""
        return cls(testable_hands(replayed), _right(replayed))

    @property
    def fits(self) -> Flags:
        """(H,) testable hands with every result as due."""
        return self.testable & every_seat(self.right)

    @property
    def each(self) -> Flags:
        """(H, 1 + S) whether every result is as due, then each seat's."""
        return np.column_stack((every_seat(self.right), self.right))

    @property
    def packed(self) -> NDArray[np.uint8]:
        """(H, B) the results as bits."""
        return np.packbits(np.column_stack((self.testable, self.right)), axis=1)

    @classmethod
    def unpacked(cls, packed: NDArray[np.uint8], seats: int) -> FittedResults:
        """Results from bits."""
        flags = np.unpackbits(packed, axis=1, count=seats + 1).view(np.bool_)
        return cls(flags[:, 0], flags[:, 1:])


def fits_all(replayed: ReplayedRows) -> bool:
    """Whether every hand is testable and as due."""
    return bool(_right(replayed).all() and testable_hands(replayed).all())


def telling(own: FittedResults, other: FittedResults) -> Flags:
    """(H, 1 + S) hands and seats that fit only one of two rulesets, testable under both."""
    found: Flags = (own.testable & other.testable)[:, None] & (own.each != other.each)
    return found


def results_under(together: Together, scorings: Iterable[Scoring]) -> Iterable[FittedResults]:
    """Results of hands under compiled rulesets."""
    for scoring in scorings:
        yield FittedResults.of(together.replay(scoring))


def _right(replayed: ReplayedRows) -> Flags:
    hands = replayed.hands
    found: Flags = (replayed.net == hands.net) | ~hands.present
    return found
