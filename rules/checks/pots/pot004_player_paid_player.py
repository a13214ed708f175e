"""Players paid each other in a game for a pool.

Finds: a transfer between two players. Where the ruleset pays the player with the best hand of every row, payments to
that player are accepted.
Why: all players play for the pool, and hands are not compared in pairs. A payment between players settles nothing.
Example: seat 2 paid seat 1 $3.00, in addition to what both put into the pool.
Needs: `transfers`; the rows of every player where winning every row pays more than the pool.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rules.checks.support.check import Check, Draft, Tested, inapplicable
from rules.checks.support.recorded_pools import sweeper
from rules.checks.support.recorded_transfers import moved
from rules.checks.support.ruleset_conditions import topology
from rules.checks.support.views import BlockView
from rules.hands import Flags
from rules.replay.row_replay import ReplayedRows

CHECK = Check(
    "POT004",
    "player-paid-player",
    "violation",
    "major",
    ("VAR-pool-ante", "VAR-pool-all-three"),
    title="{who} paid another player in a game for the pool",
    quotes=False,
    rule=("comparison.topology", "pool.all_rows"),
    area="money",
    applies=topology("pool"),
    follows=("PAY001",),
    of_amounts=False,
    mutations=("chinese",),
)


def run(view: BlockView) -> Tested:
    if view.replayed.pool is None:
        return inapplicable(view)
    recorded = view.hands.transfers_recorded
    winner, unsure = _may_be_paid(view.replayed)
    return Tested(
        _findings(view, winner, unsure),
        [
            (~recorded, "no transfers were recorded"),
            (unsure & ~view.replayed.void, "the cards of a seat were not recorded or cannot be ranked"),
        ],
    )


def _may_be_paid(replayed: ReplayedRows) -> tuple[Flags, Flags]:
    """(H, S) players paid outside the pool; (H,) unknown."""
    assert replayed.pool is not None
    if not replayed.scoring.ruleset.sections.pool_extra:
        return np.zeros(replayed.hands.seat.shape, np.bool_), np.zeros(len(replayed.hands), np.bool_)
    return sweeper(replayed), ~replayed.pool.known


def _findings(view: BlockView, winner: Flags, unsure: Flags) -> Iterator[Draft]:
    listed, found = view.hands.transfers, moved(view.hands)
    judged = found.seated & ~(unsure | view.replayed.void)[listed.hand]
    for at in np.flatnonzero(judged & ~winner[listed.hand, found.payee]).tolist():
        payer, payee, amount = (int(listed[name][at]) for name in ("payer", "payee", "amount"))
        hand = int(listed.hand[at])
        yield Draft(
            hand=hand,
            seat=int(found.payer[at]),
            stated=f"{payer} to {payee}",
            expected="out of the pool",
            unit="seats",
            money=amount,
            fact=f"{payer}>{payee}|{amount}",
            message=(
                f"{view.where(hand)}: seat {payer} paid {view.money(amount)} to seat {payee}; in a game for a pool "
                f"hands are not compared in pairs, and nothing passes between two players."
            ),
        )
