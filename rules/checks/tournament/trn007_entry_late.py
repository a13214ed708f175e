"""An entry came after late registration had ended.

Finds: an entry or re-entry at or after the end of the period that was published. One that a ruling admits is no fault.
Why: whoever enters late has risked less than the others, at higher stakes. The end of the period is the same for all.
Example: late registration ends with level 2, at 19:40, and an entry was made at 19:41.
Needs: `late_registration` in the first line, and the time of the entry. An end with a level needs the structure and the clock.
"""

from __future__ import annotations

from rules import times
from rules.checks.support.check import Check, Draft
from rules.checks.support.event_outcomes import Outcomes, each_thing
from rules.checks.tournament.tournament_view import TOURNAMENTS, TournamentView
from rules.tournaments.periods import end_of_late_registration
from rules.tournaments.tournament_clock import instant
from rules.tournaments.tournament_records import Entry

CHECK = Check(
    "TRN007",
    "entry-late",
    "violation",
    "major",
    ("OLY-3.3-06", "OLY-3.3-10"),
    title="Late registration had ended when {entry} came",
    scope="tournament",
    rule=("entry.late.end", "entry.late.ruling_admits"),
    area="procedure",
    follows=("TRN022", "LOG018", "LOG019"),
    games=TOURNAMENTS,
)


@each_thing
def run(view: TournamentView) -> Outcomes:
    late = view.rules.entry.late if view.rules.entry is not None else None
    if late is None:
        return
    end = end_of_late_registration(view.replay.file, late)
    for line, event in view.events(Entry):
        at = instant(event.at)
        if end.at is None:
            yield end.because
        elif at is None:
            yield "when the entry was made was not recorded"
        elif at < end.at or (late.ruling_admits and isinstance(event.ruling, str)):
            yield None
        else:
            yield _late(view, line, event, end.at)


def _late(view: TournamentView, line: int, event: Entry, end: int) -> Draft:
    ended = times.text_of(end, times.zone_of(str(event.at)))
    return Draft(
        line=line,
        entry=event.entry,
        player=event.player,
        stated=str(event.at),
        expected=ended,
        unit="time",
        message=f"{view.of(line, event)}: the entry was made at {event.at}; late registration ended at {ended}.",
    )
