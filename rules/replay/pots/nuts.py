"""The nuts on the river: who closes the betting with a hand that nothing beats must bet or raise. OLY-1.27."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from rules.cards import DECK, NO_CARD, RANKS
from rules.controls.sections.pots import Game, Half
from rules.hands import Flags, Ints
from rules.replay.pots.betting import raises_used_up
from rules.replay.pots.illegal import Found, found
from rules.replay.pots.outcome import Outcome
from rules.replay.pots.play import BET, CALL, CHECK, FLOP_GAME, RAISE
from rules.replay.pots.showdown import best, own_cards
from rules.replay.pots.walk import Walk

_BOARD = 5
_FEW = 12  # pairs of cards that are tried first: most hands lose to one of them
_WEAK = np.array(
    [[0, 1, 2, 4, 9]], np.uint8
)  # three deuces: a set of the highest rank of a board beats whatever is less


def nuts(walk: Walk, came: Outcome) -> Iterator[Found]:
    """Hands that nothing beats and that were checked or called with, by the last to act on the river."""
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
    """Acts that close the betting of the last round without a raise, while an opponent has chips."""
    play, met, acts = walk.play, walk.met, walk.play.acts
    last_round = play.round == play.rounds[acts.hand] - 1
    quiet = met.made & np.isin(acts.kind, (CHECK, CALL)) & (met.to <= met.level)
    more = met.front + met.left > met.level
    flop = play.kind[acts.hand] == FLOP_GAME
    where = quiet & last_round & met.last & met.may_raise & more & (met.chips_behind > 0) & flop
    return np.flatnonzero(where & ~raises_used_up(walk))


def _unbeaten(walk: Walk, came: Outcome, game: Game, rows: Ints, *, unique: bool) -> Flags:
    """(R,) acts of seats whose hand no two other cards beat; ``unique``: nor equal. Who plays the board has not received it."""
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
    for place in np.flatnonzero(strong).tolist():
        others = _others(game, cards[at[place]])
        found[at[place]] = _nothing_beats(half, int(strength[place]), board[at[place]], others, unique)
    return found


def _others(game: Game, cards: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """(n, 2) the pairs of cards that another seat may hold, those that make pairs first."""
    gone = np.zeros(NO_CARD + 1, np.bool_)
    gone[cards] = True
    pairs = _pairs(game.deck_from)
    return pairs[~gone[pairs].any(axis=1)]


@cache
def _pairs(lowest: str) -> NDArray[np.uint8]:
    """(n, 2) every two cards of a deck from a rank on, those that make pairs first."""
    codes = range(RANKS.index(lowest) * 4, len(DECK))
    return np.array(sorted(combinations(codes, 2), key=lambda pair: pair[0] >> 2 != pair[1] >> 2), np.uint8)


def _nothing_beats(
    half: Half, strength: int, board: NDArray[np.uint8], others: NDArray[np.uint8], unique: bool
) -> bool:
    """Whether no pair of cards makes a better hand with a board; ``unique``: nor one as good."""
    for some in (others[:_FEW], others[_FEW:]):
        cards = np.concatenate([some, np.broadcast_to(board, (len(some), _BOARD))], axis=1)
        strongest = int(best(half, cards, 2).max())
        if strongest > strength or (unique and strongest == strength):
            return False
    return True
