"""A gaming day has no log.

Finds: a day of the room without a log that has a hand, and without a log whose `close` states that nothing was played.
Why: nobody can audit a day that is not accounted for. Where nothing was played, the room must say so.
Example: there are logs of 13 and 15 March, and none of 14 March.
Needs: only the list of the sessions received. A room that is licensed for no table plays on no day.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.checks.day.day_view import DayView
from rules.checks.support.check import Check, Draft, Tested

CHECK = Check(
    "LOG011",
    "day-without-log",
    "violation",
    "major",
    ("external:RECORD-day",),
    title="The gaming day has no log",
    quotes=False,
    scope="room",
    area="evidence",
)


def run(view: DayView) -> Tested:
    starts, terms = view.room.terms[0].starts, view.room.on(view.day)
    if (starts is not None and view.day < starts) or terms.tables == 0:
        return view.tested(inapplicable=view.everywhere)
    return view.tested(_findings(view))


def _findings(view: DayView) -> Iterator[Draft]:
    if view.skipped_here or any(each.hands or each.close for each in view.sittings):
        return
    problem = "there is no log of it"
    if view.sittings:
        problem = "no log of it has a hand, or a close that states that nothing was played"
    yield Draft(
        stated=0,
        expected="a log, or a session that says that nothing was played",
        unit="logs",
        fact="none",
        sessions=view.everywhere,
        message=f"Gaming day {view.day.isoformat()} of room {view.room.id}: {problem}.",
    )
