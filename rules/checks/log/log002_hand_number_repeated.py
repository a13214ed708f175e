"""A hand number repeats or goes back.

Finds: a hand whose number is not higher than that of the hand before it in the log.
Why: a ruling or a video recording cannot be matched to one of two hands with the same number, and one of them may
replace another.
Example: hand 17 is followed by another hand 17.
Needs: hand numbers, which every hand has.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rules.checks.log.hand_number_drafts import number_draft
from rules.checks.support.check import ANY_GAME, Check, Draft, Tested
from rules.checks.support.log_view import LogView

CHECK = Check(
    "LOG002",
    "hand-number-repeated",
    "violation",
    "major",
    ("external:RECORD-complete",),
    title="A hand number is repeated or goes back",
    quotes=False,
    scope="log",
    area="evidence",
    games=ANY_GAME,
    mutations=("ofc",),
)


def run(log: LogView) -> Tested:
    return Tested(_findings(log))


def _findings(log: LogView) -> Iterator[Draft]:
    numbers, lines = log.number, log.line
    for place in (np.flatnonzero(np.diff(numbers) <= 0) + 1).tolist():
        number, before, line = int(numbers[place]), int(numbers[place - 1]), int(lines[place])
        again = "the number is repeated" if number == before else f"the hand before it is number {before}"
        yield number_draft(
            hand=log.position(line),
            number=number,
            line=line,
            due=before + 1,
            fact=f"{before}>{number}",
            message=f"Hand {number}, on line {line}: {again}; hand numbers rise by one.",
        )
