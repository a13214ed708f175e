"""Money moved in a void deal.

Finds: a hand declared a misdeal in which a seat won or lost, or chips moved.
Why: a misdeal counts as not dealt. A player who was paid holds money that was not won.
Example: hand 60 is void, and seat 1 is recorded at +$4.00.
Needs: `net` or `transfers`. A hand that is not marked void was not void.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rules.checks.support.check import BY_ROWS, NOT_RECORDED, Check, Draft, Tested, hand_seats
from rules.checks.support.views import BlockView
from rules.hands import any_seat, every_seat

CHECK = Check(
    "IRR001",
    "void-with-payments",
    "violation",
    "major",
    ("external:VOID-deal", "WSGC-irregularities"),
    title="A void deal was paid",
    quotes=False,
    area="procedure",
    mutations=BY_ROWS,
)


def run(view: BlockView) -> Tested:
    hands, void = view.hands, view.replayed.void
    unknown = void & every_seat(hands.net == NOT_RECORDED) & ~hands.transfers_recorded
    return Tested(_findings(view), [(unknown, "neither nets nor transfers of the void deal were recorded")])


def _findings(view: BlockView) -> Iterator[Draft]:
    hands, void = view.hands, view.replayed.void
    paid = void[:, None] & (hands.net != NOT_RECORDED) & (hands.net != 0)
    for hand, seat in hand_seats(paid):
        net = int(hands.net[hand, seat])
        yield Draft(
            hand=hand,
            seat=seat,
            stated=net,
            expected=0,
            unit="money",
            money=abs(net),
            message=f"{view.where(hand, seat)}: the deal was void, but the seat is recorded at {view.money(net)}.",
        )
    at = hands.transfers.hand
    amounts = np.bincount(at, hands.transfers["amount"], len(hands)) if len(at) else np.zeros(len(hands))
    for hand in np.flatnonzero(void & (amounts > 0) & ~any_seat(paid)).tolist():
        amount = int(hands.transfers["amount"][at == hand].sum())
        yield Draft(
            hand=hand,
            stated=amount,
            expected=0,
            unit="money",
            money=amount,
            fact=f"transfers|{amount}",
            message=f"{view.where(hand)}: the deal was void, but transfers of {view.money(amount)} are recorded.",
        )
