"""A jackpot paid other amounts by the ledger than by the table's log.

Finds: a seat that got one amount of a hit by the ledger, and another by the log of the hand.
Why: the log says who was paid at the table, the ledger what left the pool. What differs went to somebody else.
Example: the ledger pays €500.00 to seat 3, the log €450.00 to seat 3 and €50.00 to seat 4.
Needs: `session` and `hand` of the hit, its amounts, and the log of the session with its `jackpot` event.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from rules.checks.ledger.hit_words import named
from rules.checks.ledger.ledger_view import LEDGERS, LedgerView, money_off
from rules.checks.support.check import Check, Draft
from rules.checks.support.event_outcomes import Outcome, Outcomes, each_thing
from rules.ledgers.ledger_records import Hit
from rules.ledgers.log_hits import SeatByLedger, in_log, seats_of

CHECK = Check(
    "JKP021",
    "hit-differs-from-log",
    "discrepancy",
    "critical",
    ("external:RECORD-complete", "OLY-4.6-a", "OLY-4.10"),
    title="The ledger and the table's log differ in what a jackpot paid",
    scope="ledger",
    area="money",
    follows=("JKP018", "JKP019"),
    games=LEDGERS,
)


@each_thing
def run(view: LedgerView) -> Outcomes:
    for line, hit in view.events(Hit):
        yield _compared(view, line, hit)


def _compared(view: LedgerView, line: int, hit: Hit) -> Outcome:
    if not isinstance(hit.session, str) or not isinstance(hit.hand, int):
        return "the hand of the hit was not recorded"
    if view.log_of(hit.session) is None:
        return "the log of the session was not given"
    logged = in_log(hit, view.own_logs)
    if logged is None:
        return "the log has no such hit of the hand"
    seats = seats_of(hit, logged)
    if seats is None:
        return "what the hit paid was not recorded"
    return list(_differing(view, line, hit, seats)) or None


def _differing(view: LedgerView, line: int, hit: Hit, seats: list[SeatByLedger]) -> Iterator[Draft]:
    for each in seats:
        if each.stated != each.logged:
            who = "" if each.seat is None else f", seat {each.seat}"
            message = (
                f"{view.at(line, hit.account)}{who}: {named(hit)} paid {view.money(each.stated)}; the log of session "
                f"{hit.session} has {view.money(each.logged)} in hand {hit.hand}."
            )
            off = money_off(line, hit.account, each.stated, each.logged, message, each.player, "misrecorded")
            yield replace(off, seat_number=each.seat)
