"""A player bought chips during a deal.

Finds: a buy-in or an add-on of a seat in a hand, recorded between the deal of that hand and its settlement.
Why: a player can win or lose the chips that were in front at the deal. Chips are bought between deals.
Example: hand 17 was dealt at 21:13:00 and settled at 21:14:30; seat 2 bought $200.00 at 21:13:40.
Needs: `at` and `ended_at` of the hand, and `chips` events.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rules.checks.support.check import NOT_RECORDED, Check, Draft, Tested
from rules.checks.support.log_view import LogView
from rules.controls.ruleset import Ruleset
from rules.hands import Flags
from rules.records.events import Chips
from rules.times import parse_one


def _between_deals(ruleset: Ruleset) -> bool:
    chips = ruleset.sections.chips
    return chips is not None and chips.rebuy == "between_deals"


CHECK = Check(
    "PAY010",
    "chips-during-deal",
    "violation",
    "major",
    ("HG-chips-rebuy",),
    title="{who} bought chips during a deal",
    quotes=False,
    scope="log",
    rule=("chips.rebuy",),
    area="money",
    applies=_between_deals,
    follows=("LOG005", "LOG006", "LOG007"),
)
BOUGHT = {"buy_in": "bought in for", "add_on": "added"}


def run(log: LogView) -> Tested:
    ruled = log.ruled(_between_deals) & ~log.void
    timed = (log.at != NOT_RECORDED) & (log.ended_at != NOT_RECORDED)
    return Tested(
        _findings(log, ruled & timed),
        [(ruled & ~timed, "when the hand was dealt, or when it was settled, was not recorded")],
    )


def _findings(log: LogView, ruled: Flags) -> Iterator[Draft]:
    dealt = np.flatnonzero(ruled)
    dealt = dealt[np.argsort(log.at[dealt], kind="stable")]
    began = log.at[dealt]
    for line, event in log.events.of(Chips):
        if event.kind not in BOUGHT:
            continue
        found = parse_one(event.at)
        before = int(np.searchsorted(began, found[0])) - 1 if found else -1
        if found and before >= 0 and _plays(log, int(dealt[before]), event.seat, found[0]):
            yield _finding(log, int(dealt[before]), line, event)


def _plays(log: LogView, hand: int, seat: int, instant: int) -> bool:
    """Whether a seat was in an unsettled hand."""
    return bool(instant < log.ended_at[hand] and log.people.numbers[hand] >> seat & 1)


def _finding(log: LogView, hand: int, line: int, event: Chips) -> Draft:
    at, ended = log.time(int(log.at[hand])), log.time(int(log.ended_at[hand]))
    return Draft(
        hand=hand,
        seat_number=event.seat,
        player=event.player,
        stated=event.at,
        expected=f"before {at} or after {ended}",
        unit="time",
        money=event.amount,
        fact=f"{event.kind}|{event.at}|{event.amount}",
        message=(
            f"{log.where(hand)}, seat {event.seat}: the player {BOUGHT[event.kind]} {log.money(event.amount)} "
            f"at {event.at} (line {line}), while the hand was played ({at} to {ended})."
        ),
    )
