"""The players' results in a hand do not balance.

Finds: a hand whose recorded nets do not add up to zero. In games for a pool, a hand whose prize may have stayed in the
pool is not tested.
Why: between players, money neither appears nor disappears; the remainder went to somebody who is not on record.
Example: +$3.00, +$1.00, −$3.00: nobody lost the remaining $1.00.
Needs: `net` of every seat of the hand.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rules.checks.support.check import BY_ROWS, NOT_RECORDED, Check, Draft, Tested
from rules.checks.support.root_codes import POOL
from rules.checks.support.views import BlockView
from rules.hands import Flags, Ints, any_row, every_seat, over_seats
from rules.replay.readings import open_point
from rules.replay.row_replay import ReplayedRows

CHECK = Check(
    "SCR002",
    "nets-do-not-balance",
    "discrepancy",
    "major",
    ("external:LEDGER-balance", "WSGC-6d"),
    title="The recorded results of the hand do not balance",
    quotes=False,
    area="money",
    follows=("SCR001", "SCR005", "PAY001", "PAY004", *POOL),
    mutations=BY_ROWS,
)


def run(view: BlockView) -> Tested:
    hands = view.hands
    every = every_seat((hands.net != NOT_RECORDED) | ~hands.present)
    total = over_seats(np.where(hands.present & every[:, None], hands.net, 0))
    uneven = (total != 0) & _pool_may_keep(view.replayed)
    reasons = [
        (~every, "the net of a seat was not recorded"),
        (uneven, "a prize may have stayed in the pool, or have come out of an earlier one"),
    ]
    return Tested(_findings(view, np.where(uneven, 0, total)), reasons)


def _pool_may_keep(replayed: ReplayedRows) -> Flags:
    """(H,) hands whose pool may not balance (AMB-POOL-TIE, AMB-POOL-PLAYERS)."""
    pool, ruleset = replayed.pool, replayed.scoring.ruleset
    if pool is None:
        return np.zeros(len(replayed.hands), np.bool_)
    if ruleset.sections.pool is not None and ruleset.sections.pool.tie == "carry":
        return ~replayed.void
    kept = pool.units.sum(axis=1) != 0
    if open_point(ruleset, "pool_tie"):
        kept |= any_row(pool.shared) | ~pool.known
    found: Flags = kept & ~replayed.void
    return found


def _findings(view: BlockView, total: Ints) -> Iterator[Draft]:
    hands = view.hands
    for hand in np.flatnonzero(total).tolist():
        rest = int(total[hand])
        nets = ", ".join(
            f"seat {int(number)} {view.money(int(net))}"
            for number, net in zip(hands.seat[hand], hands.net[hand], strict=True)
            if number
        )
        yield Draft(
            hand=hand,
            stated=rest,
            expected=0,
            unit="money",
            money=abs(rest),
            message=f"{view.where(hand)}: the recorded nets add up to {view.money(rest)} instead of zero ({nets}).",
        )
