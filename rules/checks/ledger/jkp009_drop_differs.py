"""More was dropped for a jackpot than its hands pay.

Finds: a drop of a ledger that is more than its hands come to at the most that a hand pays.
Why: the jackpot is the players' money. A hand may pay so much and no more.
Example: 123 hands paid at most €1.00 each, and the drop is €125.00.
Needs: `hands` of the drop. Less than the most can only be tested with the table's log, which JKP010 does.
"""

from __future__ import annotations

from msgspec import UNSET

from rules.checks.ledger.ledger_view import LEDGERS, LedgerView
from rules.checks.support.check import Check, Draft
from rules.checks.support.event_outcomes import INAPPLICABLE, Outcomes, each_thing
from rules.controls.sections.jackpot_pool import DropRules as DropRule
from rules.ledgers.ledger_records import Drop
from rules.parties import account_party

CHECK = Check(
    "JKP009",
    "drop-differs",
    "discrepancy",
    "major",
    ("OLY-4.3", "OLY-2.38-a"),
    title="More was dropped for a jackpot than its hands pay",
    scope="ledger",
    rule=("jackpot_pool.drop",),
    area="fees",
    games=LEDGERS,
)


@each_thing
def run(view: LedgerView) -> Outcomes:
    for line, event in view.events(Drop):
        rules = view.rules(event.account)
        if rules is None or rules.jackpot_pool is None:
            yield INAPPLICABLE
        elif event.hands is UNSET:
            yield "how many hands paid the drop was not recorded"
        else:
            yield _compared(view, line, event, event.hands, rules.jackpot_pool.drop)


def _compared(view: LedgerView, line: int, event: Drop, hands: int, rule: DropRule) -> Draft | str | None:
    """Outcome of a drop; by a reading of AMB-OLY-drop-small hands may drop less."""
    due = hands * rule.money
    if event.amount == due:
        return None
    if event.amount < due and rule.small == "up_to":
        return "a hand may pay less, and what each paid is in the table's log"
    return Draft(
        line=line,
        account=event.account,
        stated=event.amount,
        expected=due,
        unit="money",
        money=abs(event.amount - due),
        party=account_party(event.account),
        money_kind="over_collected" if event.amount > due else "under_collected",
        message=(
            f"{view.at(line, event.account)}: {view.money(event.amount)} was dropped by {hands:,} hands, "
            f"which pay {'at most ' if rule.small == 'up_to' else ''}{view.money(rule.money)} each, {view.money(due)} in all."
        ),
    )
