"""The log records no fees, and its drop boxes do not contain what the controls fix for the hands.

Finds: counts of a kind of drop box that differ from the fixed fee times the hands, or times the players dealt in, where
the fees of the hands were not recorded.
Why: without entries, the boxes are the only evidence of what was taken; the controls state what was due.
Example: 212 hands at a fixed fee of $1.00, no fees in the log, and $206.00 in the boxes.
Needs: `drop` events after the last hand, and controls that fix an amount.
"""

from __future__ import annotations

from rules.checks.base import Check, LogView, Tested
from rules.checks.fee_sides import compare_sides
from rules.checks.triangle import fixes

CHECK = Check(
    "FEE022",
    "drop-differs-from-due",
    "discrepancy",
    "major",
    ("HG-rake", "external:FEES-counted"),
    scope="log",
    holds=("fees.rake", "fees.hand_fee"),
    area="fees",
    applies=fixes,
    follows=("FEE020", "FEE021"),
)


def run(log: LogView) -> Tested:
    return compare_sides(
        log, "drop", "due", "the boxes hold {stated} of {kind}; by the controls {expected} was due"
    )
