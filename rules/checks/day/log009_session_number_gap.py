"""Session numbers are missing.

Finds: running numbers that no session has, between the numbers of the day or between them and the number assigned
before.
Why: a missing session cannot be audited, and leaving out a whole log is simpler than leaving out a hand.
Example: the room has sessions 117 and 119; the log of session 118 is missing.
Needs: `number` of every session of the day, and of the sessions of the surrounding half year that have one.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.checks.day.day_view import DayView
from rules.checks.support.check import Check, Draft, Tested

CHECK = Check(
    "LOG009",
    "session-number-gap",
    "violation",
    "major",
    ("external:RECORD-day",),
    title="Session numbers are missing",
    quotes=False,
    scope="room",
    area="evidence",
)


def run(view: DayView) -> Tested:
    unnumbered = [at for at in view.opened if view.sittings[at].number is None]
    nameless = any(each.number is None for each in view.skipped_here)
    reasons = [
        (unnumbered, "the session has no running number"),
        (view.opened if unnumbered or nameless else (), "another session of the day has no running number"),
    ]
    return view.tested(() if unnumbered or nameless else _findings(view), reasons, view.others)


def _findings(view: DayView) -> Iterator[Draft]:
    bearing = {view.sittings[at].number: at for at in view.opened}
    numbers = {number for number in bearing if number is not None}
    if not numbers:
        return
    other_numbers = {each.number for each in view.numbers_elsewhere}
    first = max((number for number in other_numbers if number < min(numbers)), default=min(numbers))
    present = sorted(numbers | other_numbers)
    for after, before in zip(present, present[1:], strict=False):
        if first <= after and before <= max(numbers) and before > after + 1:
            yield _finding(after, before, bearing.get(before))


def _finding(after: int, before: int, at: int | None) -> Draft:
    missing = before - after - 1
    which = f"number {after + 1} is" if missing == 1 else f"numbers {after + 1} to {before - 1} are"
    logs = "the log of 1 session was" if missing == 1 else f"the logs of {missing} sessions were"
    return Draft(
        stated=before,
        expected=after + 1,
        unit="session number",
        fact=f"{after}-{before}",
        sessions=() if at is None else (at,),
        message=f"Between sessions {after} and {before}, {which} missing: {logs} not received.",
    )
