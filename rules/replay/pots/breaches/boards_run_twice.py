"""Boards dealt more than once: who may, when, from which street. OLY-2.29 to OLY-2.33."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rules.hands import Ints
from rules.pot_hands import GAMES, STREETS
from rules.replay.pots.acts.played_acts import BOARD, RUN
from rules.replay.pots.betting.betting_walk import Walk
from rules.replay.pots.breaches.breach_rows import BreachRows, found
from rules.times import NOT_RECORDED


def runs(walk: Walk) -> Iterator[BreachRows]:
    """Faults of running it twice, at the act that declares it."""
    play, acts, rules = walk.play, walk.play.acts, walk.play.rules.pots.run_twice
    rows = np.flatnonzero(acts.kind == RUN)
    if not len(rows):
        return
    hand = acts.hand[rows]
    if rules.times is not None:
        yield _rows(walk, "run_times", rows[acts.amount[rows] > rules.times], rules.times)
    if rules.all_in:
        yield _rows(walk, "run_not_all_in", rows[walk.met.early[rows] | (walk.met.chips_behind[rows] > 1)])
    small, big = play.stakes("small_blind")[hand], play.big_blind[hand]
    too_small = (small < (rules.min_small_blind or 0)) | (big < (rules.min_big_blind or 0))
    known = (small > 0) & (big > 0)
    yield _rows(walk, "run_not_offered", rows[too_small & known & (play.pot.run_twice[hand] != 1)])
    yield from _agreed(walk, rows)
    yield from _streets(walk, rows)


def _rows(walk: Walk, code: str, rows: Ints, due: Ints | int = NOT_RECORDED) -> BreachRows:
    acts = walk.play.acts
    return found(code, acts.hand[rows], acts.place[rows], 0, due)


def _agreed(walk: Walk, rows: Ints) -> Iterator[BreachRows]:
    """Live seats that did not agree: OLY-2.32. Seats are bits."""
    play, acts = walk.play, walk.play.acts
    agreed = np.zeros(len(acts), np.int64)
    np.bitwise_or.at(agreed, acts.agreed["act"], 1 << acts.agreed["seat"])
    hand = acts.hand[rows]
    live = play.dealt[hand] & (walk.folded_at[hand] > acts.place[rows][:, None])
    everybody = np.bitwise_or.reduce(np.where(live, 1 << play.hands.seat[hand].astype(np.int64), 0), axis=1)
    missing = everybody & ~agreed[rows]
    wrong = acts.agreed_recorded[rows] & (missing != 0)
    yield _rows(walk, "run_not_agreed", rows[wrong], missing[wrong])


def _streets(walk: Walk, rows: Ints) -> Iterator[BreachRows]:
    """Streets not all dealt again (OLY-2.30), or a flop dealt again among many players (OLY-2.31-b)."""
    play, acts, rules = walk.play, walk.play.acts, walk.play.rules.pots.run_twice
    following = _next_board(walk, rows)
    rows, following = rows[following >= 0], following[following >= 0]
    hand, split = acts.hand[rows], acts.run[following] >= 1
    least = np.array([rules.last_streets.get(name, 99) for name in GAMES])[play.pot.game[hand]]
    limited = (play.dealt[hand].sum(axis=1) >= least) & (play.round[rows] == 0)
    street = acts.street[following].astype(np.int64)
    after = np.minimum(street + 1, len(STREETS) - 1)
    yield _rows(walk, "run_board_limit", rows[limited & split], after[limited & split])
    wrong = ~limited & ~split
    yield _rows(walk, "run_wrong_street", rows[wrong], street[wrong])


def _next_board(walk: Walk, rows: Ints) -> Ints:
    acts = walk.play.acts
    boards = np.append(np.flatnonzero(acts.kind == BOARD), -1)
    place = boards[np.searchsorted(boards[:-1], rows)]
    return np.where(acts.hand[place] == acts.hand[rows], place, -1)
