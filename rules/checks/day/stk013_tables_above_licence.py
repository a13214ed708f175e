"""More tables were in play at once than the licence allows.

Finds: a time at which more tables were in play, hand after hand, than the room is licensed for.
Why: the licence, its fee and the number of supervisors depend on the number of tables.
Example: a room is licensed for 5 tables; from 21:02 to 21:40 six were in play.
Needs: `at` of the hands, `ended_at` where it was recorded, and the licensed number of tables. A table that pauses for
more than a quarter of an hour is not in play during the pause. A hand without `ended_at` is in play at the moment of
its deal.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.checks.day.day_view import DayView
from rules.checks.day.tables_in_play import Over, busy, in_play, over
from rules.checks.support.check import Check, Draft, Tested

CHECK = Check(
    "STK013",
    "tables-above-licence",
    "violation",
    "critical",
    ("external:LICENCE-tables",),
    title="More tables were in play than the licence allows",
    quotes=False,
    scope="room",
    area="procedure",
    follows=("LOG008",),
)


def run(view: DayView) -> Tested:
    licensed = view.terms.tables
    if licensed is None:
        return view.tested((), [(view.everywhere, "the licensed number of tables is not on record")])
    untimed = [
        at
        for at, each in enumerate(view.sittings)
        if each.hands and (each.first_at is None or each.last_at is None)
    ]
    return view.tested(
        _findings(view, licensed), [(untimed, "the times of the session's hands were not recorded")]
    )


def _findings(view: DayView, licensed: int) -> Iterator[Draft]:
    for time in over(busy(view.sittings), licensed):
        if not view.begins_here(time.start):
            continue
        tables = sorted(time.tables)
        yield Draft(
            stated=time.most,
            expected=licensed,
            unit="tables",
            fact=f"{time.start}|{time.most}|{licensed}",
            sessions=tuple(
                at for at, each in enumerate(view.sittings)
                if any(play.meets(time.start, time.end) for play in in_play(each))
            ),
            message=(
                f"{_when(view, time)} {time.most} tables were in play ({', '.join(tables)}); the room is licensed for {licensed}."
            ),
        )  # fmt: skip


def _when(view: DayView, time: Over) -> str:
    if time.start == time.end:
        return f"When a hand was dealt at {view.clock(time.start)},"
    return f"From {view.clock(time.start)} to {view.clock(time.end)} up to"
