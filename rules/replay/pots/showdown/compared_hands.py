"""Strengths of hands at the showdown, by run and half."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from rules.cards import JOKER, NO_CARD
from rules.controls.sections.pots import Game, Half
from rules.pot_hands import GAMES, Flags, Small
from rules.ragged import Ints
from rules.replay.pots.acts.short_axes import any_of, count_of
from rules.replay.pots.betting.hand_outcome import HandOutcome
from rules.replay.pots.betting.side_pots import Layers
from rules.replay.pots.showdown.badugi_strength import badugi
from rules.replay.pots.showdown.five_card_strengths import best_of_any, best_of_two
from rules.replay.pots.showdown.ranking_orders import NONE, order_of

BOARD = 5  # cards of a full board
Games = Mapping[str, Game]


class ComparedHands(Struct, frozen=True, eq=False):
    """H hands, P pots, R runs, F halves, S seats."""

    contenders: Flags  # (H, P, S) the seats that can still win a pot
    strengths: NDArray[np.int16]  # (H, R, F, S) NONE where no pot is contested, or a card is not known
    halves: NDArray[np.int8]  # (H,) halves of the hand's game; 0: the ruleset does not have the game

    @property
    def contested(self) -> Flags:
        """(H, P) pots with two contenders or more."""
        found: Flags = count_of(self.contenders) > 1
        return found


def showdown(outcome: HandOutcome, pots: Layers, codes: Small, games: Games) -> ComparedHands:
    """Hands compared where a pot is contested. codes: (H,) positions in GAMES."""
    able = ~(outcome.mucked | outcome.cannot_win)
    contenders = pots.eligible & able[:, None, :]
    contested = count_of(contenders) > 1
    wanted = any_of(np.swapaxes(contenders & contested[:, :, None], 1, 2)) & ~outcome.unsure
    halves = np.array([len(games[name].halves) if name in games else 0 for name in GAMES], np.int8)
    return ComparedHands(contenders, strengths(outcome, codes, games, wanted), halves[codes])


def strengths(outcome: HandOutcome, codes: Small, games: Games, wanted: Flags) -> NDArray[np.int16]:
    """(H, R, F, S) strengths of the wanted seats (H, S); NONE elsewhere and for unknown cards."""
    most = max((len(game.halves) for game in games.values()), default=1)
    found = np.full((len(outcome), outcome.board.shape[1], most, wanted.shape[1]), NONE, np.int16)
    hands, seats = np.nonzero(wanted)
    of_game = codes[hands]
    for code in np.unique(of_game):
        game = games.get(GAMES[code])
        if game is not None:
            rows = np.flatnonzero(of_game == code)
            _of_game(outcome, game, hands[rows], seats[rows], found)
    return found


def _of_game(outcome: HandOutcome, game: Game, hands: Ints, seats: Ints, found: NDArray[np.int16]) -> None:
    for run in range(outcome.board.shape[1]):
        again = slice(None) if run == 0 else np.flatnonzero(outcome.runs[hands] > run)
        of_run, of_seat = hands[again], seats[again]
        if not len(of_run):
            break
        for place, half in enumerate(game.halves):
            cards, own = cards_of(outcome, game, half, of_run, of_seat, run)
            known = ~any_of(cards >= JOKER)
            strength = np.full(len(cards), NONE, np.int16)
            strength[known] = best(half, cards[known], own)
            found[of_run, run, place, of_seat] = strength


def best(half: Half, cards: NDArray[np.uint8], own: int) -> NDArray[np.int16]:
    """(n,) strengths of known cards (n, k), own cards first."""
    if half.order == "badugi":
        return badugi(cards)
    order = order_of(half.order)
    return best_of_two(order, cards, own) if half.use == "two" else best_of_any(order, cards)


def cards_of(
    outcome: HandOutcome, game: Game, half: Half, hands: Ints, seats: Ints, run: int
) -> tuple[NDArray[np.uint8], int]:
    """(n, k) cards of a half, own first; the number of own ones. Too many cards include NO_CARD, and so have no strength."""
    count = own_cards(game)
    own = outcome.own[hands, seats]
    cards, more = own[:, :count].copy(), any_of(own[:, count:] != NO_CARD)
    cards[more, 0] = NO_CARD
    board = outcome.board[hands, run]
    if with_board(game, half):
        return np.concatenate([cards, board], axis=1), count
    if game.common_last:
        last = cards[:, -1] == NO_CARD
        cards[last, -1] = board[last, 0]
    return cards, count


def with_board(game: Game, half: Half) -> bool:
    """Whether a half uses a board; a common card of stud is none."""
    return half.use != "all" and any(street.board for street in game.streets)


def own_cards(game: Game) -> int:
    """Own cards of a seat at the end."""
    return sum(street.down + street.up - street.discards for street in game.streets)
