"""A table's log has a jackpot hit that the ledger does not have.

Finds: a jackpot that was paid by a table's log, and of which the ledger has no hit.
Why: money was paid and did not leave the pool's book: the book is wrong, or somebody else paid.
Example: the log of session C4 has a royal flush in hand 15, and no hit of the ledger is of that hand.
Needs: the `jackpot` events of the table logs, and `session` and `hand` in the ledger's hits.
"""

from __future__ import annotations

from rules.checks.ledger.ledger_view import LEDGERS, LedgerView
from rules.checks.support.check import Check, Draft
from rules.checks.support.event_outcomes import INAPPLICABLE, Outcomes, each_thing
from rules.ledgers.log_hits import LogHit, hits_of, is_booked
from rules.ledgers.period import outside

CHECK = Check(
    "JKP022",
    "hit-not-booked",
    "discrepancy",
    "critical",
    ("external:RECORD-complete", "OLY-4.6-a", "OLY-4.10"),
    title="A jackpot that a table paid is not in the ledger",
    scope="ledger",
    area="evidence",
    games=LEDGERS,
)


@each_thing
def run(view: LedgerView) -> Outcomes:
    with_jackpots = any(each.kind == "jackpot" for each in view.header.accounts)
    for hit in hits_of(view.own_logs):
        booked = is_booked(hit, view.replay.file)
        if not with_jackpots or outside(view.header, hit.event.at):
            yield INAPPLICABLE
        elif booked is None:
            yield "the hand of a hit of the ledger was not recorded"
        elif booked:
            yield None
        else:
            yield _missing(view, hit)


def _missing(view: LedgerView, hit: LogHit) -> Draft:
    session, paid = hit.log.session.session, sum(hit.amounts.values())
    assert isinstance(hit.event.hand, int)
    return Draft(
        session=session,
        line=hit.line,
        number=hit.event.hand,
        stated=hit.event.hand,
        expected=None,
        unit="hand number",
        money=paid,
        money_kind="misrecorded",
        fact=f"{hit.event.hit}|{paid}",
        message=(
            f"Session {session}, line {hit.line}: {view.money(paid)} of a jackpot was paid in hand {hit.event.hand}; "
            f"the ledger has no hit of that hand."
        ),
    )
