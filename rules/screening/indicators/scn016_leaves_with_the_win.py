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
    ended: defaultdict[int, defaultdict[Fraction, list[tuple[int, bool]]]] = defaultdict(
        lambda: defaultdict(list)
    )
    for player, last, nets in stays(hands):
        large = largest_fifth(nets)
        chance = Fraction(int(np.count_nonzero(large)), len(nets))
        ended[player][chance].append((last, bool(large[-1])))
    for player, own in ended.items():
        unit: Unit = (("player", session.player(player)),)
        for chance, listed in sorted(own.items()):
            shown = np.array([last for last, large in listed if large], np.int64)
            yield Observed(TrialRow(unit, chance.as_integer_ratio(), len(listed), len(shown)), shown)


def stays(hands: ScreenedHands) -> Iterator[tuple[int, int, Ints]]:
    """Stays of each player in one seat that ended before the session did: the player, the last hand with a result, the results.

    Who keeps the seat and is not dealt in has not left.
    """
    hand, column = np.nonzero(hands.holder >= 0)
    if not len(hand):
        return
    order = np.argsort(hands.holder[hand, column], kind="stable")
    hand, column = hand[order], column[order]
    player, seat = hands.holder[hand, column], hands.seat[hand, column]
    moved = (np.diff(player) != 0) | (np.diff(hand) > 1) | (np.diff(seat) != 0)
    ends = np.append(np.flatnonzero(moved) + 1, len(hand))
    played = np.flatnonzero(hands.netted[hand, column])
    first, end = np.searchsorted(played, np.append(0, ends[:-1])), np.searchsorted(played, ends)
    long = np.flatnonzero((end - first >= _LEAST_HANDS) & (hand[ends - 1] < len(hands) - 1))
    for start, stop in zip(first[long].tolist(), end[long].tolist(), strict=True):
        at, place = hand[played[start:stop]], column[played[start:stop]]
        yield int(player[played[start]]), int(at[-1]), hands.net[at, place].astype(np.int64)
