"""The points that a player was awarded are not those of the tournament.

Finds: awards of a tournament to a player that differ from the points which its file makes due.
Why: the points divide the quarter's pool among the best. Points too many take money from everybody else.
Example: the tournament makes 72 points for P02, and 75 were awarded.
Needs: `tournament` in the award, and the file of the tournament.
"""

from __future__ import annotations

from fractions import Fraction

from rules.checks.ledger.ledger_view import LEDGERS, LedgerView
from rules.checks.ledger.points_compared import points_draft
from rules.checks.support.check import Check, Draft
from rules.checks.support.event_outcomes import Outcomes, each_thing
from rules.ledgers.awards import points_awarded, points_due
from rules.ledgers.ledger_records import Award
from rules.ledgers.lines_together import together
from rules.tournaments.points_due import as_text

CHECK = Check(
    "JKP026",
    "award-differs",
    "discrepancy",
    "major",
    ("OLY-5.5-b", "OLY-5.7-product"),
    title="{player} was awarded other points than the tournament makes",
    scope="ledger",
    rule=("ranking_points.position",),
    area="money",
    games=LEDGERS,
)


@each_thing
def run(view: LedgerView) -> Outcomes:
    for awards in together(view.events(Award), lambda each: (each.account, each.tournament, each.player)):
        line, last = awards[-1]
        tournament = view.tournament_of(last.tournament) if isinstance(last.tournament, str) else None
        if not isinstance(last.tournament, str):
            yield "the tournament of the award was not recorded"
        elif tournament is None:
            yield "the file of the tournament was not given"
        elif (due := points_due(tournament, last.player)) is None:
            yield "the points due cannot be worked out from the tournament's file"
        else:
            yield _compared(view, line, last, points_awarded(each for _, each in awards), due)


def _compared(view: LedgerView, line: int, last: Award, stated: Fraction, due: Fraction) -> Draft | None:
    return points_draft(
        line=line,
        account=last.account,
        player=last.player,
        stated=stated,
        due=due,
        of=last.tournament,
        message=(
            f"{view.at(line, last.account)}: {last.player} was awarded {as_text(stated)} points of tournament "
            f"{last.tournament}, which makes {as_text(due)}."
        ),
    )
