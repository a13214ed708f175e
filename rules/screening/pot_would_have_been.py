"""Would-have-been results of pot games: hands replayed as if nobody had ruled a hand dead or declared the deal void.

Left out are ``void`` and the folds and mucks by which a ruling was carried out; nothing else is changed. No result of a hand
is known where a seat that was ruled out could still have acted, or owed chips, and where the cards do not say who won: the
results of those who folded alone would all be losses.
"""

from __future__ import annotations

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from rules.hands import NOT_RECORDED, Flags, Hands, Ints, any_seat, every_seat
from rules.pot_hands import BY, PotActs
from rules.replay.pots.acts.played_acts import CLOCK, FOLD, MUCK, Play, acts_of_players, play_of
from rules.replay.pots.betting.betting_walk import Walk, walk
from rules.replay.pots.betting.hand_outcome import Circumstances
from rules.replay.pots.block_replay import ReplayedPots
from rules.replay.pots.division.pot_settlement import settle
from rules.replay.pots.outcome_of_acts import outcome
from rules.screening.would_have_been import LEFT_OUT, ruled_by_words

_FLOOR = BY.index("floor")
_OF_SEATS = LEFT_OUT[:2]  # the rulings that take a hand away from a seat


class PotResults(Struct, frozen=True, eq=False):
    """Results of seats without rulings. money: (H, S), 0 where not known."""

    money: Ints
    known: Flags  # (H, S)


def pot_would_have_been(replayed: ReplayedPots) -> PotResults:
    """Results of a block of pot hands."""
    settled, dealt = replayed.settled, replayed.play.dealt
    money, known = settled.net, settled.net_known & dealt
    void, ruled = replayed.hands.void == 1, _acts_ruled_on(replayed.hands)
    for which, results in ((np.flatnonzero(ruled), _again), (np.flatnonzero(void & ~ruled), _not_void)):
        if len(which):
            money, known = money.copy(), known.copy()
            money[which], known[which] = results(replayed, which)
    known &= every_seat(known | ~dealt)[:, None]
    return PotResults(np.where(known, money, 0), known)


def ruled_on(hands: Hands) -> Flags:
    """(H,) hands whose result may have been another one without a ruling."""
    found = _acts_ruled_on(hands)
    found[hands.void == 1] = True
    return found


def _acts_ruled_on(hands: Hands) -> Flags:
    """(H,) hands whose acts may have been others without a ruling."""
    assert hands.pot is not None
    found = any_seat(_ruled_seats(hands))
    found[hands.pot.acts.hand[_carried_out(hands)]] = True
    return found


def _not_void(replayed: ReplayedPots, which: Ints) -> tuple[Ints, Flags]:
    """(n, S) results of void hands at positions, and where they are known: the acts are walked alike whether a deal is void."""
    came, under = replayed.outcome.take(which), _played(replayed, which)
    found = settle(came, under, replayed.play.rules, replayed.walk.last_bettor[which])
    closed = ~_owes(replayed.walk)[which]
    return found.net, found.net_known & came.dealt & np.all(closed, axis=1, keepdims=True)


def _played(replayed: ReplayedPots, which: Ints) -> Circumstances:
    """Circumstances of the hands at positions, none of them void."""
    return replace(replayed.under.take(which), void=np.zeros(len(which), np.bool_))


def _again(replayed: ReplayedPots, apart: Ints) -> tuple[Ints, Flags]:
    """(n, S) results of the hands at positions, and where they are known."""
    hands, dropped = without_pot_rulings(replayed.hands.take(apart))
    play = play_of(hands, replayed.play.rules)
    walked = walk(play)
    found = settle(outcome(walked), _played(replayed, apart), play.rules, walked.last_bettor)
    still_open = _owes(walked).any(axis=1) | _may_act(walked, dropped)
    return found.net, found.net_known & play.dealt & ~still_open[:, None]


def without_pot_rulings(hands: Hands) -> tuple[Hands, Ints]:
    """The hands without void deals and without the rulings' acts, which are in their places as if the clock had been called; and
    the positions of these acts.
    """
    assert hands.pot is not None
    acts, ruled = hands.pot.acts, _ruled_seats(hands)
    dropped = _carried_out(hands)
    kind = acts.kind.copy()
    kind[dropped] = CLOCK
    folded = np.where(ruled & (hands.pot.folded == 1), np.int8(0), hands.pot.folded)
    mucked = np.where(ruled & (hands.pot.mucked == 1), np.int8(0), hands.pot.mucked)
    pot = replace(hands.pot, acts=replace(acts, kind=kind), folded=folded, mucked=mucked)
    return replace(hands, void=np.zeros_like(hands.void), pot=pot), dropped


def _carried_out(hands: Hands) -> Ints:
    """Positions of folds and mucks by the floor, and of those by anybody but the player in a seat that was ruled out."""
    assert hands.pot is not None
    acts: PotActs = hands.pot.acts
    numbers = hands.seat[acts.hand] == acts.seat[:, None]
    in_ruled = (numbers & _ruled_seats(hands)[acts.hand]).any(axis=1)
    gone = (acts.kind == FOLD) | (acts.kind == MUCK)
    return np.flatnonzero(gone & ((acts.by == _FLOOR) | ((acts.by >= 0) & in_ruled)))


def _ruled_seats(hands: Hands) -> Flags:
    """(H, S) seats with a ruling of LEFT_OUT that names them."""
    listed = hands.irregularities
    rows = np.flatnonzero(ruled_by_words(hands, _OF_SEATS) & (listed["seat"] != NOT_RECORDED))
    found = np.zeros(hands.seat.shape, np.bool_)
    row, column = np.nonzero(hands.seat[listed.hand[rows]] == listed["seat"][rows][:, None])
    found[listed.hand[rows[row]], column] = True
    return found & hands.present


def _chips_left(walked: Walk) -> Flags:
    """(H, S) seats with chips behind."""
    play, pot = walked.play, walked.play.pot
    in_front = np.maximum(pot.live_in, 0) + np.maximum(pot.dead_in, 0)
    found: Flags = np.where(pot.acts_recorded[:, None], walked.left, play.stack - in_front) > 0
    return found


def _still_in(play: Play, walked: Walk) -> Flags:
    folded = np.where(play.pot.acts_recorded[:, None], walked.folded, play.pot.folded == 1)
    found: Flags = play.dealt & ~folded
    return found


def _owes(walked: Walk) -> Flags:
    """(H, S) seats still in with chips behind that put in less than another: the betting was not over."""
    play, pot = walked.play, walked.play.pot
    live = np.where(pot.acts_recorded[:, None], walked.live, np.maximum(pot.live_in, 0))
    still_in = _still_in(play, walked)
    less = live < np.where(play.dealt, live, 0).max(axis=1, initial=0)[:, None]
    several = still_in.sum(axis=1) > 1
    found: Flags = still_in & less & _chips_left(walked) & several[:, None]
    return found


def _may_act(walked: Walk, dropped: Ints) -> Flags:
    """(H,) hands in which players acted after a ruling on a seat that had chips behind."""
    play = walked.play
    acts, left = play.acts, _chips_left(walked)
    last = np.full(len(play.dealt), -1, np.int64)
    betting = acts_of_players(acts)
    np.maximum.at(last, acts.hand[betting], acts.place[betting])
    hand, column = acts.hand[dropped], play.column[dropped]
    found = np.zeros(len(play.dealt), np.bool_)
    found[hand[(acts.place[dropped] < last[hand]) & left[hand, column]]] = True
    return found
