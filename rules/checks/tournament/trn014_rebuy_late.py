"""A rebuy came after the period of rebuys had ended.

Finds: a rebuy at or after the end that was published for rebuys; without one they end with late registration.
Why: after the period a player who has lost all chips is out. A rebuy brings him back at the cost of those who are left.
Example: rebuys end with level 1, at 19:20, and entry 2 bought chips at 19:20.
Needs: `rebuy_until` or `late_registration` in the first line, and the time of the rebuy.
"""

from __future__ import annotations

from rules import times
from rules.checks.support.check import Check, Draft
from rules.checks.support.event_outcomes import INAPPLICABLE, Outcome, Outcomes, each_thing
from rules.checks.tournament.tournament_view import TOURNAMENTS, TournamentView
from rules.tournaments.periods import End, end_of_rebuys
from rules.tournaments.prices import was_offered
from rules.tournaments.tournament_clock import instant
from rules.tournaments.tournament_records import AddOn, Rebuy

CHECK = Check(
    "TRN014",
    "rebuy-late",
    "violation",
    "major",
    ("OLY-3.2-a", "OLY-3.2-b"),
    title="Rebuys had ended when {entry} bought chips",
    scope="tournament",
    rule=("kinds.rebuy_broke.rebuys", "kinds.rebuy_any.rebuys"),
    area="procedure",
    follows=("LOG018", "LOG019"),
    games=TOURNAMENTS,
)


@each_thing
def run(view: TournamentView) -> Outcomes:
    late = view.rules.entry.late if view.rules.entry is not None else None
    kind = view.rules.kinds.get(view.header.kind)
    if late is None or kind is None:
        return
    end = end_of_rebuys(view.replay.file, late)
    for line, event in view.events(Rebuy):
        if isinstance(event, AddOn) or kind.again == "nothing" or not was_offered(view.header, event):
            yield INAPPLICABLE
        else:
            yield _tested(view, line, event, end)


def _tested(view: TournamentView, line: int, event: Rebuy, end: End) -> Outcome:
    at = instant(event.at)
    if end.at is None:
        return end.because
    if at is None:
        return "when the chips were bought was not recorded"
    if at < end.at:
        return None
    ended = times.text_of(end.at, times.zone_of(str(event.at)))
    return Draft(
        line=line,
        entry=event.entry,
        stated=str(event.at),
        expected=ended,
        unit="time",
        rule=f"kinds.{view.header.kind}",
        message=f"{view.at(line, event.entry)}: the chips were bought at {event.at}; rebuys ended at {ended}.",
    )
