"""Rulings of the floor, and habits of people, put into the columns of a session that the indicators read."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from msgspec.structs import replace

from rules.hands import Flags, Ints
from rules.records.events import Toke
from rules.records.table_events import TableEvents
from rules.screening.screened_hands import ScreenedHands
from rules.screening.statistics import ScreenedSession
from rules.times import NOT_RECORDED
from simulation.screened.pot_evening import LARGE
from simulation.screened.room_regulars import RoomHabits, RoomRegular

_VOID, _DEAD, _UNSEEN, _RULED, _HARD, _TOKES = 0.008, 0.004, 0.01, 0.03, 0.4, 0.05  # chances
_BREAK, _BREAKS = (600, 1500), 0.005  # seconds; chance of a break
_SECOND = 1_000_000


def with_open_rulings(session: ScreenedSession, random: np.random.Generator) -> ScreenedSession:
    """The session with clock rulings and penalties at random, some of them hard; the supervisor of the session ruled."""
    hands = session.hands
    hand, column = np.nonzero(hands.seated)
    ruled = random.random(len(hand)) < _RULED / hands.seated.sum(axis=1)[hand]
    hard = (random.random(len(hand)) < _HARD)[ruled]
    columns = hand[ruled], column[ruled], np.full(len(hard), -1), hard
    rulings = np.column_stack([each.astype(np.int64) for each in columns])
    return replace(session, hands=replace(hands, rulings=rulings))


def with_habits(
    session: ScreenedSession,
    regulars: Mapping[str, RoomRegular],
    habits: RoomHabits,
    random: np.random.Generator,
) -> ScreenedSession:
    """A session of pots with void and dead hands, cards that are not on record, breaks and tokes: at random, and by habit."""
    hands = session.hands
    assert hands.pot is not None
    loss, played = _largest_loss(hands), hands.known.any(axis=1)
    void = (random.random(len(hands)) < _VOID + habits.protests * (loss >= LARGE)) & played
    dead = (random.random(hands.seated.shape) < _DEAD / 6) & hands.known
    large = hands.pot.at_stake >= 2 * LARGE
    chance = random.random(len(hands))
    unseen = (chance < _UNSEEN + habits.mucks * large) & hands.pot.showdown
    concealed = (
        chance < _UNSEEN / 2
    ) & hands.pot.showdown  # of the winner, of two who are left as often as not
    changed = replace(
        hands, void=hands.void | void, dead=dead, at=_with_breaks(hands.at, loss, habits, random),
        pot=replace(hands.pot, unseen=unseen | hands.pot.unseen, concealed=concealed | hands.pot.concealed),
    )  # fmt: skip
    return replace(session, hands=changed, events=_tokes(changed, regulars, habits, random))


def _largest_loss(hands: ScreenedHands) -> Ints:
    """(N,) money that the largest loser of a hand lost."""
    found: Ints = np.where(hands.netted, -hands.net.astype(np.int64), 0).max(axis=1, initial=0)
    return found


def _with_breaks(at: Ints, loss: Ints, habits: RoomHabits, random: np.random.Generator) -> Ints:
    paused: Flags = random.random(len(at)) < _BREAKS + habits.breaks * (loss >= LARGE)
    after = np.cumsum(np.where(paused, random.integers(*_BREAK, len(at)), 0)) * _SECOND
    found: Ints = at + np.concatenate(([0], after[:-1]))
    return np.where(at == NOT_RECORDED, at, found)


def _tokes(
    hands: ScreenedHands, regulars: Mapping[str, RoomRegular], habits: RoomHabits, random: np.random.Generator
) -> TableEvents:
    """Tokes of winners, between none and three times as many by player, more for dealers who are liked."""
    liked = {
        name: 0.5 + (int(name.partition("-")[2]) - 1) / 7 for name in hands.names if name.startswith("d-")
    }
    found = TableEvents()
    hand, column = np.nonzero(hands.won & (hands.dealer >= 0)[:, None])
    for place, seat in zip(hand.tolist(), column.tolist(), strict=True):
        player, dealer = hands.players[hands.player[place, seat]], hands.names[hands.dealer[place]]
        chance = _TOKES
        if habits.generous:
            chance *= regulars[player].generous * liked.get(dealer, 1.0)
        if random.random() < chance:
            at = np.datetime64(int(hands.at[place]) + 60 * _SECOND, "us")
            given = Toke(
                at=f"{at.astype('datetime64[s]')}Z",
                seat=int(hands.seat[place, seat]),
                player=player,
                amount=500,
            )
            found.append(int(hands.line[place]), given)
    return found
