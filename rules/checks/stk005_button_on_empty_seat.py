"""The button is at a seat where nobody sat.

Finds: a hand whose `dealer` is a seat that is not in the hand. Where the controls say nothing, a seat whose player has left
keeps the button as a dead button in many rooms, and a person decides; a seat at which nobody sat before in the session
cannot have had it.
Why: the order of acting and paying counts from the button; who moves it chooses who acts last and who is paid first.
Example: the button at seat 4, at which nobody has sat; seats 1, 2 and 3 were dealt in.
Needs: `dealer`, and the seats of the hands before.
Clauses: external:RECORD-attributable
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rules.checks.base import NOT_RECORDED, Check, Draft, LogView, Tested

CHECK = Check(
    "STK005",
    "button-on-empty-seat",
    "discrepancy",
    "minor",
    ("external:RECORD-attributable",),
    scope="log",
    area="procedure",
)
DEAD_BUTTON = "table.dead_button"  # whether the button stays at the seat of a player who has left
_NOBODY = 0


def run(log: LogView) -> Tested:
    return Tested(_findings(log), [(log.button == NOT_RECORDED, "the button was not recorded")])


def _findings(log: LogView) -> Iterator[Draft]:
    sat: dict[int, int] = {}  # by seat: the first hand in which somebody sat there
    for each in log.stretches:
        sat[each.seat] = min(each.first, sat.get(each.seat, each.first))
    for hand in np.flatnonzero((log.button != NOT_RECORDED) & (log.button != _NOBODY)).tolist():
        yield from _finding(log, hand, sat)


def _finding(log: LogView, hand: int, sat: dict[int, int]) -> Iterator[Draft]:
    button, number = int(log.button[hand]), int(log.number[hand])
    under = int(log.under[hand]) if len(log.under) else -1
    allowed = log.rulesets[under].get(DEAD_BUTTON) if under >= 0 else None
    was_there = button in sat and sat[button] < number
    if allowed and was_there:
        return
    told = "the player who sat there has left" if was_there else "nobody had sat there in the session"
    open_ = allowed is None and was_there
    yield Draft(
        hand=hand,
        stated=button,
        expected="the seat of a player in the hand",
        unit="seat",
        rule=None if allowed is None else DEAD_BUTTON,
        kind="undetermined" if open_ else None,
        severity="note" if open_ else None,
        message=(
            f"{log.where(hand)}: the button is at seat {button}, where nobody sat; {told}"
            f"{', and the controls do not say whether the button stays' if open_ else ''}."
        ),
    )
