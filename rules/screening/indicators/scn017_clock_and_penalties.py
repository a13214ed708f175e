"""Clock rulings and penalties help one player.

Finds: of a supervisor's rulings, or of a table's, the hard ones (a penalty, a hand ruled fouled or dead) fall on the opponents of
one player more often than the soft ones (play on, a warning).
Why: a ruling that is open to the floor can be made for somebody.
Example: of 30 rulings of a supervisor twelve were hard; a player was an opponent in 15 of the 30, and in all twelve hard ones,
where chance gives six.
Needs: irregularities, with the clock's among them, that state the seat and the ruling; who ruled, else the supervisor. Of a
tournament's file: penalties, with warnings as the soft ones, and the seats; not those at a table whose log states rulings.
Innocent: the players whom he meets are slow.
Next: compare the rulings side by side.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from rules.screening.engines.marked import MarkedStratum
from rules.screening.event_penalties import EventPenalty
from rules.screening.indicator import Indicator
from rules.screening.statistics import MarkedRow, Observed, ScreenedSession, Unit, observed

INDICATOR = Indicator(
    code="SCN017", name="clock-and-penalties", engine="marked", units=(("supervisor", "player"), ("table", "player")),
    games=("ofc", "pot", "tournament"),
    needs=("rulings",),
)  # fmt: skip


def rows(session: ScreenedSession) -> Iterator[Observed]:
    """Tables of each supervisor, and of the table, with every player whom a ruling could help."""
    hands = session.hands
    if not len(hands.rulings):
        return
    hand, seat, by, hard = hands.rulings.T
    everything = np.ones(len(hand), np.bool_)
    whose: list[tuple[Unit, np.ndarray]] = [((("table", session.header.table),), everything)]
    whose += [((("supervisor", who),), cases) for who, cases in session.rulers(everything, by).items()]
    ruled_on = hands.player[hand, seat]
    for player in np.unique(hands.player[hand][hands.seated[hand]]).tolist():
        opponent = (hands.seated[hand] & (hands.player[hand] == player)).any(axis=1) & (ruled_on != player)
        for who, cases in whose:
            unit: Unit = (*who, ("player", session.player(player)))
            yield observed(unit, hand[cases], hard[cases] == 1, opponent[cases])


def rows_of_penalties(penalties: Sequence[EventPenalty]) -> Iterator[MarkedRow]:
    """The same tables of the penalties of a tournament's file."""
    whose: dict[Unit, list[EventPenalty]] = {}
    for each in penalties:
        whose.setdefault((("table", each.table),), []).append(each)
        if each.ruler is not None:
            whose.setdefault((("supervisor", each.ruler),), []).append(each)
    for who, cases in sorted(whose.items()):
        hard = np.array([each.hard for each in cases], np.bool_)
        for player in sorted(frozenset[str]().union(*(each.opponents for each in cases))):
            opponent = np.array([player in each.opponents for each in cases], np.bool_)
            yield MarkedRow((*who, ("player", player)), MarkedStratum.of(hard, opponent))
