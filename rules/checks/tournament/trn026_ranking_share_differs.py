"""The ranking's share of the pool that was announced differs from the one that is due.

Finds: a `pool` line whose `ranking` is not the ranking's share of the prize pool, or is not 0 where the event is not of it.
Why: the share is the money of the quarter's best players. Too much of it is missing in the prizes of the tournament.
Example: 2 percent of a prize pool of €420.00 are €8.40, and €8.00 is announced.
Needs: `ranking` in the `pool` line, and every entry.
"""

from __future__ import annotations

from msgspec import UNSET

from rules.checks.support.check import Check
from rules.checks.support.event_outcomes import INAPPLICABLE, Outcomes, each_thing
from rules.checks.tournament.announced_pools import announcements, money_differs
from rules.checks.tournament.tournament_view import TOURNAMENTS, TournamentView, any_ruleset

CHECK = Check(
    "TRN026",
    "ranking-share-differs",
    "discrepancy",
    "major",
    ("OLY-5.3",),
    title="The announced share of the ranking differs from what was due",
    quotes=False,
    scope="tournament",
    rule=("ranking_points.contribution",),
    area="money",
    follows=("TRN025",),
    applies=any_ruleset,
    games=TOURNAMENTS,
)


@each_thing
def run(view: TournamentView) -> Outcomes:
    due = view.replay.money.ranking
    of_ranking = view.header.ranking is True and view.rules.ranking_points is not None
    for line, event in announcements(view):
        if event is None:
            yield INAPPLICABLE
        elif event.ranking is UNSET:
            yield "the ranking's share was not announced" if of_ranking else INAPPLICABLE
        elif event.ranking == due:
            yield None
        else:
            yield money_differs(view, line, "ranking", "the ranking's share", event.ranking, due)
