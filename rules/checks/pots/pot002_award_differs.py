"""A prize of the pool did not go to the best hand of its row, or not in full.

Finds: a seat that received a different amount from the pool for a row than the replay gives it, and prizes of seats
that are not in the hand. Where no rule covers a shared prize, a prize that was not paid out is not reported.
Why: all players play for the prizes. A prize that went to the wrong seat is lost to the player with the best hand.
Example: seat 1 has the best front row, and seat 3 received the $4.00 for it.
Needs: `pool`, a unit, and the rows of every player; the button where a shared prize does not divide evenly.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rules.cards import ROWS
from rules.checks.cards.impossible_deals import impossible
from rules.checks.money.due_amounts import unknown
from rules.checks.support.check import NOT_RECORDED, Check, Draft, Tested, inapplicable
from rules.checks.support.recorded_pools import RecordedPools, pools
from rules.checks.support.root_codes import SETTING
from rules.checks.support.ruleset_conditions import topology
from rules.checks.support.views import BlockView
from rules.hands import Flags, every_seat
from rules.replay.pool import SettledPool
from rules.replay.readings import open_point

CHECK = Check(
    "POT002",
    "award-differs",
    "discrepancy",
    "major",
    ("VAR-pool-prizes", "VAR-pool-all-three"),
    title="{whose} prize from the pool differs from what was due",
    quotes=False,
    rule=("pool.prize", "pool.prize_units", "pool.tie", "ranking", "set_order.foul"),
    area="money",
    applies=topology("pool"),
    follows=(*SETTING, "POT001"),
    mutations=("chinese",),
)


def run(view: BlockView) -> Tested:
    hands, replayed = view.hands, view.replayed
    if replayed.pool is None:
        return inapplicable(view)
    entries = pools(hands)
    known = every_seat((replayed.pool.money != NOT_RECORDED) | ~hands.present) & ~impossible(view)
    return Tested(
        _findings(view, entries, replayed.pool, entries.recorded & known & ~replayed.void),
        [
            (~entries.recorded & ~replayed.void, "the prizes from the pool were not recorded"),
            *unknown(view),
        ],
    )


def _findings(view: BlockView, entries: RecordedPools, pool: SettledPool, testable: Flags) -> Iterator[Draft]:
    different = (entries.awards != pool.awards) & testable[:, None, None]
    if open_point(view.ruleset, "pool_tie"):
        different &= ~(pool.shared & (entries.awards.sum(axis=1) == 0))[:, None]
    for hand, seat, row in zip(*(axis.tolist() for axis in np.nonzero(different)), strict=True):
        yield _finding(
            view, hand, seat, row, int(entries.awards[hand, seat, row]), int(pool.awards[hand, seat, row])
        )
    for hand, number, outside, amount in entries.outside:
        if outside is not None and testable[hand]:
            payment = f"{view.money(amount)} was paid out of the pool for the {ROWS[outside]}"
            yield Draft(
                hand=hand,
                stated=amount,
                expected=0,
                unit="money",
                money=amount,
                fact=f"outside|{number}|{outside}|{amount}",
                rule="pool.prize",
                message=f"{view.where(hand)}: {payment} to seat {number}, which was not in the hand.",
            )


def _finding(view: BlockView, hand: int, seat: int, row: int, stated: int, due: int) -> Draft:
    name = ROWS[row]
    has = "has the best" if due else "does not have the best"
    return Draft(
        hand=hand,
        seat=seat,
        stated=stated,
        expected=due,
        unit="money",
        money=abs(stated - due),
        fact=f"{name}|{stated}|{due}",
        rule="pool.prize",
        message=(
            f"{view.where(hand, seat)}: the pool paid {view.money(stated)} to the seat for the {name}, "
            f"and the seat {has} {name}; {view.money(due)} was due."
        ),
    )
