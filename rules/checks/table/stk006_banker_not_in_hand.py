"""The banker is a seat where nobody sat.

Finds: a hand against a banker whose `banker` is a seat without a player in the hand. Where the ruleset makes the dealer
the banker, `dealer` is tested.
Why: every player settles with the banker. Without a known banker, nobody can say what each player won or lost.
Example: seat 7 is the banker; seats 1 to 4 were dealt in.
Needs: `banker`, or `dealer` where the dealer banks.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rules.checks.support.check import NOT_RECORDED, Check, Draft, Tested, inapplicable
from rules.checks.support.ruleset_conditions import topology
from rules.checks.support.views import BlockView
from rules.hands import Ints
from rules.replay.pairs import NO_SEAT

CHECK = Check(
    "STK006",
    "banker-not-in-hand",
    "violation",
    "major",
    ("VAR-house-bank", "MY-bank"),
    title="The banker is not in the hand",
    quotes=False,
    rule=("comparison.topology", "comparison.banker_seat"),
    area="procedure",
    applies=topology("banker"),
    mutations=("chinese",),
)


def run(view: BlockView) -> Tested:
    rules, hands = view.replayed.scoring.banker, view.hands
    if rules is None:
        return inapplicable(view)
    number = hands.dealer if rules.dealer_banks else hands.banker
    return Tested(_findings(view, number), [(number == NOT_RECORDED, "the banker was not recorded")])


def _findings(view: BlockView, number: Ints) -> Iterator[Draft]:
    for hand in np.flatnonzero((view.replayed.compared.bank == NO_SEAT) & (number != NOT_RECORDED)).tolist():
        banker = int(number[hand])
        seats = ", ".join(str(int(each)) for each in view.hands.seat[hand] if each)
        yield Draft(
            hand=hand,
            stated=banker,
            expected=f"one of {seats}",
            unit="seat",
            message=f"{view.where(hand)}: the banker is seat {banker}, where nobody sat (seats {seats} were dealt in).",
        )
