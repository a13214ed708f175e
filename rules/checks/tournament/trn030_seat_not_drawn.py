"""A seat was not drawn.

Finds: a seat, or the draw for the start, that was assigned or that the player chose.
Why: seats are drawn, so that nobody picks the neighbours or the place behind a player with many chips.
Example: entry 4 got seat 4 at table T1, which was chosen.
Needs: `method` in each `seat`. A `draw` without `method` is a draw.
"""

from __future__ import annotations

from msgspec import UNSET

from rules.checks.support.check import Check, Draft
from rules.checks.support.event_outcomes import INAPPLICABLE, Outcome, Outcomes, each_thing
from rules.checks.tournament.tournament_view import TOURNAMENTS, TournamentView
from rules.tournaments.tournament_records import Draw, Seating

CHECK = Check(
    "TRN030",
    "seat-not-drawn",
    "violation",
    "minor",
    ("OLY-3.4-03", "external:TDA-seats"),
    title="A seat was not drawn",
    scope="tournament",
    rule=("seating.first",),
    area="procedure",
    games=TOURNAMENTS,
)


@each_thing
def run(view: TournamentView) -> Outcomes:
    rule = view.rules.seating.first if view.rules.seating is not None else None
    if rule is None:
        return
    for line, event in view.all_events:
        if isinstance(event, Seating):
            yield _seat(view, line, event, rule.by)
        elif isinstance(event, Draw):
            yield _draw(view, line, event, rule.by)


def _seat(view: TournamentView, line: int, event: Seating, due: str) -> Outcome:
    if event.method is UNSET:
        return "how the seat was given was not recorded"
    if event.method == due:
        return None
    how = "chosen by the player" if event.method == "chosen" else event.method
    return Draft(
        line=line,
        entry=event.entry,
        table=event.table,
        seat_number=event.seat,
        stated=event.method,
        expected=due,
        message=f"{view.at(line, event.entry)}: seat {event.table}/{event.seat} was {how}; seats are drawn.",
    )


def _draw(view: TournamentView, line: int, event: Draw, due: str) -> Outcome:
    if event.reason != "start":
        return INAPPLICABLE
    if event.method is UNSET or event.method == due:
        return None
    return Draft(
        line=line,
        stated=event.method,
        expected=due,
        message=f"{view.at(line)}: the seats for the start were {event.method}; they are drawn.",
    )
