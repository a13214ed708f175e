"""Pot hands that an open point can affect, by topic. A mask never omits an affected one."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from rules.hands import Flags
from rules.pot_hands import GAMES, SAID
from rules.replay.pots.acts.played_acts import (
    BET,
    BRING_IN,
    COMPLETE,
    DRAW_GAME,
    FIXED_LIMIT,
    FOLD,
    MUCK,
    POT_LIMIT,
    RAISE,
    RUN,
    SHOW,
    STRADDLE,
    TABLE_ANTE,
)
from rules.replay.pots.acts.short_axes import any_of, count_of
from rules.replay.pots.betting.short_raises import short_raises
from rules.replay.pots.block_replay import ReplayedPots
from rules.replay.pots.breaches.blinds_and_antes import LIVE_POSTS
from rules.replay.pots.breaches.breach_rows import CODES
from rules.replay.pots.division.rake_and_drop import recorded_rake
from rules.times import NOT_RECORDED

_NOTHING = SAID.index("nothing")
_NUTS = CODES.index("nuts_not_bet")


def touched(replayed: ReplayedPots, topic: str) -> Flags:
    """(H,) hands that a topic touches. Raises KeyError for an unknown topic."""
    return _TOPICS[topic](replayed)


def known_topics() -> frozenset[str]:
    return frozenset(_TOPICS)


def _of_acts(r: ReplayedPots, rows: Flags) -> Flags:
    found = np.zeros(len(r.hands), np.bool_)
    found[r.play.acts.hand[rows]] = True
    return found


def _ruled(r: ReplayedPots) -> Flags:
    found = np.zeros(len(r.hands), np.bool_)
    rows = r.hands.irregularities
    found[rows.hand[rows["ruling"] >= 0]] = True
    return found


def _raises(r: ReplayedPots) -> Flags:
    return np.isin(r.play.acts.kind, (BET, RAISE, COMPLETE))


def _raised(r: ReplayedPots) -> Flags:
    return _of_acts(r, _raises(r) & (r.play.limit[r.play.acts.hand] != FIXED_LIMIT))


def _all_in(r: ReplayedPots) -> Flags:
    met = r.walk.met
    return _of_acts(r, _raises(r) & short_raises(r.walk) & (met.to >= met.front + met.left))


def _words(r: ReplayedPots) -> Flags:
    return _of_acts(r, r.play.acts.said == _NOTHING)


def _words_or_all_in(r: ReplayedPots) -> Flags:
    return _words(r) | _all_in(r)


def _out_of_turn(r: ReplayedPots) -> Flags:
    acts, met = r.play.acts, r.walk.met
    betting = (acts.kind >= FOLD) & (acts.kind <= COMPLETE)
    return _of_acts(r, betting & ((acts.out_of_turn == 1) | (met.expected != r.play.column)))


def _straddled(r: ReplayedPots) -> Flags:
    return _of_acts(r, r.play.acts.post == STRADDLE)


def _blind_and_ante(r: ReplayedPots) -> Flags:
    """Hands in which one ante for all, the other ante and the blinds exceed a seat's chips."""
    play, acts = r.play, r.play.acts
    rows = np.flatnonzero(acts.post == TABLE_ANTE)
    hand, column = acts.hand[rows], play.column[rows]
    owed = (
        acts.amount[rows]
        + play.stakes("ante")[hand]
        + play.stakes("small_blind")[hand]
        + play.big_blind[hand]
    )
    short = (play.hands.stack[hand, column] != NOT_RECORDED) & (play.stack[hand, column] < owed)
    found = np.zeros(len(r.hands), np.bool_)
    found[hand[short]] = True
    return found


def _short_post(r: ReplayedPots) -> Flags:
    """Hands opened above what was posted, or with an all-in straddle."""
    acts, met = r.play.acts, r.walk.met
    others = np.isin(acts.post, LIVE_POSTS) & (acts.post != STRADDLE)
    front = np.zeros(len(r.hands), np.int64)
    np.maximum.at(front, acts.hand[others], met.front[others] + met.to[others])
    all_in = (acts.post == STRADDLE) & (met.to >= met.left)
    return np.asarray((r.walk.owed.level > front) | _of_acts(r, all_in), np.bool_)


def _short_blinds(r: ReplayedPots) -> Flags:
    raised = _raises(r) & (r.play.round == 0) & (r.play.limit[r.play.acts.hand] == POT_LIMIT)
    return np.asarray(_of_acts(r, raised) & (r.walk.owed.unposted > 0), np.bool_)


def _bring_in_passed(r: ReplayedPots) -> Flags:
    """Hands with a bring-in by an all-in seat after a fold before it."""
    play, owed, met = r.play, r.walk.owed, r.walk.met
    passed = (owed.brings != owed.lowest)[play.acts.hand] & (met.expected != owed.brings[play.acts.hand])
    return _of_acts(r, (play.acts.post == BRING_IN) & passed)


