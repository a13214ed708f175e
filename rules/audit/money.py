"""What a hand moved beside what it was due: which money went to the wrong player, and which was only written down wrong.

Each wrong amount counts once. What moved is what the recorded transfers brought (with what a recorded pool took and
paid), else the recorded nets. Where it is not what was due, chips went to the wrong player. A net is written down wrong
as far as it lies beyond both what moved and what was due; one between the two, or at either, adds nothing.
"""

from __future__ import annotations

import numpy as np
from msgspec import Struct

from rules.checks.pools import pools
from rules.checks.transfers import moved
from rules.hands import NOT_RECORDED, Flags, Ints, every_seat
from rules.replay.engine import Replayed
from rules.replay.unpriced import explained


class Money(Struct, frozen=True):
    """A block's money. due and paid (H, S) mean nothing in hands that are not testable. written (H, S): by how much the
    recorded net lies beyond both; 0 where not every net of the hand was recorded. by_chips (H,): what moved is what
    transfers brought.
    """

    testable: Flags  # (H,)
    due: Ints
    paid: Ints
    written: Ints
    by_chips: Flags


def money_of(replayed: Replayed, impossible: Flags) -> Money:
    """Hold what moved in a block against what was due. impossible: (H,) deals that cannot have happened, of which nothing
    is due that anybody could name.
    """
    hands, present = replayed.hands, replayed.hands.present
    chips, by_chips = _chips(replayed)
    paid = np.where(by_chips[:, None], chips, hands.net) if by_chips.any() else hands.net
    due = replayed.net
    testable = every_seat(((paid != NOT_RECORDED) & (due != NOT_RECORDED)) | ~present) & ~impossible
    for mask, _ in explained(replayed, paid):
        testable &= ~mask
    recorded = testable & by_chips & every_seat((hands.net != NOT_RECORDED) | ~present)
    written = np.zeros(hands.net.shape, np.int64)
    if recorded.any():
        beyond = hands.net - np.clip(hands.net, np.minimum(paid, due), np.maximum(paid, due))
        written = np.where(recorded[:, None] & present, beyond, 0)
    return Money(testable, due, paid, written, by_chips & testable)


def _chips(replayed: Replayed) -> tuple[Ints, Flags]:
    """(H, S) what recorded transfers brought the seats, with a recorded pool; and (H,) where that is what moved."""
    hands = replayed.hands
    if not hands.transfers_recorded.any():
        return hands.net, hands.transfers_recorded
    found = moved(hands)
    reported = hands.transfers_recorded & ~found.strange
    if replayed.pool is None:
        return found.total, reported
    beside = pools(hands)
    total = found.total + beside.awards.sum(axis=-1) - beside.contributions
    elsewhere = np.zeros(len(hands), np.bool_)
    elsewhere[[hand for hand, *_ in beside.outside]] = True
    return total, reported & (beside.recorded | replayed.void) & ~elsewhere
