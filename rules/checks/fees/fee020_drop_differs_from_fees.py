"""The drop boxes do not contain the recorded fees.

Finds: counts of a kind of drop box that differ from the fees of that kind in the log. A count before the first hand
belongs to another session. Boxes that were counted before the last hand can show too much, and never too little.
Why: fees go into the box. Where the two differ, money was lost between the table and the count, or was never recorded.
Example: $212.00 of hand fees in the hands, and $206.00 in the boxes: $6.00 short.
Needs: `drop` events, and `fees` of every hand (for time: `fee` events).
"""

from __future__ import annotations

from rules.checks.fees.fee_sides import compare_sides
from rules.checks.support.check import ANY_GAME, Check, Tested
from rules.checks.support.log_view import LogView

CHECK = Check(
    "FEE020",
    "drop-differs-from-fees",
    "discrepancy",
    "major",
    ("external:FEES-counted",),
    title="The drop differs from the fees of the log",
    quotes=False,
    scope="log",
    area="fees",
    follows=("FEE001", "FEE009", "FEE010"),
    games=ANY_GAME,
)


def run(log: LogView) -> Tested:
    return compare_sides(
        log, "drop", "recorded", "the boxes hold {stated} of {kind}; the log's entries add up to {expected}"
    )
