"""Money of a jackpot was moved to an account that pays no prizes.

Finds: a diversion out of a jackpot whose money is to be awarded as prizes, to an account of the file that is no pool of players.
Why: players paid that money in for prizes. No approval makes it the house's.
Example: $50.00 was moved from the jackpot to promotions.
Needs: the kinds of both accounts. What an account outside of the file is for is not known.
"""

from __future__ import annotations

from rules.checks.ledger.ledger_view import LEDGERS, LedgerView
from rules.checks.support.check import Check, Draft
from rules.checks.support.event_outcomes import INAPPLICABLE, Outcome, Outcomes, each_thing
from rules.ledgers.ledger_records import Diversion
from rules.parties import account_party

_PATH = "jackpot_money.prizes_only"
_OF_NO_PLAYERS = "other"  # the kind of an account that is no pool of players
CHECK = Check(
    "JKP030",
    "jackpot-money-diverted",
    "violation",
    "critical",
    ("external:WAC-230-15-405-1",),
    title="Money of a jackpot was moved where it pays no prizes",
    scope="ledger",
    rule=(_PATH,),
    area="money",
    games=LEDGERS,
)


@each_thing
def run(view: LedgerView) -> Outcomes:
    for line, event in view.events(Diversion):
        rules = view.rules(event.from_)
        only_prizes = (
            rules is not None and rules.jackpot_money is not None and rules.jackpot_money.prizes_only
        )
        yield _tested(view, line, event) if only_prizes else INAPPLICABLE


def _tested(view: LedgerView, line: int, event: Diversion) -> Outcome:
    to = view.accounts.get(event.to)
    if to is None:
        return "what the account outside of the file is for is not known"
    if to.kind != _OF_NO_PLAYERS:
        return None
    return Draft(
        line=line,
        account=event.from_,
        stated=event.amount,
        expected=0,
        unit="money",
        money=event.amount,
        party=account_party(event.to),
        money_kind="over_collected",
        rule=_PATH,
        fact=f"{event.from_}|{event.to}|{event.amount}",
        message=(
            f"{view.at(line, event.from_)}: {view.money(event.amount)} of the jackpot was moved to account {event.to}, "
            "which pays no prizes; all of it is to be awarded to players."
        ),
    )
