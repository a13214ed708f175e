"""Pairs were settled in the wrong order.

Finds: transfers that are all due, in a different order than naturals first and then the pairs clockwise from the
dealer.
Why: at table stakes the order decides which players are paid before a player's chips run out.
Example: seat 4 deals; seat 2 paid seat 1 before seat 1 paid seat 4.
Needs: `transfers`, the button, a unit, the rows of every player of the hand, and the chips in front where they limit
payments.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rules.checks.money.due_amounts import due_of, unknown
from rules.checks.support.check import BY_ROWS, NOT_RECORDED, Check, Draft, Tested, inapplicable
from rules.checks.support.recorded_transfers import moved
from rules.checks.support.views import BlockView
from rules.hands import Flags, Ints, every_seat
from rules.replay.row_replay import ReplayedRows
from rules.replay.table_stakes import MOST_SEATS, ChipMove, in_order

CHECK = Check(
    "PAY009",
    "transfers-out-of-order",
    "violation",
    "minor",
    ("HG-settlement-order", "HG-settlement-specials-first", "CARN-pay-order", "OFC1-pay-order"),
    title="The payments were made out of order",
    quotes=False,
    rule=("chips.order", "chips.phases", "chips.side_bets", "chips.sequence", "chips.penalties"),
    area="money",
    of_amounts=False,
    mutations=BY_ROWS,
)
_FIRST = {
    "from_button": "clockwise from the dealer",
    "left_of_button": "clockwise, beginning with the seat left of the button",
    "from_first_seat": "clockwise from the first seat",
}
LATER = 100  # above the key of every pair: the pairs of a later stage


def run(view: BlockView) -> Tested:
    hands, rules = view.hands, view.replayed.scoring.chips
    if rules is None:
        return inapplicable(view)
    recorded = hands.transfers_recorded
    known = every_seat((due_of(view) != NOT_RECORDED) | ~hands.present)
    unplaced = rules.needs_button & (hands.dealer == NOT_RECORDED)
    testable = recorded & known & ~unplaced & ~moved(hands).strange & (hands.unit != NOT_RECORDED)
    return Tested(
        _findings(view, testable & ~view.replayed.void),
        [
            (~recorded, "no transfers were recorded"),
            *[(~known & mask, reason) for mask, reason in unknown(view)],
            (unplaced & ~view.replayed.void, "the button was not recorded"),
        ],
    )


def _findings(view: BlockView, testable: Flags) -> Iterator[Draft]:
    listed, found = view.hands.transfers, moved(view.hands)
    suspects, stakes = _suspects(view.replayed, testable), view.replayed.stakes
    assert stakes is not None
    every = in_order(view.replayed.compared, view.replayed.parts, suspects)
    for hand in suspects.tolist():
        first, end = np.searchsorted(listed.hand, [hand, hand + 1])
        paid = [
            ChipMove(int(found.payer[at]), int(found.payee[at]), int(listed["amount"][at]))
            for at in range(first, end)
            if listed["amount"][at]
        ]
        due = stakes.limited[hand] if hand in stakes.limited else every[hand]
        if paid != due and sorted(paid, key=_key) == sorted(due, key=_key):  # otherwise PAY001 reports it
            yield _finding(view, hand, paid, due)


def _suspects(replayed: ReplayedRows, testable: Flags) -> Ints:
    """Hands whose transfers leave the order of pairs, naturals first."""
    hands, rules = replayed.hands, replayed.scoring.chips
    assert rules is not None
    if (
        rules.side_bets_last or rules.penalties != "with_rest" or rules.sequence != "pairs"
    ):  # the key knows no such
        return np.flatnonzero(testable)
    listed, found = hands.transfers, moved(hands)
    kept = testable[listed.hand] & (listed["amount"] > 0)
    hand = listed.hand[kept]
    button = hands.dealer[hand] if rules.needs_button else 1
    button = button + (rules.first == "left_of_button")
    payer, payee = ((listed[name][kept] - button) % MOST_SEATS for name in ("payer", "payee"))
    key = np.minimum(payer, payee) * MOST_SEATS + np.maximum(payer, payee)
    if rules.naturals_first and "natural" in replayed.parts:
        places = _places(replayed)[found.payer[kept], found.payee[kept]]
        key = key + LATER * (replayed.parts["natural"][hand, places] == 0)
    back = (hand[1:] == hand[:-1]) & (key[1:] <= key[:-1])
    return np.unique(hand[1:][back])


def _places(replayed: ReplayedRows) -> Ints:
    """(S, S) place of two columns' pair."""
    seats = replayed.hands.seat.shape[1]
    places = np.zeros((seats, seats), np.int64)
    places[replayed.a, replayed.b] = places[replayed.b, replayed.a] = np.arange(len(replayed.a))
    return places


def _key(move: ChipMove) -> tuple[int, int, int]:
    return move.payer, move.payee, move.amount


def _finding(view: BlockView, hand: int, paid: list[ChipMove], due: list[ChipMove]) -> Draft:
    early, first = next((one, other) for one, other in zip(paid, due, strict=True) if one != other)
    special = _of_natural(view.replayed, hand, first) and not _of_natural(view.replayed, hand, early)
    rules = view.replayed.scoring.chips
    assert rules is not None
    rule = "special hands are settled first" if special else f"pairs are settled {_FIRST[rules.first]}"
    return Draft(
        hand=hand,
        stated=_route(view, hand, paid),
        expected=_route(view, hand, due),
        unit="order",
        clause=view.ruleset.cite(
            "chips.phases" if special else "chips.order",
            naming=CHECK.clauses[1:] if special else CHECK.clauses,
        ),
        message=(
            f"{view.where(hand)}: {_described(view, hand, early)} before {_described(view, hand, first)}; {rule}."
        ),
    )


def _of_natural(replayed: ReplayedRows, hand: int, move: ChipMove) -> bool:
    place = int(_places(replayed)[move.payer, move.payee])
    return "natural" in replayed.parts and bool(replayed.parts["natural"][hand, place])


def _route(view: BlockView, hand: int, paid: list[ChipMove]) -> str:
    seat = view.hands.seat[hand]
    return ", ".join(f"{int(seat[each.payer])} to {int(seat[each.payee])}" for each in paid)


def _described(view: BlockView, hand: int, move: ChipMove) -> str:
    seat = view.hands.seat[hand]
    return f"seat {int(seat[move.payer])} paid {view.money(move.amount)} to seat {int(seat[move.payee])}"
