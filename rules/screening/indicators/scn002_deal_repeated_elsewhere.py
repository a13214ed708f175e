"""A deal is in two sessions, perhaps with seats and suits exchanged.

Finds: two deals of different sessions with the same cards in each seat, but for the order of the seats and of the suits. Of
sessions of one table that follow each other the last 200 deals are also compared in part: so many cards in the same seats,
under a turn of the seats, that chance gives less than 0.01 pairs, and at least 27.
Why: a deal is prepared once and used twice, or a record was made from another one.
Example: of two sessions of 200 deals of four seats twelve deals are equal, where chance gives less than 10^-21.
Needs: all cards of at least two seats as dealt; in open-face games 13 cards for everybody. SCN002 looks between sessions;
DCK005 and DCK006 look within one.
Innocent: a session was uploaded twice under two ids; a training log; the duplicate deals of a tournament.
Next: compare both videos; ask who recorded.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rules.screening.canonical_deals import canonical, digests
from rules.screening.deal_bytes import COMPARED_IN_PART, LAST_DEALS, held_bytes
from rules.screening.indicator import Indicator
from rules.screening.statistics import DealRow, HeldRow, Observed, ScreenedSession

INDICATOR = Indicator(
    code="SCN002",
    name="deal-repeated-elsewhere",
    engine="repeats",
    units=(("room",),),
    games=("chinese", "ofc"),
    needs=("cards",),
)
_FEWEST = 2  # seats


def rows(session: ScreenedSession) -> Iterator[Observed]:
    """Digests of the session's deals, one row for each number of seats, with the hands in their order."""
    hands = session.hands
    known = (hands.thirteen != 0) & hands.seated & ~hands.chose
    seats = hands.seated.sum(axis=1)
    whole = (known | ~hands.seated).all(axis=1) & (seats >= _FEWEST)
    for count in np.unique(seats[whole]).tolist():
        deals = np.flatnonzero(whole & (seats == count))
        held = hands.thirteen[deals][hands.seated[deals]].reshape(-1, count)
        row = DealRow((("room", session.header.room),), count, tuple(digests(canonical(held)).tolist()))
        yield Observed(row, deals)
        if count in COMPARED_IN_PART:
            last = HeldRow((("table", session.header.table),), count, held_bytes(held[-LAST_DEALS:]))
            yield Observed(last, deals[-LAST_DEALS:])
