"""A player gets more than his share of strong cards.

Finds: more aces, or more hands with four of a kind, among the cards dealt to a player (by one dealer) than chance gives; in
open-face games, of a player's hands with a royalty more were dealt by one dealer than of his hands as a whole; in pot games more
aces, or more often a pair, before the first bet.
Why: a dealer who chooses the cards gives the good ones to a partner.
Example: of 800 hands of 13 cards a player got 941 aces, where chance gives 800.
Needs: the cards as dealt of at least 100 hands; for royalties the rows of hands outside fantasyland, and who dealt; in pot games
the cards of all seats, for the hands that are shown are chosen ones.
Innocent: the luck of one player in 200 tables; only good hands were written down (SCN008). Who sets his cards better has more
royalties than the others: therefore he is compared with himself.
Next: see the listed hands on video: the dealer's grip, second dealing.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import pairwise
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rules.hands import Flags, Ints
from rules.screening.engines.marked import MarkedStratum
from rules.screening.indicator import Indicator
from rules.screening.parted_cases import parted
from rules.screening.screened_hands import ScreenedHands
from rules.screening.statistics import NO_HANDS, MarkedRow, Observed, ScreenedSession, TrialRow, Unit

INDICATOR = Indicator(
    code="SCN003", name="strong-cards", engine="marked", units=(("player",), ("dealer", "player")), codings=2,
    games=("chinese", "ofc", "pot"), least=100,
    needs=("cards",),
)  # fmt: skip
_ALL_ACES, _HAND = 4, 13
_ACES = np.uint64(0b1111 << 48)
_HANDS_WITH_QUADS = 13 * comb(48, 9) - comb(13, 2) * comb(44, 5) + comb(13, 3) * comb(40, 1)
QUADS = Fraction(_HANDS_WITH_QUADS, comb(52, 13))  # chance of four of a kind or more of them among 13 cards
_DECKS = 64  # more than the cards of a deck
_NIBBLES = np.uint64(0x1111111111111)


def rows(session: ScreenedSession) -> Iterator[Observed]:
    """Strong cards, or royalties, of each player, and of each dealer with each player."""
    of_game = {"chinese": _of_deals, "ofc": _of_open_face, "pot": _of_hole_cards}
    yield from of_game[session.game](session.hands, session)


def _of_open_face(hands: ScreenedHands, session: ScreenedSession) -> Iterator[Observed]:
    """Cards of each player as dealt, which no skill chooses; and his royalties by dealer."""
    cards = np.where(hands.chose | hands.dealt.astype(np.bool_), hands.dealt, hands.thirteen)
    yield from _dealt(session, _thirteen(cards), _THIRTEEN_OF_52, dealers=False)
    yield from _royalties(hands, session)


def _royalties(hands: ScreenedHands, session: ScreenedSession) -> Iterator[Observed]:
    """Hands of a player with a royalty: those that one dealer dealt among all of his."""
    hand, seat = np.nonzero((hands.royalty >= 0) & (hands.dealer >= 0)[:, None])
    has, player, dealer = hands.royalty[hand, seat] == 1, hands.player[hand, seat], hands.dealer[hand]
    for one in np.unique(player).tolist():
        mine = player == one
        for each in np.unique(dealer[mine]).tolist():
            unit: Unit = (("dealer", session.name(each)), ("player", session.player(one)))
            yield _counted(unit, hand[mine], has[mine], dealer[mine] == each)


def _counted(unit: Unit, hand: Ints, has: Flags, mine: Flags) -> Observed:
    row = MarkedRow(unit, MarkedStratum.of(has, mine), deals=int(np.count_nonzero(mine)))
    return Observed(row, hand[has & mine])


def _of_deals(hands: ScreenedHands, session: ScreenedSession) -> Iterator[Observed]:
    """Aces and fours of a kind among thirteen cards."""
    yield from _dealt(session, _thirteen(hands.thirteen), _THIRTEEN_OF_52)


def _thirteen(cards: NDArray[np.uint64]) -> _Dealt:
    """Seats with thirteen of the cards (N, S); those of nobody are counted for nobody."""
    hand, seat = np.nonzero(np.bitwise_count(cards) == _HAND)
    held = cards[hand, seat]
    return _Dealt(hand, seat, _aces(held), _has_quads(held))


def _of_hole_cards(hands: ScreenedHands, session: ScreenedSession) -> Iterator[Observed]:
    """Aces and pairs, for each number of cards of a deck."""
    assert hands.pot is not None
    known = hands.pot.hole.astype(np.bool_) | ~hands.seated
    hand, seat = np.nonzero(known.all(axis=1, keepdims=True) & hands.seated)
    cards = hands.pot.hole[hand, seat]
    kinds = hands.pot.pot_deck[hand].astype(np.int64) * _DECKS + np.bitwise_count(cards)
    for kind, (at, column, held) in parted(kinds, hand, seat, cards):
        deck, count = divmod(kind, _DECKS)
        dealt = _Dealt(at, column, _aces(held), _has_pair(held))
        yield from _dealt(session, dealt, _OfDeck(deck, count, chance_of_pair(deck, count)))


class _Dealt(NamedTuple):
    """Cards of n seats: positions of the hands, columns, aces, whether they are strong."""

    hand: Ints
    seat: Ints
    aces: NDArray[np.uint8]
    strong: Flags


class _OfDeck(NamedTuple):
    """Cards of a deck, those of a seat, and the chance of strong ones."""

    deck: int
    size: int
    chance: Fraction


_THIRTEEN_OF_52 = _OfDeck(52, _HAND, QUADS)


class _Counted(NamedTuple):
    """Seats by number of aces, strong seats, positions of hands with all aces, and of strong ones."""

    by_aces: list[int]
    strong: int
    all_aces: Ints
    strong_hands: Ints


def _dealt(
    session: ScreenedSession, dealt: _Dealt, of: _OfDeck, *, dealers: bool = True
) -> Iterator[Observed]:
    hands = session.hands
    player = hands.player[dealt.hand, dealt.seat].astype(np.int64)
    dealer = hands.dealer[dealt.hand]
    pair = np.where(dealer >= 0, player * len(hands.names) + dealer, -1)
    with_dealers: defaultdict[int, list[tuple[int, _Counted]]] = defaultdict(list)
    for both, counted in _counted_by(pair, dealt, of.size) if dealers else ():
        one, each = divmod(both, len(hands.names))
        with_dealers[one].append((each, counted))
    for one, counted in _counted_by(player, dealt, of.size):
        whom: Unit = (("player", session.player(one)),)
        yield from _of(whom, counted, of)
        for each, from_dealer in with_dealers[one]:
            yield from _of((("dealer", session.name(each)), *whom), from_dealer, of)


def _counted_by(whose: Ints, dealt: _Dealt, size: int) -> list[tuple[int, _Counted]]:
    """Counts of each unit of seats (n,), in order; -1 is none."""
    units, place = np.unique(whose, return_inverse=True)
    most = _ALL_ACES + 1
    by_aces = np.bincount(place * most + dealt.aces, minlength=len(units) * most).reshape(-1, most).tolist()
    strong, strong_hands = _grouped(dealt.hand, place, dealt.strong, len(units))
    _, all_aces = _grouped(dealt.hand, place, dealt.aces == min(_ALL_ACES, size), len(units))
    counted = map(_Counted, by_aces, strong, all_aces, strong_hands)
    return [each for each in zip(units.tolist(), counted, strict=True) if each[0] >= 0]


def _grouped(hand: Ints, place: Ints, which: Flags, units: int) -> tuple[list[int], list[Ints]]:
    """How many of the seats are of each unit, and the positions of their hands."""
    mine = place[which]
    counts = np.bincount(mine, minlength=units)
    ends = np.cumsum(counts).tolist()
    ordered = hand[which][np.argsort(mine, kind="stable")]
    return counts.tolist(), [ordered[start:end] for start, end in pairwise((0, *ends))]


def _of(unit: Unit, counted: _Counted, of: _OfDeck) -> Iterator[Observed]:
    most = min(_ALL_ACES, of.size)
    for held, times in enumerate(counted.by_aces):
        if times:
            row = MarkedRow(unit, MarkedStratum(of.deck, _ALL_ACES, of.size, held), 0, times)
            yield Observed(row, counted.all_aces if held == most else NO_HANDS)
    trials = TrialRow(unit, of.chance.as_integer_ratio(), sum(counted.by_aces), counted.strong, 1)
    yield Observed(trials, counted.strong_hands)


@cache
def chance_of_pair(deck: int, count: int) -> Fraction:
    """Chance that two of some cards are of one rank."""
    return 1 - Fraction(comb(deck // 4, count) * 4**count, comb(deck, count))


def _aces(cards: NDArray[np.uint64]) -> NDArray[np.uint8]:
    """(n,) how many aces are among the cards of a mask."""
    found: NDArray[np.uint8] = np.bitwise_count(cards & _ACES)
    return found


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
