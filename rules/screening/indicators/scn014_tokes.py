"""Tokes gather at one dealer, or at one player's wins.

Finds: hands that a toke followed were dealt by one dealer more often than chance gives; and of the hands that one player won,
those that a toke followed. A player who is generous to all dealers is none.
Why: a dealer is paid for what he does for a player.
Example: of 200 hands a dealer dealt 50; 20 hands were followed by a toke, 15 of them his, where chance gives 5.
Needs: tokes on record, and who dealt each hand.
Innocent: the dealer is liked, by all or by one player. Alone this is worth nothing: the alarm is shown only where another
indicator has one of the same dealer or player.
Next: read the rules of the toke box; look at SCN012 for the pair.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rules import times
from rules.hands import NOT_RECORDED, Flags
from rules.records.events import Toke
from rules.screening.indicator import Indicator
from rules.screening.parted_cases import tables_of_all
from rules.screening.statistics import MarkedRow, Observed, ScreenedSession, Unit, observed

INDICATOR = Indicator(
    code="SCN014", name="tokes", engine="marked", units=(("dealer",), ("dealer", "player")),
    games=("chinese", "ofc", "pot"),
    needs=("dealers", "tokes", "timed"),
)  # fmt: skip


def rows(session: ScreenedSession) -> Iterator[Observed]:
    """Tables of each dealer, and of each dealer with each player who won."""
    hands = session.hands
    in_time = (hands.at != NOT_RECORDED) & (hands.dealer >= 0)
    timed = np.flatnonzero(in_time)
    followed = _followed(session)
    if not followed[timed].any():
        return
    dealers = np.unique(hands.dealer[timed]).tolist()
    for dealer in dealers:
        dealt = hands.dealer == dealer
        yield observed((("dealer", session.name(dealer)),), timed, followed[timed], dealt[timed])
    hand, seat = np.nonzero(hands.won & in_time[:, None])
    cases = hand, hands.player[hand, seat], hands.dealer[hand], followed[hand]
    for player, dealer, stratum, both in tables_of_all(*cases, among=dealers):
        unit: Unit = (("dealer", session.name(dealer)), ("player", session.player(player)))
        yield Observed(MarkedRow(unit, stratum), both)


def _followed(session: ScreenedSession) -> Flags:
    """(N,) hands that a toke followed before the next hand."""
    hands = session.hands
    found = np.zeros(len(hands), np.bool_)
    timed = np.flatnonzero(hands.at != NOT_RECORDED)
    timed = timed[np.argsort(hands.at[timed], kind="stable")]
    given = times.parse([event.at for _, event in session.events if isinstance(event, Toke)])
    place = np.searchsorted(hands.at[timed], given.instant, side="right") - 1
    found[timed[place[place >= 0]]] = True
    return found
