"""A hand was ruled fouled or dead, and the record does not show it.

Finds: a seat whose hand an irregularity rules fouled or dead, and which is recorded as not fouled.
Why: the ruling takes the hand out of play. Where the record ignores it, the player was paid for a dead hand or the
ruling was never carried out.
Example: the floor ruled seat 2's hand dead for an exposed card; the seat is recorded as not fouled and won $4.00.
Needs: irregularities with a ruling and a seat, or the seat marked fouled. Where none is recorded, none was made.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.checks.support.check import BY_ROWS, Check, Draft, Tested, hand_seats
from rules.checks.support.views import BlockView
from rules.controls.procedure_of_irregularity import SECTION
from rules.hands import any_seat
from rules.replay.seat_facts import RULED_NOBODY

CHECK = Check(
    "IRR006",
    "ruling-not-applied",
    "violation",
    "major",
    ("external:IRREGULARITIES", "WSGC-irregularities"),
    title="A ruling on {who} was not applied",
    quotes=False,
    area="procedure",
    follows=("IRR008",),
    mutations=BY_ROWS,
)


def run(view: BlockView) -> Tested:
    unmarked = view.hands.ruled_out & (view.hands.fouled < 0)
    return Tested(
        _findings(view),
        [
            (any_seat(unmarked), "whether the hand was marked fouled was not recorded"),
            (view.hands.ruled_nobody & ~view.replayed.void, RULED_NOBODY),
        ],
    )


def _findings(view: BlockView) -> Iterator[Draft]:
    hands, seats = view.hands, view.replayed.seats
    ignored = hands.ruled_out & (hands.fouled == 0) & ~seats.surrendered & ~view.replayed.void[:, None]
    for hand, seat in hand_seats(ignored):
        yield Draft(
            hand=hand,
            seat=seat,
            stated="not fouled",
            expected="fouled",
            unit="ruling",
            rule=SECTION,
            message=(
                f"{view.where(hand, seat)}: an irregularity rules the hand fouled or dead, "
                f"but the seat is recorded as not fouled."
            ),
        )
