"""Showing cards of stud: who opens a round, and pairs. external:RROP-stud."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rules.cards import DECK, RANKS
from rules.hands import Flags, Ints
from rules.replay.pots.acts.played_acts import STUD_GAME, Play
from rules.times import NOT_RECORDED

_MOST = 4  # cards of a seat that show
_BITS = 4  # of a rank, and of how often it shows


class Showing:
    """Up-cards of H hands as dealt. S seats, R ranks."""

    def __init__(self, play: Play) -> None:
        self._play = play
        hands, seats = play.dealt.shape
        self._stud = bool((play.kind == STUD_GAME).any())
        size = (hands, seats, len(RANKS)) if self._stud else (0, 0, 0)
        self._counts = np.zeros(size, np.int8)
        self._unknown: Flags = (
            (play.pot.up_size < 0) & play.dealt if self._stud else np.zeros(size[:2], np.bool_)
        )
        if self._stud:
            for place in range(play.pot.up.shape[2]):
                there = play.pot.up_size > place
                hand, column = np.nonzero(there)
                self._show(hand, column, play.pot.up[hand, column, place])

    def add(self, rows: Ints) -> None:
        """Add the up-cards of acts, at most one act of a hand."""
        if not self._stud:
            return
        cards = self._play.acts.cards["up"]
        for place in range(int(cards.counts[rows].max(initial=0))):
            some = rows[cards.counts[rows] > place]
            at = np.searchsorted(cards.act, some) + place
            self._show(self._play.acts.hand[some], self._play.column[some], cards.card[at])

    def _show(self, hand: Ints, column: Ints, code: NDArray[np.uint8]) -> None:
        seen = code < len(DECK)
        self._unknown[hand[~seen], column[~seen]] = True
        self._counts[hand[seen], column[seen], code[seen] >> 2] += 1

    def opens(self, hand: Ints, live: Flags) -> Ints:
        """(n,) number of the seat before the opener: best showing cards, in razz lowest, from the dealer's
        left; NOT_RECORDED: unknown.
        """
        score = self._score(hand)
        low = self._play.low_shows[hand][:, None]
        score = np.where(live, np.where(low, -score, score), np.iinfo(np.int64).min)
        best = score == score.max(axis=1)[:, None]
        dealer = self._play.dealer[hand]
        number = self._play.hands.seat[hand].astype(np.int64)
        distance = np.where(
            best, (number - np.where(dealer == NOT_RECORDED, 0, dealer)[:, None] - 1) % 10, 10
        )
        opener = number[np.arange(len(hand)), distance.argmin(axis=1)]
        tied: Flags = (dealer == NOT_RECORDED) & (best.sum(axis=1) > 1)
        unsure = np.any(self._unknown[hand] & live, axis=1) | tied
        return np.where(unsure, NOT_RECORDED, opener - 1)

    def pair(self, hand: Ints, live: Flags) -> Flags:
        """(n,) where a live seat shows a pair."""
        if not self._stud:
            return np.zeros(len(hand), np.bool_)
        pairs = np.any(self._counts[hand] > 1, axis=2) & live
        found: Flags = np.any(pairs, axis=1)
        return found

    def _score(self, hand: Ints) -> Ints:
        """(n, S) showing cards as a number: repeated ranks first, then the highest; aces low where the lowest opens."""
        counts = self._counts[hand].astype(np.int64)
        low = self._play.low_shows[hand]
        if np.any(low):
            counts[low] = np.roll(counts[low], 1, axis=2)
        each = np.where(counts > 0, (counts << _BITS) + np.arange(1, len(RANKS) + 1), 0)
        each = -np.sort(-each, axis=2)[:, :, :_MOST]
        score = np.zeros(each.shape[:2], np.int64)
        for part in (
            each >> _BITS,
            each & (1 << _BITS) - 1,
        ):  # two pairs are better than one, whatever its rank
            for place in range(_MOST):
                score = (score << _BITS) | part[:, :, place]
        return score


def lowest_shown(play: Play) -> Ints:
    """(H,) number of the seat that brings it in; 0 outside stud or with an unknown showing card."""
    cards = play.pot.up
    showing = play.dealt & (play.pot.up_size > 0)
    value = np.where(play.low_shows[:, None, None], -_ace_low(cards), cards.astype(np.int64))
    shown = np.arange(cards.shape[2]) < play.pot.up_size[:, :, None]
    value = np.where(shown, value, 1_000).min(axis=2, initial=1_000)
    unknown = (play.dealt & ~showing).any(axis=1) | (shown & (cards >= len(DECK))).any(axis=(1, 2))
    value = np.where(showing, value, 1_000)
    number = play.hands.seat[np.arange(len(value)), value.argmin(axis=1)].astype(np.int64)
    return np.where((play.kind == STUD_GAME) & ~unknown, number, 0)


def _ace_low(cards: NDArray[np.uint8]) -> Ints:
    codes = cards.astype(np.int64)
    return np.where(codes < len(DECK), (codes + 4) % len(DECK), codes)
