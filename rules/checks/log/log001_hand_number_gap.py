"""Hand numbers are missing.

Finds: hand numbers between the first and the last of the log that no hand has.
Why: a hand that is not in the log cannot be audited. Leaving it out is the simplest way to hide it.
Example: the log has hands 1 to 16 and then hand 18; hand 17 is missing.
Needs: hand numbers, which every hand has.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rules.checks.log.hand_number_drafts import number_draft
from rules.checks.support.check import ANY_GAME, Check, Draft, Tested
from rules.checks.support.log_view import LogView

CHECK = Check(
    "LOG001",
    "hand-number-gap",
    "violation",
    "major",
    ("external:RECORD-complete",),
    title="Hand numbers are missing from the log",
    quotes=False,
    scope="log",
    area="evidence",
    games=ANY_GAME,
    needs=("table_numbers", "every_hand"),
    mutations=("ofc",),
)


def run(log: LogView) -> Tested:
    return Tested(_findings(log))


def _findings(log: LogView) -> Iterator[Draft]:
    number, line = log.number, log.line
    if (np.diff(number) == 1).all():
        return
    present, first = np.unique(number, return_index=True)
    for place in np.flatnonzero(np.diff(present) > 1).tolist():
        after, before = int(present[place]), int(present[place + 1])
        missing = before - after - 1
        which = (
            f"hand number {after + 1} is" if missing == 1 else f"hand numbers {after + 1} to {before - 1} are"
        )
        hand = int(first[place + 1])
        yield number_draft(
            hand=hand,
            number=before,
            line=int(line[hand]),
            due=after + 1,
            fact=f"{after}-{before}",
            message=f"Between hands {after} and {before}, {which} missing from the log ({missing} not recorded).",
        )
