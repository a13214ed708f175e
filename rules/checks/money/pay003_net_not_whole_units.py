"""A recorded result is not a whole number of units.

Finds: a `net` that is not a multiple of the hand's unit. Games in which chips in front limit a payment, or in which a
prize is shared, are not tested.
Why: the game is settled in whole units; a fraction was paid or recorded wrongly.
Example: a net of $2.50 at $1.00 a unit.
Needs: `net` and a unit.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rules.checks.support.check import BY_ROWS, NOT_RECORDED, Check, Draft, Tested, hand_seats, inapplicable
from rules.checks.support.unjudged_hands import left_open
from rules.checks.support.views import BlockView
from rules.controls.ruleset import Ruleset
from rules.hands import Flags, Hands, every_seat
from rules.one_value import has_one_value
from rules.replay.scoring import compiled


def _in_whole_units(ruleset: Ruleset) -> bool:
    """Whether every result is whole: no chip limits, no shared prize."""
    scoring = compiled(ruleset)
    return scoring.chips is None and scoring.denominator == 1


CHECK = Check(
    "PAY003",
    "net-not-whole-units",
    "discrepancy",
    "minor",
    ("WSGC-3a", "PAGAT-stake"),
    title="{whose} result is not in whole units",
    quotes=False,
    rule=("stakes", "rows.unit"),
    area="money",
    applies=_in_whole_units,
    follows=("STK002", "LVL002", "SCR001", "PAY001", "PAY004"),
    mutations=BY_ROWS,
)


def run(view: BlockView) -> Tested:
    hands = view.hands
    if not _in_whole_units(view.ruleset):
        return inapplicable(view)
    recorded = (hands.net != NOT_RECORDED) | ~hands.present
    reasons, unpriced = left_open(view, hands.net)
    return Tested(
        _findings(view, (hands.net != NOT_RECORDED) & ((hands.unit != NOT_RECORDED) & ~unpriced)[:, None]),
        [
            *reasons,
            (hands.unit == NOT_RECORDED, "no unit was recorded"),
            (~every_seat(recorded), "the net of a seat was not recorded"),
        ],
    )


def _broken(hands: Hands, known: Flags) -> Flags:
    """(H, S) known nets that are not whole units."""
    net = np.where(known, hands.net, 0)
    if has_one_value(hands.unit):  # numpy divides by one number several times as fast
        unit = int(hands.unit[0])
        return net // unit * unit != net if unit != NOT_RECORDED else np.zeros(net.shape, np.bool_)
    found: Flags = net % np.where(hands.unit == NOT_RECORDED, 1, hands.unit)[:, None] != 0
    return found


def _findings(view: BlockView, known: Flags) -> Iterator[Draft]:
    hands = view.hands
    for hand, seat in hand_seats(_broken(hands, known)):
        net, worth = int(hands.net[hand, seat]), int(hands.unit[hand])
        yield Draft(
            hand=hand,
            seat=seat,
            stated=net,
            unit="money",
            fact=f"{net}|{worth}",
            clause=view.ruleset.cite("stakes", naming=CHECK.clauses),
            rule="rows.unit",
            message=(
                f"{view.where(hand, seat)}: the net of {view.money(net)} is not a whole number of units "
                f"of {view.money(worth)}."
            ),
        )
