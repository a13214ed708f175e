"""Cards of an evening's hands, and how players set them."""

from __future__ import annotations

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from rules.hands import Flags, Ints
from rules.replay.row_strengths import Scale
from simulation.thirteen_card_setting import set_hands

SEATS, CARDS = 4, 13
_TRIES = 6
_LARGE = 5  # rows more won than lost, of nine
_ROW = np.repeat(np.arange(3), (3, 5, 5))

Codes = NDArray[np.uint8]


class DealtSettings(Struct):
    """Deals of H hands to four places, set as well as players can."""

    dealt: Codes  # (H, 4, 13)
    rows: Codes  # (H, 4, 13) front, middle, back
    won: Ints  # (H, 4) rows won less rows lost against the three others

    @property
    def large_wins(self) -> Flags:
        """(H, 4) places that win much."""
        found: Flags = self.won >= _LARGE
        return found

    @property
    def large_losses(self) -> Flags:
        """(H, 4) places that lose much."""
        found: Flags = self.won <= -_LARGE
        return found


def shuffled(hands: int, random: np.random.Generator) -> Codes:
    """(H, 4, 13) cards of as many decks."""
    decks = random.random((hands, SEATS * CARDS), np.float32).argsort(axis=1)
    return decks.astype(np.uint8).reshape(hands, SEATS, CARDS)


def well_set(dealt: Codes, scale: Scale) -> DealtSettings:
    """Deals set as well as players can."""
    hands = len(dealt)
    rows, _, _ = set_hands(dealt.reshape(-1, CARDS), thrifty=np.ones(hands * SEATS, np.bool_))
    rows = rows.reshape(dealt.shape)
    strength = scale.of(rows).astype(np.int64)
    signs = np.sign(strength[:, :, None] - strength[:, None])
    return DealtSettings(dealt, rows, signs.sum(axis=(2, 3)))


def set_at_random(rows: Codes, scale: Scale, random: np.random.Generator) -> Codes:
    """(n, 13) settings after one exchange of cards between two rows that leaves the rows in order, where one is found."""
    found = rows.copy()
    left = np.arange(len(rows))
    for _ in range(_TRIES):
        one, other = random.integers(0, CARDS, (2, len(left)))
        tried = rows[left]
        every = np.arange(len(left))
        tried[every, one], tried[every, other] = rows[left, other], rows[left, one]
        strength = scale.of(tried)
        legal = (
            (_ROW[one] != _ROW[other])
            & (strength[:, 0] <= strength[:, 1])
            & (strength[:, 1] <= strength[:, 2])
        )
        found[left[legal]] = tried[legal]
        left = left[~legal]
    return found
