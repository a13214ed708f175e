"""A player won or lost more than the chips in front.

Finds: a seat whose result, by its `net` or its transfers, is larger than its `stack`.
Why: at table stakes a player can win or lose only the chips in front; the rest was never at stake. Where debts are paid
in full, or where a player who cannot pay is out, only losses are limited.
Example: seat 2 had $8.00 in front and is recorded at +$12.00.
Needs: `stack`, and `net` or `transfers`.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rules.checks.support.check import BY_ROWS, NOT_RECORDED, Check, Draft, Tested, hand_seats, inapplicable
from rules.checks.support.recorded_transfers import moved
from rules.checks.support.root_codes import PAID
from rules.checks.support.views import BlockView
from rules.hands import Ints, every_seat

CHECK = Check(
    "PAY008",
    "beyond-the-chips",
    "violation",
    "major",
    ("HG-chips-limit", "HG-chips-cover", "CARN-pay-invariant", "CARN-pay-short-stack", "OFC1-pay-complete"),
    title="{who} won or lost more than its chips",
    quotes=False,
    rule=("chips.limit", "chips.cover"),
    area="money",
    follows=PAID,
    mutations=BY_ROWS,
)


def run(view: BlockView) -> Tested:
    hands, void = view.hands, view.replayed.void
    if view.replayed.scoring.chips is None:
        return inapplicable(view)
    moved_here = np.where(hands.transfers_recorded[:, None], moved(hands).total, NOT_RECORDED)
    result = (_lower if _only_losses(view) else _larger)(hands.net, moved_here)
    stacked = every_seat((hands.stack != NOT_RECORDED) | ~hands.present)
    known_result = every_seat((result != NOT_RECORDED) | ~hands.present)
    return Tested(
        _findings(view, result),
        [
            (~stacked & ~void, "the chips in front of a seat were not recorded"),
            (~known_result & ~void, "neither the net nor the transfers of a seat were recorded"),
        ],
    )


def _larger(net: Ints, moved_here: Ints) -> Ints:
    """(H, S) larger of two results; NOT_RECORDED: neither known."""
    size = np.where(net == NOT_RECORDED, -1, np.abs(net))
    other = np.where(moved_here == NOT_RECORDED, -1, np.abs(moved_here))
    return np.where(size >= other, net, moved_here)


def _only_losses(view: BlockView) -> bool:
    """Whether only losses are limited by chips."""
    rules = view.replayed.scoring.chips
    return rules is not None and (rules.in_full or rules.cover == "payer_only")


def _lower(net: Ints, moved_here: Ints) -> Ints:
    """(H, S) lower of two results; NOT_RECORDED."""
    either = np.where(net == NOT_RECORDED, moved_here, net)
    return np.where(moved_here == NOT_RECORDED, either, np.minimum(either, moved_here))


def _findings(view: BlockView, result: Ints) -> Iterator[Draft]:
    hands = view.hands
    known = (hands.stack != NOT_RECORDED) & (result != NOT_RECORDED) & ~view.replayed.void[:, None]
    moved_most = np.where(known, result, 0)
    limited = -moved_most if _only_losses(view) else np.abs(moved_most)
    for hand, seat in hand_seats(known & (limited > hands.stack)):
        stated, stack = int(result[hand, seat]), int(hands.stack[hand, seat])
        verb = "won" if stated > 0 else "lost"
        yield Draft(
            hand=hand,
            seat=seat,
            stated=abs(stated),
            expected=stack,
            unit="money",
            money=abs(stated) - stack,
            fact=f"{stated}|{stack}",
            message=(
                f"{view.where(hand, seat)}: the seat {verb} {view.money(abs(stated))} "
                f"with {view.money(stack)} in front of it when the cards were dealt."
            ),
        )
