"""Hands with recorded antes and no blind or bring-in: none due, or none recorded."""

from __future__ import annotations

import numpy as np

from rules.hands import Flags, Ints
from rules.replay.pots.acts.played_acts import CALL, COMPLETE, FOLD, RETURN, Play
from rules.replay.pots.acts.short_axes import any_of, count_of
from rules.times import NOT_RECORDED

_PLACES = 10  # seats of a table
_NOT_THERE = -1


def blinds_may_lack(play: Play, stack: Ints, put: Ints, blinds: tuple[tuple[Ints, Ints], ...]) -> Flags:
    """(H,) hands without a bet in which blinds would leave one seat chips, unless the pots exclude blinds.

    stack: (H, S) or NOT_RECORDED. put: (H, S) posts. blinds: (H,) column and amount.
    """
    rows = np.arange(len(stack))
    after = np.where(stack == NOT_RECORDED, 0, stack - put)
    for column, amount in blinds:
        after[rows, column] -= np.where(column >= 0, amount, 0)
    acts = play.acts
    bets = np.zeros(len(stack), np.bool_)
    bets[acts.hand[(acts.kind >= CALL) & (acts.kind <= COMPLETE)]] = True
    alone: Flags = (play.dealt & (after > 0)).sum(axis=1) < 2
    return alone & ~bets & ~_pots_hold(play, put)


def _pots_hold(play: Play, put: Ints) -> Flags:
    pots, acts = play.pot.pots, play.acts
    total = np.zeros(len(put), np.int64)
    np.add.at(total, pots.hand, np.where(pots["amount"] == NOT_RECORDED, 0, pots["amount"]))
    most = np.sort(np.where(play.dealt, put, 0), axis=1)
    uncalled = most[:, -1] - most[:, -2]
    back = np.zeros(len(put), np.int64)
    returns = np.flatnonzero((acts.kind == RETURN) & (acts.amount != NOT_RECORDED))
    np.add.at(back, acts.hand[returns], acts.amount[returns])
    found: Flags = play.pot.pots_recorded & (total == put.sum(axis=1) - uncalled) & (back <= uncalled)
    found[pots.hand[pots["amount"] == NOT_RECORDED]] = False
    return found


def passed_by_all(play: Play, left: Ints, lowest: Ints) -> Flags:
    """(H,) stud hands without anybody left to bring in: all seats with chips but the last folded, or at most one has chips.

    left: (H, S) chips after antes. lowest: (H,) column of the bring-in card.
    """
    acts = play.acts
    number = play.hands.seat.astype(np.int64)
    first = number[np.arange(len(number)), np.maximum(lowest, 0)]
    place = np.where(play.dealt & (left != 0), (number - first[:, None]) % _PLACES, _NOT_THERE)
    folded = np.zeros(place.shape, np.bool_)
    early = play.round == 0
    rows = np.flatnonzero(early & (acts.kind == FOLD))
    folded[acts.hand[rows], play.column[rows]] = True
    last = place == place.max(axis=1)[:, None]
    found = ~any_of((place >= 0) & ~folded & ~last)
    found[acts.hand[early & (acts.kind > CALL) & (acts.kind <= COMPLETE)]] = False
    return found | (count_of(place >= 0) < 2)
