"""Rulings of a block of hands: which seats they took out, and who ruled."""

from __future__ import annotations

from typing import Any

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from rules.hands import NOT_RECORDED, Flags, Hands, Ints
from rules.screening.would_have_been import LEFT_OUT, ruled_by_words

FLOOR = ("hand_dead", "hand_fouled")  # rulings that take a hand away from a seat
HARD, SOFT = ("penalty", *FLOOR), ("play_on", "warning")  # rulings between which the floor can choose


class ScreenedRulings(Struct, frozen=True, eq=False):
    """Rulings of H hands. People are positions in the hands' ``names``, -1: not recorded."""

    dead: Flags  # (H, S) ruled dead or fouled, and not foul by the cards
    dead_by: NDArray[Any]  # (H, S)
    misdeal_by: NDArray[Any]  # (H,)
    open: Ints  # (R, 4) rulings HARD or SOFT on one seat: position, column, who ruled, 1 for a hard one

    @classmethod
    def of(cls, hands: Hands, by_cards: Flags) -> ScreenedRulings:
        """Rulings of a block. by_cards: (H, S) seats that the replay takes out without a ruling."""
        dead_by = np.full(hands.seat.shape, -1, np.int32)
        misdeal_by = np.full(len(hands), -1, np.int32)
        listed = hands.irregularities
        for row in range(len(listed)):
            hand, by, ruling = int(listed.hand[row]), int(listed["by"][row]), int(listed["ruling"][row])
            word = hands.names[ruling] if ruling >= 0 else ""
            if word in FLOOR:
                number = listed["seat"][row]
                here = hands.seat[hand] == number if number != NOT_RECORDED else hands.fouled[hand] == 1
                dead_by[hand, here] = max(by, -1)
            elif word in LEFT_OUT:
                misdeal_by[hand] = max(by, -1)
        dead = hands.ruled_out & ~by_cards & hands.dealt_in
        return cls(dead, dead_by, misdeal_by, _open_rulings(hands))


def _open_rulings(hands: Hands) -> Ints:
    """(R, 4) rulings HARD or SOFT on one seat: position, column, who ruled, 1 for a hard one."""
    listed, hard = hands.irregularities, ruled_by_words(hands, HARD)
    here = (hands.seat[listed.hand] == listed["seat"][:, None]) & (listed["seat"] != NOT_RECORDED)[:, None]
    kept = (hard | ruled_by_words(hands, SOFT)) & here.any(axis=1)
    columns = listed.hand, here.argmax(axis=1), np.maximum(listed["by"], -1), hard
    return np.column_stack([each[kept].astype(np.int64) for each in columns])
