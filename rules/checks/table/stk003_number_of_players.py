"""A hand has too many or too few players.

Finds: a hand with more players than the table may have, or with fewer than the game requires.
Why: the maximum number of players is a condition of the licence.
Example: five players are in a hand; the table may have four.
Needs: the seats of the hand, which every hand has.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rules.checks.support.check import BY_ROWS, Check, Draft, HandsView, Tested
from rules.hands import over_seats

CHECK = Check(
    "STK003",
    "number-of-players",
    "violation",
    "major",
    ("WSGC-1c", "GEN-players", "PAGAT-players", "MY-bank"),
    title="The table had a wrong number of players",
    quotes=False,
    rule=("table.players",),
    area="procedure",
    mutations=BY_ROWS,
)


def run(view: HandsView) -> Tested:
    return Tested(_findings(view))


def _findings(view: HandsView) -> Iterator[Draft]:
    players = over_seats(view.hands.present)
    allowed = view.ruleset.sections.table.players
    least, most = allowed.min or 1, allowed.max or 10
    for hand in np.flatnonzero((players > most) | (players < least)).tolist():
        count = int(players[hand])
        limit = most if count > most else least
        bound = "at most" if count > most else "at least"
        yield Draft(
            hand=hand,
            stated=count,
            expected=limit,
            unit="players",
            rule="table.players",
            kind="violation" if count > most else "undetermined",
            severity=None if count > most else "note",
            message=f"{view.where(hand)}: {count} player{'s' * (count != 1)} in the hand; {bound} {limit} play.",
        )
