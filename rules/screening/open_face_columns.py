"""Columns of open-face hands for the indicators: cards dealt by placements, choices, royalties."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from rules.cards import HAND_SIZE
from rules.hands import NOT_RECORDED, Flags, Hands
from rules.one_value import of_one_value
from rules.open_face_hands import AS_DEALT, VARIANTS, columns_of
from rules.replay.row_replay import ReplayedRows

_DECK = (1 << 52) - 1
_PINEAPPLE = VARIANTS.index("pineapple")
_DEALT_IN_PINEAPPLE = 17


def open_face_columns(replayed: ReplayedRows) -> dict[str, NDArray[Any]]:
    """(H, S) `chose`, `dealt` and `royalty` of a block; a closed game has no choice, no placements, no known royalty."""
    hands = replayed.hands
    shape = hands.seat.shape
    if hands.open_face is None:
        return {
            "chose": of_one_value(np.False_, *shape),
            "dealt": of_one_value(np.uint64(0), *shape),
            "royalty": of_one_value(np.int8(-1), *shape),
        }
    return {
        "chose": _chose(hands),
        "dealt": _dealt_by_placements(hands),
        "royalty": _royalty(replayed),
    }


def _in_fantasyland(hands: Hands) -> Flags:
    assert hands.open_face is not None
    found: Flags = (hands.open_face.fantasyland != NOT_RECORDED) & (hands.open_face.fantasyland > 0)
    return found


def _chose(hands: Hands) -> Flags:
    """(H, S) seats that set some of their cards and threw others away."""
    assert hands.open_face is not None
    found: Flags = (hands.open_face.variant == _PINEAPPLE)[:, None] | _in_fantasyland(hands)
    return found


def _dealt_by_placements(hands: Hands) -> NDArray[np.uint64]:
    """(H, S) bits of all cards that a seat was dealt, act by act; 0 where one is missing or not known."""
    assert hands.open_face is not None
    acts, shape = hands.open_face.acts, hands.seat.shape
    held, count = np.zeros(shape, np.uint64), np.zeros(shape, np.int64)
    column = columns_of(hands, acts)
    of_seat = np.flatnonzero(column >= 0)
    place = acts.hand[of_seat], column[of_seat]
    np.bitwise_or.at(held, place, acts.mask(AS_DEALT)[of_seat])
    np.add.at(count, place, np.maximum(acts.counts[of_seat, AS_DEALT], 0))
    whole = (held & ~np.uint64(_DECK) == 0) & (np.bitwise_count(held) == count) & (count == _due(hands))
    return np.where(whole & hands.dealt_in, held, np.uint64(0))


def _due(hands: Hands) -> NDArray[np.int64]:
    """(H, S) cards that a seat is dealt over the hand."""
    assert hands.open_face is not None
    face = hands.open_face
    due = np.where(face.variant == _PINEAPPLE, _DEALT_IN_PINEAPPLE, HAND_SIZE)[:, None]
    return np.where(_in_fantasyland(hands), face.fantasyland, due)


def _royalty(replayed: ReplayedRows) -> NDArray[np.int8]:
    """(H, S) whether a seat has a royalty. Who is in fantasyland has better cards by the rules, and is left out."""
    seats, hands = replayed.seats, replayed.hands
    known = seats.ranked & hands.dealt_in & ~_in_fantasyland(hands) & (hands.void != 1)[:, None]
    has = (seats.royalties > 0).any(axis=2) & ~seats.fouled
    return np.where(known, has.astype(np.int8), np.int8(-1))
