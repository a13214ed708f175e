"""A jackpot was paid of which the ledger has no hit.

Finds: a payout that names a hit which the account does not have.
Why: money left the house as a jackpot, and nothing shows that anybody won one.
Example: €1.00 was paid to S1 of hit H9, and the account has no hit H9.
Needs: `hit` in the payout.
"""

from __future__ import annotations

from rules.checks.ledger.ledger_view import LEDGERS, LedgerView
from rules.checks.support.check import Check, Draft
from rules.checks.support.event_outcomes import INAPPLICABLE, Outcomes, each_thing
from rules.ledgers.ledger_payouts import has_hit
from rules.ledgers.ledger_records import Payout
from rules.parties import account_party

CHECK = Check(
    "JKP024",
    "payout-without-hit",
    "violation",
    "critical",
    ("external:POOL-pays", "OLY-4.8.1", "OLY-4.8.2", "OLY-4.8.3", "OLY-4.10"),
    title="A jackpot was paid of which there is no hit",
    scope="ledger",
    area="money",
    games=LEDGERS,
)


@each_thing
def run(view: LedgerView) -> Outcomes:
    for line, event in view.events(Payout):
        if not isinstance(event.hit, str):
            yield INAPPLICABLE
        elif has_hit(event, view.replay.hits):
            yield None
        else:
            yield _without(view, line, event, event.hit)


def _without(view: LedgerView, line: int, event: Payout, hit: str) -> Draft:
    return Draft(
        line=line,
        account=event.account,
        player=event.player,
        stated=hit,
        expected=None,
        unit="hit",
        money=event.amount,
        party=account_party(event.account),
        money_kind="under_collected",
        fact=f"{hit}|{event.amount}",
        message=(
            f"{view.at(line, event.account)}: {view.money(event.amount)} was paid to {event.player} of hit {hit}; "
            f"the account has no such hit."
        ),
    )
