"""A player entered who was still in.

Finds: an entry or re-entry of a player who has a live entry.
Why: a player plays one hand at a time. With two stacks he has two chances of a prize, and can play for himself.
Example: P01 enters again while his entry 1 is neither out nor unregistered.
Needs: the entries and those who went out, in the order in which it happened.
"""

from __future__ import annotations

from rules.checks.support.check import Check, Draft
from rules.checks.support.event_outcomes import Outcomes, each_thing
from rules.checks.tournament.tournament_view import EVERY_EVENT, TournamentView

CHECK = Check(
    "TRN008",
    "entry-twice",
    "violation",
    "critical",
    ("OLY-1.7-a", "external:SEAT-one"),
    title="{player} entered while still in",
    scope="tournament",
    area="procedure",
    games=EVERY_EVENT,
)


@each_thing
def run(view: TournamentView) -> Outcomes:
    for stake in view.field.stakes:
        yield (
            None
            if stake.beside is None
            else Draft(
                line=stake.line,
                entry=stake.number,
                player=stake.player,
                stated=stake.player,
                expected=stake.beside,
                clause=view.binding("OLY-1.7-a"),
                message=f"{view.of(stake.line, stake.record)}: the player was still in with entry {stake.beside}.",
            )
        )
