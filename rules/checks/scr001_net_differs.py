"""The recorded result of a seat differs from what its hand gives.

Finds: a seat whose recorded `net` differs from the units due, times the unit.
Why: this is the money of the game. A net that differs went to the wrong player or was recorded wrongly.
Example: seat 2 wins two rows from seat 1 and loses one, at $1.00 a unit: $1.00 is due; the log records $3.00.
Needs: `net`, a unit, and the rows of every player of the hand, or what settled it instead (a surrender, a natural or a
foul). Where the game is settled by them: the banker, the chips in front, or the button.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rules.checks.base import NOT_RECORDED, BlockView, Check, Draft, Tested, hand_seats
from rules.checks.causes import PLAY, POOL
from rules.checks.deciding_rule import Decided
from rules.checks.due import PRICES, due_of, how, unknown
from rules.checks.exclusions import left_open
from rules.hands import Flags, any_seat, every_seat

CHECK = Check(
    "SCR001",
    "net-differs",
    "discrepancy",
    "major",
    ("WSGC-6d", "WSGC-3a", "PAGAT-score-simple", "PAGAT-stake"),
    holds=PRICES,
    area="money",
    follows=(*PLAY, "PAY001", "PAY002", "PAY006", "PAY007", *POOL, "POT004", "SUR002"),
)


def run(view: BlockView) -> Tested:
    hands, replayed = view.hands, view.replayed
    recorded = hands.net != NOT_RECORDED
    testable = recorded & (due_of(view) != NOT_RECORDED)
    different = testable & (hands.net != replayed.net) & ~replayed.void[:, None]  # IRR001 tests void deals
    different &= replayed.winner is None
    # In a deal with one winner SCR005 tests the winner; no document prices the win.
    by_winner = every_seat(testable | ~hands.present) if replayed.winner is not None else None
    reasons, unpriced = left_open(view, hands.net)
    different &= ~unpriced[:, None]
    untestable = ~every_seat(testable | ~hands.present) & ~any_seat(different)
    return Tested(
        _findings(view, different),
        [
            *reasons,
            (untestable & ~any_seat(recorded), "no nets were recorded"),
            (untestable & (hands.unit == NOT_RECORDED) & ~replayed.void, "no unit was recorded"),
            (untestable & ~every_seat(recorded | ~hands.present), "the net of a seat was not recorded"),
            *[(untestable & mask, reason) for mask, reason in unknown(view)],
        ],
        inapplicable=by_winner,
    )


def _findings(view: BlockView, different: Flags) -> Iterator[Draft]:
    hands, replayed = view.hands, view.replayed
    decided = Decided(replayed, np.flatnonzero(any_seat(different)))
    for hand, seat in hand_seats(different):
        stated, due = int(hands.net[hand, seat]), int(replayed.net[hand, seat])
        yield Draft(
            hand=hand,
            seat=seat,
            stated=stated,
            expected=due,
            unit="money",
            money=abs(stated - due),
            rule=decided.path(hand, seat, stated, due),
            message=(
                f"{view.where(hand, seat)}: the log records {view.money(stated)}; {view.money(due)} was due "
                f"({how(view, hand, seat)}), a difference of {view.money(stated - due)}."
            ),
        )
