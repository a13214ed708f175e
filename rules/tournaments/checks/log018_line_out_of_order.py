"""A line is not in the order of its time.

Finds: a line of a tournament's file whose time is before that of the line above it.
Why: times run forward in a record that is made as things happen. Where they do not, a line was written or moved later.
Example: line 12 is of 21:14, and line 13 of 21:02.
Needs: the times of two lines.
"""

from __future__ import annotations

from rules.checks.base import Check
from rules.checks.line_times import UNTIMED, backwards, event_rows, stated_times
from rules.checks.things import Outcomes, each_thing
from rules.tournaments.checks.base import EVERY_EVENT, TournamentView

CHECK = Check(
    "LOG018",
    "line-out-of-order",
    "violation",
    "minor",
    ("external:RECORD-complete",),
    scope="tournament",
    area="evidence",
    games=EVERY_EVENT,
)


@each_thing
def run(view: TournamentView) -> Outcomes:
    lines = stated_times(event_rows(view.timed))
    wrong = dict(backwards(lines))
    for place in range(len(lines)):
        yield wrong.get(place)
    for _ in range(len(view.timed) - len(lines)):
        yield UNTIMED
