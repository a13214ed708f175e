"""Folds to the last bet of pot hands whose cards are all dealt: whether the better hand was thrown away."""

from __future__ import annotations

import numpy as np

from rules.hands import Ints
from rules.replay.pots.acts.played_acts import FOLD
from rules.replay.pots.block_replay import ReplayedPots
from rules.replay.pots.showdown.compared_hands import strengths
from rules.replay.pots.showdown.ranking_orders import NONE


def folds_to_the_last_bet(replayed: ReplayedPots) -> Ints:
    """(F, 4) position of the hand, column of who folded, column of who bet, 1 where the hand thrown away was the better one.

    In the last round of games with one winner, the board dealt once, and both hands known.
    """
    hand, column, bettor = _candidates(replayed)
    came, play = replayed.outcome, replayed.play
    wanted = np.zeros(play.dealt.shape, np.bool_)
    wanted[hand, column], wanted[hand, bettor] = True, True
    found = strengths(came, play.pot.game, play.rules.games, wanted & ~came.unsure)[:, 0, 0]
    mine, other = found[hand, column], found[hand, bettor]
    seen = (mine > NONE) & (other > NONE)
    return np.column_stack((hand, column, bettor, mine > other))[seen].astype(np.int64)


def _candidates(replayed: ReplayedPots) -> tuple[Ints, Ints, Ints]:
    """(n,) hands, columns of who folded in the last round after the last bet, and columns of who bet."""
    play, walked, met = replayed.play, replayed.walk, replayed.walk.met
    acts = play.acts
    raised = np.flatnonzero(met.made & (met.to > met.level) & (play.round == play.rounds[acts.hand] - 1))
    last = np.full(len(play.dealt), np.iinfo(np.int64).max)
    last[acts.hand[raised]] = acts.place[raised]  # in log order, so that the last one stays
    single = (replayed.settled.compared.halves == 1) & (replayed.outcome.runs == 1) & (play.hands.void != 1)
    own = (acts.kind == FOLD) & (acts.by < 0) & (play.column >= 0)
    bettor = walked.last_bettor[acts.hand]
    own &= single[acts.hand] & (acts.place > last[acts.hand]) & (bettor >= 0) & (bettor != play.column)
    own &= acts.place == walked.folded_at[acts.hand, play.column]
    rows = np.flatnonzero(own)
    return acts.hand[rows], play.column[rows], bettor[rows]
