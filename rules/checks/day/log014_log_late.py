"""A log was received late.

Finds: a session whose first log was received more days after the gaming day than the controls allow.
Why: a record that stays in the room can be made up there. The sooner it leaves the room, the more it is worth as
evidence.
Example: the session of 14 March was received on 2 May; the controls require logs within 3 days.
Needs: the date of receipt, and `records.log_days` of the controls.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.checks.day.day_view import DayView
from rules.checks.day.receipt_delay import days_after, first_received
from rules.checks.support.check import Check, Draft, Tested

CHECK = Check(
    "LOG014",
    "log-late",
    "violation",
    "minor",
    ("external:RECORD-prompt",),
    title="A log was received late",
    scope="room",
    area="evidence",
)


def run(view: DayView) -> Tested:
    unlimited = [at for at in view.opened if view.sittings[at].receipt is None]
    undated = [
        at
        for at in view.opened
        if days_after(view.room, view.sittings[at], first_received(view.sittings[at])) is None
    ]
    return view.tested(
        _findings(view),
        [
            (undated, "when the log was received is not on record"),
        ],
        [*view.others, *unlimited],
    )


def _findings(view: DayView) -> Iterator[Draft]:
    for at in view.opened:
        each = view.sittings[at]
        received = first_received(each)
        days, limit = days_after(view.room, each, received), each.receipt
        if days is None or limit is None or days <= limit.days:
            continue
        yield Draft(
            session=each.session,
            stated=days,
            expected=limit.days,
            unit="days",
            clause=limit.clause,
            fact=f"{received}|{days}",
            sessions=(at,),
            message=(
                f"Session {each.session}: its log was received {days:,} days after the gaming day ({received}); the "
                f"controls allow {limit.days:,}."
            ),
        )
