"""The log records no fees, and its drop boxes do not contain what the controls fix for the hands.

Finds: counts of a kind of drop box that differ from the fixed fee times the hands, or times the players dealt in, or from
what the schedule makes of the pots, where the fees of the hands were not recorded. Where the controls leave the room free
to take less than its schedule, a box with less is a note, or nothing.
Why: without entries, the boxes are the only evidence of what was taken; the controls state what was due.
Example: 212 hands at a fixed fee of $1.00, no fees in the log, and $206.00 in the boxes.
Needs: `drop` events after the last hand, and controls that fix an amount; of pot games, the chips put in.
"""

from __future__ import annotations

from rules.checks.fees.fee_sides import compare_sides
from rules.checks.support.check import ANY_GAME, Check, Tested
from rules.checks.support.fee_triangle import fixes
from rules.checks.support.log_view import LogView

CHECK = Check(
    "FEE022",
    "drop-differs-from-due",
    "discrepancy",
    "major",
    ("HG-rake", "external:FEES-counted"),
    title="The drop differs from what was due",
    quotes=False,
    scope="log",
    rule=("fees.rake", "fees.hand_fee"),
    area="fees",
    applies=fixes,
    follows=("FEE020", "FEE021"),
    games=ANY_GAME,
)


def run(log: LogView) -> Tested:
    return compare_sides(
        log, "drop", "due", "the boxes hold {stated} of {kind}; by the controls {expected} was due"
    )
