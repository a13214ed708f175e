"""The fee for a hand is above the limit.

Finds: a seat that paid more for a hand than the limit for a player, or a hand whose fees are above the limit for all
its players together or for a hand.
Why: the controls limit what a seat in the game costs. Anything above the limit was taken from players who had no
choice.
Example: $5.00 for a hand of four players; the limit is $1.00 a player.
Needs: `fees`. An entry that names a seat counts for that seat; an entry without a seat is shared by all players of the
hand.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rules.checks.support.check import Check, Draft, HandsView, Tested, inapplicable, nothing_to_test
from rules.checks.support.fee_limits import above_limit, foreign, unrecorded
from rules.controls.ruleset import Ruleset
from rules.hands import Ints
from rules.records.recorded_fees import by_seat, taken


def _limits(ruleset: Ruleset) -> tuple[int | None, int | None]:
    fee = ruleset.sections.fees.hand_fee
    return fee.player.max_money, fee.hand.max_money


CHECK = Check(
    "FEE007",
    "hand-fee-above-limit",
    "violation",
    "major",
    ("external:WAC-230-15-080-3",),
    title="The fee for the hand is above the limit",
    quotes=False,
    rule=("fees.hand_fee.player", "fees.currency"),
    area="fees",
    applies=lambda ruleset: any(most is not None for most in _limits(ruleset)),
    follows=("FEE009",),
)
_PLAYER, _HAND = "fees.hand_fee.player", "fees.hand_fee.hand"


def run(view: HandsView) -> Tested:
    each, whole = _limits(view.ruleset)
    if each is None and whole is None:
        return inapplicable(view)
    if reason := foreign(view.ruleset, view.session.currency):
        return nothing_to_test(view, reason)
    return Tested(_findings(view, each, whole), unrecorded(view))


def _findings(view: HandsView, each: int | None, whole: int | None) -> Iterator[Draft]:
    fee = taken(view.hands, "hand_fee")
    if each is not None:
        seats = by_seat(view.hands, "hand_fee")
        for hand, seat in np.argwhere(seats[:, 1:] > each).tolist():
            stated = int(seats[hand, seat + 1])
            fee[hand] -= stated - each
            yield _of_seat(view, hand, seat + 1, stated, each)
        most = each * np.maximum(view.hands.present.sum(axis=1), 1)
        yield from _of_hands(view, fee, most, _PLAYER)
        fee = np.minimum(fee, most)
    if whole is not None:
        yield from _of_hands(view, fee, np.full(len(view), whole), _HAND)


def _of_seat(view: HandsView, hand: int, seat: int, stated: int, most: int) -> Draft:
    said = f"{view.where(hand)}, seat {seat}: {view.money(stated)} was taken for the hand; the limit for a player is"
    clause, column = view.ruleset.cite(f"{_PLAYER}.max_money"), view.hands.position(hand, seat)
    return above_limit(
        view, said, stated, most, clause, hand=hand, seat=column, fact=f"{seat}|{stated}|{most}"
    )


def _of_hands(view: HandsView, fee: Ints, most: Ints, path: str) -> Iterator[Draft]:
    clause = view.ruleset.cite(f"{path}.max_money")
    whole = taken(view.hands, "hand_fee")
    for hand in np.flatnonzero(fee > most).tolist():
        stated = int(fee[hand])
        beside = ", apart from what other findings report" if whole[hand] > stated else ""
        players = int(view.hands.present[hand].sum())
        whose = "for a hand" if path == _HAND else f"for {players} player{'s' * (players != 1)}"
        said = (
            f"{view.where(hand)}: {view.money(stated)} was taken for the hand{beside}; the limit {whose} is"
        )
        yield above_limit(view, said, stated, int(most[hand]), clause, hand=hand)
