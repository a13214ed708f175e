"""A player was away while the hand had decisions left, and the hand was not fouled.

Finds: an `irregularity` event that a player left the table during a hand that was not fouled. At that moment the
player's remaining cards could have gone into more than one row, and the hand could still become legal.
Why: a player who is away cannot make decisions; the controls foul the hand.
Example: seat 2 left at 19:21:40 with room in two rows, and its hand was paid as legal.
Needs: the event with its time and seat, the times of the hand, and the placements with their times.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rules.checks.support.check import Check, Draft, Tested
from rules.checks.support.log_view import Departure, LogView

CHECK = Check(
    "CLK006",
    "away-with-decisions-open",
    "violation",
    "major",
    ("OFC1-stepaway-forbidden", "OFC1-stepaway-allowed"),
    title="{who} was away with decisions open",
    quotes=False,
    scope="log",
    rule=("presence",),
    area="procedure",
    mutations=("ofc",),
)


def run(log: LogView) -> Tested:
    unsure = np.zeros(len(log), np.bool_)
    unsure[[each.place for each in log.people.departures if _unsure(each)]] = True
    return Tested(
        _findings(log),
        [(unsure, "the record does not show the state of the hand when the player left")],
    )


def _unsure(departure: Departure) -> bool:
    return departure.fouled is None or (departure.fouled is False and departure.free_to_go is None)


def _findings(log: LogView) -> Iterator[Draft]:
    for each in log.people.departures:
        if each.free_to_go is not False or each.fouled is not False or log.void[each.place]:
            continue
        ruleset = log.rulesets[log.under[each.place]]
        yield Draft(
            hand=each.place,
            seat_number=each.seat,
            player=each.player,
            stated="not fouled",
            expected="fouled",
            unit="ruling",
            fact=f"{each.seat}|{each.at}",
            clause=ruleset.cite("presence"),
            message=(
                f"{log.where(each.place)}, seat {each.seat}: the player left the table at {log.time(each.at)} with decisions "
                f"left, but the hand was not fouled."
            ),
        )
