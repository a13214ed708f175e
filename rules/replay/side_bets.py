"""Payments beside hands: bets on cards held, and a forced dealer's compensation."""

from __future__ import annotations

import numpy as np

from rules.cards import JOKER, UNKNOWN
from rules.hands import DEALT, Flags, Hands, Ints
from rules.one_value import has_one_value
from rules.replay.pairs import NO_SEAT, Pairs, seated
from rules.replay.scoring.unit_settlement import PricedSideBet


def side_bets(pairs: Pairs) -> tuple[Ints, Flags]:
    """(H, P) units of side bets; where known. HG-aces-values, HG-aces-difference; AMB-ACES-SCOPE."""
    units = np.zeros(pairs.there.shape, np.int64)
    known = np.ones(pairs.there.shape, np.bool_)
    for bet in pairs.scoring.side_bets:
        of_bet, sure = side_bet(pairs, bet)
        units += of_bet
        known &= sure
    return units, known


def side_bet(pairs: Pairs, bet: PricedSideBet) -> tuple[Ints, Flags]:
    """(H, P) units of a side bet; where known."""
    taking, sure = _taking_part(pairs.hands, bet)
    both = taking[:, pairs.a] & taking[:, pairs.b]
    if not bet.against_fixed:
        both &= ~pairs.by_natural & ~pairs.by_surrender
    worth = bet.values[np.minimum(counted(pairs.hands, bet.rank), len(bet.values) - 1)]
    units = np.where(both & pairs.there, worth[:, pairs.a] - worth[:, pairs.b], 0)
    sure = sure & (pairs.hands.cards_known | ~taking)
    return units, ~both | (sure[:, pairs.a] & sure[:, pairs.b])


def _taking_part(hands: Hands, bet: PricedSideBet) -> tuple[Flags, Flags]:
    """(H, S) participating seats; where known. At table opt-in all do, unless marked as out."""
    if bet.marked_only:
        return hands.aces != 0, hands.aces >= 0
    return hands.aces != 0, np.ones(hands.aces.shape, np.bool_)


def counted(hands: Hands, rank: int) -> Ints:
    """(H, S) cards of a rank among those set, or those dealt where a set card is unknown."""
    in_rows = _of_rank(hands.exchanged.cards, rank)
    for hand, seat, place in hands.odd:
        if place != DEALT:
            in_rows[hand, seat] += sum(
                code >> 2 == rank for code in hands.odd[hand, seat, place] if code < JOKER
            )
    unread = (hands.cards == UNKNOWN).any(axis=-1)
    for hand, seat, place in hands.odd:
        unread[hand, seat] |= place != DEALT and UNKNOWN in hands.odd[hand, seat, place]
    return np.where(hands.all_rows & ~unread, in_rows, _of_rank(hands.dealt, rank))


def _of_rank(cards: np.ndarray, rank: int) -> Ints:
    if has_one_value(cards):  # nothing recorded
        return np.zeros(cards.shape[:-1], np.int64)
    found: Ints = (cards >> 2 == rank).sum(axis=-1)
    return found


def compensation(pairs: Pairs) -> tuple[Ints, Flags]:
    """(H, P) a forced dealer's compensation from each opponent; where known. ACE-SPADES-compensation."""
    forced = pairs.hands.forced_dealer == 1
    dealer = seated(pairs.hands, pairs.hands.dealer)
    side = (dealer[:, None] == pairs.a).astype(np.int64) - (dealer[:, None] == pairs.b)
    units = np.where(pairs.there & forced[:, None], side * pairs.scoring.dealer_units, 0)
    return units, np.broadcast_to(~(forced & (dealer == NO_SEAT))[:, None], units.shape)
