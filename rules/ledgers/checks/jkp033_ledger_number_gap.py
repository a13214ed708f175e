"""Ledgers of the room before this one are missing.

Finds: a running number that is not the one after the highest before it, among the ledgers of the room.
Why: a ledger that is missing has movements that nobody can follow.
Example: the room has ledgers 7 and 9; the file of ledger 8 is missing.
Needs: `number` of this ledger and of those before it. Only a store of the room's files knows the others.
"""

from __future__ import annotations

from rules.checks.base import Check
from rules.checks.running_numbers import number_outcome
from rules.checks.things import Outcomes, each_thing
from rules.ledgers.checks.base import LEDGERS, LedgerView

CHECK = Check(
    "JKP033",
    "ledger-number-gap",
    "violation",
    "major",
    ("external:RECORD-complete",),
    scope="ledger",
    area="evidence",
    games=LEDGERS,
)


@each_thing
def run(view: LedgerView) -> Outcomes:
    yield number_outcome(view.header.number, view.numbers, "ledger")
