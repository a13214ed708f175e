"""A player is recorded in two seats.

Finds: a player id that is recorded in two seats of one hand.
Why: a player with two hands sees twice the cards and plays both against the other players, or one of the seats belongs
to somebody else.
Example: player P7 is in seats 2 and 4.
Needs: the seats of the hand, which every hand has.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rules.checks.support.check import ANY_GAME, BY_ROWS, Check, Draft, HandsView, Tested, hand_seats

CHECK = Check(
    "STK004",
    "player-in-two-seats",
    "violation",
    "critical",
    ("external:RECORD-attributable",),
    title="A player sat in two seats",
    area="procedure",
    follows=("STK004",),
    games=ANY_GAME,
    mutations=BY_ROWS,
)


def run(view: HandsView) -> Tested:
    return Tested(_findings(view))


def _findings(view: HandsView) -> Iterator[Draft]:
    player, present = view.hands.player, view.hands.present
    twice = np.zeros(present.shape, np.bool_)
    for seat in range(present.shape[1]):
        for other in range(seat):
            same = (player[:, seat] == player[:, other]) & present[:, seat]
            twice[:, seat] |= same
            twice[:, other] |= same
    for hand, seat in hand_seats(twice):
        same_player = player[hand] == player[hand, seat]
        seats = ", ".join(str(int(number)) for number in view.hands.seat[hand][same_player & present[hand]])
        name = view.hands.players[player[hand, seat]]
        yield Draft(
            hand=hand,
            seat=seat,
            stated=name,
            expected="one seat for each player",
            unit="seats",
            message=f"{view.where(hand, seat)}: player {name} is recorded in seats {seats} of the same hand.",
        )
