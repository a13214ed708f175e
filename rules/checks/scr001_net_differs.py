"""What a seat was recorded to have won or lost is not what its hand gives.

Finds: a seat whose recorded `net` differs from units due, times the unit.
Why: this is the money of the game. A net that differs went to the wrong player, or was written down wrong.
Example: seat 2 wins two rows of seat 1 and loses one, at $1.00 a unit: $1.00 is due; the log says $3.00.
Needs: `net`, a unit, and the rows of every player of the hand (or what settled it: a surrender, a natural, a foul).
Clauses: WSGC-6d, WSGC-3a
"""

from __future__ import annotations

import numpy as np

from rules.checks.aside import left_open
from rules.checks.base import NOT_RECORDED, BlockView, Check, Draft, Tested, hand_seats, units_text
from rules.hands import any_seat, every_seat
from rules.replay.chinese import Replayed

CHECK = Check("SCR001", "net-differs", "discrepancy", "major", ("WSGC-6d", "WSGC-3a"))


def run(view: BlockView) -> Tested:
    hands, replayed = view.hands, view.replayed
    recorded = hands.net != NOT_RECORDED
    testable = recorded & (replayed.net != NOT_RECORDED)
    different = testable & (hands.net != replayed.net) & ~replayed.void[:, None]  # void deals are IRR001's
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
            (untestable, "the cards of a seat were not recorded or cannot be ranked"),
        ],
    )


def _finding(view: BlockView, hand: int, seat: int) -> Draft:
    stated, due = int(view.hands.net[hand, seat]), int(view.replayed.net[hand, seat])
    units = int(view.replayed.units[hand, seat])
    why = f"{units_text(units)} at {view.money(int(view.hands.unit[hand]))}"
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
            f"{view.where(hand, seat)}: the log says {view.money(stated)}; {view.money(due)} was due ({why}), "
            f"a difference of {view.money(stated - due)} ({clause})."
        ),
    )


def why_clause(replayed: Replayed, hand: int, seat: int) -> str:
    """The clause that most tells what a seat was due: a surrender's, a natural's, else royalties' or the rows'."""
    ruleset = replayed.scoring.ruleset
    mine = (replayed.a == seat) | (replayed.b == seat)
    weight = {name: int(np.abs(units[hand] * mine).sum()) for name, units in replayed.parts.items()}
    for part, section in (("surrender", "surrender"), ("natural", "naturals")):
        if weight.get(part):
            return ruleset.cite(section)
    if weight.get("royalties", 0) > weight["rows"]:
        return ruleset.cite("royalties")
    if not mine.any():
        return ruleset.cite("rows")
    rows = np.abs(replayed.parts["rows"][hand] * mine)
    return _outcome_clause(replayed, int(replayed.outcome[hand, int(rows.argmax())]))


def _outcome_clause(replayed: Replayed, outcome: int) -> str:
    """The clause that prices rows won and lost, where the ruleset says which one does."""
    ruleset = replayed.scoring.ruleset
    won, lost = sorted(divmod(outcome, 4), reverse=True)
    return ruleset.get("rows.cited", {}).get(f"{won}-{lost}-{3 - won - lost}") or ruleset.cite("rows")
