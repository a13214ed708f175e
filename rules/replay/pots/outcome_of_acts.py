"""Outcome of acts, for pots, showdown and fees."""

from __future__ import annotations

import numpy as np

from rules.hands import Flags, Ints
from rules.replay.pots.acts.played_acts import BIG_BLIND, COMPLETE, FOLD, SHOW, SMALL_BLIND, Play  # fmt: skip
from rules.replay.pots.acts.seat_bits import next_seat
from rules.replay.pots.betting.act_context import IN_TURN, UNJUDGED
from rules.replay.pots.betting.betting_walk import Walk
from rules.replay.pots.betting.hand_outcome import NOBODY, HandOutcome
from rules.replay.pots.breaches.blinds_and_antes import of_kind
from rules.replay.pots.breaches.cards_dealt import wrong_counts
from rules.replay.pots.breaches.draws_and_discards import kept_too_long
from rules.replay.pots.breaches.showdown_breaches import Shows, mucked_away, shows_at_showdown
from rules.replay.pots.dealing.cards_at_end import Holding, boards_of, reached, run_counts
from rules.times import NOT_RECORDED


def outcome(walk: Walk) -> HandOutcome:
    """Outcome of each hand by its acts, or without acts by its seats."""
    play, pot = walk.play, walk.play.pot
    acts = pot.acts_recorded[:, None]
    runs = run_counts(play)
    second, streets_known = reached(play)
    shows = shows_at_showdown(play.acts, play.hands.seat)
    unsure = np.zeros(play.dealt.shape, np.bool_)
    hand, _, column, _ = kept_too_long(walk)
    unsure[hand, column] = True
    unknown = (walk.unknown[:, None] & acts) | (~acts & (pot.live_in == NOT_RECORDED) & (pot.folded != 1))
    live = np.where(acts, walk.live, np.where(pot.live_in == NOT_RECORDED, 0, pot.live_in))
    return HandOutcome(
        live=np.where(unknown & play.dealt, NOT_RECORDED, live),
        dead=np.where(acts, walk.dead, np.where(pot.dead_in == NOT_RECORDED, 0, pot.dead_in)),
        dealt=play.dealt,
        folded=np.where(acts, walk.folded, pot.folded == 1),
        mucked=_mucked(walk, shows),
        cannot_win=_cannot_win(play),
        unsure=unsure,
        own=Holding.of(play).codes(),
        board=boards_of(play, runs),
        runs=runs,
        first_left=_first_left(play),
        reached_flop=_reached_flop(play, second),
        streets_known=streets_known,
        chip=np.maximum(play.stakes("chip"), 1),
        first_to_act=_first_to_act(walk),
        shown=_with_act(play, SHOW),
        house_money=np.maximum(pot.house_money, 0),
        folds_known=pot.acts_recorded | (pot.folded >= 0).any(axis=1),
    )


def _with_act(play: Play, kind: int) -> Flags:
    rows = np.flatnonzero(play.acts.kind == kind)
    found = np.zeros(play.dealt.shape, np.bool_)
    found[play.acts.hand[rows], play.column[rows]] = True
    return found


def _mucked(walk: Walk, shows: Shows) -> Flags:
    play, pot = walk.play, walk.play.pot
    if not play.rules.pots.cannot_win.mucked:
        return np.zeros(play.dealt.shape, np.bool_)
    of_acts = mucked_away(shows, play.dealt & ~walk.folded)
    return np.where(pot.acts_recorded[:, None], of_acts, pot.mucked == 1)


def _cannot_win(play: Play) -> Flags:
    """(H, S) dead hands: OLY-1.32, OLY-2.25."""
    rules = play.rules.pots.cannot_win
    dead = np.zeros(play.dealt.shape, np.bool_)
    if rules.wrong_count != "never":
        dead |= wrong_counts(play)
    if rules.absent_big_blind:
        big = of_kind(play, BIG_BLIND) | of_kind(play, SMALL_BLIND) & (
            play.acts.amount >= play.big_blind[play.acts.hand]
        )
        posted = np.zeros_like(dead)
        posted[play.acts.hand[big], play.column[big]] = True
        dead |= posted & (play.pot.here == 0)
    return dead


def _first_left(play: Play) -> Ints:
    number = next_seat(
        play.hands.seat.astype(np.int64), play.dealt, np.where(play.dealer == NOT_RECORDED, 0, play.dealer)
    )
    column = (play.hands.seat == number[:, None]).argmax(axis=1)
    return np.where((play.dealer == NOT_RECORDED) | (number == 0), NOBODY, column)


def _reached_flop(play: Play, second: Flags) -> Flags:
    """(H,) hands with a flop or second up-card: OLY-2.40. second: a second street was dealt."""
    if play.rules.fees.no_flop.courchevel != "first_card":
        return second
    opens = np.array([bool(each and each.open_first) for each in play.games])
    found: Flags = second | opens[play.pot.game]
    return found


def _first_to_act(walk: Walk) -> Ints:
    play, acts = walk.play, walk.play.acts
    in_turn = (walk.met.turn == IN_TURN) | ((walk.met.turn == UNJUDGED) & walk.met.made)
    betting = in_turn & (acts.kind >= FOLD) & (acts.kind <= COMPLETE)
    last = np.zeros(len(play.dealt), np.int64)
    np.maximum.at(last, acts.hand, np.maximum(play.round, 0))
    rows = np.flatnonzero(betting & (play.round == last[acts.hand]))[::-1]
    found = np.full(len(play.dealt), NOBODY, np.int64)
    found[acts.hand[rows]] = play.column[rows]
    return found
