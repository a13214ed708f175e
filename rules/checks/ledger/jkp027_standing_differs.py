"""The points of a ranking prize are not the sum of the player's awards.

Finds: a player of a quarter's prizes whose points differ from all points that he was awarded in the quarter.
Why: the price of a point, and so every prize, comes from the standing.
Example: A was awarded 60 and 37.5 points in the quarter, and the standing has 90.
Needs: `points` in the prize, and the quarter's `award` lines with their times, also of the ledgers before.
"""

from __future__ import annotations

from fractions import Fraction

from rules.checks.ledger.ledger_view import LEDGERS, LedgerView
from rules.checks.ledger.points_compared import points_draft
from rules.checks.ledger.ranking_payouts import NOT_WHOLE, rankings
from rules.checks.support.check import Check, Draft
from rules.checks.support.event_outcomes import INAPPLICABLE, Outcomes, each_thing
from rules.ledgers.awards import NOTHING
from rules.ledgers.ledger_records import RankingPayout, RankingPrize
from rules.tournaments.points_due import as_text

CHECK = Check(
    "JKP027",
    "standing-differs",
    "discrepancy",
    "major",
    ("OLY-5.5-b",),
    title="The ranking points of {player} are not the sum of the awards",
    scope="ledger",
    rule=("ranking_points.prizes",),
    area="money",
    follows=("JKP026",),
    games=LEDGERS,
)


@each_thing
def run(view: LedgerView) -> Outcomes:
    for line, event, due in rankings(view):
        for prize in event.prizes:
            if due is None:
                yield INAPPLICABLE
            elif due.pool is None:
                yield NOT_WHOLE
            elif not isinstance(prize.points, int | str):
                yield "the points of the prize were not recorded"
            else:
                stated, sum_ = Fraction(prize.points), due.standing.get(prize.player, NOTHING)
                yield _compared(view, line, event, prize, stated, sum_)


def _compared(
    view: LedgerView, line: int, event: RankingPayout, prize: RankingPrize, stated: Fraction, due: Fraction
) -> Draft | None:
    return points_draft(
        line=line,
        account=event.account,
        player=prize.player,
        stated=stated,
        due=due,
        of=event.period,
        message=(
            f"{view.at(line, event.account)}: {prize.player} has {as_text(stated)} points in {event.period}; "
            f"the awards of the quarter come to {as_text(due)}."
        ),
    )
