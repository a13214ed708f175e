"""Rulings of dead or fouled hands fall on winning hands, or spare one player.

Finds: seats that a supervisor ruled dead or fouled would have won more often than chance gives; and of the winning hands that
he ruled so, those of one player are missing.
Why: a dead hand gives its chips to the others.
Example: of 800 seats 377 would have won; 12 were ruled dead, all of them winners, where chance gives 5.7.
Needs: rows of the hands that were ruled on, and who ruled. Where a ruling does not say, the supervisor of the session did.
Innocent: nobody protests when the hand of a loser is dead.
Next: compare the rulings with the procedure of the controls; ask for a second signature.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rules.screening.indicator import Indicator
from rules.screening.statistics import Observed, ScreenedSession, Unit, observed

INDICATOR = Indicator(
    code="SCN007", name="winners-ruled-dead", engine="marked", units=(("supervisor",), ("supervisor", "player")),
    games=("chinese", "ofc", "pot"),
    needs=("rows", "ruled"),
)  # fmt: skip


def rows(session: ScreenedSession) -> Iterator[Observed]:
    """Tables of each supervisor who ruled, and of each with every player whom the rulings could spare."""
    hands = session.hands
    hand, seat = np.nonzero(hands.known)
    winning, player = hands.units[hand, seat] > 0, hands.player[hand, seat]
    for ruler, ruled in session.rulers(hands.dead, hands.dead_by).items():
        dead = ruled[hand, seat]
        who: Unit = (("supervisor", ruler),)
        yield observed(who, hand, dead, winning)
        for spared in np.unique(player).tolist():
            there = winning & (hands.player == spared).any(axis=1)[hand]
            unit: Unit = (*who, ("player", session.player(spared)))
            yield observed(unit, hand[there], dead[there], (player != spared)[there])
