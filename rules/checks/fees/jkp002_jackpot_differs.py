"""A jackpot payment is not what the hand and level make due.

Finds: a hand that hit a jackpot of the ruleset and has no payment on record; a payment for a hand that hit none; and
a seat that was paid another amount than its share of the level.
Why: a jackpot is the players' own money; who is entitled to it follows from the cards.
What one seat has of another's share is between the two players; where more or less was paid in all, each seat settles with the
jackpot.
Example: four kings lose to a straight flush in hand 40, the level is €10,000.00, and seat 3 is paid €2,000.00 of the
€3,000.00 due.
Needs: the cards of everybody at the showdown, and `jackpot` events: the level at the last close, and what was paid.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np

from rules.checks.support.check import POTS, Check, Draft, Tested
from rules.checks.support.log_view import JackpotDue, LogView
from rules.parties import JACKPOT
from rules.records.events import Jackpot
from rules.results import MoneyKind

CHECK = Check(
    "JKP002",
    "jackpot-differs",
    "discrepancy",
    "major",
    ("OLY-4.6-a", "OLY-4.8.1", "OLY-4.8.2", "OLY-4.8.3", "OLY-4.9-a", "OLY-4.10"),
    title="A jackpot payment differs from what the hand makes due",
    quotes=False,
    scope="log",
    rule=("pot.jackpots",),
    area="fees",
    games=POTS,
)
_NAMES = {"bad_beat": "bad beat", "royal_flush": "royal flush"}


def run(log: LogView) -> Tested:
    if not len(log.events.places_of(Jackpot)):
        every = np.ones(len(log), np.bool_)
        return Tested((), [(every, "no jackpot event is on record")])
    unknown = np.isin(log.number, list(log.pots.unseen))
    return Tested(list(_findings(log)), [(unknown, "the cards of a seat at the showdown were not recorded")])


def _findings(log: LogView) -> Iterator[Draft]:
    due = {(each.hand, each.kind): each for each in log.pots.jackpots}
    paid = {
        (event.hand, event.hit): (line, event)
        for line, event in log.events.of(Jackpot)
        if event.kind == "hit"
    }
    for of_hand, hit in due.items():
        if of_hand in paid and hit.payouts is not None:
            yield from _amounts(log, hit, hit.payouts, *paid[of_hand])
        elif of_hand not in paid and hit.payouts is not None and len(hit.payouts) > 1:
            yield from _amounts(log, hit, hit.payouts, None, None)
        elif of_hand not in paid:
            yield _unpaid(log, hit)
    for key, (line, event) in paid.items():
        if key not in due and event.hand not in log.pots.unseen and _dealt(log, event.hand):
            yield _without_ground(log, line, event)


def _dealt(log: LogView, hand: object) -> bool:
    return isinstance(hand, int) and bool(np.isin(hand, log.number))


def _unpaid(log: LogView, hit: JackpotDue) -> Draft:
    amount = "" if hit.amount is None else f" of {log.money(hit.amount)}"
    holders = list(hit.payouts or ())
    return Draft(
        number=hit.hand,
        player=hit.players.get(holders[0]) if len(holders) == 1 else None,
        party=JACKPOT,
        money_kind="over_collected" if hit.amount else None,
        stated=None,
        expected=hit.amount,
        unit="money",
        money=hit.amount,
        rule=hit.path,
        fact=f"{hit.kind}|unpaid",
        message=f"Hand {hit.hand}: it hit the {_NAMES[hit.kind]} jackpot{amount}, and no payment is on record.",
    )


def _amounts(
    log: LogView, hit: JackpotDue, due: Mapping[int, int], line: int | None, event: Jackpot | None
) -> Iterator[Draft]:
    """Drafts of a hit's payments. event: None: none on record."""
    listed = event.payouts if event is not None and isinstance(event.payouts, list) else []
    paid, players = {each.seat: each.amount for each in listed}, {each.seat: each.player for each in listed}
    exchanged = sum(paid.values()) == sum(due.values())
    for seat in sorted(set(paid) | set(due)):
        stated, expected = paid.get(seat, 0), due.get(seat, 0)
        if stated != expected:
            of_account: MoneyKind = "over_collected" if stated < expected else "under_collected"
            yield Draft(
                number=hit.hand,
                seat_number=seat,
                player=players.get(seat) or hit.players.get(seat),
                line=line,
                stated=stated,
                expected=expected,
                unit="money",
                money=abs(stated - expected),
                party=JACKPOT,
                money_kind="misallocated" if exchanged else of_account,
                rule=hit.path,
                fact=f"{hit.kind}|{seat}|{stated}|{expected}",
                message=(
                    f"Hand {hit.hand}, seat {seat}: {log.money(stated)} of the {_NAMES[hit.kind]} jackpot was paid; "
                    f"{log.money(expected)} was due."
                ),
            )


def _without_ground(log: LogView, line: int, event: Jackpot) -> Draft:
    listed = event.payouts if isinstance(event.payouts, list) else []
    paid, kind = sum(each.amount for each in listed), str(event.hit)
    return Draft(
        number=event.hand if isinstance(event.hand, int) else None,
        line=line,
        stated=paid,
        expected=0,
        unit="money",
        money=paid,
        party=JACKPOT,
        player=listed[0].player if len(listed) == 1 else None,
        money_kind="under_collected",
        rule=f"pot.jackpots.{kind}",
        fact=f"{kind}|no ground",
        message=f"Hand {event.hand}: {log.money(paid)} of the {_NAMES[kind]} jackpot was paid, and the hand did not hit it.",
    )
