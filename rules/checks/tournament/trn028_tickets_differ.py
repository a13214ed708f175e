"""The number of tickets that was announced differs from the one that the pool pays for.

Finds: a `pool` line of a satellite whose `tickets` are not as many as the money for the prizes buys.
Why: a ticket too many is paid by nobody; a ticket too few is money of the players that they do not get.
Example: €850.00 buys three tickets at €220.00, and four are announced.
Needs: `tickets` in the `pool` line, the cost of a ticket in the first line, and every entry.
"""

from __future__ import annotations

from msgspec import UNSET

from rules.checks.support.check import Check, Draft
from rules.checks.support.event_outcomes import INAPPLICABLE, Outcome, Outcomes, each_thing
from rules.checks.tournament.announced_pools import announcements
from rules.checks.tournament.tournament_view import TOURNAMENTS, TournamentView
from rules.tournaments.prizes import Satellite
from rules.tournaments.tournament_records import AnnouncedPool

CHECK = Check(
    "TRN028",
    "tickets-differ",
    "discrepancy",
    "major",
    ("OLY-3.2-f",),
    title="The announced number of tickets differs from what was due",
    quotes=False,
    scope="tournament",
    rule=("prizes_by.tickets",),
    area="money",
    follows=("TRN025",),
    games=TOURNAMENTS,
)


@each_thing
def run(view: TournamentView) -> Outcomes:
    satellite = view.replay.satellite
    for line, event in announcements(view):
        if event is None or satellite is None:
            yield INAPPLICABLE
        else:
            yield _tested(view, line, event, satellite)


def _tested(view: TournamentView, line: int, event: AnnouncedPool, satellite: Satellite) -> Outcome:
    if event.tickets is UNSET:
        return "the number of tickets was not announced"
    if satellite.tickets is None:
        return "what a ticket costs was not recorded"
    if event.tickets == satellite.tickets:
        return None
    pays = view.money(view.replay.money.distributable)
    return Draft(
        line=line,
        stated=event.tickets,
        expected=satellite.tickets,
        unit="tickets",
        message=f"Line {line}: {event.tickets} tickets were announced; {pays} pays for {satellite.tickets}.",
    )
