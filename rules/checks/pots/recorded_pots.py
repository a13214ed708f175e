"""Pots, awards and fees on record."""

from __future__ import annotations

import numpy as np

from rules.hands import NOT_RECORDED, Flags, Ints
from rules.replay.pots.block_replay import ReplayedPots
from rules.replay.pots.division.rake_and_drop import recorded_drop, recorded_rake


def recorded_awards(replayed: ReplayedPots) -> tuple[Ints, Flags]:
    """(H, S) awards, and (H,) where every pot states them."""
    pot, hands = replayed.play.pot, replayed.hands
    awarded = np.zeros(hands.seat.shape, np.int64)
    hand, column = pot.awards.hand, award_columns(replayed)
    seated = column >= 0
    np.add.at(awarded, (hand[seated], column[seated]), pot.awards["amount"][seated])
    stated = every_award_stated(replayed)
    stated[hand[~seated]] = False  # an award to nobody: the hand's awards are not those of its seats
    return awarded, stated


def every_award_stated(replayed: ReplayedPots) -> Flags:
    """(H,) hands that state every pot's awards."""
    pot = replayed.play.pot
    stated = pot.pots_recorded.copy()
    stated[pot.pots.hand[pot.pots["awards"] == NOT_RECORDED]] = False
    return stated


def award_columns(replayed: ReplayedPots) -> Ints:
    """(A,) columns of awards; -1: nobody's."""
    awards, seat = replayed.play.pot.awards, replayed.hands.seat
    same = seat[awards.hand] == awards["seat"][:, None]
    return np.where(same.any(axis=1), same.argmax(axis=1), -1)


def as_numbered(replayed: ReplayedPots) -> Flags:
    """(H,) hands whose recorded pots are those due."""
    pots, count = replayed.play.pot.pots, replayed.settled.pots.count
    numbered = pots["pot"] < count[pots.hand]
    fits = np.flatnonzero(numbered)
    named = np.zeros(replayed.settled.pots.amounts.shape, np.int64)
    np.add.at(named, (pots.hand[fits], pots["pot"][fits]), 1)
    same = (named == replayed.settled.pots.there).all(axis=1)
    same[pots.hand[~numbered]] = False
    return np.asarray(same & replayed.play.pot.pots_recorded, np.bool_)


def taken(replayed: ReplayedPots) -> Ints:
    """(H,) rake and drop on record; NOT_RECORDED."""
    fees, pots = replayed.under.fees, replayed.settled.pots
    _, rake, _ = recorded_rake(fees, pots)
    return np.where(fees.recorded, rake + recorded_drop(fees, len(rake)), NOT_RECORDED)
