"""Hands are not in the order of their times.

Finds: a hand that was dealt before the hand preceding it in the log, or settled before it was dealt.
Why: times run forward in a record that is made during play. Where they do not, the record was written or changed later.
Example: hand 17 was dealt at 21:14 and hand 18 at 21:02.
Needs: `at` of two hands, or `at` and `ended_at` of one hand.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rules.checks.base import ANY_GAME, NOT_RECORDED, Check, Draft, LogView, Tested
from rules.hands import Ints

CHECK = Check(
    "LOG005",
    "time-out-of-order",
    "violation",
    "minor",
    ("external:RECORD-complete",),
    scope="log",
    area="evidence",
    follows=("LOG002",),
    games=ANY_GAME,
)


def run(log: LogView) -> Tested:
    timed = log.at != NOT_RECORDED
    return Tested(_findings(log), [(~timed, "the time of the hand was not recorded")])


def _findings(log: LogView) -> Iterator[Draft]:
    for before, place in _dealt_earlier(log.at):
        yield _finding(
            log,
            place,
            int(log.at[place]),
            int(log.at[before]),
            f"dealt at {{}}, earlier than {log.where(before).lower()}, which precedes it in the log and was dealt at {{}}",
            "order",
        )
    ended = (log.ended_at != NOT_RECORDED) & (log.at != NOT_RECORDED) & (log.ended_at < log.at)
    for place in np.flatnonzero(ended).tolist():
        yield _finding(
            log,
            place,
            int(log.ended_at[place]),
            int(log.at[place]),
            "settled at {}, before it was dealt at {}",
            "end",
        )


def _dealt_earlier(at: Ints) -> list[tuple[int, int]]:
    """Hands dealt before the one that precedes them among those with a time: positions of that one, and of the hand."""
    known = at != NOT_RECORDED
    if known.all():
        return [(before, before + 1) for before in np.flatnonzero(at[1:] < at[:-1]).tolist()]
    timed = np.flatnonzero(known)
    back = np.flatnonzero(np.diff(at[timed]) < 0)
    return list(zip(timed[back].tolist(), timed[back + 1].tolist(), strict=True))


def _finding(log: LogView, place: int, stated: int, earliest: int, template: str, fact: str) -> Draft:
    time, earliest_time = log.time(stated), log.time(earliest)
    return Draft(
        hand=place,
        stated=time,
        expected=f"{earliest_time} or later",
        unit="time",
        fact=f"{fact}|{time}|{earliest_time}",
        message=f"{log.where(place)}: {template.format(time, earliest_time)}.",
    )
