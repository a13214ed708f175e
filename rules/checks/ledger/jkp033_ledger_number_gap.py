"""Ledgers of the room before this one are missing.

Finds: a running number that is not the one after the highest before it, among the ledgers of the room.
Why: a ledger that is missing has movements that nobody can follow.
Example: the room has ledgers 7 and 9; the file of ledger 8 is missing.
Needs: `number` of this ledger and of those before it. Only a store of the room's files knows the others.
"""

from __future__ import annotations

from rules.checks.ledger.ledger_view import LEDGERS, LedgerView
from rules.checks.support.check import Check
from rules.checks.support.event_outcomes import Outcomes, each_thing
from rules.checks.support.running_numbers import number_outcome

CHECK = Check(
    "JKP033",
    "ledger-number-gap",
    "violation",
    "major",
    ("external:RECORD-complete",),
    title="A ledger of the room before this one is missing",
    quotes=False,
    scope="ledger",
    area="evidence",
    games=LEDGERS,
)


@each_thing
def run(view: LedgerView) -> Outcomes:
    yield number_outcome(view.header.number, view.numbers, "ledger")
