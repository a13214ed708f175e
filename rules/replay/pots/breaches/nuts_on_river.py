"""The nuts on the river: a seat that closes the betting unbeatable must bet or raise. OLY-1.27."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations, pairwise

import numpy as np
from numpy.typing import NDArray

from rules.cards import DECK, NO_CARD, RANKS
from rules.controls.sections.pots import Game, Half
from rules.hands import Flags, Ints
from rules.replay.pots.acts.played_acts import BET, CALL, CHECK, FLOP_GAME, RAISE
from rules.replay.pots.betting.act_context import CLOSED
from rules.replay.pots.betting.betting_walk import Walk
from rules.replay.pots.betting.hand_outcome import HandOutcome
from rules.replay.pots.breaches.breach_rows import BreachRows, found
from rules.replay.pots.breaches.turns_and_sizes import raises_used_up
from rules.replay.pots.showdown.compared_hands import best, own_cards

_AT_ONCE = (48, 240)  # so many pairs of cards are tried first
_HANDS = 256  # hands that are compared with pairs at a time
_APART = 617  # how far apart in the deck pairs are that come one after the other; a prime
_WEAK = np.array(
    [[0, 1, 2, 4, 9]], np.uint8
)  # three deuces: a set of the highest rank of a board beats whatever is less


def nuts(walk: Walk, came: HandOutcome) -> Iterator[BreachRows]:
    """Unbeatable hands that the last to act checked or called with."""
    rules = walk.play.rules.betting.nuts
    if rules is None:
        return
    rows = _closing(walk)
    for code, game in enumerate(walk.play.games):
        mine = rows[walk.play.pot.game[walk.play.acts.hand[rows]] == code]
        if game is not None and game.kind == "flop" and len(game.halves) == 1 and len(mine):
            held = mine[_unbeaten(walk, came, game, mine, unique=rules.ties == "unique")]
            acts = walk.play.acts
            due = np.where(acts.kind[held] == CHECK, BET, RAISE)
            seat = acts.seat[held].astype(np.int64)
            yield found("nuts_not_bet", acts.hand[held], acts.place[held], seat, due_act=due)


def _closing(walk: Walk) -> Ints:
    play, met, acts = walk.play, walk.met, walk.play.acts
    last_round = play.round == play.rounds[acts.hand] - 1
    quiet = met.made & (met.turn != CLOSED) & np.isin(acts.kind, (CHECK, CALL)) & (met.to <= met.level)
    more = (met.front + met.left > met.level) & ~met.may_be_all & ~met.level_unknown
    flop = play.kind[acts.hand] == FLOP_GAME
    where = quiet & last_round & met.last & met.may_raise & more & (met.chips_behind > 0) & flop
    return np.flatnonzero(where & ~raises_used_up(walk))


def _unbeaten(walk: Walk, came: HandOutcome, game: Game, rows: Ints, *, unique: bool) -> Flags:
    """(R,) acts of seats whose hand no two other cards beat, or equal with ``unique``; never a hand that plays the board."""
    hand, column, half = walk.play.acts.hand[rows], walk.play.column[rows], game.halves[0]
    board, own = came.board[hand, 0], came.own[hand, column]
    count = own_cards(game)
    cards = np.concatenate([own[:, :count], board], axis=1)
    found = np.zeros(len(rows), np.bool_)
    known = (cards < len(DECK)).all(axis=1) & (own[:, count:] == NO_CARD).all(axis=1)
    at = np.flatnonzero(known)
    if not len(at):
        return found
    strength = best(half, cards[at], count)
    strong = strength >= best(half, _WEAK, 0)[0]
    if half.use == "any":
        strong &= strength > best(half, board[at], 0)
    at, strength = at[strong], strength[strong]
    found[at] = ~_beaten(half, strength, board[at], cards[at], _pairs(game.deck_from), unique)
    return found


@cache
def _pairs(lowest: str) -> NDArray[np.uint8]:
    codes = range(RANKS.index(lowest) * 4, len(DECK))
    pairs = np.array(list(combinations(codes, 2)), np.uint8)
    found: NDArray[np.uint8] = pairs[np.arange(len(pairs)) * _APART % len(pairs)]
    return found


def _beaten(
    half: Half,
    strength: NDArray[np.int16],
    board: NDArray[np.uint8],
    cards: NDArray[np.uint8],
    pairs: NDArray[np.uint8],
    unique: bool,
) -> Flags:
    """(n,) where two other cards beat (``unique``: or equal) a hand on a board (n, 5). cards: (n, k) own and board."""
    gone = np.zeros((len(cards), NO_CARD + 1), np.bool_)
    gone[np.arange(len(cards))[:, None], cards] = True
    least = strength + (0 if unique else 1)
    found = np.zeros(len(cards), np.bool_)
    for begin, end in pairwise((0, *_AT_ONCE, len(pairs))):
        some = pairs[begin:end]
        for hands in np.array_split(np.flatnonzero(~found), 1 + (~found).sum() // _HANDS):
            row, pair = np.nonzero(~gone[hands[:, None, None], some].any(axis=2))
            made = best(half, np.concatenate([some[pair], board[hands[row]]], axis=1), 2)
            found[hands[row[made >= least[hands[row]]]]] = True
    return found
