"""A legal hand was ruled fouled.

Finds: a hand marked `fouled` whose rows are in order and of the right sizes, where no irregularity rules it fouled.
Why: a player paid for a foul that the player did not commit.
Example: seat 3 set a pair, two pairs and a flush, and is marked fouled.
Needs: all three rows of the seat.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.cards import ROWS
from rules.checks.support.check import BY_ROWS, Check, Draft, Tested, hand_seats
from rules.checks.support.root_codes import DECK
from rules.checks.support.views import BlockView
from rules.hands import Flags, any_seat
from rules.replay.row_strengths import HANDS

CHECK = Check(
    "SET003",
    "legal-hand-ruled-fouled",
    "violation",
    "major",
    ("WSGC-5a", "PAGAT-arrange-order"),
    title="{whose} legal hand was ruled fouled",
    quotes=False,
    rule=("set_order", "ranking", "table.rows"),
    area="cards",
    follows=(*DECK, "IRR006", "IRR008"),
    mutations=BY_ROWS,
)


def run(view: BlockView) -> Tested:
    seats = view.replayed.seats
    marked = view.hands.fouled == 1
    open_seats = view.hands.present & ~seats.known | (marked & ~_known_order(view))
    return Tested(
        _findings(view, marked),
        [(any_seat(open_seats), "the rows of a seat were not recorded or cannot be ranked")],
    )


def _known_order(view: BlockView) -> Flags:
    seats = view.replayed.seats
    return seats.ranked | seats.wrong_size | seats.ruled


def _findings(view: BlockView, marked: Flags) -> Iterator[Draft]:
    seats = view.replayed.seats
    legal = marked & ~seats.fouled & ~seats.ruled & _known_order(view) & view.hands.dealt_in
    level = seats.equal[..., 0] | seats.equal[..., 1]
    undeclared = (seats.natural >= 0) & ~seats.claim_held & seats.out_of_order
    for hand, seat in hand_seats(legal & ~view.replayed.void[:, None]):
        open_point = bool(level[hand, seat] or undeclared[hand, seat])
        yield Draft(
            hand=hand,
            seat=seat,
            stated="fouled",
            expected="legal",
            unit="ruling",
            rule="set_order",
            kind="undetermined" if open_point else None,
            severity="note" if open_point else None,
            message=f"{view.where(hand, seat)}: the hand is marked fouled, but {_why(view, hand, seat)}.",
        )


def _why(view: BlockView, hand: int, seat: int) -> str:
    seats = view.replayed.seats
    if seats.surrendered[hand, seat]:
        return "it was surrendered, and a surrendered hand is never fouled"
    if seats.natural[hand, seat] >= 0:
        declared = "" if seats.claim_held[hand, seat] else " that was not declared"
        return f"it is a natural{declared}, and a natural is never fouled"
    names = [HANDS[int(each)].replace("_", " ") for each in seats.classes[hand, seat]]
    rows = ", ".join(f"{row} {name}" for row, name in zip(ROWS, names, strict=True))
    if seats.equal[hand, seat].any():
        return (
            f"two of its rows are exactly equal ({rows}), and the controls do not say that this fouls a hand"
        )
    return f"its rows are in order ({rows}) and no irregularity rules it fouled"
