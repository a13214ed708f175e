"""A player acted out of turn.

Finds: a placement that a seat made after a seat that acts later in the same round. Each round goes clockwise from the
left of the button. A player in fantasyland may set at any time.
Why: in open-face play a player who acts later sees more cards. Acting out of turn takes that advantage from another
player.
Example: seat 3, on the button, set its seventh card before seat 2 did.
Needs: `placements` and the button.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rules.checks.support.check import NOT_RECORDED, Check, Draft, Tested, inapplicable
from rules.checks.support.street_acts import act_number, act_where, judged, streets, unplaced
from rules.checks.support.views import BlockView
from rules.hands import Flags, any_seat
from rules.replay.placement.street_dealing import Streets

CHECK = Check(
    "SET012",
    "out-of-turn",
    "violation",
    "minor",
    ("CARN-deal-show-order", "CARN-deal-first-five", "OFC-turns"),
    title="{who} acted out of turn",
    quotes=False,
    rule=("placement.order",),
    area="cards",
    mutations=("ofc",),
)


def run(view: BlockView) -> Tested:
    found = streets(view)
    if found is None:
        return inapplicable(view)
    short = _short(view, found)
    return Tested(
        _findings(view, found, short),
        [
            *unplaced(view),
            (view.hands.dealer == NOT_RECORDED, "the button was not recorded"),
            (short, "a placement of a seat is missing, so its turns cannot be counted"),
        ],
    )


def _short(view: BlockView, found: Streets) -> Flags:
    """(H,) hands with a seat short of turns."""
    stopped = view.replayed.seats.ruled | (view.hands.fouled == 1) | found.in_fantasyland
    short = view.hands.dealt_in & ~stopped & (found.acts_of_seats < found.dealing.acts)
    return any_seat(short) & ~view.replayed.void


def _findings(view: BlockView, found: Streets, short: Flags) -> Iterator[Draft]:
    for act, hand, seat in judged(view, found, found.out_of_turn & ~short[found.acts.hand]):
        before = _ahead(found, act)
        other, round_ = int(found.acts.seat[before]), int(found.turn[act]) + 1
        yield Draft(
            hand=hand,
            seat=seat,
            stated=f"after seat {other}",
            expected=f"before seat {other}",
            unit="order",
            fact=f"{act_number(found.acts, act)}|{other}",
            message=(
                f"{act_where(view, found, act)}: the seat set its cards of round {round_} after seat {other} had set "
                f"those of round {int(found.turn[before]) + 1}; each round goes clockwise from the left of the button."
            ),
        )


def _ahead(found: Streets, act: int) -> int:
    """Earlier act furthest ahead."""
    first = int(np.searchsorted(found.acts.hand, found.acts.hand[act]))
    earlier = np.arange(first, act)
    earlier = earlier[found.fantasyland[earlier] == NOT_RECORDED]
    key = found.turn[earlier] * 16 + found.position[earlier]
    return int(earlier[key.argmax()])
