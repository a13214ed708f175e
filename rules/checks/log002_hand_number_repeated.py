"""A hand number comes again, or goes back.

Finds: a hand whose number is not above the one before it in the log.
Why: two hands of one number cannot be told apart in a ruling or on video, and one of them may stand in for another.
Example: hand 17 is followed by another hand 17.
Needs: hand numbers, which every hand has.
Clauses: external:RECORD-complete
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rules.checks.base import Check, Draft, LogView, Tested

CHECK = Check(
    "LOG002",
    "hand-number-repeated",
    "violation",
    "major",
    ("external:RECORD-complete",),
    scope="log",
    area="evidence",
)


def run(log: LogView) -> Tested:
    return Tested(_findings(log))


def _findings(log: LogView) -> Iterator[Draft]:
    numbers, lines = log.number, log.line
    for place in (np.flatnonzero(np.diff(numbers) <= 0) + 1).tolist():
        number, before, line = int(numbers[place]), int(numbers[place - 1]), int(lines[place])
        again = "the number comes again" if number == before else f"the hand before it is number {before}"
        yield Draft(
            hand=log.position(line),
            number=number,
            line=line,
            stated=number,
            expected=before + 1,
            unit="hand number",
            fact=f"{before}>{number}",
            message=f"Hand {number}, on line {line}: {again}; hand numbers rise by one.",
        )
