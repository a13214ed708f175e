"""Hands are not in the order of their times.

Finds: a hand that was dealt before the hand preceding it in the log, or after those that follow it, or settled before it was
dealt.
Why: times run forward in a record that is made during play. Where they do not, the record was written or changed later.
Example: hand 17 was dealt at 21:14 and hand 18 at 21:02.
Needs: `at` of two hands, or `at` and `ended_at` of one hand.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rules.checks.support.check import ANY_GAME, BY_ROWS, NOT_RECORDED, Check, Draft, Tested
from rules.checks.support.log_view import LogView
from rules.records.time_order import backward

CHECK = Check(
    "LOG005",
    "time-out-of-order",
    "violation",
    "minor",
    ("external:RECORD-complete",),
    title="The times of the log are out of order",
    quotes=False,
    scope="log",
    area="evidence",
    follows=("LOG002", "LOG005", "LOG006", "LOG019"),
    games=ANY_GAME,
    mutations=BY_ROWS,
)


def run(log: LogView) -> Tested:
    timed = log.at != NOT_RECORDED
    return Tested(_findings(log), [(~timed, "the time of the hand was not recorded")])


def _findings(log: LogView) -> Iterator[Draft]:
    timed = np.flatnonzero(log.at != NOT_RECORDED)
    ended = (log.ended_at != NOT_RECORDED) & (log.at != NOT_RECORDED) & (log.ended_at < log.at)
    for each in backward(log.at[timed], ended[timed]):
        place, other = int(timed[each.place]), int(timed[each.other])
        how = ("later", "follows", "earlier") if each.late else ("earlier", "precedes", "later")
        yield _finding(
            log,
            place,
            int(log.at[place]),
            int(log.at[other]),
            f"dealt at {{}}, {how[0]} than {log.where(other).lower()}, which {how[1]} it in the log and was dealt at {{}}",
            "order",
            how[2],
        )
    for place in np.flatnonzero(ended).tolist():
        yield _finding(
            log,
            place,
            int(log.ended_at[place]),
            int(log.at[place]),
            "settled at {}, before it was dealt at {}",
            "end",
        )


def _finding(
    log: LogView, place: int, stated: int, bound: int, template: str, fact: str, side: str = "later"
) -> Draft:
    time, limit = log.time(stated), log.time(bound)
    return Draft(
        hand=place,
        stated=time,
        expected=f"{limit} or {side}",
        unit="time",
        fact=f"{fact}|{time}|{limit}",
        message=f"{log.where(place)}: {template.format(time, limit)}.",
    )
