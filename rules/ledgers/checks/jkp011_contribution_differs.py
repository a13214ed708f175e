"""A tournament's contribution to a pool is not the share that it owes.

Finds: contributions of a tournament that differ from its share for the ranking, or for the royal flush pool.
Why: the share was taken from the players' prize pool or buy-ins, for the pool and for nothing else.
Example: the prize pool was €420.49, two percent of it are €8.40, and the contribution is €8.41.
Needs: the file of the tournament; or, of a contribution to the ranking, the prize pool that it was taken from.
"""

from __future__ import annotations

from msgspec.structs import replace

from rules.checks.base import Check, Draft
from rules.checks.things import INAPPLICABLE, Outcomes, each_thing
from rules.ledgers.checks.base import LEDGERS, LedgerView, money_off
from rules.ledgers.records import Contribution
from rules.ledgers.together import together
from rules.results import MoneyKind
from rules.tournaments.parameters import BP

CHECK = Check(
    "JKP011",
    "contribution-differs",
    "discrepancy",
    "major",
    ("OLY-5.3", "OLY-3.2-i-share"),
    scope="ledger",
    holds=("ranking_points.contribution", "royal"),
    area="money",
    games=LEDGERS,
)
_RULES = {"ranking": "ranking_points.contribution", "tournament_royal": "royal"}  # by kind of account


@each_thing
def run(view: LedgerView) -> Outcomes:
    for shares in together(view.events(Contribution), lambda each: (each.account, each.tournament)):
        line, last = shares[-1]
        account = view.accounts.get(last.account)
        if account is None or account.kind not in _RULES:
            yield INAPPLICABLE
            continue
        due = _due(view, [each for _, each in shares], account.kind)
        if due is None:
            yield "neither the tournament's file nor the prize pool of the share was given"
        else:
            yield _compared(
                view, line, last, sum(each.amount for _, each in shares), due, _RULES[account.kind]
            )


def _due(view: LedgerView, shares: list[Contribution], kind: str) -> int | None:
    """What the tournament owes the pool: by its own file, else by the prize pool that each line states."""
    name = shares[-1].tournament
    tournament = view.tournament_of(name) if isinstance(name, str) else None
    if tournament is not None:
        return tournament.money.ranking if kind == "ranking" else tournament.money.royal
    rules = view.rules(shares[-1].account)
    if kind != "ranking" or rules is None or rules.ranking_points is None:
        return None
    pools = [each.prize_pool for each in shares if isinstance(each.prize_pool, int)]
    if len(pools) < len(shares):
        return None
    return sum(pool * rules.ranking_points.contribution.bp // BP for pool in pools)


def _compared(
    view: LedgerView, line: int, last: Contribution, stated: int, due: int, rule: str
) -> Draft | None:
    if stated == due:
        return None
    of = f" of tournament {last.tournament}" if isinstance(last.tournament, str) else ""
    message = f"{view.at(line, last.account)}: the contribution{of} is {view.money(stated)}; its share is {view.money(due)}."
    kind: MoneyKind = "over_collected" if stated > due else "under_collected"
    draft = money_off(line, last.account, stated, due, message, kind=kind)
    return replace(draft, rule=rule)
