"""The button is at a seat where nobody sat.

Finds: a hand whose `dealer` is a seat without a player in the hand. Many rooms leave the button at the seat of a player
who has left (a dead button). Where the controls are silent on it, a person decides. The button cannot be at a seat
where nobody has sat in the session, unless earlier hands are not on record; then too a person decides.
Why: the order of acting and paying counts from the button. Moving it decides which player acts last and which is paid
first.
Example: the button is at seat 4, where nobody has sat; seats 1, 2 and 3 were dealt in.
Needs: `dealer`, and the seats of the earlier hands.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rules.checks.support.check import NOT_RECORDED, Check, Draft, Tested
from rules.checks.support.log_view import LogView

CHECK = Check(
    "STK005",
    "button-on-empty-seat",
    "discrepancy",
    "minor",
    ("external:RECORD-attributable",),
    title="The button was at an empty seat",
    quotes=False,
    scope="log",
    area="procedure",
)
DEAD_BUTTON = "table.dead_button"  # whether the button stays at the seat of a player who has left
_NOBODY = 0
_WHO = {  # by whether somebody sat there in a hand before, and whether all hands before are on record
    (True, True): "the player who sat there has left",
    (True, False): "the player who sat there has left",
    (False, True): "nobody has sat there in the session",
    (False, False): "earlier hands are not on record, and somebody may have sat there",
}


def run(log: LogView) -> Tested:
    return Tested(_findings(log), [(log.cards.empty_button == NOT_RECORDED, "the button was not recorded")])


def _findings(log: LogView) -> Iterator[Draft]:
    empty = (log.cards.empty_button != NOT_RECORDED) & (log.cards.empty_button != _NOBODY)
    if not empty.any():
        return
    sat: dict[int, int] = {}  # by seat: the first hand in which somebody sat there
    for each in log.people.stretches:
        sat[each.seat] = min(each.first, sat.get(each.seat, each.first))
    whole = (
        np.cumsum(np.diff(log.number, prepend=0) != 1) == 0
    ) & log.counted  # from hand 1 on, without a gap
    for hand in np.flatnonzero(empty).tolist():
        yield from _finding(log, hand, sat, bool(whole[hand]))


def _finding(log: LogView, hand: int, sat: dict[int, int], whole: bool) -> Iterator[Draft]:
    """Finding of a hand. whole: no earlier hand is missing."""
    button, number = int(log.cards.empty_button[hand]), int(log.number[hand])
    under = int(log.under[hand]) if len(log.under) else -1
    allowed = log.rulesets[under].sections.table.dead_button if under >= 0 else None
    was_there = button in sat and sat[button] < number
    if allowed and was_there:
        return
    history = _WHO[was_there, whole]
    open_ = allowed is not False and (was_there or not whole)
    yield Draft(
        hand=hand,
        stated=button,
        expected="the seat of a player in the hand",
        unit="seat",
        rule=None if allowed is None else DEAD_BUTTON,
        kind="undetermined" if open_ else None,
        severity="note" if open_ else None,
        message=(
            f"{log.where(hand)}: the button is at seat {button}, where nobody sat; {history}"
            f"{', and the controls do not say whether the button stays' if open_ and allowed is None else ''}."
        ),
    )
