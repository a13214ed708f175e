"""Columns of pot hands for the indicators. A unit is the big blind, else the small bet, the smallest bet or the ante."""

from __future__ import annotations

from typing import Any

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from rules.cards import DECK, UNKNOWN, masks
from rules.hands import NOT_RECORDED, Flags, Ints
from rules.one_value import of_one_value
from rules.replay.pots.acts.played_acts import Play
from rules.replay.pots.block_replay import ReplayedPots
from rules.replay.pots.breaches.cards_dealt import hole_counts, lowest_cards
from rules.replay.scoring import SHARES
from rules.screening.pot_folds import folds_to_the_last_bet
from rules.screening.pot_payments import losers, payments, payments_known
from rules.screening.pot_would_have_been import pot_would_have_been
from rules.screening.screened_rulings import ScreenedRulings

_UNITS = ("big_blind", "small_bet", "min_bet", "ante")


class ScreenedPots(Struct, frozen=True, eq=False):
    """Columns of pot hands alone: N hands, S seats."""

    showdown: Flags  # (N,) two seats or more were left at the end
    at_stake: Ints  # (N,) money of all pots; 0 where not known
    unseen: Flags  # (N,) a seat that was left at the end has a card that is not known
    concealed: Flags  # (N,) so has one of which it is not on record that it lost
    hole: NDArray[
        np.uint64
    ]  # (N, S) one bit for each card dealt before the first bet; 0 where not all are known
    pot_deck: NDArray[np.int8]  # (N,) cards of the game's deck
    board: NDArray[np.uint8]  # (N, 5) codes in the order of the deal, of the first run
    turn: NDArray[np.int8]  # (N, S) places from the left of the button, else by number
    loses: Flags  # (N, S) the seat lost money by the replay
    folds: Ints  # (F, 4) of the last bet: position of the hand, column, column of who bet, whether it was the better hand


def pot_columns(replayed: ReplayedPots) -> dict[str, NDArray[Any]]:
    """Columns of a block of pot hands, those of ScreenedPots among them."""
    hands, play, results = replayed.hands, replayed.play, pot_would_have_been(replayed)
    rulings = ScreenedRulings.of(hands, replayed.outcome.cannot_win)
    unit, there, shape = unit_of(play), play.dealt, hands.seat.shape
    nowhere, no_cards = of_one_value(np.False_, *shape), of_one_value(np.uint64(0), *shape)
    return {
        "number": hands.number, "line": hands.line, "at": hands.at, "unit": unit, "void": hands.void == 1,
        "dealer": hands.dealer_id, "deck": hands.deck, "shuffler": hands.shuffler, "ruled_by": rulings.misdeal_by,
        "seat": hands.seat, "player": np.where(there, hands.player, np.int32(-1)), "holder": hands.player,
        "net": hands.net, "units": in_shares(results.money, unit), "known": results.known & (unit > 0)[:, None],
        "dead": rulings.dead, "dead_by": rulings.dead_by, "surrendered": nowhere, "dominated": nowhere, "ranked": nowhere,
        "cards": np.zeros((*shape, 0), np.uint8), "thirteen": no_cards, "chose": nowhere, "dealt": no_cards,
        "royalty": of_one_value(np.int8(-1), *shape), "paid": payments(replayed), "paid_known": payments_known(replayed),
        "rulings": rulings.open,
        **_pots_alone(replayed),
    }  # fmt: skip


def unit_of(play: Play) -> Ints:
    """(H,) money of a unit; NOT_RECORDED where no stake is on record."""
    found = np.full(len(play.hands), NOT_RECORDED)
    for name in reversed(_UNITS):
        stake = play.stakes(name)
        found = np.where(stake > 0, stake, found)
    return found


def in_shares(money: Ints, unit: Ints) -> Ints:
    """(H, S) money in parts of 2,520 to a unit, rounded away from zero, so that no result becomes none."""
    worth = np.maximum(unit, 1)[:, None]
    found: Ints = np.sign(money) * -(-np.abs(money) * SHARES // worth)
    return found


def _pots_alone(replayed: ReplayedPots) -> dict[str, NDArray[Any]]:
    came, play, pots = replayed.outcome, replayed.play, replayed.settled.pots
    left = came.still_in
    showdown = (left.sum(axis=1) > 1) & (play.hands.void != 1)
    if came.folds_known is not None:
        showdown &= came.folds_known
    hidden, net = (came.own == UNKNOWN).any(axis=2), play.hands.net
    loses = losers(replayed)
    lost = loses | ((net != NOT_RECORDED) & (net < 0))
    return {
        "showdown": showdown,
        "at_stake": np.where(pots.known, pots.amounts.sum(axis=1), 0),
        "unseen": (left & hidden).any(axis=1),
        "concealed": (left & hidden & ~lost).any(axis=1),
        "hole": _hole(play),
        "pot_deck": (len(DECK) - lowest_cards(play)).astype(np.int8),
        "board": came.board[:, 0],
        "turn": _turns(play),
        "loses": loses,
        "folds": folds_to_the_last_bet(replayed),
    }


def _hole(play: Play) -> NDArray[np.uint64]:
    """(H, S) bits of the cards dealt before the first bet; 0 where not all are known."""
    held = masks(play.pot.hole) | masks(play.pot.up)
    down, up = hole_counts(play)
    whole = (np.bitwise_count(held) == (down + up)[:, None]) & play.dealt
    return np.where(whole, held, np.uint64(0))


def _turns(play: Play) -> NDArray[np.int8]:
    button = np.where(play.dealer == NOT_RECORDED, 0, play.dealer)[:, None]
    found: NDArray[np.int8] = ((play.hands.seat - button - 1) % 10).astype(np.int8)
    return found
