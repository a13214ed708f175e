"""Boards without a street that another board of the hand has. OLY-2.30."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rules.hands import Ints
from rules.replay.pots.acts.played_acts import BOARD, UNKNOWN_ROUND, Play
from rules.replay.pots.acts.short_axes import count_of
from rules.replay.pots.betting.betting_walk import Walk
from rules.replay.pots.betting.hand_outcome import HandOutcome
from rules.replay.pots.breaches.breach_rows import NO_ACT, BreachRows, found
from rules.replay.pots.breaches.cards_dealt import boards_astray


def short_boards(walk: Walk, came: HandOutcome) -> Iterator[BreachRows]:
    """Boards of contested hands that end before another one: the last street, and the one due."""
    play, acts = walk.play, walk.play.acts
    rows = np.flatnonzero(
        (acts.kind == BOARD) & (acts.withdrawn != 1) & (acts.face_down != 1) & (play.round != UNKNOWN_ROUND)
    )
    if not (acts.run[rows] > 1).any():
        return
    contested = count_of(came.still_in & ~came.mucked) > 1  # who is left alone needs no more cards
    tested = (came.runs > 1) & contested & play.pot.acts_recorded & (play.hands.void != 1)
    tested[acts.hand[boards_astray(play)]] = False  # a card that is on record for another board
    last, at = _ends(play, rows[tested[acts.hand[rows]]], came.runs)
    most = last.max(axis=1)
    hand, run = np.nonzero(last < most[:, None])
    named = np.flatnonzero(run < came.runs[hand])
    hand, run = hand[named], run[named]
    missing = np.maximum(last[hand, run], 0) + 1  # the first of them
    place = np.where(at[hand, run] < 0, NO_ACT, acts.place[at[hand, run]])
    yield found("street_order", hand, place, 0, _streets(play, rows)[hand, missing])


def _ends(play: Play, rows: Ints, runs: Ints) -> tuple[Ints, Ints]:
    acts, deep = play.acts, int(runs.max(initial=1))
    last, at = np.full((len(runs), deep), -1), np.full((len(runs), deep), -1)
    for run in range(deep):
        mine = rows[(acts.run[rows] == run + 1) | (acts.run[rows] < 1)]
        mine = mine[np.lexsort((play.round[mine], acts.hand[mine]))]  # the last street of a hand stays
        last[acts.hand[mine], run], at[acts.hand[mine], run] = play.round[mine], mine
    return last, at


def _streets(play: Play, rows: Ints) -> Ints:
    acts = play.acts
    street = np.full((len(play.dealt), int(play.rounds.max(initial=1)) + 1), -1)
    street[acts.hand[rows], play.round[rows]] = acts.street[rows]
    return street
