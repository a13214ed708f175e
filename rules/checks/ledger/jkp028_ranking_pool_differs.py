"""The pool that a quarter's ranking divided is not the quarter's contributions.

Finds: a pool of a ranking's prizes that differs from all contributions of the quarter.
Why: the pool is the share of every tournament of the quarter, and all of it is for the players.
Example: the contributions of the quarter come to €300.00, and €301.00 was divided.
Needs: `pool` in the ranking's payout, and the quarter's `contribution` lines with their times, also of the ledgers before.
"""

from __future__ import annotations

from rules.checks.ledger.ledger_view import LEDGERS, LedgerView, money_off
from rules.checks.ledger.ranking_payouts import NOT_WHOLE, rankings
from rules.checks.support.check import Check, Draft
from rules.checks.support.event_outcomes import INAPPLICABLE, Outcomes, each_thing
from rules.ledgers.ledger_records import RankingPayout

CHECK = Check(
    "JKP028",
    "ranking-pool-differs",
    "discrepancy",
    "major",
    ("OLY-5.5-b", "OLY-5.5-c"),
    title="The pool of the ranking is not the quarter's contributions",
    scope="ledger",
    rule=("ranking_points.prizes",),
    area="money",
    follows=("JKP011",),
    games=LEDGERS,
)


@each_thing
def run(view: LedgerView) -> Outcomes:
    for line, event, due in rankings(view):
        if due is None:
            yield INAPPLICABLE
        elif due.pool is None:
            yield NOT_WHOLE
        elif not isinstance(event.pool, int):
            yield "the pool that was divided was not recorded"
        elif event.pool == due.pool:
            yield None
        else:
            yield _wrong(view, line, event, event.pool, due.pool)


def _wrong(view: LedgerView, line: int, event: RankingPayout, pool: int, due: int) -> Draft:
    message = (
        f"{view.at(line, event.account)}: {view.money(pool)} was divided for {event.period}; the contributions of the "
        f"quarter come to {view.money(due)}."
    )
    return money_off(line, event.account, pool, due, message, kind="misrecorded")
