"""A line is of a time at which it cannot have been.

Finds: a line before the first day of the ledger's period; a drop before the last hand that paid it, a hit before its hand was
dealt, a payout before its hit, a contribution before the last entry of its tournament, an award of points before the player
was out; a hit after the period, or after all its payouts.
Why: a book is kept as things happen. A line that is older than what it tells of was written at another time than it says.
Example: the drop of session C7 is of 23:10, and hand 40 of C7 was dealt at 02:15.
Needs: the time of the line, and the period, the log or the tournament that it names.
"""

from __future__ import annotations

from msgspec import UNSET

from rules.checks.ledger.earliest_times import paid_before, told
from rules.checks.ledger.ledger_view import LEDGERS, LedgerView
from rules.checks.support.check import Check
from rules.checks.support.event_outcomes import INAPPLICABLE, Outcome, Outcomes, each_thing
from rules.checks.support.impossible_times import impossible, is_before
from rules.checks.support.timed_lines import UNTIMED
from rules.ledgers.ledger_records import Award, Close, Contribution, Drop, Hit, LedgerLine, Payout
from rules.ledgers.period import outside

CHECK = Check(
    "LOG020",
    "time-impossible",
    "discrepancy",
    "minor",
    ("external:RECORD-complete",),
    scope="ledger",
    area="evidence",
    follows=("LOG018", "LOG019"),
    games=LEDGERS,
)
NOTHING = "when what the line tells of happened is not on record"


@each_thing
def run(view: LedgerView) -> Outcomes:
    for line, event in view.timed:
        yield UNTIMED if event.at is UNSET else _compared(view, line, event, str(event.at))


def _compared(view: LedgerView, line: int, event: LedgerLine | Close, at: str) -> Outcome:
    where = f"Line {line} ({str(type(event).__struct_config__.tag).replace('_', ' ')})"
    header = view.header
    if header.from_ is not UNSET and at[:10] < header.from_:
        return impossible(
            where, line, at, header.from_, f"before the period of the ledger, which begins on {header.from_}"
        )
    of = told(view, event) if isinstance(event, LedgerLine) else None
    if of is not None and is_before(at, of.at):
        return impossible(where, line, at, of.at, f"before {of.what}, of {of.at}")
    if isinstance(event, Hit) and outside(header, at):
        why = f"after the period of the ledger, which ends with {header.until}"
        return impossible(where, line, at, str(header.until), why, late=True)
    if isinstance(event, Hit) and (paid := paid_before(view, event)):
        why = f"after its {len(paid)} payouts, the first of them of {paid[0]}"
        return impossible(where, line, at, paid[0], why, late=True)
    if of is not None or header.from_ is not UNSET:
        return None
    return NOTHING if isinstance(event, Drop | Hit | Payout | Contribution | Award) else INAPPLICABLE
