"""Order of showing: the last contested side pot's last bettor, else left of the button, first; then clockwise.

OLY-1.47-a, OLY-1.48.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rules.controls.sections.pots import Showdown
from rules.pot_hands import Flags
from rules.ragged import Ints
from rules.replay.pots.acts.short_axes import any_of, count_of, most_of
from rules.replay.pots.betting.hand_outcome import NOBODY, HandOutcome
from rules.replay.pots.betting.side_pots import Layers
from rules.replay.pots.showdown.pot_winners import positions

_NO_POT = -1


def show_order(outcome: HandOutcome, pots: Layers, last_bettor: Ints, rules: Showdown) -> NDArray[np.int8]:
    """(H, S) columns as due to show, NOBODY beyond; where pots and positions are known. last_bettor: (H,) column, or NOBODY."""
    hands, seats = outcome.dealt.shape
    still_in = outcome.still_in & (pots.known & pots.seats_known & (pots.count > 0))[:, None]
    at_showdown = still_in & (count_of(still_in) > 1)[:, None]
    last_pot = _last_pots(pots)
    opens = most_of(last_pot)
    first = outcome.first_left
    if rules.first == "first_to_act" and outcome.first_to_act is not None:
        first = np.where(outcome.first_to_act >= 0, outcome.first_to_act, first)
    place = positions(outcome, first)
    bet = np.flatnonzero(last_bettor >= 0)
    bet = bet[at_showdown[bet, last_bettor[bet]] & (last_pot[bet, last_bettor[bet]] == opens[bet])]
    with_bettor = np.zeros((hands, seats), np.bool_)
    with_bettor[bet] = last_pot[bet] == opens[bet, None]
    place = np.where(with_bettor, positions(outcome, np.maximum(last_bettor, 0)), place)
    at_showdown &= ((first >= 0) | ~any_of(at_showdown & ~with_bettor))[:, None]
    key = np.where(at_showdown, -last_pot * seats + place, seats * seats * 2)
    order = np.argsort(key, axis=1, kind="stable").astype(np.int8)
    return np.where(np.arange(seats) < count_of(at_showdown)[:, None], order, np.int8(NOBODY))


def _last_pots(pots: Layers) -> Ints:
    found = np.full((len(pots.count), pots.eligible.shape[2]), _NO_POT, np.int64)
    for pot in range(pots.amounts.shape[1]):
        seats = pots.eligible[:, pot]
        several: Flags = seats & (count_of(seats) > 1)[:, None]
        found[several] = pot
    return found
