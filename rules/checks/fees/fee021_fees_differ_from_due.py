"""The recorded fees differ from what the controls fix for the hands.

Finds: fees of a kind whose sum differs from the fixed fee times the hands, or times the players dealt in. Void deals
may have no fee.
Why: a fixed fee leaves no choice. Anything above it was taken from the players; anything below it is not accounted for.
Example: 212 hands at a fixed fee of $1.00, and $206.00 of fees in the log.
Needs: `fees` of every hand, and controls that fix an amount. A sum above what is due is found even where some fees were
not recorded.
"""

from __future__ import annotations

from rules.checks.fees.fee_sides import compare_sides
from rules.checks.support.check import Check, Tested
from rules.checks.support.fee_triangle import fixes
from rules.checks.support.log_view import LogView

CHECK = Check(
    "FEE021",
    "fees-differ-from-due",
    "discrepancy",
    "major",
    ("HG-rake", "external:FEES-counted"),
    title="The recorded fees differ from what was due",
    quotes=False,
    scope="log",
    rule=("fees.rake", "fees.hand_fee"),
    area="fees",
    applies=fixes,
    follows=("FEE001", "FEE009", "FEE010", "FEE020"),
)


def run(log: LogView) -> Tested:
    return compare_sides(
        log,
        "recorded",
        "due",
        "the log's entries of {kind} add up to {stated}; by the controls {expected} was due",
    )
