"""An evening's hands as open-face ones: the same deals, set in one act of thirteen cards, without surrenders."""

from __future__ import annotations

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from rules.cards import NO_CARD
from rules.hands import NOT_RECORDED, UNRECORDED_FLAG, Hands, Ints
from rules.open_face_hands import Acts, OpenFace
from rules.ragged import Ragged

_THIRTEEN, _MOST_DISCARDS = 13, 4
_COUNTS = (3, 5, 5, 0, _THIRTEEN)  # cards by place: front, middle, back, discards, as dealt
_CLOCK = ("at", "seat", "called_by", "acted_at")


def as_open_face(hands: Hands) -> Hands:
    """Closed hands as open-face ones of four seats at most."""
    count, shape = len(hands), hands.seat.shape
    nobody = np.zeros(count, np.bool_)
    face = OpenFace(
        variant=np.zeros(count, np.int8), level=np.full(count, NOT_RECORDED), missed=np.zeros(shape, np.bool_),
        fantasyland=np.full(shape, NOT_RECORDED), discards=np.full((*shape, _MOST_DISCARDS), NO_CARD, np.uint8),
        discards_size=np.full(shape, -1, np.int16), acts=_acts(hands), acts_recorded=~nobody, clock=_none(*_CLOCK),
        clock_recorded=nobody, eliminated=_none("seat"), eliminated_recorded=nobody,
    )  # fmt: skip
    unsaid = np.full(shape, UNRECORDED_FLAG, np.int8)
    return replace(hands, open_face=face, surrendered=unsaid)


def _acts(hands: Hands) -> Acts:
    """One act of each seat whose cards are on record."""
    hand, column = np.nonzero((hands.dealt_size == _THIRTEEN) & (hands.seat > 0))
    cards, dealt = hands.cards[hand, column], hands.dealt[hand, column]
    counts = np.tile(np.array(_COUNTS, np.int16), (len(hand), 1))
    parts: list[NDArray[np.uint8]] = [cards[:, :3], cards[:, 3:8], cards[:, 8:], cards[:, :0], dealt]
    act: list[Ints] = [np.repeat(np.arange(len(hand)), each.shape[1]) for each in parts]
    return Acts(
        hand,
        hands.seat[hand, column],
        hands.at[hand],
        counts,
        tuple(act),
        tuple(each.reshape(-1) for each in parts),
    )


def _none(*columns: str) -> Ragged:
    return Ragged(np.zeros(0, np.int64), {name: np.zeros(0, np.int64) for name in columns})
