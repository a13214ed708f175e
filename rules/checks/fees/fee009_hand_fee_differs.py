"""The fee for a hand differs from the documented fee.

Finds: a hand whose fee is not the amount that the controls name for a hand, or for each player in it.
Why: the controls take the same fee from every hand. A different amount takes money from the players or withholds it
from the house.
Example: the controls name $2.00 a hand; $3.00 was taken in hand 17.
Needs: `fees`. A void deal may be free. The controls do not say what a player pays who missed the hand.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rules.checks.support.check import Check, Draft, Tested, inapplicable, nothing_to_test
from rules.checks.support.fee_limits import foreign, unrecorded
from rules.checks.support.views import BlockView
from rules.controls.ruleset import Ruleset
from rules.hands import Flags, any_seat
from rules.records.recorded_fees import by_seat, taken


def _amounts(ruleset: Ruleset) -> tuple[int | None, int | None]:
    fee = ruleset.sections.fees.hand_fee
    return fee.player.money, fee.hand.money


CHECK = Check(
    "FEE009",
    "hand-fee-differs",
    "discrepancy",
    "major",
    ("external:WAC-230-15-080-3",),
    title="The fee for the hand differs from the controls",
    quotes=False,
    rule=("fees.hand_fee.player",),
    area="fees",
    applies=lambda ruleset: any(fixed is not None for fixed in _amounts(ruleset)),
)
_PLAYER, _HAND = "fees.hand_fee.player", "fees.hand_fee.hand"


def run(view: BlockView) -> Tested:
    each, whole = _amounts(view.ruleset)
    if each is None and whole is None:
        return inapplicable(view)
    if reason := foreign(view.ruleset, view.session.currency):
        return nothing_to_test(view, reason)
    testable = view.hands.fees_recorded & ~(view.replayed.void & (taken(view.hands, "hand_fee") == 0))
    away = any_seat(view.hands.missed) if each is not None else np.zeros(len(view), np.bool_)
    reasons = [
        *unrecorded(view),
        (away, "the controls do not say what a player pays who missed the hand"),
    ]
    if whole is not None:
        return Tested(_of_hands(view, testable, whole), unrecorded(view))
    assert each is not None
    return Tested(_of_players(view, testable & ~away, each), reasons)


def _of_hands(view: BlockView, testable: Flags, due: int) -> Iterator[Draft]:
    fee = taken(view.hands, "hand_fee")
    for hand in np.flatnonzero(testable & (fee != due)).tolist():
        yield _finding(view, hand, None, int(fee[hand]), due, _HAND)


def _of_players(view: BlockView, testable: Flags, due: int) -> Iterator[Draft]:
    """Findings by seat where entries name all, else together."""
    hands, seats = view.hands, by_seat(view.hands, "hand_fee")
    fee, named = seats.sum(axis=1), seats[:, 0] == 0
    players = hands.dealt_in.sum(axis=1)
    there = np.zeros(seats.shape, np.bool_)
    at, column = np.nonzero(hands.dealt_in)
    there[at, hands.seat[at, column]] = True
    by_entry = testable & named & (fee > 0)
    for hand, seat in np.argwhere(by_entry[:, None] & (seats != np.where(there, due, 0))).tolist():
        yield _finding(view, hand, seat, int(seats[hand, seat]), due if there[hand, seat] else 0, _PLAYER)
    for hand in np.flatnonzero(testable & ~by_entry & (fee != players * due)).tolist():
        yield _finding(view, hand, None, int(fee[hand]), int(players[hand]) * due, _PLAYER)


def _finding(view: BlockView, hand: int, seat: int | None, stated: int, due: int, path: str) -> Draft:
    clause = view.ruleset.cite(path)
    where = view.where(hand) if seat is None else f"{view.where(hand)}, seat {seat}"
    return Draft(
        hand=hand,
        seat=None if seat is None else view.hands.position(hand, seat),
        stated=stated,
        expected=due,
        unit="money",
        money=abs(stated - due),
        clause=clause,
        fact=f"{seat}|{stated}|{due}",
        message=(
            f"{where}: {view.money(stated)} was taken for the hand; the controls name {view.money(due)} ({clause})."
        ),
    )
