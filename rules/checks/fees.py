"""Recorded fees, by hand: shared by the checks of fees."""

from __future__ import annotations

import numpy as np

from rules.hands import Hands, Ints


def taken(hands: Hands, kind: str) -> Ints:
    """(H,) money that was taken from each hand as fees of a kind."""
    total = np.zeros(len(hands), np.int64)
    if kind in hands.names:
        mine = hands.fees["kind"] == hands.names.index(kind)
        np.add.at(total, hands.fees.hand[mine], hands.fees["amount"][mine])
    return total
