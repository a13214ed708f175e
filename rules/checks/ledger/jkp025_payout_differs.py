"""A player was paid another amount of a jackpot than is due.

Finds: a player whose payouts of a hit, or of a tournament's royal flush pool, do not come to what he is due.
Why: the hit takes its amount out of the pool. What the players did not get stayed with somebody else.
Example: S3 is due €500.00 of a royal flush and was paid €450.00.
Needs: `payout` lines; of a tournament also its file. A hit without any payout line cannot be tested.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from rules.checks.ledger.ledger_view import LEDGERS, LedgerView, money_off
from rules.checks.support.check import Check
from rules.checks.support.event_outcomes import INAPPLICABLE, Outcome, Outcomes, each_thing
from rules.ledgers.ledger_payouts import PaidFromLedger, of_hit, paid_of_hit, paid_of_tournament, payouts_of
from rules.ledgers.lines_together import together

CHECK = Check(
    "JKP025",
    "payout-differs",
    "discrepancy",
    "critical",
    ("OLY-4.8.1", "OLY-4.8.2", "OLY-4.8.3", "OLY-4.10", "OLY-3.2-i-sf", "OLY-3.2-i-rf"),
    title="A jackpot was not paid to {player} as it is due",
    scope="ledger",
    rule=("jackpot_pool.bad_beat", "jackpot_pool.royal", "royal"),
    area="money",
    follows=("JKP018", "JKP019", "JKP024"),
    games=LEDGERS,
)


@each_thing
def run(view: LedgerView) -> Outcomes:
    payouts = payouts_of(view.replay.file)
    for due in view.hits():
        if due is None or not due.qualified:
            yield INAPPLICABLE
        elif not (paid := of_hit(payouts, due)):
            yield "no payout of the hit was recorded"
        else:
            bad_beat = due.hit.jackpot == "bad_beat"
            rule = "jackpot_pool.bad_beat.loser" if bad_beat else "jackpot_pool.royal.amount"
            yield _compared(view, due.hit.account, f"hit {due.hit.hit}", paid_of_hit(paid, due), rule)
    of_tournaments = [(line, each) for line, each in payouts if isinstance(each.tournament, str)]
    for paid in together(of_tournaments, lambda each: (each.account, each.tournament)):
        name, account = str(paid[0][1].tournament), paid[0][1].account
        tournament = view.tournament_of(name)
        if tournament is None:
            yield "the file of the tournament was not given"
        else:
            yield _compared(
                view,
                account,
                f"tournament {name}",
                paid_of_tournament(paid, tournament),
                "royal.straight_flush",
            )


def _compared(view: LedgerView, account: str, of: str, paid: Iterable[PaidFromLedger], rule: str) -> Outcome:
    everybody = list(paid)
    found = [
        replace(
            money_off(
                each.line,
                account,
                each.paid,
                each.due,
                _message(view, account, of, each, each.due),
                each.player,
            ),
            rule=rule,
        )
        for each in everybody
        if each.due is not None and each.paid != each.due
    ]
    if not found and any(each.due is None for each in everybody):
        return "what is due cannot be worked out from the record"
    return found or None


def _message(view: LedgerView, account: str, of: str, each: PaidFromLedger, due: int) -> str:
    return (
        f"{view.at(each.line, account)}: {each.player} was paid {view.money(each.paid)} of {of}; "
        f"{view.money(due)} is due."
    )
