"""Games with one winner, who beats every opponent on enough rows. VAR-single-winner; AMB-SINGLE-*."""

from __future__ import annotations

import numpy as np

from rules.hands import Ints, every_seat
from rules.replay.pairs import NO_SEAT, Pairs

UNKNOWN = -2


def winner(pairs: Pairs) -> Ints:
    """(H,) the winner's column; NO_SEAT: none, UNKNOWN: cards or prices are missing."""
    rules = pairs.scoring.single_winner
    assert rules is not None
    won = (pairs.signs >= 0) if rules.ties_help else (pairs.signs > 0)
    lost = (pairs.signs <= 0) if rules.ties_help else (pairs.signs < 0)
    if pairs.seats.fouled.any():  # two fouled hands beat nobody
        both = (pairs.seats.fouled[:, pairs.a] & pairs.seats.fouled[:, pairs.b])[..., None]
        won, lost = won & ~both, lost & ~both
    a_beats = won.sum(axis=-1) >= rules.rows_needed
    b_beats = lost.sum(axis=-1) >= rules.rows_needed
    beats_all = pairs.seats.present.copy()
    for place, (i, j) in enumerate(zip(pairs.a, pairs.b, strict=True)):
        there = pairs.there[:, place]
        beats_all[:, i] &= a_beats[:, place] | ~there
        beats_all[:, j] &= b_beats[:, place] | ~there
    count = beats_all.sum(axis=1)
    found = np.where(count == 1, beats_all.argmax(axis=1), NO_SEAT)
    settled = every_seat((pairs.seats.known & ~pairs.seats.surrendered) | ~pairs.seats.present)
    return np.where(settled & (pairs.seats.present.sum(axis=1) > 1), found, UNKNOWN)
