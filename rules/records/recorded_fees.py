"""Recorded fees of hands by kind and seat."""

from __future__ import annotations

import numpy as np

from rules.hands import Hands, Ints


def taken(hands: Hands, kind: str) -> Ints:
    """(H,) money taken from each hand as fees of a kind."""
    total = np.zeros(len(hands), np.int64)
    rows = of_kind(hands, kind)
    np.add.at(total, hands.fees.hand[rows], hands.fees["amount"][rows])
    return total


def of_kind(hands: Hands, kind: str) -> Ints:
    """(n,) rows of ``hands.fees`` of a kind."""
    return np.flatnonzero(hands.named(hands.fees["kind"], kind))


def by_seat(hands: Hands, kind: str) -> Ints:
    """(H, 11) money taken as fees of a kind, by seat number; 0: no seat."""
    total = np.zeros((len(hands), 11), np.int64)
    rows = of_kind(hands, kind)
    seat = np.maximum(hands.fees["seat"][rows], 0)  # not recorded is far below zero
    np.add.at(total, (hands.fees.hand[rows], seat), hands.fees["amount"][rows])
    return total
