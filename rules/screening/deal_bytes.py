"""Deals of three or four seats as bytes: the seat of each card, two bits a card, 13 bytes a deal."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rules.hands import Flags
from rules.screening.canonical_deals import Masks

COMPARED_IN_PART = (3, 4)  # seats
LAST_DEALS = 200  # of a table's session
_DECK, _BYTES, _NOBODY = 52, 13, 3
_SHIFTS = np.array([0, 2, 4, 6], np.uint8)  # two bits a card
SeatOfCard = NDArray[np.uint8]


def held_bytes(deals: Masks) -> bytes:
    """13 bytes a deal: the seat of each card of deals (D, S) of three seats or four, all cards known."""
    has = has_card(deals)
    seats = np.full((len(deals), _DECK), _NOBODY, np.uint8)
    for seat in range(deals.shape[1]):
        np.copyto(seats, np.uint8(seat), where=has[:, seat])
    packed = (seats.reshape(len(deals), _BYTES, 4) << _SHIFTS).sum(axis=2, dtype=np.uint8)
    return bytes(packed)


def has_card(deals: Masks) -> Flags:
    """(D, S, 52) whether a seat of deals (D, S) has a card."""
    pieces = np.ascontiguousarray(deals.astype("<u8")).view(np.uint8)
    bits = np.unpackbits(pieces, axis=1, bitorder="little").reshape(*deals.shape, -1)
    return bits[..., :_DECK].view(np.bool_)


def seats_of_cards(held: bytes) -> SeatOfCard:
    """(D, 52) the seat of each card of each deal, from their bytes."""
    packed = np.frombuffer(held, np.uint8).reshape(-1, _BYTES, 1)
    found: SeatOfCard = (packed >> _SHIFTS & np.uint8(3)).reshape(-1, _DECK)
    return found
