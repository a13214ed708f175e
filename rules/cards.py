"""Cards as text ("Qh") and as codes: ``rank * 4 + suit``, from 0 (deuce of clubs) to 51 (ace of spades). A joker and an
unrecorded card are beyond."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

RANKS = "23456789TJQKA"
SUITS = "cdhs"
DECK = tuple(rank + suit for rank in RANKS for suit in SUITS)
JOKER, UNKNOWN = 52, 53
CODES = 54  # codes that a card of a log can have
NO_CARD = 255  # the code for text that is not a card
TEXTS = (*DECK, "JK", "??")

RANK_NAMES = (
    "deuce",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "jack",
    "queen",
    "king",
    "ace",
)
SUIT_NAMES = ("clubs", "diamonds", "hearts", "spades")

ROWS = ("front", "middle", "back")
ROW_SIZES = (3, 5, 5)
HAND_SIZE = 13


def _pair_table() -> NDArray[np.uint8]:
    """Code by the two characters of a card, as a little-endian number."""
    table = np.full(1 << 16, NO_CARD, np.uint8)
    for code, text in enumerate(TEXTS):
        table[int.from_bytes(text.encode(), "little")] = code
    return table


_PAIRS = _pair_table()


_DECK, _BIT = np.uint64((1 << JOKER) - 1), np.uint64(1)


def masks(codes: NDArray[np.uint8]) -> NDArray[np.uint64]:
    """(..., n) cards to (...): a bit for each card of the deck."""
    found = np.zeros(codes.shape[:-1], np.uint64)
    if not codes.strides[-1]:  # nothing recorded
        codes = codes[..., :1]
    for place in by_place(codes):
        found |= np.left_shift(_BIT, place, dtype=np.uint64)  # 0 past the 64th bit
    found &= _DECK
    return found


def by_place(codes: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """(..., n) cards to (n, ...), which makes inner loops long."""
    return np.ascontiguousarray(np.moveaxis(codes, -1, 0))


def masks_together(by_seat: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """(H, S) masks to (H,): cards of all seats."""
    together = by_seat[:, 0].copy()
    for seat in range(1, by_seat.shape[1]):
        together |= by_seat[:, seat]
    return together


def encode(text: str) -> NDArray[np.uint8]:
    """Codes of a text of even length; NO_CARD for what is none.

    Characters outside ASCII become '?!', so that lengths stay.
    """
    raw = text.encode("ascii", "replace") if text.isascii() else _ascii(text)
    found: NDArray[np.uint8] = _PAIRS[np.frombuffer(raw, "<u2")]
    return found


def encode_pairs(characters: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Codes (n, k) of characters (n, 2k)."""
    found: NDArray[np.uint8] = _PAIRS[characters.view("<u2")]
    return found


def _ascii(text: str) -> bytes:
    return "".join(c if c.isascii() else "!" for c in text).encode()


def decode(codes: NDArray[np.uint8] | list[int]) -> str:
    return "".join(TEXTS[code] for code in codes)


def name(code: int) -> str:
    """Words for a card: "queen of hearts"."""
    if code == JOKER:
        return "joker"
    if code == UNKNOWN:
        return "unrecorded card"
    return f"{RANK_NAMES[code >> 2]} of {SUIT_NAMES[code & 3]}"
