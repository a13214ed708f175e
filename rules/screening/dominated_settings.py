"""Dominated settings: one exchange of a card between two rows leaves the rows in order and makes one stronger, none weaker."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rules.cards import ROW_SIZES
from rules.hands import Flags
from rules.replay.row_strengths import NO_STRENGTH, Scale

_STARTS = (0, 3, 8)  # of front, middle and back among thirteen cards
_PAIRS = ((0, 1), (0, 2), (1, 2))  # rows that exchange a card; the third one stays


def dominated(cards: NDArray[np.uint8], scale: Scale) -> tuple[Flags, Flags]:
    """(H, S) settings (H, S, 13) that are dominated, and where that can be said: legal ones whose every row has a strength."""
    strength = scale.of(cards)
    ranked: Flags = (strength != NO_STRENGTH).all(axis=-1)
    ranked &= (strength[..., 0] <= strength[..., 1]) & (strength[..., 1] <= strength[..., 2])
    found = np.zeros(ranked.shape, np.bool_)
    mine, mine_strength = cards[ranked], strength[ranked]
    worse = np.zeros(len(mine), np.bool_)
    for rows in _PAIRS:
        left = np.flatnonzero(~worse)
        worse[left] = _by_exchange(mine[left], mine_strength[left], rows, scale)
    found[ranked] = worse
    return found, ranked


def _by_exchange(
    cards: NDArray[np.uint8], strength: NDArray[np.int16], rows: tuple[int, int], scale: Scale
) -> Flags:
    """(n,) whether an exchange between two rows of settings (n, 13) of strengths (n, 3) dominates them."""
    low, high = rows
    parts = [cards[:, _STARTS[row] : _STARTS[row] + ROW_SIZES[row]] for row in rows]
    first, second = ([scale.sums_of(part), scale.terms_of(part)] for part in parts)
    given, taken = first[1][..., :, None], second[1][..., None, :]  # (2, n, cards, 1), (2, n, 1, cards)
    change = taken - given  # (2, n, cards of low, cards of high)
    after_high = scale.of_sums(second[0][..., None, None] - change, ROW_SIZES[high])
    setting, out, into = np.nonzero(after_high >= strength[:, high, None, None])
    better = after_high[setting, out, into]
    after_low = scale.of_sums(first[0][:, setting] + change[:, setting, out, into], ROW_SIZES[low])
    rest = strength[setting]
    no_weaker = after_low >= rest[:, low]
    stronger = (after_low > rest[:, low]) | (better > rest[:, high])
    rows_after = rest.copy()
    rows_after[:, low], rows_after[:, high] = after_low, better
    in_order = (rows_after[:, 0] <= rows_after[:, 1]) & (rows_after[:, 1] <= rows_after[:, 2])
    found = np.zeros(len(cards), np.bool_)
    found[setting[no_weaker & stronger & in_order]] = True
    return found
