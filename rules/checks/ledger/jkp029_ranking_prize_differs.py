"""A prize of the quarter's ranking is not the one due.

Finds: a prize that is not the player's points times the price of a point; one of the best who has no prize.
Why: the pool belongs to the ten best by their points. A prize too small leaves money of the players in the house.
Example: K is due €45.00 for 45 points, and got €40.00.
Needs: the quarter's `award` and `contribution` lines with their times, also of the ledgers before.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from rules.checks.ledger.ledger_view import LEDGERS, LedgerView, money_off
from rules.checks.ledger.ranking_payouts import BY_LOT, NOT_WHOLE, rankings
from rules.checks.support.check import Check
from rules.checks.support.event_outcomes import INAPPLICABLE, Outcome, Outcomes, each_thing
from rules.ledgers.awards import NOTHING
from rules.ledgers.ledger_records import RankingPayout, RankingPrize
from rules.ledgers.ranking_due import DueRanking

CHECK = Check(
    "JKP029",
    "ranking-prize-differs",
    "discrepancy",
    "major",
    ("OLY-5.5-b", "OLY-5.5-c"),
    title="The ranking prize of {player} is not the one due",
    scope="ledger",
    rule=("ranking_points.prizes",),
    area="money",
    follows=("JKP027", "JKP028"),
    games=LEDGERS,
)


@each_thing
def run(view: LedgerView) -> Outcomes:
    for line, event, due in rankings(view):
        if due is None:
            yield INAPPLICABLE
        elif due.pool is None:
            yield NOT_WHOLE
        else:
            yield from _prizes(view, line, event, due)


def _prizes(view: LedgerView, line: int, event: RankingPayout, due: DueRanking) -> Iterator[Outcome]:
    """Outcome of each prize, then of the best without one."""
    best = {each.player: each.amount for each in due.prizes}
    for prize in event.prizes:
        if _has_wrong_points(prize, due):
            yield INAPPLICABLE  # JKP027 finds that, and the prize follows from it
        else:
            yield _compared(view, line, event, prize.player, prize.amount, best.get(prize.player, 0))
    listed = {each.player for each in event.prizes}
    for player, amount in best.items():
        if player not in listed:
            yield _compared(view, line, event, player, 0, amount)


def _has_wrong_points(prize: RankingPrize, due: DueRanking) -> bool:
    if not isinstance(prize.points, int | str):
        return False
    return Fraction(prize.points) != due.standing.get(prize.player, NOTHING)


def _compared(
    view: LedgerView, line: int, event: RankingPayout, player: str, stated: int, due: int | None
) -> Outcome:
    if due is None:
        return BY_LOT
    if stated == due:
        return None
    message = (
        f"{view.at(line, event.account)}: the prize of {player} for {event.period} is {view.money(stated)}; "
        f"{view.money(due)} is due."
    )
    return money_off(line, event.account, stated, due, message, player)
