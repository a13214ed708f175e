"""A player who had earned fantasyland was not given it.

Finds: a player who qualified for fantasyland and was dealt one card at a time in the next hand.
Why: the player earned the advantage; withholding it costs the player money.
Example: seat 1 had kings in front and no foul; in the next hand it was dealt five cards and then one at a time.
Needs: the rows of the hand before, and `fantasyland` or the placements.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rules.checks.support.check import Check, Draft, Tested
from rules.checks.support.log_view import LogView
from rules.checks.support.seat_history import NOT_KNOWN, LogSeating
from rules.hands import Flags, any_seat

CHECK = Check(
    "SET015",
    "fantasyland-not-given",
    "violation",
    "major",
    ("OFC-one-per-turn", "PINE-three"),
    title="{who} earned fantasyland and did not get it",
    quotes=False,
    scope="log",
    rule=("fantasyland",),
    area="cards",
    mutations=("ofc",),
)

REASON = "the players in fantasyland, or those who had qualified for it, were not recorded"


def run(log: LogView) -> Tested:
    seating = log.people.seating
    provided = log.ruled(lambda ruleset: ruleset.sections.fantasyland is not None)
    if seating is None or not provided.any():
        return Tested((), [(provided, REASON)])
    return Tested(
        _findings(log, seating),
        [(provided & ~_shown(log, seating), REASON)],
    )


def _findings(log: LogView, seating: LogSeating) -> Iterator[Draft]:
    before, after = seating.following()
    same = seating.same_player(before, after)
    missing = same & (seating.earned[before] > 0) & (seating.land[after] == 0)
    for at, column in zip(*np.nonzero(missing), strict=True):
        hand, expected = int(after[at]), int(seating.earned[before[at], column])
        again = seating.land[int(before[at]), column] > 0
        number, earned_in = int(seating.number[hand]), int(seating.number[before[at]])
        yield Draft(
            number=number,
            line=int(seating.line[hand]),
            seat_number=int(column) + 1,
            player=seating.players[seating.player[hand, column]],
            stated=0,
            expected=expected,
            unit="cards",
            rule="fantasyland.stay" if again else "fantasyland.entry",
            message=(
                f"Hand {number}, seat {column + 1}: the seat qualified for fantasyland in hand {earned_in} "
                f"and was not dealt {expected} cards at once."
            ),
        )


def _shown(log: LogView, seating: LogSeating) -> Flags:
    """(N,) hands that show who was dealt all cards at once, after hands that show who had qualified."""
    before, after = seating.following()
    same = seating.same_player(before, after)
    open_ = same & (
        (seating.earned[before] < 0) | ((seating.earned[before] > 0) & (seating.land[after] == NOT_KNOWN))
    )
    shown = np.zeros(len(seating), np.bool_)
    shown[after] = ~any_seat(open_)
    return seating.in_log(shown)
