"""The chips that moved are not what was due.

Finds: a seat to which the recorded transfers of a hand bring another amount than its hand gives.
Why: the transfers are what the players saw; where they differ from what was due, somebody was paid wrongly.
Example: seat 4 owes $7.00 and its transfers add up to $6.00.
Needs: `transfers`, a unit, and the rows of every player of the hand.
Clauses: WSGC-6d, WSGC-6c
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rules.checks.aside import left_open
from rules.checks.base import NOT_RECORDED, BlockView, Check, Draft, Tested, hand_seats
from rules.checks.scr001_net_differs import why_clause
from rules.checks.transfers import moved
from rules.hands import Flags, Ints, every_seat

CHECK = Check("PAY001", "transfers-differ", "discrepancy", "major", ("WSGC-6d", "WSGC-6c"))


def run(view: BlockView) -> Tested:
    hands, replayed = view.hands, view.replayed
    recorded = hands.transfers_recorded
    due = every_seat((replayed.net != NOT_RECORDED) | ~hands.present)
    found = moved(hands)
    testable = recorded & due & ~found.strange & ~replayed.void
    reasons, unpriced = left_open(view, np.where(testable[:, None], found.total, NOT_RECORDED))
    testable &= ~unpriced
    return Tested(
        _findings(view, found.total, testable),
        [
            *reasons,
            (~recorded, "no transfers were recorded"),
            (~due, "what was due is not known: no unit, or cards that were not recorded or cannot be ranked"),
            (found.strange, "a transfer names a seat that is not in the hand"),
        ],
    )


def _findings(view: BlockView, total: Ints, testable: Flags) -> Iterator[Draft]:
    due = view.replayed.net
    for hand, seat in hand_seats((total != due) & testable[:, None] & view.hands.present):
        stated, right = int(total[hand, seat]), int(due[hand, seat])
        clause = why_clause(view.replayed, hand, seat)
        yield Draft(
            hand=hand,
            seat=seat,
            stated=stated,
            expected=right,
            unit="money",
            money=abs(stated - right),
            clause=clause,
            message=(
                f"{view.where(hand, seat)}: the recorded transfers bring it {view.money(stated)}; "
                f"{view.money(right)} was due ({clause})."
            ),
        )
