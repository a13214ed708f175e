"""A line is not in the order of its time.

Finds: a line of a tournament's file whose time is before that of the line above it, or after those of the lines below it. Two
lines of different tables, which play at the same time, are not compared.
Why: times run forward in a record that is made as things happen. Where they do not, a line was written or moved later.
Example: line 12 is of 21:14, and line 13 of 21:02.
Needs: the times of two lines.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rules.checks.support.check import Check, Draft
from rules.checks.support.event_outcomes import Outcomes, each_thing
from rules.checks.support.timed_lines import (
    UNTIMED,
    LineTimes,
    backwards,
    event_rows,
    out_of_place,
    stated_times,
)
from rules.checks.tournament.tournament_view import EVERY_EVENT, TournamentView
from rules.records.time_order import Backward
from rules.tournaments.tournament_records import TournamentLine

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
    tables = {line: _table(event) for line, event in view.timed}
    wrong = {
        each.place: draft
        for each, draft in backwards(lines)
        if len({tables[int(lines.line[at])] for at in each} - {None}) < 2
    }
    apart = {each.place for each, _ in backwards(lines)} - wrong.keys()
    wrong |= dict(_before_earlier(lines, [tables[int(line)] for line in lines.line], apart))
    for place in range(len(lines)):
        yield wrong.get(place)
    for _ in range(len(view.timed) - len(lines)):
        yield UNTIMED


def _before_earlier(
    lines: LineTimes, tables: Sequence[str | None], apart: Iterable[int]
) -> Iterator[tuple[int, Draft]]:
    """Lines earlier than the line above, of another table, and than an earlier line of their own."""
    for place in apart:
        mine = tables[place]
        above = (at for at in range(place - 1, -1, -1) if mine is None or tables[at] in (None, mine))
        before = next(above, None)
        if before is not None and lines.at[before] > lines.at[place]:
            yield place, out_of_place(lines, Backward(place, before))


def _table(event: TournamentLine) -> str | None:
    table = getattr(event, "table", None)
    return table if isinstance(table, str) else None
