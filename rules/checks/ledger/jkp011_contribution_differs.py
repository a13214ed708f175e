"""A tournament's contribution to a pool is not the share that it owes.

Finds: contributions of a tournament that differ from its share for the ranking, or for the royal flush pool; a prize pool from
which a right share is said to be taken and which is not that of the tournament.
Why: the share was taken from the players' prize pool or buy-ins, for the pool and for nothing else.
Example: the prize pool was €420.49, two percent of it are €8.40, and the contribution is €8.41.
Needs: the file of the tournament; or, of a contribution to the ranking, the prize pool that it was taken from.
"""

from __future__ import annotations

from msgspec.structs import replace

from rules.checks.ledger.ledger_view import LEDGERS, LedgerView, money_off
from rules.checks.support.check import Check, Draft
from rules.checks.support.event_outcomes import INAPPLICABLE, Outcomes, each_thing
from rules.ledgers.ledger_records import Contribution
from rules.ledgers.lines_together import together
from rules.results import MoneyKind
from rules.tournaments.tournament_parameters import BP

CHECK = Check(
    "JKP011",
    "contribution-differs",
    "discrepancy",
    "major",
    ("OLY-5.3", "OLY-3.2-i-share"),
    title="A tournament's contribution to a pool is not its share",
    scope="ledger",
    rule=("ranking_points.contribution", "royal"),
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
            stated, rule = sum(each.amount for _, each in shares), _RULES[account.kind]
            differs = _compared(view, line, last, stated, due, rule)
            yield _pool(view, shares, account.kind) if differs is None else differs


def _pool(view: LedgerView, shares: list[tuple[int, Contribution]], kind: str) -> Draft | None:
    """Draft of the prize pool in a tournament's only ranking contribution."""
    line, only = shares[-1]
    tournament = view.tournament_of(only.tournament) if isinstance(only.tournament, str) else None
    if len(shares) > 1 or kind != "ranking" or tournament is None or not isinstance(only.prize_pool, int):
        return None
    stated, due = only.prize_pool, tournament.money.prize_pool
    if due is None or stated == due:
        return None
    return replace(
        money_off(
            line,
            only.account,
            stated,
            due,
            f"{view.at(line, only.account)}: the contribution of tournament {only.tournament} is said to be of a prize pool of "
            f"{view.money(stated)}; that of the tournament is {view.money(due)}.",
            kind="misrecorded",
        ),
        rule=_RULES[kind],
        severity="minor",
    )


def _due(view: LedgerView, shares: list[Contribution], kind: str) -> int | None:
    """Amount that a tournament owes the pool, by its file or the lines."""
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
