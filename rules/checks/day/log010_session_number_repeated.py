"""Two sessions have the same number.

Finds: a running number of the room that two sessions of the day, or of the surrounding half year, have.
Why: a repeated number hides a missing one, or one of the logs does not belong to the room.
Example: sessions S-4 of table 3 and S-5 of table 7 both have number 118.
Needs: `number` of the sessions.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.checks.day.day_view import DayView
from rules.checks.day.session_summary import Numbered
from rules.checks.support.check import Check, Draft, Tested

CHECK = Check(
    "LOG010",
    "session-number-repeated",
    "violation",
    "major",
    ("external:RECORD-day",),
    title="Two sessions have the same number",
    scope="room",
    area="evidence",
    follows=("LOG009",),
)


def run(view: DayView) -> Tested:
    unnumbered = [at for at in view.opened if view.sittings[at].number is None]
    return view.tested(_findings(view), [(unnumbered, "the session has no running number")], view.others)


def _findings(view: DayView) -> Iterator[Draft]:
    bearing: dict[int, list[int]] = {}
    for at in view.opened:
        number = view.sittings[at].number
        if number is not None:
            bearing.setdefault(number, []).append(at)
    elsewhere: dict[int, list[Numbered]] = {}
    for each in view.numbers_elsewhere:
        elsewhere.setdefault(each.number, []).append(each)
    for number, places in sorted(bearing.items()):
        sessions = [view.sittings[at].session for at in places]
        away = elsewhere.get(number, [])
        others = [*(each.session for each in away), *sessions[:-1]]
        if others:
            named = [f"session {each.session} of {each.day}" for each in away]
            named += [f"session {each}" for each in sessions[:-1]]
            yield Draft(
                session=sessions[-1],
                stated=number,
                expected="a number of its own",
                unit="session number",
                fact=f"{number}|{'|'.join(sorted((*others, sessions[-1])))}",
                sessions=tuple(places),
                message=(
                    f"Session {sessions[-1]} has number {number}, which {' and '.join(named)} also "
                    f"{'has' if len(named) == 1 else 'have'}."
                ),
            )
