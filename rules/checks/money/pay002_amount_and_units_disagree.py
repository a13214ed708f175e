"""The amount of a transfer differs from its units times the unit.

Finds: a transfer with `units` whose `amount` is not the units times the unit of the hand. An amount below that is not
reported where the chips in front limit the payment.
Why: the players settle in units and pay in money. Where the two disagree, one of the players was paid wrongly.
Example: 3 units at $1.00 a unit, and $2.00 paid.
Needs: `transfers` with `units`, and a unit.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rules.checks.support.check import BY_ROWS, NOT_RECORDED, Check, Draft, Tested
from rules.checks.support.views import BlockView
from rules.hands import Flags, Hands, Ints

CHECK = Check(
    "PAY002",
    "amount-and-units-disagree",
    "discrepancy",
    "major",
    ("WSGC-3a", "PAGAT-stake", "HG-chips-medium", "CARN-level-01"),
    title="{whose} payment differs from its units times the unit",
    quotes=False,
    rule=("stakes", "chips.unit_per_chip", "event.level"),
    area="money",
    follows=("STK002", "LVL002", "SCR001", "PAY001"),
    mutations=BY_ROWS,
)


def run(view: BlockView) -> Tested:
    hands = view.hands
    with_units = np.zeros(len(hands), np.bool_)
    with_units[hands.transfers.hand[hands.transfers["units"] != NOT_RECORDED]] = True
    none_moved = hands.transfers_recorded.copy()
    none_moved[hands.transfers.hand] = False
    worth = _worth_of_units(hands)
    short = _short_of_chips(view, worth)
    cut = np.zeros(len(hands), np.bool_)
    cut[hands.transfers.hand[short]] = True
    return Tested(
        _findings(view, np.where(short, hands.transfers["amount"], worth)),
        [
            (~(with_units | none_moved), "no transfers with units were recorded"),
            (hands.unit == NOT_RECORDED, "no unit was recorded"),
            (cut, "the chips in front may limit what was paid for the units"),
        ],
    )


def _worth_of_units(hands: Hands) -> Ints:
    """(T,) value of units; amount where unknown."""
    listed, unit = hands.transfers, hands.unit[hands.transfers.hand]
    known = (listed["units"] != NOT_RECORDED) & (unit != NOT_RECORDED)
    return np.where(known, listed["units"] * np.where(known, unit, 0), listed["amount"])


def _short_of_chips(view: BlockView, worth: Ints) -> Flags:
    """(T,) transfers below value where stacks may limit."""
    stakes, listed = view.replayed.stakes, view.hands.transfers
    if stakes is None:
        return np.zeros(len(listed), np.bool_)
    short: Flags = (stakes.tight | stakes.open)[listed.hand] & (listed["amount"] < worth)
    return short


def _findings(view: BlockView, worth: Ints) -> Iterator[Draft]:
    listed, hands = view.hands.transfers, view.hands
    unit = hands.unit[listed.hand]
    for at in np.flatnonzero(worth != listed["amount"]).tolist():
        hand = int(listed.hand[at])
        payer, payee = int(listed["payer"][at]), int(listed["payee"][at])
        stated, due, units = int(listed["amount"][at]), int(worth[at]), int(listed["units"][at])
        yield Draft(
            hand=hand,
            seat=hands.position(hand, payer),
            stated=stated,
            expected=due,
            unit="money",
            money=abs(stated - due),
            fact=f"{payer}>{payee}|{units}|{stated}|{due}",
            rule=_worth(view, hand),
            message=(
                f"{view.where(hand)}: seat {payer} paid seat {payee} {view.money(stated)} for {units} "
                f"unit{'s' * (units != 1)}, which are {view.money(due)} at {view.money(int(unit[at]))} a unit."
            ),
        )


def _worth(view: BlockView, hand: int) -> str:
    """Path of a unit's value: event level, chip, or stakes."""
    face = view.hands.open_face
    if view.ruleset.sections.event.level:
        level = NOT_RECORDED if face is None else int(face.level[hand])
        return "event.level" if level == NOT_RECORDED else f"event.level[level {level}]"
    chips = view.ruleset.sections.chips
    return "chips.unit_per_chip" if chips is not None and chips.unit_per_chip else "stakes"
