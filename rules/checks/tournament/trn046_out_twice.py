"""An entry went out a second time.

Finds: an elimination or a disqualification of an entry that is out already, without a rebuy in between.
Why: one of the two is of another entry, which is then never out, and places and prizes go to the wrong players.
Example: entry 3 went out in line 18, and goes out again in line 19.
Needs: the eliminations, and the rebuys.
"""

from __future__ import annotations

from rules.checks.support.check import Check, Draft
from rules.checks.support.event_outcomes import INAPPLICABLE, Outcome, Outcomes, each_thing
from rules.checks.tournament.tournament_view import TOURNAMENTS, TournamentView
from rules.tournaments.tournament_field import DISQUALIFIED
from rules.tournaments.tournament_records import Elimination, Penalty

CHECK = Check(
    "TRN046",
    "out-twice",
    "violation",
    "critical",
    ("external:RECORD-attributable", "OLY-3.4-22", "CARN-bust-order"),
    title="{entry} went out twice",
    scope="tournament",
    rule=("bust_order", "event.bust_order"),
    area="evidence",
    follows=("TRN046",),
    games=TOURNAMENTS,
)


@each_thing
def run(view: TournamentView) -> Outcomes:
    taken = {out.line for stake in view.field.stakes for out in stake.busts}
    for line, event in view.all_events:
        if isinstance(event, Elimination) or (isinstance(event, Penalty) and event.kind == DISQUALIFIED):
            yield _of(view, line, event, taken)


def _of(view: TournamentView, line: int, event: Elimination | Penalty, taken: set[int]) -> Outcome:
    stake = view.stakes.get(event.entry)
    if line in taken:
        return None
    before = [out.line for out in stake.busts if out.line < line] if stake is not None else []
    if not before:  # of no entry, or of one that was unregistered
        return INAPPLICABLE
    return Draft(
        line=line,
        entry=event.entry,
        stated=event.entry,
        unit="entry",
        clause=CHECK.clauses[0],  # the order of players who go out is another matter
        message=f"{view.at(line, event.entry)}: the entry went out, and is out since line {before[-1]}.",
    )
