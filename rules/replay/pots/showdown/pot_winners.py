"""Winners of each pot by run and half, and turns for odd chips."""

from __future__ import annotations

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from rules.controls.sections.pots import Game, OddChip
from rules.pot_hands import GAMES, Flags, Small
from rules.ragged import Ints
from rules.replay.pots.acts.short_axes import any_of, count_of, most_of, won_in_any
from rules.replay.pots.betting.hand_outcome import HandOutcome
from rules.replay.pots.betting.side_pots import Layers
from rules.replay.pots.showdown.compared_hands import ComparedHands, Games, cards_of
from rules.replay.pots.showdown.five_card_strengths import makers
from rules.replay.pots.showdown.ranking_orders import NONE, order_of

_NO_STRENGTH_YET = np.int16(-3)  # below a hand without a low
_DECK = 52


class Winners(Struct, frozen=True, eq=False):
    """H hands, P pots, R runs, F halves, S seats."""

    contested: Flags  # (H, P)
    known: Flags  # (H, P) whether the winners are known; false beyond the pots of a hand
    won: Flags  # (H, P, R, F, S) in the first run and half where a pot was not contested
    turn: NDArray[np.int16]  # (H, R, F, S) the lower goes first among equal hands
    turn_known: Flags  # (H,) whether it is known whose turn is first


def winners(
    outcome: HandOutcome, pots: Layers, compared: ComparedHands, codes: Small, games: Games, odd: OddChip
) -> Winners:
    """Best hands of each pot. An unknown hand that could win leaves its pots' winners unknown."""
    contested = compared.contested
    won = np.zeros((*pots.amounts.shape, *compared.strengths.shape[1:]), np.bool_)
    unseen = np.zeros(pots.amounts.shape, np.bool_)
    for pot in range(pots.amounts.shape[1]):
        unseen[:, pot] = _pot_won(compared, outcome.runs, pot, won[:, pot])
    alone = ~contested
    won[:, :, 0, 0] |= compared.contenders & alone[:, :, None]
    known = pots.there & pots.seats_known[:, None] & any_of(won_in_any(won)) & ~unseen
    turn, turn_known = _turns(outcome, won, codes, games, odd)
    return Winners(contested, known, won & known[:, :, None, None, None], turn, turn_known)


def _pot_won(compared: ComparedHands, runs: Ints, pot: int, won: Flags) -> Flags:
    contenders = compared.contenders[:, pot]
    hands = np.flatnonzero(compared.contested[:, pot])
    unseen = np.zeros(len(contenders), np.bool_)
    for run in range(won.shape[1]):
        for half in range(won.shape[2]):
            played = (runs[hands] > run) & (compared.halves[hands] > half)
            rows = hands if played.all() else hands[played]
            those, strength = contenders[rows], compared.strengths[rows, run, half]
            best = most_of(np.where(those, strength, _NO_STRENGTH_YET))
            won[rows, run, half] = those & (strength == best[:, None]) & (best > NONE)[:, None]
            unseen[rows] |= any_of(those & (strength == NONE))
    return unseen


def positions(outcome: HandOutcome, first: Ints) -> NDArray[np.int16]:
    """(H, S) places clockwise from a column (H,)."""
    seats = outcome.dealt.shape[1]
    found: NDArray[np.int16] = ((np.arange(seats) - first[:, None]) % seats).astype(np.int16)
    return found


def _turns(
    outcome: HandOutcome, won: Flags, codes: Small, games: Games, odd: OddChip
) -> tuple[NDArray[np.int16], Flags]:
    stud = np.array([name in games and games[name].kind == "stud" for name in GAMES])[codes]
    first = outcome.first_left
    if odd.stud == "first_to_act" and outcome.first_to_act is not None:
        first = np.where(stud & (outcome.first_to_act >= 0), outcome.first_to_act, first)
    place, known = positions(outcome, first), first >= 0
    turn = np.repeat(np.repeat(place[:, None, None, :], won.shape[2], axis=1), won.shape[3], axis=2)
    if odd.stud == "high_card_by_suit_of_five" and stud.any():
        tied = (count_of(won) > 1) & stud[:, None, None, None]
        equal = (won & tied[..., None]).any(axis=1)
        for hand, run, half, seat in np.argwhere(equal).tolist():
            turn[hand, run, half, seat] = -_highest_card(
                outcome, games[GAMES[codes[hand]]], half, hand, run, seat
            )
        known |= stud
    return turn, known


def _highest_card(outcome: HandOutcome, game: Game, place: int, hand: int, run: int, seat: int) -> int:
    half = game.halves[place]
    rows, own = cards_of(outcome, game, half, np.array([hand]), np.array([seat]), run)
    order = order_of(half.order)
    fives = makers(order, tuple(rows[0].tolist()), own, two=half.use == "two")
    return max(_by_suit(card, ace_low=order.ace_low) for five in fives for card in five)


def _by_suit(card: int, *, ace_low: bool) -> int:
    return (card + 4) % _DECK if ace_low else card
