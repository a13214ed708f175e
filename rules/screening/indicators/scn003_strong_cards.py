"""A player gets more than his share of strong cards.

Finds: more aces, or more hands with four of a kind, among the cards dealt to a player (by one dealer) than chance gives; in
open-face games more royalties than the others at the table have; in pot games more aces, or more often a pair, before the
first bet.
Why: a dealer who chooses the cards gives the good ones to a partner.
Example: of 800 hands of 13 cards a player got 941 aces, where chance gives 800.
Needs: the cards as dealt of at least 100 hands; in open-face games the rows of hands outside fantasyland; in pot
games the cards of all seats, for the hands that are shown are chosen ones.
Innocent: the luck of one player in 200 tables; only good hands were written down (SCN008); in open-face games the player sets his
cards better than the rest.
Next: see the listed hands on video: the dealer's grip, second dealing.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rules.hands import Flags, Ints
from rules.screening.engines.marked import MarkedStratum
from rules.screening.indicator import Indicator
from rules.screening.screened_hands import ScreenedHands
from rules.screening.statistics import MarkedRow, Observed, ScreenedSession, TrialRow, Unit

INDICATOR = Indicator(
    code="SCN003", name="strong-cards", engine="marked", units=(("player",), ("dealer", "player")), codings=2,
    games=("chinese", "ofc", "pot"), least=100,
    needs=("cards",),
)  # fmt: skip
_ALL_ACES = 4
_ACES = np.uint64(0b1111 << 48)
_HANDS_WITH_QUADS = 13 * comb(48, 9) - comb(13, 2) * comb(44, 5) + comb(13, 3) * comb(40, 1)
QUADS = Fraction(_HANDS_WITH_QUADS, comb(52, 13))  # chance of four of a kind or more of them among 13 cards
_NIBBLES = np.uint64(0x1111111111111)


def rows(session: ScreenedSession) -> Iterator[Observed]:
    """Strong cards, or royalties, of each player, and of each dealer with each player."""
    of_game = {"chinese": _of_deals, "ofc": _royalties, "pot": _of_hole_cards}
    yield from of_game[session.game](session.hands, session)


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
    """Aces and fours of a kind among thirteen cards."""
    hand, seat = np.nonzero((hands.thirteen != 0) & hands.seated)
    cards = hands.thirteen[hand, seat]
    yield from _dealt(session, _Dealt(hand, seat, cards, _has_quads(cards), 52, QUADS))


def _of_hole_cards(hands: ScreenedHands, session: ScreenedSession) -> Iterator[Observed]:
    """Aces and pairs, for each number of cards of a deck."""
    assert hands.pot is not None
    whole = ((hands.pot.hole != 0) | ~hands.seated).all(axis=1)
    hand, seat = np.nonzero(whole[:, None] & hands.seated)
    cards = hands.pot.hole[hand, seat]
    kinds = np.column_stack((hands.pot.pot_deck[hand], np.bitwise_count(cards))).astype(np.int64)
    for deck, count in np.unique(kinds, axis=0).tolist():
        those = (kinds == (deck, count)).all(axis=1)
        mine = cards[those]
        dealt = _Dealt(hand[those], seat[those], mine, _has_pair(mine), deck, chance_of_pair(deck, count))
        yield from _dealt(session, dealt)


class _Dealt(NamedTuple):
    """Cards of seats: positions of the hands, columns, masks, which are strong, cards of the deck, the chance of a strong one."""

    hand: Ints
    seat: Ints
    cards: NDArray[np.uint64]
    strong: Flags
    deck: int
    chance: Fraction

    def of(self, which: Flags) -> _Dealt:
        """Some of them."""
        return self._replace(
            hand=self.hand[which], seat=self.seat[which], cards=self.cards[which], strong=self.strong[which]
        )


def _dealt(session: ScreenedSession, dealt: _Dealt) -> Iterator[Observed]:
    hands = session.hands
    player, dealer = hands.player[dealt.hand, dealt.seat], hands.dealer[dealt.hand]
    for one in np.unique(player).tolist():
        mine = player == one
        whom: Unit = (("player", session.player(one)),)
        yield from _of(whom, dealt.of(mine))
        for each in np.unique(dealer[mine]).tolist():
            if each >= 0:
                unit: Unit = (("dealer", session.name(each)), *whom)
                yield from _of(unit, dealt.of(mine & (dealer == each)))


def _of(unit: Unit, dealt: _Dealt) -> Iterator[Observed]:
    hand, size = dealt.hand, int(dealt.cards[0]).bit_count()
    aces = np.bitwise_count(dealt.cards & _ACES)
    for held, times in enumerate(np.bincount(aces).tolist()):
        if times:
            row = MarkedRow(unit, MarkedStratum(dealt.deck, _ALL_ACES, size, held), 0, times)
            yield Observed(row, hand[aces == held] if held == min(_ALL_ACES, size) else hand[:0])
    chance, strong = dealt.chance.as_integer_ratio(), int(np.count_nonzero(dealt.strong))
    yield Observed(TrialRow(unit, chance, len(hand), strong, 1), hand[dealt.strong])


def chance_of_pair(deck: int, count: int) -> Fraction:
    """Chance that two of some cards are of one rank."""
    return 1 - Fraction(comb(deck // 4, count) * 4**count, comb(deck, count))


def _has_pair(cards: NDArray[np.uint64]) -> Flags:
    """(n,) whether two cards of a mask are of one rank."""
    ranks = cards | cards >> np.uint64(1)
    ranks = (ranks | ranks >> np.uint64(2)) & _NIBBLES
    found: Flags = np.bitwise_count(ranks) < np.bitwise_count(cards)
    return found


def _has_quads(cards: NDArray[np.uint64]) -> Flags:
    """(n,) whether all suits of some rank are among the cards of a mask."""
    one = np.uint64(1)
    found: Flags = (cards & cards >> one & cards >> one + one & cards >> one + one + one & _NIBBLES) != 0
    return found
