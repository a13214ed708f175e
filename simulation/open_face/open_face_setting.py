"""Arrangements of open-face players: rows and discards.

A player knows all cards of the deal, arranges thirteen as in a closed deal, and reveals them as they come. Who is bold for a pair
in front, or mixes up back and middle, fouls.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from simulation.thirteen_card_setting import TWO_PAIRS, Codes, Masks, Ranks, best_row, lowest, masks_of, take

FRONT, MIDDLE, BACK, DISCARDED, UNDEALT = range(5)  # places of a card
Places = NDArray[np.uint8]  # (n, cards)
Chances = NDArray[np.float32]  # (n,)

_THRIFTY = 0.7  # share of players who set low cards with a pair
_BOLD = 0.6  # share of players who want a pair in front
_RECKLESS = 0.3  # share of these who keep it there whatever the other rows are
_MIXED_UP = 0.07  # share of hands with back and middle the wrong way round
_PICTURES = 0b1_1100_0000_0000  # queens, kings and aces
_WORTH_IT = 0b1_1111_1111_0000  # sixes and better
_SAME_RANK, _SAME_SUIT = 40, 3  # what a card is worth for others like it


def as_played(cards: Codes, random: np.random.Generator) -> Places:
    """(n, 13) cards to rows, for players who set before they see the last."""
    chances = random.random((4, len(cards)), np.float32)
    thrifty, bold, reckless = chances[0] < _THRIFTY, chances[1] < _BOLD, chances[2] < _RECKLESS
    held = masks_of(cards)
    pair = _pair_in_front(held, bold)
    middle, back, strength, _ = _behind(held & ~pair, thrifty)
    weak = np.flatnonzero((pair.max(axis=1) > 0) & (strength < TWO_PAIRS) & ~reckless)
    middle[weak], back[weak], *_ = _behind(held[weak], thrifty[weak])
    places = _places(cards, middle, back)
    wrong = (chances[3] < _MIXED_UP)[:, None]
    return np.where(wrong, np.array([FRONT, BACK, MIDDLE], np.uint8)[places], places)


def at_once(cards: Codes) -> tuple[Places, NDArray[np.int64], NDArray[np.int64]]:
    """(n, 13) cards seen at once, in ordered rows; classes of middle and back."""
    held, everybody = masks_of(cards), np.ones(len(cards), np.bool_)
    middle, back, middle_class, back_class = _behind(held, everybody)
    return _places(cards, middle, back), middle_class, back_class


def _behind(
    held: Masks, thrifty: NDArray[np.bool_]
) -> tuple[Masks, Masks, NDArray[np.int64], NDArray[np.int64]]:
    """Best back, best middle of the rest, and classes of middle and back."""
    back, back_class = best_row(held, thrifty=thrifty)
    middle, middle_class = best_row(held & ~back, thrifty=thrifty)
    return middle, back, middle_class, back_class


def _pair_in_front(held: Masks, bold: NDArray[np.bool_]) -> Masks:
    """The pair that a bold player keeps: the lowest with pictures, else the lowest that earns."""
    two = Ranks.of(held).two
    pictures = two & _PICTURES
    wanted = np.where(pictures > 0, pictures, two & _WORTH_IT)
    return take(held, np.where(bold, lowest(1)[wanted], 0), 2)


def _places(cards: Codes, middle: Masks, back: Masks) -> Places:
    rank, suit = (cards >> 2).astype(np.int64), (cards & 3).astype(np.int64)
    in_back = np.take_along_axis(back, suit, axis=1) >> rank & 1
    in_middle = np.take_along_axis(middle, suit, axis=1) >> rank & 1
    return (MIDDLE * in_middle + BACK * in_back).astype(np.uint8)


def kept(cards: Codes, streets: list[tuple[int, int]]) -> NDArray[np.bool_]:
    """(n, cards) all but the least useful card of each street."""
    worth = _worth(cards)
    stays = np.ones(cards.shape, np.bool_)
    here = np.arange(len(cards))
    for first, end in streets:
        stays[here, first + worth[:, first:end].argmin(axis=1)] = False
    return stays


def _worth(cards: Codes) -> NDArray[np.int64]:
    rank, suit = cards >> 2, cards & 3
    worth = rank.astype(np.int64)
    for other in range(cards.shape[1]):
        worth += _SAME_RANK * (rank == rank[:, other : other + 1])
        worth += _SAME_SUIT * (suit == suit[:, other : other + 1])
    return worth


def spread(places: Places, stays: NDArray[np.bool_]) -> Places:
    """Places of the cards that stay, (n, 13), among all dealt."""
    all_places = np.full(stays.shape, DISCARDED, np.uint8)
    all_places[stays] = places.ravel()
    return all_places
