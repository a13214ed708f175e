"""What a seat was recorded to have won or lost is not what its hand gives.

Finds: a seat whose recorded `net` differs from units due, times the unit.
Why: this is the money of the game. A net that differs went to the wrong player, or was written down wrong.
Example: seat 2 wins two rows of seat 1 and loses one, at $1.00 a unit: $1.00 is due; the log says $3.00.
Needs: `net`, a unit, and the rows of every player of the hand (or what settled it: a surrender, a natural, a foul); and
who banked, the chips in front or the button where the game is settled by them.
Clauses: WSGC-6d, WSGC-3a, PAGAT-score-simple, PAGAT-stake
"""

from __future__ import annotations

from rules.checks.aside import left_open
from rules.checks.base import NOT_RECORDED, BlockView, Check, Draft, Tested, hand_seats
from rules.checks.due import PRICES, how, unknown, why_clause
from rules.hands import any_seat, every_seat

CHECK = Check(
    "SCR001",
    "net-differs",
    "discrepancy",
    "major",
    ("WSGC-6d", "WSGC-3a", "PAGAT-score-simple", "PAGAT-stake"),
    holds=PRICES,
    area="money",
)


def run(view: BlockView) -> Tested:
    hands, replayed = view.hands, view.replayed
    recorded = hands.net != NOT_RECORDED
    testable = recorded & (replayed.net != NOT_RECORDED)
    different = testable & (hands.net != replayed.net) & ~replayed.void[:, None]  # void deals are IRR001's
    different &= replayed.winner is None  # SCR005 tells of games with a single winner
    reasons, unpriced = left_open(view, hands.net)
    different &= ~unpriced[:, None]
    untestable = ~every_seat(testable | ~hands.present) & ~any_seat(different)
    return Tested(
        (_finding(view, hand, seat) for hand, seat in hand_seats(different)),
        [
            *reasons,
            (untestable & ~any_seat(recorded), "no nets were recorded"),
            (untestable & (hands.unit == NOT_RECORDED) & ~replayed.void, "no unit was recorded"),
            (untestable & ~every_seat(recorded | ~hands.present), "the net of a seat was not recorded"),
            *[(untestable & mask, reason) for mask, reason in unknown(view)],
        ],
    )


def _finding(view: BlockView, hand: int, seat: int) -> Draft:
    stated, due = int(view.hands.net[hand, seat]), int(view.replayed.net[hand, seat])
    clause = why_clause(view.replayed, hand, seat)
    return Draft(
        hand=hand,
        seat=seat,
        stated=stated,
        expected=due,
        unit="money",
        money=abs(stated - due),
        clause=clause,
        message=(
            f"{view.where(hand, seat)}: the log says {view.money(stated)}; {view.money(due)} was due "
            f"({how(view, hand, seat)}), a difference of {view.money(stated - due)} ({clause})."
        ),
    )
