"""A jackpot was paid on another level than that of the last closing.

Finds: a hit whose level is not the one that it counts on.
Why: all hits between two closings count on the same level, so that nobody can choose the moment of a payment.
Example: the last closing was €8,120.00, and the hit was counted on the running pool of €8,170.00.
Needs: `level` in the hit.
"""

from __future__ import annotations

from rules.checks.ledger.ledger_view import LEDGERS, LedgerView, money_off
from rules.checks.support.check import Check
from rules.checks.support.event_outcomes import INAPPLICABLE, Outcomes, each_thing

CHECK = Check(
    "JKP017",
    "hit-level-differs",
    "violation",
    "major",
    ("OLY-4.4",),
    title="A jackpot was counted on a level that is not the last closing's",
    scope="ledger",
    rule=("jackpot_pool.level", "jackpot_pool.both"),
    area="money",
    follows=("JKP034", "JKP014"),
    games=LEDGERS,
)


@each_thing
def run(view: LedgerView) -> Outcomes:
    for due in view.hits():
        if due is None or not due.qualified:
            yield INAPPLICABLE
        elif due.level is None:
            yield "the level cannot be worked out: an amount before the hit was not recorded"
        elif not isinstance(due.hit.level, int):
            yield "the level that the hit was counted on was not recorded"
        elif due.hit.level == (level := max(due.level, 0)):
            yield None
        else:
            message = (
                f"{view.at(due.line, due.hit.account)}: hit {due.hit.hit} was counted on a level of "
                f"{view.money(due.hit.level)}; it counts on {view.money(level)}."
            )
            yield money_off(due.line, due.hit.account, due.hit.level, level, message, kind="misrecorded")
