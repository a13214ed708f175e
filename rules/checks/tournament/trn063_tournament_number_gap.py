"""Tournaments of the room before this one are missing.

Finds: a running number that is not the one after the highest before it, among the tournaments of the room.
Why: a tournament whose file is missing cannot be audited, nor its prize pool.
Example: the room has tournaments 7 and 9; the file of tournament 8 is missing.
Needs: `number` of this tournament and of those before it. Only a store of the room's files knows the others.
"""

from __future__ import annotations

from rules.checks.support.check import Check
from rules.checks.support.event_outcomes import Outcomes, each_thing
from rules.checks.support.running_numbers import number_outcome
from rules.checks.tournament.tournament_view import EVERY_EVENT, TournamentView

CHECK = Check(
    "TRN063",
    "tournament-number-gap",
    "violation",
    "major",
    ("external:RECORD-complete",),
    title="A tournament of the room before this one is missing",
    quotes=False,
    scope="tournament",
    area="evidence",
    games=EVERY_EVENT,
)


@each_thing
def run(view: TournamentView) -> Outcomes:
    yield number_outcome(view.header.number, view.numbers, "tournament")
