"""A player gets more than his share of strong cards.

Finds: more aces, or more hands with four of a kind, among the cards dealt to a player (by one dealer) than chance gives; in
open-face games more royalties than the others at the table have.
Why: a dealer who chooses the cards gives the good ones to a partner.
Example: of 800 hands of 13 cards a player got 941 aces, where chance gives 800.
Needs: the cards as dealt of at least 100 hands; in open-face games the rows of hands outside fantasyland.
Innocent: the luck of one player in 200 tables; only good hands were written down (SCN008); in open-face games the player sets his
cards better than the rest.
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
from rules.screening.screened_hands import ScreenedHands
from rules.screening.statistics import MarkedRow, Observed, ScreenedSession, TrialRow, Unit

INDICATOR = Indicator(
    code="SCN003", name="strong-cards", engine="marked", units=(("player",), ("dealer", "player")), codings=2,
    games=("chinese", "ofc"), least=100,
    needs=("cards",),
)  # fmt: skip
_ALL_ACES = 4
_ACES = np.uint64(0b1111 << 48)
_HANDS_WITH_QUADS = 13 * comb(48, 9) - comb(13, 2) * comb(44, 5) + comb(13, 3) * comb(40, 1)
QUADS = Fraction(_HANDS_WITH_QUADS, comb(52, 13))  # chance of four of a kind or more of them among 13 cards
_NIBBLES = np.uint64(0x1111111111111)


def rows(session: ScreenedSession) -> Iterator[Observed]:
    """Strong cards, or royalties, of each player, and of each dealer with each player."""
    yield from (_royalties if session.game == "ofc" else _of_deals)(session.hands, session)


def _royalties(hands: ScreenedHands, session: ScreenedSession) -> Iterator[Observed]:
    """Seats of the session with a royalty: those of the player (dealt by the dealer) among all (that he dealt)."""
    hand, seat = np.nonzero(hands.royalty >= 0)
    has, player, dealer = hands.royalty[hand, seat] == 1, hands.player[hand, seat], hands.dealer[hand]
    for one in np.unique(player).tolist():
        whom: Unit = (("player", session.player(one)),)
        mine = player == one
        yield _counted(whom, hand, has, mine)
        for each in np.unique(dealer[mine & (dealer >= 0)]).tolist():
            by = dealer == each
            yield _counted((("dealer", session.name(each)), *whom), hand[by], has[by], mine[by])


def _counted(unit: Unit, hand: Ints, has: Flags, mine: Flags) -> Observed:
    row = MarkedRow(unit, MarkedStratum.of(has, mine), deals=int(np.count_nonzero(mine)))
    return Observed(row, hand[has & mine])


def _of_deals(hands: ScreenedHands, session: ScreenedSession) -> Iterator[Observed]:
    """Aces and fours of a kind."""
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
