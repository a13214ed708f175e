"""A table has no log on a gaming day.

Finds: a table that was expected to have a log of the day and has none with a hand, and none that states that nothing
was played.
Why: play at a table that is missing from the day's record leaves no trace.
Example: tables 1 to 4 were expected; there are logs of tables 1, 2 and 4.
Needs: the list of the expected tables. A day without any log is reported as LOG011.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.checks.day.day_view import DayView, table_name
from rules.checks.support.check import Check, Draft, Tested

CHECK = Check(
    "LOG012",
    "table-without-log",
    "violation",
    "major",
    ("external:RECORD-day",),
    title="A table has no log for the gaming day",
    quotes=False,
    scope="room",
    area="evidence",
    follows=("LOG009", "LOG011"),
)


def run(view: DayView) -> Tested:
    if view.expected is None:
        return view.tested((), [(view.everywhere, "which tables are to have a log is not on record")])
    return view.tested(_findings(view, view.expected))


def _findings(view: DayView, expected: tuple[str, ...]) -> Iterator[Draft]:
    accounted = {each.table for each in view.sittings if each.hands or each.close}
    accounted |= {each.table for each in view.skipped_here}
    if not accounted:
        return
    for table in sorted(set(expected) - accounted):
        places = tuple(at for at, each in enumerate(view.sittings) if each.table == table)
        problem = (
            "no log of it has a hand, or a close that states that nothing was played"
            if places
            else "there is no log of it"
        )
        yield Draft(
            stated=0,
            expected="a log, or a session that says that nothing was played",
            unit="logs",
            fact=table,
            sessions=places,
            message=f"{table_name(table)} on gaming day {view.day.isoformat()}: {problem}.",
        )
