"""Two sessions of one table overlap.

Finds: a session that was opened at a table, or has a hand there, before another session of that table had ended. A
single hand is enough.
Why: a table plays one session at a time. Where two overlap, a log contains hands of another table or another time.
Example: session S-4 of table 3 closed at 18:10, and session S-5 of table 3 opened at 17:30.
Needs: `opened_at` of both, and `closed_at` or the times of the last hand. A hand without `ended_at` goes on after its
deal unless the close of the session states another time.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from rules.checks.day.day_view import DayView, same_table, table_name
from rules.checks.day.session_summary import SessionSummary
from rules.checks.support.check import Check, Draft, Tested

CHECK = Check(
    "LOG008",
    "sessions-overlap",
    "violation",
    "major",
    ("external:RECORD-day",),
    title="Two sessions of one table overlap",
    scope="room",
    area="evidence",
)


def run(view: DayView) -> Tested:
    unclosed = [
        at
        for at, each in enumerate(view.sittings)
        if each.closed is None
        and any(same_table(each, other) and other.opened > each.opened for other in view.sittings)
    ]
    return view.tested(_findings(view), [(unclosed, "when the session closed was not recorded")])


def _findings(view: DayView) -> Iterator[Draft]:
    for first, second in combinations(view.everywhere, 2):
        if not same_table(view.sittings[first], view.sittings[second]):
            continue
        a, b = sorted((view.sittings[first], view.sittings[second]), key=lambda each: each.begins)
        start, end = b.begins, min(_ends(a), _ends(b))
        if _overlap(a, b) and view.begins_here(start):
            yield Draft(
                session=b.session,
                stated=b.opened_at if b.begins == b.opened else view.clock(start),
                expected=f"{view.clock(_ends(a))} or later",
                unit="time",
                fact=f"{a.session}|{b.session}|{start}|{end}",
                sessions=(first, second),
                message=(
                    f"{table_name(b.table)}: session {b.session} {_began(view, b)}, while session {a.session} of the same "
                    f"table was open until {view.clock(_ends(a))}{_hands(a, b, start, end)}."
                ),
            )


def _ends(each: SessionSummary) -> int:
    """Last instant at which a session was surely open."""
    return each.begins if each.ends is None else max(each.ends, each.begins)


def _overlap(a: SessionSummary, b: SessionSummary) -> bool:
    """Whether two sessions were open at once; ``a`` began no later."""
    start = b.begins
    if start < min(_ends(a), _ends(b)) or a.begins < start < _ends(a):
        return True
    return all(start < _ends(each) or (start == _ends(each) and each.runs_on) for each in (a, b))


def _began(view: DayView, b: SessionSummary) -> str:
    if b.begins == b.opened:
        return f"was opened at {view.clock(b.opened)}"
    return f"has a hand of {view.clock(b.begins)}, before it was opened at {view.clock(b.opened)}"


def _hands(a: SessionSummary, b: SessionSummary, start: int, end: int) -> str:
    parts = [f"{text} of session {each.session}" for each in (a, b) if (text := _within(each, start, end))]
    return (
        f"; {' and '.join(parts)} lie{'s' * (len(parts) == 1 and parts[0].startswith('hand '))} within that time"
        if parts
        else ""
    )


def _within(each: SessionSummary, start: int, end: int) -> str:
    known: set[int] = set()
    for one in each.seated:
        if one.begins is None or one.ends is None:
            continue
        if start <= one.begins <= end:
            known.add(one.first)
        if start <= one.ends <= end:
            known.add(one.last)
    if not known:
        return ""
    return f"hand {min(known)}" if len(known) == 1 else f"hands {min(known)} to {max(known)}"
