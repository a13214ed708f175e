"""Stays of all players at once are those of one player after another."""

from types import SimpleNamespace

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from rules.screening.indicators.scn016_leaves_with_the_win import stays

LEAST = 10


@st.composite
def seatings(draw):
    """Who held each of three seats in some 40 hands; now and then somebody sits out, moves or leaves."""
    hands = draw(st.integers(0, 45))
    changes = draw(st.lists(st.tuples(st.integers(0, 44), st.integers(0, 2), st.integers(-1, 3)), max_size=8))
    holder = np.tile(np.array([0, 1, 2]), (hands, 1))
    for start, column, who in changes:
        holder[start:, column] = who
    netted = draw(st.lists(st.integers(0, 9), min_size=hands * 3, max_size=hands * 3))
    return holder, np.array(netted, np.int64).reshape(hands, 3) > 0


class Seating(SimpleNamespace):
    def __len__(self):
        return len(self.holder)


def plain(hands):
    """Stays by a walk over the hands of each player and seat."""
    found = []
    for player in sorted(set(hands.holder[hands.holder >= 0].tolist())):
        sat = [
            (hand, seat)
            for hand, row in enumerate(hands.holder.tolist())
            for seat in range(3)
            if row[seat] == player
        ]
        runs = []
        for hand, seat in sat:
            if runs and runs[-1][-1][1] == seat and hand - runs[-1][-1][0] <= 1:
                runs[-1].append((hand, seat))
            else:
                runs.append([(hand, seat)])
        for run in runs:
            played = [at for at in run if hands.netted[at]]
            if len(played) >= LEAST and run[-1][0] < len(hands) - 1:
                found.append((player, played[-1][0], [int(hands.net[at]) for at in played]))
    return found


@given(seatings())
def test_stays_are_those_of_player_after_player(seating):
    holder, netted = seating
    seat = np.tile(np.arange(1, 4), (len(holder), 1))
    net = np.arange(holder.size).reshape(holder.shape)
    hands = Seating(holder=holder, seat=seat, netted=netted, net=net)
    assert [(player, last, nets.tolist()) for player, last, nets in stays(hands)] == plain(hands)
