"""A seat's share of a jackpot is not the share due.

Finds: a seat that got another part of a jackpot than its hand, and its place at the table, make due.
Why: the parts of loser, winner and table are fixed. What one gets too much another gets too little.
Example: loser and winner of a bad beat got each other's part: €1,750.00 in place of €3,250.00.
Needs: the amounts of the seats, and the roles of those who lost, won or held the royal flush.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import UNSET
from msgspec.structs import replace

from rules.checks.ledger.hit_words import named, shares_open
from rules.checks.ledger.ledger_view import LEDGERS, LedgerView, money_off
from rules.checks.support.check import Check, Draft
from rules.checks.support.event_outcomes import INAPPLICABLE, Outcome, Outcomes, each_thing
from rules.ledgers.hits_due import DueHit, Shares
from rules.ledgers.ledger_days import taken_out
from rules.ledgers.ledger_records import HitSeat

CHECK = Check(
    "JKP019",
    "hit-share-differs",
    "discrepancy",
    "critical",
    ("OLY-4.8.1", "OLY-4.8.2", "OLY-4.8.3", "OLY-4.10"),
    title="{who} got another share of a jackpot than is due",
    scope="ledger",
    rule=("jackpot_pool.bad_beat", "jackpot_pool.royal.several"),
    area="money",
    follows=("JKP018",),
    games=LEDGERS,
)
_PARTS = {
    "loser": "jackpot_pool.bad_beat.loser",
    "winner": "jackpot_pool.bad_beat.winner",
    "royal": "jackpot_pool.royal.several",
}


@each_thing
def run(view: LedgerView) -> Outcomes:
    for due in view.hits():
        if due is None or not due.qualified:
            yield INAPPLICABLE
        else:
            yield _compared(view, due)


def _compared(view: LedgerView, due: DueHit) -> Outcome:
    stated = taken_out(due.hit)
    if due.amount is not None and stated is not None and stated != due.amount:
        return INAPPLICABLE  # JKP018 finds that, and the shares follow from it
    if due.shares is None:
        return shares_open(due)
    if all(each.amount is UNSET for each in due.hit.seats):
        return "what each seat got was not recorded"
    return list(_differing(view, due, due.shares)) or None


def _differing(view: LedgerView, due: DueHit, shares: Shares) -> Iterator[Draft]:
    for each in due.hit.seats:
        share = shares.get(each.seat, 0)
        if each.amount is not UNSET and each.amount != share:
            message = (
                f"{view.at(due.line, due.hit.account)}, seat {each.seat} ({each.player}): {view.money(each.amount)} of "
                f"{named(due.hit)}; the share is {view.money(share)}."
            )
            off = money_off(due.line, due.hit.account, each.amount, share, message, each.player)
            yield replace(off, seat_number=each.seat, rule=_rule(due, each))


def _rule(due: DueHit, seat: HitSeat) -> str:
    other = "jackpot_pool.bad_beat.table" if due.hit.jackpot == "bad_beat" else "jackpot_pool.royal.several"
    return _PARTS[seat.role] if seat.role is not UNSET else other
