"""A hand meets the condition of a jackpot.

Finds: a seat with rows for which the ruleset has a jackpot; where the jackpot demands it, all of them lost to one opponent.
Why: a jackpot may be due to the player. The prize is not stated, so a person compares the hand with what was paid.
Example: seat 2 set a pair, three of a kind and a straight flush, and lost all three rows to seat 4.
Needs: the rows of two players.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.cards import decode
from rules.checks.support.check import Check, Draft, Tested, inapplicable
from rules.checks.support.item_clauses import clause_of
from rules.checks.support.views import BlockView
from rules.hands import any_seat
from rules.replay.jackpots import jackpot_events

CHECK = Check(
    "JKP001",
    "jackpot-event",
    "undetermined",
    "note",
    ("HG-jackpot",),
    quotes=False,
    rule=("jackpots",),
    area="fees",
)
WON_ALL, LOST_ALL = 12, 3  # outcomes: rows won * 4 + rows lost


def run(view: BlockView) -> Tested:
    if not view.replayed.scoring.jackpots:
        return inapplicable(view)
    unknown = any_seat(view.hands.present & ~view.replayed.seats.known) & ~view.replayed.void
    return Tested(_findings(view), [(unknown, "the cards of a seat were not recorded or cannot be ranked")])


def _findings(view: BlockView) -> Iterator[Draft]:
    for hand, seat, jackpot in jackpot_events(view.replayed):
        rows = [decode(view.hands.row_cards(hand, seat, row) or []) for row in range(3)]
        result = (
            f"lost every row to {_winners(view, hand, seat)}" if _loses_all(view, jackpot) else "were held"
        )
        yield Draft(
            hand=hand,
            seat=seat,
            stated=jackpot,
            unit="jackpot",
            clause=_clause(view, jackpot),
            message=(
                f"{view.where(hand, seat)}: {rows[0]} in front, {rows[1]} in the middle and {rows[2]} at the back "
                f"{result}, the condition of the jackpot “{jackpot.replace('_', ' ')}”. "
                f"The prize is not stated; a person must review the hand."
            ),
        )


def _clause(view: BlockView, jackpot: str) -> str:
    return next(clause_of(each, "jackpots") for each in view.ruleset.sections.jackpots if each.id == jackpot)


def _loses_all(view: BlockView, jackpot: str) -> bool:
    """Whether a jackpot demands all rows lost to one opponent."""
    return next(each.loses_all for each in view.replayed.scoring.jackpots if each.id == jackpot)


def _winners(view: BlockView, hand: int, seat: int) -> str:
    replayed, outcome = view.replayed, view.replayed.outcome[hand]
    lost = ((replayed.a == seat) & (outcome == LOST_ALL)) | ((replayed.b == seat) & (outcome == WON_ALL))
    lost &= replayed.by_rows[hand]
    columns = (replayed.a + replayed.b - seat)[lost].tolist()
    return " and ".join(f"seat {int(view.hands.seat[hand, column])}" for column in columns)
