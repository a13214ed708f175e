"""A player gets more than his share of strong cards.

Finds: more aces, or more hands with four of a kind, among the cards dealt to a player (by one dealer) than chance gives.
Why: a dealer who chooses the cards gives the good ones to a partner.
Example: of 800 hands of 13 cards a player got 941 aces, where chance gives 800.
Needs: the cards as dealt of at least 100 hands.
Innocent: the luck of one player in 200 tables; only good hands were written down (SCN008).
Next: see the listed hands on video: the dealer's grip, second dealing.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import comb

import numpy as np
from numpy.typing import NDArray

from rules.hands import Flags, Ints
from rules.screening.engines.marked import MarkedStratum
from rules.screening.indicator import Indicator
from rules.screening.statistics import MarkedRow, Observed, ScreenedSession, TrialRow, Unit

INDICATOR = Indicator(
    code="SCN003", name="strong-cards", engine="marked", units=(("player",), ("dealer", "player")), codings=2,
    games=("chinese",), least=100,
    needs=("cards",),
)  # fmt: skip
_ALL_ACES = 4
_ACES = np.uint64(0b1111 << 48)
_HANDS_WITH_QUADS = 13 * comb(48, 9) - comb(13, 2) * comb(44, 5) + comb(13, 3) * comb(40, 1)
QUADS = Fraction(_HANDS_WITH_QUADS, comb(52, 13))  # chance of four of a kind or more of them among 13 cards
_NIBBLES = np.uint64(0x1111111111111)


def rows(session: ScreenedSession) -> Iterator[Observed]:
    """Aces and fours of a kind of each player, and of each dealer with each player."""
    hands = session.hands
    hand, seat = np.nonzero((hands.thirteen != 0) & hands.seated)
    cards, player, dealer = hands.thirteen[hand, seat], hands.player[hand, seat], hands.dealer[hand]
    aces, quads = np.bitwise_count(cards & _ACES), _has_quads(cards)
    for one in np.unique(player).tolist():
        mine = player == one
        whom: Unit = (("player", session.player(one)),)
        yield from _of(whom, hand[mine], aces[mine], quads[mine])
        for each in np.unique(dealer[mine]).tolist():
            if each >= 0:
                by = mine & (dealer == each)
                yield from _of((("dealer", session.name(each)), *whom), hand[by], aces[by], quads[by])


def _of(unit: Unit, hand: Ints, aces: NDArray[np.uint8], quads: Flags) -> Iterator[Observed]:
    for held, times in enumerate(np.bincount(aces).tolist()):
        if times:
            row = MarkedRow(unit, MarkedStratum(52, 4, 13, held), 0, times)
            yield Observed(row, hand[aces == held] if held == _ALL_ACES else hand[:0])
    trials = TrialRow(unit, QUADS.as_integer_ratio(), len(quads), int(np.count_nonzero(quads)), 1)
    yield Observed(trials, hand[quads])


def _has_quads(cards: NDArray[np.uint64]) -> Flags:
    """(n,) whether all suits of some rank are among the cards of a mask."""
    one = np.uint64(1)
    found: Flags = (cards & cards >> one & cards >> one + one & cards >> one + one + one & _NIBBLES) != 0
    return found
