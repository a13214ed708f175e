"""The transfers of a hand contradict the recorded results.

Finds: a seat whose recorded `net` differs from the sum of its transfers. In games for a pool, the recorded
contributions and awards are part of the sum.
Why: two records of the same money differ; at least one of them is wrong.
Example: seat 2 is recorded at +$3.00, and its transfers add up to +$1.00.
Needs: `transfers`, and `net`; in games for a pool also `pool`.
"""

from __future__ import annotations

import numpy as np
from msgspec import Struct

from rules.checks.support.check import (
    BY_ROWS,
    NOT_RECORDED,
    Check,
    MoneyDrafts,
    Tested,
    money_of_session,
    money_text,
)
from rules.checks.support.recorded_pools import pools
from rules.checks.support.recorded_transfers import moved
from rules.checks.support.root_codes import POOL
from rules.checks.support.views import BlockView
from rules.hands import Flags, Ints, every_seat

CHECK = Check(
    "PAY004",
    "transfers-and-net-disagree",
    "discrepancy",
    "major",
    ("external:LEDGER-balance",),
    title="{whose} recorded result differs from its transfers",
    quotes=False,
    area="money",
    follows=("SCR001", "PAY001", "PAY002", *POOL, "SUR002", "IRR001"),
    mutations=BY_ROWS,
)


def run(view: BlockView) -> Tested:
    hands = view.hands
    recorded = every_seat((hands.net != NOT_RECORDED) | ~hands.present)
    found = moved(hands)
    total, complete = found.total, hands.transfers_recorded
    if view.replayed.pool:
        pool = pools(hands)
        total = total + pool.awards.sum(axis=-1) - pool.contributions
        complete = complete & (pool.recorded | view.replayed.void)
    return Tested(
        _findings(view, total, complete & ~found.strange),
        [
            (~hands.transfers_recorded, "no transfers were recorded"),
            (~complete, "the contributions to the pool and the prizes from it were not recorded"),
            (~recorded, "the net of a seat was not recorded"),
            (found.strange, "a transfer names a seat that is not in the hand"),
        ],
    )


def _findings(view: BlockView, total: Ints, testable: Flags) -> MoneyDrafts:
    net = view.hands.net
    hand, seat = np.nonzero((net != NOT_RECORDED) & (net != total) & testable[:, None])
    return MoneyDrafts(
        hand=hand,
        seat=seat,
        stated=net[hand, seat],
        expected=total[hand, seat],
        sentence=_Sentence(money_of_session(view.session, [view.ruleset]), bool(view.replayed.pool)),
    )


class _Sentence(Struct, frozen=True):
    currency: str
    with_pool: bool

    def __call__(self, hand: int, seat: int, net: int, brought: int) -> str:
        and_pool = " and the pool" if self.with_pool else ""
        return (
            f"Hand {hand}, seat {seat}: the recorded net is {money_text(net, self.currency)}; "
            f"the recorded transfers{and_pool} bring the seat {money_text(brought, self.currency)}."
        )
