"""A stack is not what the player had after the hand before.

Finds: a seat whose `stack` differs from its stack in the hand before, what it won or lost, and the chips that came and
went between; and a player's first stack at a cash table that differs from what was bought. In a tournament, where small chips
left play between the two hands, a stack may differ by less than the next chip.
Why: chips that come from nowhere or go nowhere are somebody's money; and a player may not take chips off the table and
play on.
Example: seat 3 ends a hand with $180.00 and has $100.00 in front in the next.
Needs: `stack` of two hands in a row, and the net of the first or what gives it; for a first stack the player's buy-in.
"""

from __future__ import annotations

from rules.checks import pot_found
from rules.checks.base import POTS, Check, PotView
from rules.checks.illegal_acts import Breach, clauses_of, paths_of, reports_breaches
from rules.checks.pot_acts import Act, stacks_before_needed, stacks_needed


def _stack(view: PotView, hand: int, seat: int | None, act: Act | None) -> int | None:
    return None if seat is None else int(view.hands.stack[hand, seat])


BREACHES = {
    "stack_differs": Breach(
        "the chips on record until then come to {due}",
        "pot.betting.calls",
        ("OLY-2.19-a", "external:RROP-betting"),
        stated=_stack,
        found=pot_found.stack,
        money_kind="unaccounted",
    ),
}
CHECK = Check(
    "STK018",
    "stack-differs",
    "violation",
    "major",
    clauses_of(BREACHES),
    holds=paths_of(BREACHES),
    area="money",
    follows=("POT009", "POT010"),
    games=POTS,
)
run = reports_breaches(BREACHES, stacks_needed, stacks_before_needed)
