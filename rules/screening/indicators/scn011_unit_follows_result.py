"""The higher unit is put down for the hands that one player won.

Finds: a player wins the hands of a higher unit more often than those of the smallest.
Why: a unit that is chosen after the deal pays the winner more.
Example: of 400 hands 149 have the higher unit; a player won 182 hands, 107 of them at it, where chance gives 67.9.
Needs: sessions with two units or more, and the results of the hands; no tournament.
Innocent: luck at the higher stakes. Blocks of one unit that last one hand are the sign.
Next: find out when the unit was announced.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from msgspec import UNSET

from rules.hands import NOT_RECORDED
from rules.screening.indicator import Indicator
from rules.screening.statistics import Observed, ScreenedSession, observed

INDICATOR = Indicator(
    code="SCN011", name="unit-follows-result", engine="marked", units=(("player",),), games=("chinese", "ofc"),
    needs=("units", "nets"),
)  # fmt: skip


def rows(session: ScreenedSession) -> Iterator[Observed]:
    """Tables of each player, over his hands with a result."""
    hands = session.hands
    stated = hands.unit != NOT_RECORDED
    if session.header.tournament is not UNSET or len(np.unique(hands.unit[stated])) < 2:
        return
    hand, seat = np.nonzero(hands.netted & stated[:, None])
    higher = hands.unit[hand] > hands.unit[stated].min()
    won, player = hands.won[hand, seat], hands.player[hand, seat]
    for one in np.unique(player).tolist():
        mine = player == one
        yield observed((("player", session.player(one)),), hand[mine], won[mine], higher[mine])
