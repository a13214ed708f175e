"""A jackpot was paid in a hand with too few players.

Finds: a hit in a hand with fewer players than a jackpot needs. The controls say who counts: who was dealt in, or who has a seat.
Why: with few players at the table a jackpot is easy to arrange. Nothing is due.
Example: five players were dealt in, and a jackpot needs six.
Needs: `players` in the hit, where those count who were dealt in.
"""

from __future__ import annotations

from rules.checks.ledger.hit_words import named
from rules.checks.ledger.ledger_view import LEDGERS, LedgerView
from rules.checks.support.check import Check, Draft
from rules.checks.support.event_outcomes import INAPPLICABLE, Outcome, Outcomes, each_thing
from rules.ledgers.hits_due import DueHit, counted_players
from rules.ledgers.ledger_days import taken_out

CHECK = Check(
    "JKP020",
    "hit-not-qualified",
    "violation",
    "critical",
    ("OLY-4.1",),
    title="A jackpot was paid in a hand with too few players",
    scope="ledger",
    rule=("jackpot_pool.players",),
    area="money",
    games=LEDGERS,
)
_WERE = {"dealt_in": "dealt in", "present": "present"}
_HAD = {"dealt_in": "were dealt in", "seated": "had a seat", "present": "at most were present"}


@each_thing
def run(view: LedgerView) -> Outcomes:
    for due in view.hits():
        if due is None:
            yield INAPPLICABLE
        else:
            yield _counted(view, due)


def _counted(view: LedgerView, due: DueHit) -> Outcome:
    rules = view.rules(due.hit.account)
    assert rules is not None and rules.jackpot_pool is not None
    who, players = rules.jackpot_pool.players, counted_players(due.hit, rules.jackpot_pool)
    if players is None:
        return f"how many players were {_WERE[who.counted]} was not recorded"
    return (
        None
        if due.qualified
        else _few(view, due, f"{players} players {_HAD[who.counted]}", players, who.least)
    )


def _few(view: LedgerView, due: DueHit, counted: str, players: int, least: int) -> Draft:
    return Draft(
        line=due.line,
        account=due.hit.account,
        stated=players,
        expected=least,
        unit="players",
        money=taken_out(due.hit),
        fact=due.hit.hit,
        message=(
            f"{view.at(due.line, due.hit.account)}: {named(due.hit)} was paid, and {counted}; "
            f"a jackpot needs {least}."
        ),
    )
