"""Deals are declared void while one player was losing.

Finds: void hands fall on the hands that a player would have lost, or on his largest losses, more often than chance gives.
Why: a void deal gives the loser his chips back.
Example: of 40 hands of a player 12 are void; he was losing in all 12, where chance gives 4.8.
Needs: rows of void hands; void hands without cards are counted in SCN008. Where no ruling says who declared a deal void, the
supervisor of the session did.
Innocent: misdeals found at the showdown are found by whoever loses.
Next: see the video of each void hand; ask what the irregularity was.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rules.screening.indicator import Indicator
from rules.screening.parted_cases import parted
from rules.screening.statistics import Observed, ScreenedSession, Unit, largest_fifth, observed

INDICATOR = Indicator(
    code="SCN006", name="void-when-losing", engine="marked", units=(("player",), ("supervisor", "player")), codings=2,
    games=("chinese", "ofc", "pot"),
    needs=("rows", "void_rows"),
)  # fmt: skip


def rows(session: ScreenedSession) -> Iterator[Observed]:
    """Tables of each player of the session, and of each supervisor who ruled a misdeal with each player."""
    hands = session.hands
    rulers = session.rulers(hands.void, hands.ruled_by)
    at, columns = np.nonzero(hands.known)
    for player, (hand, seat) in parted(hands.player[at, columns], at, columns):
        units, void = hands.units[hand, seat].astype(np.int64), hands.void[hand]
        codings = units < 0, largest_fifth(-units)
        whom: Unit = (("player", session.player(player)),)
        for coding, losing in enumerate(codings):
            yield observed(whom, hand, void, losing, coding)
            for ruler, ruled in rulers.items():
                unit: Unit = (("supervisor", ruler), *whom)
                yield observed(unit, hand, ruled[hand], losing, coding)
