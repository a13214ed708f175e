"""A hand was dealt before the previous hand was settled.

Finds: a hand whose `at` is earlier than the `ended_at` of the hand before it; or, where that `ended_at` is also after the hand
that follows both, or after the close of the session, the hand that is said to have ended so late.
Why: a table plays one hand at a time. Where two hands overlap, a time or a hand was recorded wrongly.
Example: hand 17 was settled at 21:14:30; hand 18 was dealt at 21:13:00.
Needs: `ended_at` of one hand and `at` of the next.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rules.checks.support.check import ANY_GAME, NOT_RECORDED, Check, Draft, Tested
from rules.checks.support.log_view import LogView
from rules.hands import Flags

CHECK = Check(
    "LOG007",
    "hands-overlap",
    "violation",
    "minor",
    ("external:RECORD-complete",),
    title="A hand was dealt before the previous hand was settled",
    quotes=False,
    scope="log",
    area="evidence",
    follows=("LOG005", "LOG006", "LOG019"),
    games=ANY_GAME,
    mutations=("ofc",),
)
_NEVER = int(np.iinfo(np.int64).max)


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
    late = _too_late(log)
    for place in np.flatnonzero(overlap).tolist():
        yield _ends_late(log, place) if late[place] else _dealt_early(log, place + 1)


def _too_late(log: LogView) -> Flags:
    """(N - 1,) whether an end contradicts more than the next hand."""
    after = np.where(log.at[2:] == NOT_RECORDED, _NEVER, log.at[2:])
    later = np.append(after, _NEVER)[: len(log.at[1:])]
    closed = _NEVER if log.closed_at == NOT_RECORDED else log.closed_at
    found: Flags = log.ended_at[:-1] > np.minimum(later, closed)
    return found


def _dealt_early(log: LogView, place: int) -> Draft:
    at, ended = log.time(int(log.at[place])), log.time(int(log.ended_at[place - 1]))
    return Draft(
        hand=place,
        stated=at,
        expected=f"{ended} or later",
        unit="time",
        message=f"{log.where(place)}: dealt at {at}, before {log.where(place - 1).lower()} was settled at {ended}.",
    )


def _ends_late(log: LogView, place: int) -> Draft:
    ended, at = log.time(int(log.ended_at[place])), log.time(int(log.at[place + 1]))
    return Draft(
        hand=place,
        stated=ended,
        expected=f"{at} or earlier",
        unit="time",
        fact=f"end|{ended}|{at}",
        message=f"{log.where(place)}: settled at {ended}, after {log.where(place + 1).lower()} was dealt at {at}.",
    )
