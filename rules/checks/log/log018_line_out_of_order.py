"""A line is not in the order of its time.

Finds: a line whose time is before that of the line above it, or after those of the lines below it: a fee, chips, a toke, a count
of a box, a change of terms or of seats, an irregularity, the close, or a hand beside one of these (of a hand, when it was dealt).
Two hands are LOG005's.
Why: times run forward in a record that is made during play. Where they do not, a line was written or moved later.
Example: a toke of 21:02 stands below the hand that was dealt at 21:14.
Needs: the times of two lines.
"""

from __future__ import annotations

from rules.checks.support.check import ANY_GAME, NOT_RECORDED, Check, Tested
from rules.checks.support.log_view import LogView
from rules.checks.support.timed_lines import backwards, event_rows, stated_times, with_hands

CHECK = Check(
    "LOG018",
    "line-out-of-order",
    "violation",
    "minor",
    ("external:RECORD-complete",),
    title="A line is not in the order of its time",
    quotes=False,
    scope="log",
    area="evidence",
    follows=("LOG005", "LOG006", "LOG007", "LOG019"),
    games=ANY_GAME,
    mutations=("ofc",),
)


def run(log: LogView) -> Tested:
    close = [] if log.close is None else [log.close]
    beside = stated_times(event_rows([*log.events, *close]))
    lines = with_hands(beside, log.line, log.at, log.record.offset, log.number)
    untimed = log.at == NOT_RECORDED
    return Tested(
        (draft for _, draft in backwards(lines)), [(untimed, "the time of the hand was not recorded")]
    )
