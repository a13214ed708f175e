"""A royal flush pool was paid that the tournament does not have.

Finds: a `royal_hit` in a tournament whose first line has no part of the buy-in for such a pool.
Why: nobody paid into it. What is paid out comes from other money of the players or of the house.
Example: the first line has no `royal`, and line 6 pays €8.00 for a straight flush.
Needs: the `royal_hit` lines.
"""

from __future__ import annotations

from msgspec import UNSET

from rules.checks.support.check import Check, Draft
from rules.checks.support.event_outcomes import Outcomes, each_thing
from rules.checks.tournament.tournament_view import EVERY_EVENT, TournamentView
from rules.tournaments.tournament_records import RoyalHit

CHECK = Check(
    "JKP008",
    "royal-not-offered",
    "violation",
    "major",
    ("external:POOL-pays", "OLY-3.2-i-cond"),
    title="A royal flush pool was paid that the tournament does not have",
    scope="tournament",
    area="money",
    games=EVERY_EVENT,
)


@each_thing
def run(view: TournamentView) -> Outcomes:
    for line, event in view.events(RoyalHit):
        yield (
            None
            if view.header.royal is not UNSET
            else Draft(
                line=line,
                entry=event.entry,
                stated=event.kind,
                money=event.amount,
                message=(
                    f"{view.at(line, event.entry)}: {view.money(event.amount)} was paid for a {event.kind.replace('_', ' ')}; "
                    "the tournament has no royal flush pool."
                ),
            )
        )
