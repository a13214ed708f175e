"""Recorded awards of each pot."""

from __future__ import annotations

import numpy as np

from rules.pot_hands import PotHands
from rules.ragged import Ints
from rules.times import NOT_RECORDED


def given(hands: PotHands, deep: int) -> Ints:
    """(H, P) sum of recorded awards of each pot, up to ``deep`` pots; NOT_RECORDED where not stated."""
    found = np.full((len(hands.game), deep), NOT_RECORDED)
    pots, awards = hands.pots, hands.awards
    stated = (pots["awards"] != NOT_RECORDED) & (pots["pot"] < deep)
    found[pots.hand[stated], pots["pot"][stated]] = 0
    fits = np.flatnonzero(awards["pot"] < deep)
    np.add.at(found, (awards.hand[fits], awards["pot"][fits]), awards["amount"][fits])
    return found
