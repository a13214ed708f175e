"""Transfers went in a circle, or through a seat that was owed nothing.

Finds: transfers that bring every seat what it was due although more passed between some seats than one owed the other.
Payments that go around and cancel each other are found, and payments through a seat that was owed nothing.
Why: a payment that nobody owed settles nothing, and chips that are passed on in this way leave no trace in the nets.
Payments that are combined, so that less money passes, settle the same debts in fewer steps and are accepted.
Example: in addition to what was due, seat 1 paid $5.00 to seat 2, seat 2 paid $5.00 to seat 3, and seat 3 paid $5.00 to
seat 1.
Needs: `transfers` that bring every seat what it was due, a unit, and the rows of every player of the hand. Where the
game is settled by them: the banker, the chips in front, or the button.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rules.checks.money.due_amounts import PRICES, due_of, unknown
from rules.checks.support.check import NOT_RECORDED, Check, Draft, Tested, inapplicable
from rules.checks.support.recorded_transfers import moved
from rules.checks.support.unjudged_hands import left_open
from rules.checks.support.views import BlockView
from rules.controls.ruleset import Ruleset
from rules.hands import Flags, Ints, any_seat, every_seat
from rules.replay.table_stakes import ChipMove


def _between_players(ruleset: Ruleset) -> bool:
    """Whether players settle pair by pair."""
    return ruleset.sections.pool is None and ruleset.sections.single_winner is None


CHECK = Check(
    "PAY011",
    "transfers-in-a-circle",
    "discrepancy",
    "minor",
    ("WSGC-6c", "PAGAT-compare", "PAGAT-score-simple", "WSGC-natural-value"),
    title="Chips went in a circle between seats",
    quotes=False,
    rule=PRICES,
    area="money",
    follows=("PAY001",),
    applies=_between_players,
    mutations=("chinese",),
)


def run(view: BlockView) -> Tested:
    if not CHECK.applies_to(view.ruleset):
        return inapplicable(view)
    hands, replayed = view.hands, view.replayed
    recorded, found = hands.transfers_recorded, moved(hands)
    known = every_seat((due_of(view) != NOT_RECORDED) | ~hands.present)
    testable = recorded & known & ~found.strange & ~replayed.void & (hands.unit != NOT_RECORDED)
    reasons, excluded = left_open(view, np.where(testable[:, None], found.total, NOT_RECORDED))
    wrong = testable & any_seat((found.total != replayed.net) & hands.present)
    return Tested(
        _findings(view, testable & ~excluded & ~wrong),
        [
            *reasons,
            (~recorded, "no transfers were recorded"),
            *[(~known & mask, reason) for mask, reason in unknown(view)],
            (found.strange, "a transfer names a seat that is not in the hand"),
            (wrong, "the transfers bring a seat a different amount than was due"),
        ],
    )


def _findings(view: BlockView, testable: Flags) -> Iterator[Draft]:
    if not testable.any():
        return
    paid, due = _paid(view), _due(view)
    for hand in np.flatnonzero(testable & (_size(paid) > _size(due))).tolist():
        yield _finding(view, hand, paid[hand], due[hand])


def _size(flow: Ints) -> Ints:
    found: Ints = np.abs(flow).sum(axis=(1, 2))
    return found


def _paid(view: BlockView) -> Ints:
    """(H, S, S) net transfers of the first seat to the second."""
    hands, found = view.hands, moved(view.hands)
    seats = hands.seat.shape[1]
    flow = np.zeros((len(hands), seats, seats), np.int64)
    at, amount = hands.transfers.hand[found.seated], hands.transfers["amount"][found.seated]
    np.add.at(flow, (at, found.payer[found.seated], found.payee[found.seated]), amount)
    return flow - flow.transpose(0, 2, 1)


def _due(view: BlockView) -> Ints:
    """(H, S, S) amounts due likewise, limited by chips."""
    hands, replayed = view.hands, view.replayed
    seats, stakes = hands.seat.shape[1], replayed.stakes
    flow = np.zeros((len(hands), seats, seats), np.int64)
    unit = np.where(hands.unit == NOT_RECORDED, 0, hands.unit)[:, None]
    money = replayed.pair_units * unit // replayed.scoring.denominator
    flow[:, replayed.b, replayed.a] += money
    flow[:, replayed.a, replayed.b] -= money
    for hand in stakes.limited if stakes is not None else ():
        flow[hand] = _of_moves(stakes.limited[hand], seats) if stakes is not None else 0
    return flow


def _of_moves(moves: list[ChipMove], seats: int) -> Ints:
    flow = np.zeros((seats, seats), np.int64)
    for each in moves:
        flow[each.payer, each.payee] += each.amount
        flow[each.payee, each.payer] -= each.amount
    return flow


def _finding(view: BlockView, hand: int, paid: Ints, due: Ints) -> Draft:
    seat = view.hands.seat[hand]
    beyond = [
        (int(payer), int(payee)) for payer, payee in zip(*np.nonzero(paid > np.maximum(due, 0)), strict=True)
    ]
    payments = [
        f"seat {int(seat[payer])} paid {view.money(int(paid[payer, payee]))} to seat {int(seat[payee])} "
        f"({view.money(max(int(due[payer, payee]), 0))} due)"
        for payer, payee in beyond
    ]
    route = ", ".join(
        f"{int(seat[payer])} to {int(seat[payee])}: {int(paid[payer, payee])}" for payer, payee in beyond
    )
    total, owed = (int(np.maximum(flow, 0).sum()) for flow in (paid, due))
    return Draft(
        hand=hand,
        stated=total,
        expected=owed,
        unit="money",
        rule="comparison",
        fact=route,
        message=(
            f"{view.where(hand)}: {_joined(payments)}. Every seat received what it was due; "
            f"between the pairs {view.money(total)} passed, and {view.money(owed)} was owed."
        ),
    )


def _joined(payments: list[str]) -> str:
    return payments[0] if len(payments) == 1 else f"{', '.join(payments[:-1])} and {payments[-1]}"
