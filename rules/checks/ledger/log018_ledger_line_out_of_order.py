"""A line is not in the order of its time.

Finds: a line of a ledger's file whose time is before that of the line above it, or after those of the lines below it. Awards of
points, which move no money and are entered by their tournaments, are compared with each other alone.
Why: times run forward in a record that is made as things happen. Where they do not, a line was written or moved later.
Example: line 12 is of 21:14, and line 13 of 21:02.
Needs: the times of two lines.
"""

from __future__ import annotations

from rules.checks.ledger.ledger_view import LEDGERS, LedgerView
from rules.checks.support.check import Check
from rules.checks.support.event_outcomes import Outcomes, each_thing
from rules.checks.support.timed_lines import UNTIMED, backwards, event_rows, stated_times
from rules.ledgers.ledger_records import Award

CHECK = Check(
    "LOG018",
    "line-out-of-order",
    "violation",
    "minor",
    ("external:RECORD-complete",),
    scope="ledger",
    area="evidence",
    games=LEDGERS,
)


@each_thing
def run(view: LedgerView) -> Outcomes:
    lines = stated_times(event_rows(view.timed))
    points = {line for line, event in view.timed if isinstance(event, Award)}
    wrong = {
        each.place: draft
        for each, draft in backwards(lines)
        if len({int(lines.line[at]) in points for at in each}) == 1
    }
    for place in range(len(lines)):
        yield wrong.get(place)
    for _ in range(len(view.timed) - len(lines)):
        yield UNTIMED
