"""A hand was dealt before the previous hand was settled.

Finds: a hand whose `at` is earlier than the `ended_at` of the hand before it.
Why: a table plays one hand at a time. Where two hands overlap, a time or a hand was recorded wrongly.
Example: hand 17 was settled at 21:14:30; hand 18 was dealt at 21:13:00.
Needs: `ended_at` of one hand and `at` of the next.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rules.checks.base import ANY_GAME, NOT_RECORDED, Check, Draft, LogView, Tested
from rules.hands import Flags

CHECK = Check(
    "LOG007",
    "hands-overlap",
    "violation",
    "minor",
    ("external:RECORD-complete",),
    scope="log",
    area="evidence",
    follows=("LOG005", "LOG006"),
    games=ANY_GAME,
)


def run(log: LogView) -> Tested:
    untimed = log.at == NOT_RECORDED
    untimed[1:] |= ~_both(log)
    return Tested(
        _findings(log), [(untimed, "the time of the hand, or the end of the hand before, was not recorded")]
    )


def _both(log: LogView) -> Flags:
    found: Flags = (log.at[1:] != NOT_RECORDED) & (log.ended_at[:-1] != NOT_RECORDED)
    return found


def _findings(log: LogView) -> Iterator[Draft]:
    # LOG005 reports a hand that was dealt before the previous deal.
    overlap = _both(log) & (log.at[1:] < log.ended_at[:-1]) & (log.at[1:] >= log.at[:-1])
    for place in (np.flatnonzero(overlap) + 1).tolist():
        at, ended = log.time(int(log.at[place])), log.time(int(log.ended_at[place - 1]))
        yield Draft(
            hand=place,
            stated=at,
            expected=f"{ended} or later",
            unit="time",
            message=f"{log.where(place)}: dealt at {at}, before {log.where(place - 1).lower()} was settled at {ended}.",
        )
