"""Cards exchanged and discarded: draw games, Sviten Special, Crazy Pineapple, Watermelon."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rules.hands import Flags, Ints
from rules.pot_hands import STREETS
from rules.replay.pots.acts.played_acts import DISCARD, DRAW, Play, acts_of_players
from rules.replay.pots.betting.betting_walk import Walk
from rules.replay.pots.breaches.breach_rows import NO_ACT, BreachRows, found, of_acts
from rules.times import NOT_RECORDED


def draws(walk: Walk) -> Iterator[BreachRows]:
    """Exchanges of a wrong number, time or order; cards kept that were to be discarded."""
    play, acts = walk.play, walk.play.acts
    yield from _discards(walk)
    exchanges = acts.kind == DRAW
    if not exchanges.any():
        return
    away, got = acts.cards["discard"].counts, acts.cards["cards"].counts
    both = exchanges & (away >= 0) & (got >= 0)
    yield of_acts(play, "draw_count", both & (away != got), away.astype(np.int64))
    most, round_due = _allowed(play)
    yield of_acts(play, "draw_too_many", exchanges & (most > 0) & (away > most), most)
    yield of_acts(play, "draw_time", exchanges & ((play.round != round_due) | _after_betting(play)))
    yield of_acts(play, "draw_order", exchanges & _out_of_order(play))


def _allowed(play: Play) -> tuple[Ints, Ints]:
    most = np.zeros((len(play.games), len(STREETS) + 1), np.int64)
    swap_round = np.full(len(play.games), NO_ACT, np.int64)
    for place, game in enumerate(play.games):
        for number, street in enumerate(game.streets if game else ()):
            most[place, number] = street.draws
            if game is not None and game.swap is not None and street.name == game.swap.before:
                most[place, number] = game.swap.cards
                swap_round[place] = number
    game_of = play.pot.game[play.acts.hand]
    due = np.where(swap_round[game_of] == NO_ACT, np.maximum(play.round, 1), swap_round[game_of])
    return most[game_of, play.round], due


def _after_betting(play: Play) -> Flags:
    acts = play.acts
    betting = acts_of_players(acts)
    last = np.maximum.accumulate(np.where(betting, np.arange(len(acts)), -1))
    here = (last >= 0) & (acts.hand[last] == acts.hand) & (play.round[last] == play.round)
    found: Flags = here & ~betting
    return found


def _out_of_order(play: Play) -> Flags:
    acts = play.acts
    rows = np.flatnonzero(acts.kind == DRAW)
    dealer = play.dealer[acts.hand[rows]]
    distance = (acts.seat[rows].astype(np.int64) - np.where(dealer == NOT_RECORDED, 0, dealer) - 1) % 10
    same = (acts.hand[rows[1:]] == acts.hand[rows[:-1]]) & (play.round[rows[1:]] == play.round[rows[:-1]])
    wrong = np.zeros(len(acts), np.bool_)
    wrong[rows[1:]] = same & (distance[1:] < distance[:-1]) & (dealer[1:] != NOT_RECORDED)
    return wrong


def _discards(walk: Walk) -> Iterator[BreachRows]:
    hand, row, column, due = kept_too_long(walk)
    if len(hand):
        seat = walk.play.hands.seat[hand, column].astype(np.int64)
        yield found("discard_count", hand, walk.play.acts.place[row], seat, due)


def kept_too_long(walk: Walk) -> tuple[Ints, Ints, Ints, Ints]:
    """(R,) hands, acts and columns of live seats with a wrong number of discards by a street; the number due."""
    play, acts = walk.play, walk.play.acts
    due_by = np.zeros((len(play.games), len(STREETS) + 1), np.int64)
    for place, game in enumerate(play.games):
        for number, street in enumerate(game.streets if game else ()):
            due_by[place, number] = street.discards
    rows = np.flatnonzero(play.begins & (acts.run <= 1))
    due = np.where(due_by > 0, due_by.cumsum(axis=1), 0)[play.pot.game[acts.hand[rows]], play.round[rows]]
    recorded = np.zeros(len(play.dealt), np.bool_)
    recorded[acts.hand[acts.kind == DISCARD]] = True
    rows, due = rows[(due > 0) & recorded[acts.hand[rows]]], due[(due > 0) & recorded[acts.hand[rows]]]
    hand = acts.hand[rows]
    live = play.dealt[hand] & (walk.folded_at[hand] > acts.place[rows][:, None])
    thrown = _thrown(play)[hand, np.maximum(play.round[rows] - 1, 0)]
    at, column = np.nonzero(live & (thrown != due[:, None]))
    return hand[at], rows[at], column, due[at]


def _thrown(play: Play) -> Ints:
    acts = play.acts
    thrown = np.zeros((len(play.dealt), len(STREETS), play.dealt.shape[1]), np.int64)
    rows = np.flatnonzero((acts.kind == DISCARD) & (play.round >= 0))
    where = acts.hand[rows], play.round[rows], play.column[rows]
    np.add.at(thrown, where, acts.cards["cards"].counts[rows])
    return thrown.cumsum(axis=1)
