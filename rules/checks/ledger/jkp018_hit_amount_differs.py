"""A jackpot that was hit paid another amount than is due.

Finds: a hit that took out another amount than its level, and who qualified, make due.
Why: the amount of a jackpot is a promise to the players. Too little wrongs the winners, too much all who play after them.
Example: the level is €8,120.00, a bad beat pays 60 percent of it, €4,872.00, and €4,902.00 was paid.
Needs: `amount` in the hit, or the amount of each seat.
"""

from __future__ import annotations

from msgspec.structs import replace

from rules.checks.ledger.hit_words import AMOUNT_OPEN, named
from rules.checks.ledger.ledger_view import LEDGERS, LedgerView, money_off
from rules.checks.support.check import Check
from rules.checks.support.event_outcomes import INAPPLICABLE, Outcomes, each_thing
from rules.ledgers.ledger_days import taken_out

CHECK = Check(
    "JKP018",
    "hit-amount-differs",
    "discrepancy",
    "critical",
    ("OLY-4.6-a", "OLY-4.10"),
    title="A jackpot that was hit paid another amount than is due",
    scope="ledger",
    rule=("jackpot_pool.bad_beat.pool", "jackpot_pool.royal", "jackpot_pool.rounding"),
    area="money",
    follows=("JKP017",),
    games=LEDGERS,
)


@each_thing
def run(view: LedgerView) -> Outcomes:
    for due in view.hits():
        if due is None or not due.qualified:
            yield INAPPLICABLE
            continue
        stated = taken_out(due.hit)
        if stated is None:
            yield "what the hit paid was not recorded"
        elif due.amount is None:
            yield AMOUNT_OPEN
        elif stated == due.amount:
            yield None
        else:
            assert due.level is not None
            message = (
                f"{view.at(due.line, due.hit.account)}: {named(due.hit)} paid {view.money(stated)}; on a level of "
                f"{view.money(max(due.level, 0))} it pays {view.money(due.amount)}."
            )
            rule = (
                "jackpot_pool.bad_beat.pool" if due.hit.jackpot == "bad_beat" else "jackpot_pool.royal.amount"
            )
            yield replace(money_off(due.line, due.hit.account, stated, due.amount, message), rule=rule)
