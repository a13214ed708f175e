"""A player wins more often when one dealer deals.

Finds: a player's winning hands were dealt by one dealer more often than his hands as a whole.
Why: a dealer can help a player by the deal, or by what he shows.
Example: of 1,200 hands of a player one dealer dealt 265; the player won 599, 188 of them from this dealer, where chance gives
132.1.
Needs: who dealt each hand, and sessions with two dealers or more.
Innocent: other opponents sat there at that hour.
Next: look at SCN003 for the pair, and at the rota.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rules.screening.indicator import Indicator
from rules.screening.parted_cases import tables_of_all
from rules.screening.statistics import MarkedRow, Observed, ScreenedSession, Unit

INDICATOR = Indicator(
    code="SCN012", name="dealer-and-player", engine="marked", units=(("dealer", "player"),),
    games=("chinese", "ofc", "pot"),
    needs=("dealers", "nets"),
)  # fmt: skip


def rows(session: ScreenedSession) -> Iterator[Observed]:
    """Tables of each dealer with each player, over the player's hands with a result and a dealer on record."""
    hands = session.hands
    dealers = np.unique(hands.dealer[hands.dealer >= 0]).tolist()
    if len(dealers) < 2:
        return
    hand, seat = np.nonzero(hands.netted & (hands.dealer >= 0)[:, None])
    cases = hand, hands.player[hand, seat], hands.dealer[hand], hands.won[hand, seat]
    for one, each, stratum, both in tables_of_all(*cases, among=dealers):
        unit: Unit = (("dealer", session.name(each)), ("player", session.player(one)))
        yield Observed(MarkedRow(unit, stratum), both)
