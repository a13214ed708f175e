"""A player's stays end on a large win.

Finds: the last hand of a stay is one of its largest wins more often than chance gives.
Why: who knows when the cards are good leaves after them.
Example: eight stays of a player all ended on one of their largest wins, where chance gives 2.1.
Needs: stays of at least ten hands that ended before the session did, and the results of the hands; no tournament.
Innocent: many players stop when they are ahead. Alone this is worth nothing; its alarm is shown only beside another one of the
same player.
Next: look at the other alarms of the player.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction

import numpy as np
from msgspec import UNSET

from rules.hands import Ints
from rules.screening.indicator import Indicator
from rules.screening.screened_hands import ScreenedHands
from rules.screening.statistics import Observed, ScreenedSession, TrialRow, Unit, largest_fifth

INDICATOR = Indicator(
    code="SCN016",
    name="leaves-with-the-win",
    engine="trials",
    units=(("player",),),
    games=("chinese", "ofc", "pot"),
    needs=("nets",),
)
_LEAST_HANDS = 10


def rows(session: ScreenedSession) -> Iterator[Observed]:
    """Trials of each player, one for each stay."""
    hands = session.hands
    if session.header.tournament is not UNSET:
        return
    for player in np.unique(hands.player[hands.netted]).tolist():
        ended: defaultdict[Fraction, list[tuple[int, bool]]] = defaultdict(list)
        for last, nets in stays(hands, player):
            large = largest_fifth(nets)
            ended[Fraction(int(np.count_nonzero(large)), len(nets))].append((last, bool(large[-1])))
        unit: Unit = (("player", session.player(player)),)
        for chance, listed in sorted(ended.items()):
            shown = np.array([last for last, large in listed if large], np.int64)
            yield Observed(TrialRow(unit, chance.as_integer_ratio(), len(listed), len(shown)), shown)


def stays(hands: ScreenedHands, player: int) -> Iterator[tuple[int, Ints]]:
    """A player's stays in one seat that ended before the session did: the last hand with a result, and the results.

    Who keeps the seat and is not dealt in has not left.
    """
    hand, column = np.nonzero(hands.holder == player)
    moved = (np.diff(hand) > 1) | (np.diff(hands.seat[hand, column]) != 0)
    ends = np.concatenate((np.flatnonzero(moved) + 1, [len(hand)]))
    for first, end in zip(np.concatenate(([0], ends[:-1])).tolist(), ends.tolist(), strict=True):
        at, place = hand[first:end], column[first:end]
        played = np.flatnonzero(hands.netted[at, place])
        if len(played) >= _LEAST_HANDS and at[-1] < len(hands) - 1:
            yield int(at[played[-1]]), hands.net[at[played], place[played]].astype(np.int64)
