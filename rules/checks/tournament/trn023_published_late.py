"""The tournament was published after it had begun.

Finds: a first line that was published at or after the start of play.
Why: bets, levels and stacks are the terms of an entry. Terms that come after the start can be made to suit somebody.
Example: play began at 19:00, and the structure was published at 19:30.
Needs: `published_at` in the first line, and the start: of the clock, else `starts_at`.
"""

from __future__ import annotations

from msgspec import UNSET

from rules import times
from rules.checks.support.check import Check, Draft
from rules.checks.support.event_outcomes import Outcomes, each_thing
from rules.checks.tournament.tournament_view import TOURNAMENTS, TournamentView
from rules.tournaments.tournament_clock import instant

CHECK = Check(
    "TRN023",
    "published-late",
    "violation",
    "minor",
    ("OLY-3.4-01",),
    title="The tournament was published after its start",
    quotes=False,
    scope="tournament",
    rule=("entry.published",),
    area="procedure",
    games=TOURNAMENTS,
)


@each_thing
def run(view: TournamentView) -> Outcomes:
    published, began = instant(view.header.published_at), view.start
    if view.header.published_at is UNSET or published is None:
        yield "when the tournament was published was not recorded"
    elif began is None:
        yield "when play began was not recorded"
    elif published < began:
        yield None
    else:
        stated = view.header.published_at
        start = times.text_of(began, times.zone_of(stated))
        yield Draft(
            line=1,
            stated=stated,
            expected=start,
            unit="time",
            message=f"Line 1: the tournament was published at {stated}; play began at {start}.",
        )
