"""A hand was played, or another line is of a time, outside the session's hours.

Finds: a hand that was dealt before the session opened, or dealt or settled after it closed; a toke, a ruling, a cash-out, a
count of a box or a player's move before it opened; a buy-in, a change of terms or of seats after it closed. Undetermined: what a
house can do before it opens a table (terms, buy-ins, seats) or write down after it has closed one (tokes, irregularities).
Why: nobody supervised play outside the recorded hours, or the hand or line belongs to another session.
Example: the session opened at 16:00; hand 1 was dealt at 15:40.
Needs: `at` or `ended_at` of the hand; the session's `opened_at`, which every session has, and its `closed_at`.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rules.checks.log.line_hours import outside_hours
from rules.checks.support.check import ANY_GAME, BY_ROWS, NOT_RECORDED, Check, Draft, Tested
from rules.checks.support.log_view import LogView
from rules.results import Finding


def _other_title(found: Finding) -> str | None:
    return "A line is outside the hours of the session" if found.hand is None else None


CHECK = Check(
    "LOG006",
    "time-outside-session",
    "violation",
    "minor",
    ("external:RECORD-attributable",),
    title="A hand is outside the hours of the session",
    other_title=_other_title,
    quotes=False,
    scope="log",
    area="evidence",
    follows=("LOG005", "LOG019"),
    games=ANY_GAME,
    mutations=BY_ROWS,
)


def run(log: LogView) -> Tested:
    untimed = (log.at == NOT_RECORDED) & (log.ended_at == NOT_RECORDED)
    return Tested(
        [*_of_hands(log), *outside_hours(log)], [(untimed, "the time of the hand was not recorded")]
    )


def _of_hands(log: LogView) -> Iterator[Draft]:
    early = (log.at != NOT_RECORDED) & (log.at < log.opened_at)
    for place in np.flatnonzero(early).tolist():
        at, opened = log.time(int(log.at[place])), log.time(log.opened_at)
        yield Draft(
            hand=place,
            stated=at,
            expected=f"{opened} or later",
            unit="time",
            message=f"{log.where(place)}: dealt at {at}, before the session opened at {opened}.",
        )
    if log.closed_at == NOT_RECORDED:
        return
    last = np.maximum(log.at, log.ended_at)
    for place in np.flatnonzero(last > log.closed_at).tolist():
        at, closed = log.time(int(last[place])), log.time(log.closed_at)
        yield Draft(
            hand=place,
            stated=at,
            expected=f"{closed} or earlier",
            unit="time",
            message=f"{log.where(place)}: still in play at {at}, after the session closed at {closed}.",
        )