def _bomb(r: ReplayedPots) -> Flags:
    return r.walk.owed.bomb


def _not_bet(r: ReplayedPots) -> Flags:
    found = np.zeros(len(r.hands), np.bool_)
    found[r.illegal.hand[r.illegal.code == _NUTS]] = True
    return found


def _shown(r: ReplayedPots) -> Flags:
    shown = _of_acts(r, np.isin(r.play.acts.kind, (SHOW, MUCK)))
    return np.asarray(shown & (r.walk.last_bettor < 0), np.bool_)


def _shared(r: ReplayedPots) -> Flags:
    return any_of(count_of(r.settled.won.won.reshape(*r.settled.won.contested.shape, -1)) > 1)


def _runs(r: ReplayedPots) -> Flags:
    return (r.outcome.runs > 1) | _of_acts(r, r.play.acts.kind == RUN)


def _away(r: ReplayedPots) -> Flags:
    return any_of(r.under.away)


def _early(r: ReplayedPots) -> Flags:
    return _of_acts(r, r.walk.met.early | (r.play.acts.withdrawn == 1))


def _game(*names: str) -> Callable[[ReplayedPots], Flags]:
    def of(r: ReplayedPots) -> Flags:
        found: Flags = np.isin(r.play.pot.game, [GAMES.index(name) for name in names])
        return found

    return of


def _draws(r: ReplayedPots) -> Flags:
    return np.asarray(r.play.kind == DRAW_GAME, np.bool_)


def _side_pots(r: ReplayedPots) -> Flags:
    return np.asarray(r.settled.pots.count > 1, np.bool_)


def _special_rake(r: ReplayedPots) -> Flags:
    return np.asarray(r.under.special_rake & (r.settled.fees.rake != 0), np.bool_)


def _rake_and_drop(r: ReplayedPots) -> Flags:
    fees = r.settled.fees
    return np.asarray((fees.rake != 0) & (fees.drop != 0), np.bool_)


def _someone_sits_out(r: ReplayedPots) -> Flags:
    """Hands with seats not dealt in or away, on which a count of players depends."""
    return any_of(r.under.away | (r.under.seated & ~r.outcome.dealt))


def _small_pot(r: ReplayedPots) -> Flags:
    drop = r.play.rules.fees.drop.money or 0
    main = r.settled.pots.amounts[:, 0]
    return (main > 0) & (main < drop + np.maximum(r.settled.fees.by_pot[:, 0], 0))


def _rake_below(r: ReplayedPots) -> Flags:
    fees = r.under.fees
    _, taken, _ = recorded_rake(fees, r.settled.pots)
    return np.asarray(fees.recorded & (taken != r.settled.fees.rake), np.bool_)


def _showdown(r: ReplayedPots) -> Flags:
    return r.settled.fees.street & any_of(r.settled.won.contested)


def _jackpot(r: ReplayedPots) -> Flags:
    found = np.zeros(len(r.hands), np.bool_)
    for each in (r.settled.jackpots.bad_beat, r.settled.jackpots.royal_flush):
        if each is not None:
            found |= each.hit
    return found


_TOPICS: dict[str, Callable[[ReplayedPots], Flags]] = {
    "pot_ruled": _ruled,
    "pot_raised": _raised,
    "pot_all_in": _all_in,
    "pot_words": _words,
    "pot_words_or_all_in": _words_or_all_in,
    "pot_out_of_turn": _out_of_turn,
    "pot_straddled": _straddled,
    "pot_blind_and_ante": _blind_and_ante,
    "pot_short_post": _short_post,
    "pot_short_blinds": _short_blinds,
    "pot_bring_in_passed": _bring_in_passed,
    "pot_bomb": _bomb,
    "pot_nuts_not_bet": _not_bet,
    "pot_shown": _shown,
    "pot_shared": _shared,
    "pot_runs": _runs,
    "pot_away": _away,
    "pot_early_card": _early,
    "pot_pineapple": _game("crazy_pineapple"),
    "pot_soko": _game("soko"),
    "pot_razz": _game("razz"),
    "pot_stud_hilo": _game("stud_hilo"),
    "pot_sviten": _game("sviten"),
    "pot_courchevel": _game("courchevel", "courchevel_hilo"),
    "pot_draws": _draws,
    "pot_side_pots": _side_pots,
    "pot_special_rake": _special_rake,
    "pot_rake_and_drop": _rake_and_drop,
    "pot_sitting_out": _someone_sits_out,
    "pot_small": _small_pot,
    "pot_rake_differs": _rake_below,
    "pot_showdown": _showdown,
    "pot_jackpot": _jackpot,
}
