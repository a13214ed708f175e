"""Cards are not on record where the money is large.

Finds: hands with a seat whose thirteen cards are not all known are among the hands with the largest results more often than
chance gives; in pot games showdowns with a hand that is not known, among those with the largest pots.
Why: a hand without its cards cannot be replayed, and its payments are checked by nobody.
Example: of 200 hands 90 have the largest results; the cards of 8 hands are missing, all of these, where chance gives 3.6.
Needs: the results of the hands.
Innocent: large hands are mucked in anger; whoever keys them has no time. Losers muck: an alarm therefore needs the same evidence
of the hands alone in which the cards of a seat are missing that did not lose.
Next: key five of these hands from the video without looking at the record.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rules.hands import Flags, Ints
from rules.screening.indicator import Indicator
from rules.screening.screened_hands import ScreenedHands
from rules.screening.statistics import Observed, ScreenedSession, largest_fifth, observed

INDICATOR = Indicator(
    code="SCN008", name="cards-missing-at-money", engine="marked", units=(("table",), ("author",)),
    games=("chinese", "ofc", "pot"),
    needs=("nets",),
)  # fmt: skip


def rows(session: ScreenedSession) -> Iterator[Observed]:
    """Tables of the table and of the author, over hands with all results, or over showdowns."""
    closed = session.hands.pot is None
    which, missing, money = (_hands_with_results if closed else _showdowns)(session.hands)
    for unit in session.record_keepers if len(which) else ():
        for coding, marked in enumerate((missing, _missing_of_others(session.hands))):
            yield observed(unit, which, marked[which], largest_fifth(money[which]), coding)


def _missing_of_others(hands: ScreenedHands) -> Flags:
    """(N,) the cards of a seat are missing that did not lose."""
    if hands.pot is not None:
        return hands.pot.concealed
    found: Flags = ((hands.thirteen == 0) & hands.netted & (hands.net >= 0)).any(axis=1)
    return found


def _hands_with_results(hands: ScreenedHands) -> tuple[Ints, Flags, Ints]:
    """Positions of hands with all results; (N,) a seat's cards are missing; (N,) the largest result."""
    whole = np.flatnonzero(~hands.void & (hands.netted | ~hands.seated).all(axis=1))
    largest = np.where(hands.netted, np.abs(hands.net), 0).max(axis=1, initial=0)
    return whole, ((hands.thirteen == 0) & hands.seated).any(axis=1), largest.astype(np.int64)


def _showdowns(hands: ScreenedHands) -> tuple[Ints, Flags, Ints]:
    """Positions of showdowns with a pot that is known; (N,) a card of a seat is missing; (N,) the pots together."""
    assert hands.pot is not None
    return np.flatnonzero(hands.pot.showdown & (hands.pot.at_stake > 0)), hands.pot.unseen, hands.pot.at_stake
