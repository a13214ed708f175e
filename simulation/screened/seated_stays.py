"""Players by hand and place: stays, one after another."""

from __future__ import annotations

import heapq
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from rules.hands import Ints
from simulation.screened.dealt_settings import SEATS, DealtSettings
from simulation.screened.room_regulars import RoomHabits, RoomRegular

NOBODY = -1
_LEAVES = 1 / 90  # after a hand
_LEAST_STAY = 5  # hands
_TAKEN = 0.2  # chance of an empty place to be taken before a hand
_AWAY = 20  # hands until who left may come back


def stays(
    players: Sequence[RoomRegular], cards: DealtSettings, habits: RoomHabits, random: np.random.Generator
) -> Ints:
    """(H, 4) positions in ``players`` of who sits at each place; NOBODY."""
    hands = len(cards.won)
    sits = np.full((hands, SEATS), NOBODY, np.int64)
    chance = random.random((hands, SEATS))
    away = [(0, int(one)) for one in random.permutation(len(players))]
    free = [(0, place) for place in range(SEATS)]
    while free:
        first, place = heapq.heappop(free)
        if first >= hands:
            continue
        who = next((at for at, (since, _) in enumerate(away) if since <= first), None)
        if who is None:
            heapq.heappush(free, (first + 1, place))
            continue
        one = away.pop(who)[1]
        leaves = chance[first:, place] < _chances(players[one], cards, habits, first, place)
        leaves[: _LEAST_STAY - 1] = False
        ended = first + int(leaves.argmax()) + 1 if leaves.any() else hands
        sits[first:ended, place] = one
        away.append((ended + _AWAY, one))
        heapq.heappush(free, (ended + int(random.geometric(_TAKEN)) - 1, place))
    return sits


def _chances(
    player: RoomRegular, cards: DealtSettings, habits: RoomHabits, first: int, place: int
) -> NDArray[np.float64]:
    found = np.full(len(cards.won) - first, _LEAVES)
    if player.leaves_after_wins:
        found += habits.leaves * cards.large_wins[first:, place]
    if player.steams:
        found += habits.leaves * cards.large_losses[first:, place]
    return found
