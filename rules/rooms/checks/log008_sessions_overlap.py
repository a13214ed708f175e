"""Two sessions of one table overlap.

Finds: a session that was opened at a table before another session of that table was over.
Why: a table plays one session at a time; where two overlap, hands stand in a log that is not of their table or time.
Example: session S-4 of table 3 closed at 18:10, and session S-5 of table 3 opened at 17:30.
Needs: `opened_at` of both, and `closed_at` or the times of the last hand.
Clauses: external:RECORD-day
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from rules.checks.base import Check
from rules.rooms.checks.base import DayTested, DayView, Fact, same_table, table_name

CHECK = Check(
    "LOG008",
    "sessions-overlap",
    "violation",
    "major",
    ("external:RECORD-day",),
    scope="room",
    area="evidence",
)


def run(view: DayView) -> DayTested:
    unclosed = [
        at
        for at, each in enumerate(view.sittings)
        if each.closed is None
        and any(same_table(each, other) and other.opened > each.opened for other in view.sittings)
    ]
    return DayTested(_findings(view), [(unclosed, "when the session closed was not recorded")])


def _findings(view: DayView) -> Iterator[Fact]:
    for first, second in combinations(view.everywhere, 2):
        a, b = view.sittings[first], view.sittings[second]
        if not same_table(a, b) or a.ends is None or b.ends is None:
            continue
        start, end = max(a.opened, b.opened), min(a.ends, b.ends)
        if start < end and view.begins_here(start):
            yield Fact(
                session=b.session,
                stated=b.opened_at,
                expected=f"{view.clock(a.ends)} or later",
                unit="time",
                fact=f"{a.session}|{b.session}|{start}|{end}",
                sittings=(first, second),
                message=(
                    f"{table_name(b.table)}: session {b.session} was opened at {view.clock(b.opened)}, while session "
                    f"{a.session} of the same table was open until {view.clock(a.ends)}."
                ),
            )
