"""A jackpot was paid in a hand with too few players.

Finds: a hit in a hand to which fewer players were dealt in than a jackpot needs.
Why: with few players at the table a jackpot is easy to arrange. Nothing is due.
Example: five players were dealt in, and a jackpot needs six.
Needs: `players` in the hit.
"""

from __future__ import annotations

from rules.checks.ledger.hit_words import named
from rules.checks.ledger.ledger_view import LEDGERS, LedgerView
from rules.checks.support.check import Check, Draft
from rules.checks.support.event_outcomes import INAPPLICABLE, Outcomes, each_thing
from rules.ledgers.days import taken_out
from rules.ledgers.hits import DueHit

CHECK = Check(
    "JKP020",
    "hit-not-qualified",
    "violation",
    "critical",
    ("OLY-4.1",),
    title="A jackpot was paid in a hand with too few players",
    scope="ledger",
    holds=("jackpot_pool.players",),
    area="money",
    games=LEDGERS,
)


@each_thing
def run(view: LedgerView) -> Outcomes:
    for due in view.hits():
        if due is None:
            yield INAPPLICABLE
        elif not isinstance(due.hit.players, int):
            yield "how many players were dealt in was not recorded"
        elif due.qualified:
            yield None
        else:
            yield _few(view, due, due.hit.players)


def _few(view: LedgerView, due: DueHit, players: int) -> Draft:
    rules = view.rules(due.hit.account)
    assert rules is not None and rules.jackpot_pool is not None
    least = rules.jackpot_pool.players.least
    return Draft(
        line=due.line,
        account=due.hit.account,
        stated=players,
        expected=least,
        unit="players",
        money=taken_out(due.hit),
        fact=due.hit.hit,
        message=(
            f"{view.at(due.line, due.hit.account)}: {named(due.hit)} was paid, and {players} players were dealt in; "
            f"a jackpot needs {least}."
        ),
    )
