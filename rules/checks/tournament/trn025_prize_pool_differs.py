"""The prize pool that was announced differs from the one that is due.

Finds: a `pool` line whose prize pool, or whose money for the prizes, is not what the entries at their prices come to.
Why: the players put this money in, and the prizes are parts of it. What is missing is missing in every prize.
Example: nine entries put €50.00 each into the pool, and €455.00 is announced; due is €450.00.
Needs: `prize_pool` or `distributable` in the `pool` line, and every entry.
"""

from __future__ import annotations

from msgspec import UNSET

from rules.checks.support.check import Check, Draft
from rules.checks.support.event_outcomes import INAPPLICABLE, Outcome, Outcomes, each_thing
from rules.checks.tournament.announced_pools import announcements, money_differs
from rules.checks.tournament.tournament_view import TOURNAMENTS, TournamentView, any_ruleset
from rules.tournaments.tournament_records import AnnouncedPool

CHECK = Check(
    "TRN025",
    "prize-pool-differs",
    "discrepancy",
    "major",
    ("OLY-3.1-b",),
    title="The announced prize pool differs from what was due",
    quotes=False,
    scope="tournament",
    rule=("prizes.pool",),
    area="money",
    applies=any_ruleset,
    games=TOURNAMENTS,
)


@each_thing
def run(view: TournamentView) -> Outcomes:
    for line, event in announcements(view):
        yield INAPPLICABLE if event is None else _tested(view, line, event)


def _tested(view: TournamentView, line: int, event: AnnouncedPool) -> Outcome:
    due = view.replay.money
    if event.prize_pool is not UNSET and event.prize_pool != due.prize_pool:
        return money_differs(view, line, "prize_pool", "the prize pool", event.prize_pool, due.prize_pool)
    if event.distributable is not UNSET:
        return _of_prizes(view, line, event, event.distributable)
    return "the prize pool was not announced" if event.prize_pool is UNSET else None


def _of_prizes(view: TournamentView, line: int, event: AnnouncedPool, announced: int) -> Draft | None:
    """Draft of prize money; TRN026 finds a wrong share."""
    due = view.replay.money
    known = [due.distributable]
    if event.ranking is not UNSET:
        known.append(due.distributable + due.ranking - event.ranking)
    if announced in known:
        return None
    return money_differs(
        view, line, "distributable", "the money for the prizes", announced, due.distributable
    )
