"""Dominated settings: one exchange of a card between two rows leaves the rows in order and makes one stronger, none weaker."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rules.cards import ROW_SIZES, by_place
from rules.hands import Flags, every_row
from rules.replay.row_strengths import NO_STRENGTH, Scale

_CARDS = (slice(0, 3), slice(3, 8), slice(8, 13))  # of front, middle and back among thirteen
_PAIRS = ((0, 1), (0, 2), (1, 2))  # rows that exchange a card; the third one stays


def dominated(cards: NDArray[np.uint8], scale: Scale) -> tuple[Flags, Flags]:
    """(H, S) settings that are dominated, of cards (H, S, 13), and where that can be said: ranked, and in order."""
    strength = scale.of(cards)
    ranked = every_row(strength != NO_STRENGTH)
    ranked &= (strength[..., 0] <= strength[..., 1]) & (strength[..., 1] <= strength[..., 2])
    found = np.zeros(ranked.shape, np.bool_)
    terms, mine = scale.terms_of(by_place(cards[ranked])), np.ascontiguousarray(strength[ranked].T)
    worse = np.zeros(mine.shape[1], np.bool_)
    for rows in _PAIRS:
        left = np.flatnonzero(~worse)
        worse[left] = _by_exchange(terms[..., left], mine[:, left], rows, scale)
    found[ranked] = worse
    return found, ranked


def _by_exchange(
    terms: NDArray[np.int32], strength: NDArray[np.int16], rows: tuple[int, int], scale: Scale
) -> Flags:
    """(n,) whether an exchange between two rows of settings dominates them. terms: (2, 13, n) of cards; strength: (3, n)."""
    low, high = rows
    given, taken = (terms[:, _CARDS[row]] for row in rows)
    change = taken[:, None] - given[:, :, None]  # (2, cards of low, cards of high, n)
    after_high = scale.of_sums(_sums(taken)[:, None, None] - change, ROW_SIZES[high])
    kept = np.flatnonzero(after_high >= strength[high])
    setting = kept % strength.shape[1]
    rest, better = strength[:, setting], after_high.ravel()[kept]
    after_low = scale.of_sums(_sums(given)[:, setting] + change.reshape(2, -1)[:, kept], ROW_SIZES[low])
    no_weaker = after_low >= rest[low]
    stronger = (after_low > rest[low]) | (better > rest[high])
    rest[low], rest[high] = after_low, better
    in_order = (rest[0] <= rest[1]) & (rest[1] <= rest[2])
    found = np.zeros(strength.shape[1], np.bool_)
    found[setting[no_weaker & stronger & in_order]] = True
    return found


def _sums(terms: NDArray[np.int32]) -> NDArray[np.int32]:
    """(2, n) sums of a row's terms (2, cards, n)."""
    found: NDArray[np.int32] = terms.sum(axis=1, dtype=np.int32)
    return found
