"""A time has another offset than the clock of the room.

Finds: lines of a ledger's file whose time is written with an offset that the room's time zone did not have then. One
finding for each kind of line and offset.
Why: a time with a wrong offset is another moment, and can be on another gaming day.
Example: the room is in Seattle, and line 12 is of 2026-03-14T19:42:10Z, when its clock was at -07:00.
Needs: the room on record, with its time zone.
"""

from __future__ import annotations

from rules.checks.ledger.ledger_view import LEDGERS, LedgerView
from rules.checks.support.check import Check
from rules.checks.support.event_outcomes import Outcomes, each_thing
from rules.checks.support.timed_lines import NO_ROOM, UNTIMED, event_rows, foreign_offsets, stated_times

CHECK = Check(
    "LOG019",
    "offset-differs",
    "violation",
    "minor",
    ("external:RECORD-attributable",),
    scope="ledger",
    area="evidence",
    games=LEDGERS,
)


@each_thing
def run(view: LedgerView) -> Outcomes:
    if view.room is None:
        yield NO_ROOM
        return
    lines = stated_times(event_rows(view.timed))
    found = {each.places[0]: each.draft for each in foreign_offsets(lines, view.room)}
    for place in range(len(lines)):
        yield found.get(place)
    for _ in range(len(view.timed) - len(lines)):
        yield UNTIMED
