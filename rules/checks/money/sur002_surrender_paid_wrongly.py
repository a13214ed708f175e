"""A surrender was not paid as documented.

Finds: a surrendered seat whose recorded loss is not the documented amount for each remaining live player. The loss is
the seat's net or, where that was not recorded, the sum of its transfers. In a game against a banker, a player who
surrenders pays the banker only.
Why: a surrender costs a set amount, never more and never less, to every player who is still live.
Example: seat 3 surrendered against two live players at 2 units: 4 units are due, and 3 were paid.
Needs: `surrendered`, `net` or `transfers`, and a unit. Where nobody surrendered, nothing is due.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rules.checks.money.due_amounts import due_of, limited, surrender_units, unknown
from rules.checks.support.check import NOT_RECORDED, Check, Draft, Tested, hand_seats, inapplicable
from rules.checks.support.recorded_transfers import recorded
from rules.checks.support.ruleset_conditions import surrender
from rules.checks.support.unjudged_hands import left_open
from rules.checks.support.views import BlockView
from rules.hands import Flags, Ints, any_seat
from rules.replay.row_replay import ReplayedRows

CHECK = Check(
    "SUR002",
    "surrender-paid-wrongly",
    "discrepancy",
    "major",
    (
        "WSGC-surrender",
        "WSGC-surrender-payees",
        "VAR-surrender-amount",
        "VAR-surrender-banker",
        "HG-surrender",
        "ONE4-surrender-bonus",
    ),
    title="{whose} surrender was paid at a wrong amount",
    quotes=False,
    rule=("surrender",),
    area="money",
    applies=surrender,
    follows=("STK002", "SCR001", "PAY001", "SUR001"),
    mutations=("chinese",),
)


def run(view: BlockView) -> Tested:
    surrendered = view.replayed.seats.surrendered & ~view.replayed.void[:, None]
    if view.replayed.scoring.surrender is None:  # SUR001 tests it
        return inapplicable(view)
    paid = recorded(view.hands)
    unrecorded = surrendered & (paid == NOT_RECORDED)
    undue = surrendered & (due_of(view) == NOT_RECORDED)
    reasons, unpriced = left_open(view, paid)
    return Tested(
        _findings(view, paid, surrendered & ~unrecorded & ~undue & ~unpriced[:, None]),
        [
            *[(mask & any_seat(surrendered), reason) for mask, reason in reasons],
            (any_seat(unrecorded), "neither the net of the surrendered seat nor transfers were recorded"),
            *[(mask & any_seat(undue), reason) for mask, reason in unknown(view)],
        ],
    )


def _findings(view: BlockView, paid: Ints, surrendered: Flags) -> Iterator[Draft]:
    replayed = view.replayed
    for hand, seat in hand_seats(surrendered & (paid != replayed.net)):
        stated, due = int(paid[hand, seat]), int(replayed.net[hand, seat])
        source = (
            "the log records"
            if view.hands.net[hand, seat] != NOT_RECORDED
            else "the recorded transfers bring the seat"
        )
        live = _live(replayed, hand, seat)
        by_chips = ", limited by the chips in front" if limited(replayed, hand, seat) else ""
        yield Draft(
            hand=hand,
            seat=seat,
            stated=stated,
            expected=due,
            unit="money",
            money=abs(stated - due),
            rule="surrender.amount",
            message=(
                f"{view.where(hand, seat)}: surrendered against {live} live player{'s' * (live != 1)} at "
                f"{surrender_units(replayed)} each{_beside(replayed, hand, seat, live)}; "
                f"{source} {view.money(stated)}, "
                f"{view.money(due)} was due{by_chips}."
            ),
        )


def _beside(replayed: ReplayedRows, hand: int, seat: int, live: int) -> str:
    """Words for payments beside a surrender."""
    rules = replayed.scoring.surrender
    assert rules is not None
    only_surrender = int(replayed.units[hand, seat]) == -live * rules.units
    return "" if only_surrender else ", in addition to other payments"


def _live(replayed: ReplayedRows, hand: int, seat: int) -> int:
    """Live players that a seat settles with."""
    pairs = replayed.pairs[hand] & ((replayed.a == seat) | (replayed.b == seat))
    others = np.where(replayed.a == seat, replayed.b, replayed.a)[pairs]
    return int((~replayed.seats.surrendered[hand, others]).sum())
