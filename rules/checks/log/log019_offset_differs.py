"""A time has another offset than the clock of the room.

Finds: lines whose time is written with an offset that the room's time zone did not have then: of the session, of hands, of
each kind of line beside them. One finding for each kind of line and offset.
Why: a time with a wrong offset is another moment. It can move a hand to another gaming day, under other controls, and no
recording is found by it.
Example: the room is in Seattle; hand 12 was dealt at 2026-03-14T19:42:10Z, and its clock was at -07:00.
Needs: the room on record, with its time zone.
"""

from __future__ import annotations

from rules.checks.support.check import ANY_GAME, NOT_RECORDED, Check, Tested, nothing_to_test
from rules.checks.support.log_view import LogView
from rules.checks.support.timed_lines import NO_ROOM, event_rows, foreign_offsets, stated_times, with_hands

CHECK = Check(
    "LOG019",
    "offset-differs",
    "violation",
    "minor",
    ("external:RECORD-attributable",),
    title="Times have another offset than the room's clock",
    quotes=False,
    scope="log",
    area="evidence",
    games=ANY_GAME,
)


def run(log: LogView) -> Tested:
    if log.room is None:
        return nothing_to_test(log, NO_ROOM)
    close = [] if log.close is None else [log.close]
    session = [("session", 1, log.session.opened_at), ("session", 1, log.session.closed_at)]
    beside = stated_times([*session, *event_rows([*log.events, *close])])
    lines = with_hands(beside, log.line, log.at, log.record.offset, log.number)
    untimed = log.at == NOT_RECORDED
    return Tested(
        [each.draft for each in foreign_offsets(lines, log.room)],
        [(untimed, "the time of the hand was not recorded")],
    )
