"""Payments between the seats of pot hands: what each loser put into a pot goes to its winners, by their shares of the awards."""

from __future__ import annotations

import numpy as np

from rules.hands import Flags, Ints
from rules.replay.pots.block_replay import ReplayedPots

_NO_LIMIT = np.iinfo(np.int64).max


def payments_known(replayed: ReplayedPots) -> Flags:
    """(H,) hands in which all awards, and all chips, are known."""
    settled = replayed.settled
    awards = (settled.awards.known | ~settled.pots.there).all(axis=1)
    found: Flags = awards & settled.pots.chips_known & settled.pots.known & (settled.pots.count > 0)
    return found


def losers(replayed: ReplayedPots) -> Flags:
    """(H, S) seats that lost money in the hand."""
    found: Flags = replayed.settled.net_known & replayed.play.dealt & (replayed.settled.net < 0)
    return found


def payments(replayed: ReplayedPots) -> Ints:
    """(T, 4) position of the hand, column of a loser, column of a winner, whole minor units."""
    known, pays = payments_known(replayed), losers(replayed)
    put, got = contributions(replayed), _awards(replayed)
    seats = replayed.play.dealt.shape[1]
    paid = np.zeros((len(put), seats, seats), np.int64)
    hand, pot, winner = np.nonzero(got * known[:, None, None])
    share = put[hand, pot] * got[hand, pot, winner][:, None] // got.sum(axis=2)[hand, pot][:, None]
    np.add.at(paid, (hand[:, None], np.arange(seats), winner[:, None]), share * pays[hand])
    paid[:, np.arange(seats), np.arange(seats)] = 0
    hand, payer, payee = np.nonzero(paid)
    return np.column_stack((hand, payer, payee, paid[hand, payer, payee])).astype(np.int64)


def contributions(replayed: ReplayedPots) -> Ints:
    """(H, P, S) chips that each seat has in each pot, uncalled ones left out; dead chips are in the main pot."""
    pots, dealt = replayed.settled.pots, replayed.play.dealt
    dead = np.where(dealt, np.maximum(replayed.outcome.dead, 0), 0)
    live = np.where(dealt & pots.chips_known[:, None], pots.put_in - dead, 0)
    found = np.zeros(pots.eligible.shape, np.int64)
    below = np.zeros(len(live), np.int64)
    for pot in range(pots.amounts.shape[1]):
        last = pots.count == pot + 1
        capped = np.where(pots.eligible[:, pot], live, _NO_LIMIT).min(axis=1)
        level = np.where(last, _NO_LIMIT, capped)
        there = (pots.count > pot)[:, None]
        found[:, pot] = np.where(there, np.maximum(np.minimum(live, level[:, None]) - below[:, None], 0), 0)
        below = np.where(there[:, 0], level, below)
    found[:, 0] += np.where(pots.chips_known[:, None], dead, 0)
    return found


def _awards(replayed: ReplayedPots) -> Ints:
    """(H, P, S) awards due."""
    awards = replayed.settled.awards
    found = np.zeros(replayed.settled.pots.eligible.shape, np.int64)
    np.add.at(found, (awards.hand, awards.pot, awards.seat), awards.amount)
    return found
