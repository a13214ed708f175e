"""The cards look made up.

Finds: the cards of a session are spread over the seats more unevenly, or more evenly, than chance gives. Too even is the mistake
of a forger.
Why: a record without a game behind it has cards that somebody thought of.
Example: in 200 deals each card was in each seat exactly 50 times.
Needs: at least 50 deals of four seats in which all 52 cards are known.
Innocent: none by chance; look at SCN001 first.
Next: find out who made the file, and from what; compare a sample with the video.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rules.hands import Ints
from rules.screening.deal_bytes import has_card
from rules.screening.engines.even_cards import SEATS, log_of_square, square_of_cards
from rules.screening.hand_pieces import pieces
from rules.screening.indicator import Indicator
from rules.screening.screened_hands import ScreenedHands
from rules.screening.statistics import Observed, ScreenedSession, SumsRow

INDICATOR = Indicator(
    code="SCN010",
    name="invented-cards",
    engine="even_cards",
    units=(("table",), ("author",)),
    games=("chinese",),
    needs=("full_deals",),
)
_LEAST_DEALS = 50


def rows(session: ScreenedSession) -> Iterator[Observed]:
    """The session's χ², of the table and of the author."""
    deals = _whole_deals(session.hands)
    if len(deals) < _LEAST_DEALS:
        return
    square = square_of_cards(_counts(session.hands, deals).tolist())
    log, found = log_of_square(square), (square.numerator, square.denominator)
    for unit in session.record_keepers:
        yield Observed(SumsRow(unit, len(deals), 0, found, (log,)), deals)


def counts_of_cards(session: ScreenedSession) -> Ints | None:
    """(52, 4) deals in which a card was in a seat; None: there are too few."""
    deals = _whole_deals(session.hands)
    return _counts(session.hands, deals) if len(deals) >= _LEAST_DEALS else None


def _whole_deals(hands: ScreenedHands) -> Ints:
    """(n,) positions of deals of four seats with all cards."""
    known = hands.thirteen.astype(np.bool_) | ~hands.seated
    return np.flatnonzero(known.all(axis=1) & (hands.seated.sum(axis=1) == SEATS))


def _counts(hands: ScreenedHands, deals: Ints) -> Ints:
    held = hands.thirteen[deals][hands.seated[deals]].reshape(-1, SEATS)
    counts = [has_card(held[some]).sum(axis=0) for some in pieces(np.arange(len(held)))]
    found: Ints = np.sum(counts, axis=0).T.astype(np.int64)
    return found
