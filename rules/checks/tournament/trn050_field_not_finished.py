"""A tournament was closed with more players in, or fewer, than its end leaves.

Finds: a close at which another number of entries is in than one, or than a satellite has tickets.
Why: who is neither out nor the winner has no place and no prize. The record is not complete.
Example: the tournament is closed, and two entries are in.
Needs: the last line of the file. A tournament that is paid by chips, or that a deal ended, may have several in.
"""

from __future__ import annotations

from rules.checks.support.check import Check, Draft
from rules.checks.support.event_outcomes import INAPPLICABLE, Outcomes, each_thing
from rules.checks.tournament.tournament_view import TOURNAMENTS, TournamentView

CHECK = Check(
    "TRN050",
    "field-not-finished",
    "discrepancy",
    "major",
    ("external:RECORD-complete",),
    title="The tournament was closed before it was played out",
    scope="tournament",
    area="evidence",
    games=TOURNAMENTS,
)


@each_thing
def run(view: TournamentView) -> Outcomes:
    replay, left = view.replay, sum(each.live for each in view.field.stakes)
    due = replay.satellite.tickets if replay.satellite is not None else 1
    if view.header.prizes_by == "chips" or replay.deal is not None or not view.field.stakes:
        yield INAPPLICABLE
    elif replay.file.close is None:
        yield "the file has no last line"
    elif due is None:
        yield "what a ticket costs was not recorded"
    elif left == due:
        yield None
    else:
        yield _unfinished(view, replay.file.close[0], left, due)


def _unfinished(view: TournamentView, line: int, left: int, due: int) -> Draft:
    tickets = "" if view.replay.satellite is None else ", which is the number of tickets"
    return Draft(
        line=line,
        stated=left,
        expected=due,
        unit="entries",
        message=f"Line {line}: the tournament is closed with {left:,} entries in; its end leaves {due:,}{tickets}.",
    )
