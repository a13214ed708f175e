"""A closing of the jackpot was read late.

Finds: a closing that was read after the time of day by which the house reads it.
Why: hits count on the level of the last closing. A level that is read late includes drops of the next day.
Example: the closing of 15 March was read at 07:00:01 on 16 March; it is due by 07:00:00.
Needs: `at` in the closing.
"""

from __future__ import annotations

from rules.checks.ledger.ledger_view import LEDGERS, LedgerView
from rules.checks.support.check import Check, Draft
from rules.checks.support.event_outcomes import INAPPLICABLE, Outcomes, each_thing
from rules.ledgers.closings import close_due, is_after
from rules.ledgers.ledger_records import Closing

CHECK = Check(
    "JKP013",
    "closing-late",
    "violation",
    "minor",
    ("OLY-4.4",),
    title="The jackpot's closing was read late",
    scope="ledger",
    rule=("jackpot_pool.level.close_by",),
    area="procedure",
    follows=("LOG018", "LOG019"),
    games=LEDGERS,
)


@each_thing
def run(view: LedgerView) -> Outcomes:
    for line, event in view.events(Closing):
        rules = view.rules(event.account)
        if rules is None or rules.jackpot_pool is None:
            yield INAPPLICABLE
        elif not isinstance(event.at, str):
            yield "when the closing was read was not recorded"
        else:
            yield _compared(view, line, event, event.at, rules.jackpot_pool.level.close_by)


def _compared(view: LedgerView, line: int, event: Closing, at: str, close_by: str) -> Draft | None:
    due = close_due(event.day, at, close_by)
    if not is_after(at, due):
        return None
    return Draft(
        line=line,
        account=event.account,
        stated=at,
        expected=due,
        unit="time",
        message=f"{view.at(line, event.account)}: the closing of {event.day} was read at {at}; it was due by {due}.",
    )
