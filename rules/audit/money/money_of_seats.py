"""Amounts moved and due by seat in closed and open-face games."""

from __future__ import annotations

import numpy as np

from rules.audit.money.money_records import MoneyRecords
from rules.checks.cards.impossible_deals import impossible
from rules.checks.money.due_amounts import unknown
from rules.checks.money.money_bounds import movements
from rules.checks.support.recorded_transfers import moved
from rules.checks.support.views import BlockView
from rules.hands import NOT_RECORDED, Flags, Ints, every_seat
from rules.replay.row_replay import ReplayedRows
from rules.replay.unpriced import explained

NOTHING_PAID = "what the seats were paid was not recorded"
Reasons = list[tuple[Flags, str]]


def records_of(view: BlockView) -> tuple[MoneyRecords, Reasons]:
    """Amounts moved and due; (H,) reasons where unknown."""
    replayed = view.replayed
    hands, present, due = replayed.hands, replayed.hands.present, replayed.net
    moves, moving = movements(replayed)
    netted = every_seat((hands.net != NOT_RECORDED) | ~present)
    paid = np.where(moving[:, None], moves, hands.net)
    why: Reasons = [(~moving & ~netted, NOTHING_PAID), *unknown(view), *explained(replayed, paid)]
    known = every_seat((due != NOT_RECORDED) | ~present) & ~impossible(view)
    for mask, _ in why:
        known &= ~mask
    records = MoneyRecords(
        moves=moves,
        moved=moving,
        nets=hands.net,
        netted=netted,
        due=due,
        known=known,
        there=present,
        away=np.zeros(len(hands), np.int64),
        linked=moving & (replayed.pool is None),
        partly=np.zeros(len(hands), np.bool_),
    )
    return records, [(mask & ~known, reason) for mask, reason in why]


def paid_to(replayed: ReplayedRows) -> Ints:
    """(H, S) receipts by transfers, else by nets."""
    hands = replayed.hands
    if not hands.transfers_recorded.any():
        return hands.net
    found = moved(hands)
    if replayed.pool is not None:  # transfers are beside what the pool pays out
        return hands.net
    reported = hands.transfers_recorded & ~found.strange & ~replayed.void
    return np.where(reported[:, None], found.total, hands.net)


def testable_hands(replayed: ReplayedRows) -> Flags:
    """(H,) hands with recorded and due nets of every seat, and priced payments."""
    hands = replayed.hands
    both = (hands.net != NOT_RECORDED) & (replayed.net != NOT_RECORDED)
    testable = every_seat(both | ~hands.present)
    for mask, _ in explained(replayed, hands.net):
        testable &= ~mask
    return testable
