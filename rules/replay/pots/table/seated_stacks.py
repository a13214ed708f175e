"""Seats, players and stacks of a table, hand after hand."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import NDArray

from rules.hands import Flags, Ints
from rules.replay.pots.acts.played_acts import (
    BIG_BLIND,
    DEAD,
    MISSED_SMALL,
    POST,
    SMALL_BLIND,
    STUD_GAME,
    Play,
)
from rules.replay.pots.breaches.blinds_and_antes import LIVE_POSTS
from rules.times import NOT_RECORDED

SEATS = 10
NOBODY_SAT = -1


class Sitting(Struct, frozen=True, eq=False):
    """M hands of a log in order; columns (M, 10) by seat number less 1. Money is in minor units."""

    line: Ints  # (M,)
    number: Ints  # (M,)
    counted: Flags  # (M,) numbers count the hands of the table
    at: Ints  # (M,)
    void: Flags  # (M,)
    stud: Flags  # (M,)
    dealer: Ints  # (M,) the button's number, NOT_RECORDED
    small_blind: Ints  # (M,) 0: not known
    big_blind: Ints  # (M,) 0: not known
    min_bet: Ints  # (M,) 0: not known
    chip: Ints  # (M,) the smallest chip in play; 0: not known
    game: Ints  # (M,) position in GAMES
    most: Ints  # (M,) seats that the game is for
    small_seat: Ints  # (M,) the number of the seat that posted the small blind; 0: nobody
    big_seat: Ints  # (M,) the same of the big blind
    player: Ints  # (M, 10) position in ``players``, NOBODY_SAT
    dealt: Flags  # (M, 10)
    stack: Ints  # (M, 10) NOT_RECORDED
    net: Ints  # (M, 10) as recorded, else as due; NOT_RECORDED
    posted: Ints  # (M, 10) live chips posted
    dead: Ints  # (M, 10) dead blinds posted
    posts_known: Flags  # (M,) acts are on record
    players: list[str]

    def __len__(self) -> int:
        return len(self.line)


class SeatsTaken(Struct, frozen=True, eq=False):
    """Occupied seats in M hands of a log: all that is kept of every hand."""

    line: Ints  # (M,) ascending
    seats: NDArray[np.int16]  # (M,) a bit for each seat, the lowest that of seat 1

    @classmethod
    def of(cls, sitting: Sitting) -> SeatsTaken:
        """Seats of a sitting."""
        bits = np.left_shift(1, np.arange(SEATS))
        return cls(sitting.line, ((sitting.player != NOBODY_SAT) @ bits).astype(np.int16))

    @classmethod
    def joined(cls, parts: Sequence[SeatsTaken]) -> SeatsTaken:
        """Seats of several blocks in log order."""
        line = np.concatenate([each.line for each in parts])
        order = np.argsort(line, kind="stable")
        return cls(line[order], np.concatenate([each.seats for each in parts])[order])

    def before(self, line: int) -> set[int]:
        """Numbers of the seats taken in the last hand before a line."""
        place = int(np.searchsorted(self.line, line))
        seats = int(self.seats[place - 1]) if place else 0
        return {seat for seat in range(1, SEATS + 1) if seats >> (seat - 1) & 1}


def sitting_of(play: Play, due: Ints) -> Sitting:
    """Hands of a block. ``due``: (H, S) nets due, or NOT_RECORDED."""
    hands = play.hands
    hand, column = np.nonzero(hands.present)
    seat = hands.seat[hand, column].astype(np.int64) - 1
    net = np.where(hands.net == NOT_RECORDED, due, hands.net)
    most = np.array([each.max_players or SEATS if each else SEATS for each in play.games])[play.pot.game]

    def spread(values: Ints, empty: int) -> Ints:
        wide = np.full((len(hands), SEATS), empty, np.int64)
        wide[hand, seat] = values[hand, column]
        return wide

    return Sitting(
        line=hands.line, number=hands.number, counted=np.full(len(hands), hands.counted), at=hands.at,
        void=hands.void == 1, stud=play.kind == STUD_GAME,
        dealer=play.dealer, small_blind=play.stakes("small_blind"), big_blind=play.big_blind, min_bet=play.min_bet,
        chip=play.stakes("chip"), game=play.pot.game.astype(np.int64), most=most,
        small_seat=_poster(play, SMALL_BLIND), big_seat=_poster(play, BIG_BLIND),
        player=spread(hands.player.astype(np.int64), NOBODY_SAT), dealt=spread(play.dealt.astype(np.int64), 0) == 1,
        stack=spread(hands.stack, NOT_RECORDED), net=spread(net, NOT_RECORDED),
        posted=_posted(play, LIVE_POSTS), dead=_posted(play, (DEAD, MISSED_SMALL)),
        posts_known=play.pot.acts_recorded, players=list(hands.players),
    )  # fmt: skip


def _posted(play: Play, kinds: tuple[int, ...]) -> Ints:
    acts = play.acts
    rows = np.flatnonzero((acts.kind == POST) & np.isin(acts.post, kinds))
    found = np.zeros((len(play.hands), SEATS), np.int64)
    np.add.at(found, (acts.hand[rows], acts.seat[rows] - 1), acts.amount[rows])
    return found


def _poster(play: Play, kind: int) -> Ints:
    rows = np.flatnonzero((play.acts.kind == POST) & (play.acts.post == kind))[::-1]
    found = np.zeros(len(play.hands), np.int64)
    found[play.acts.hand[rows]] = play.acts.seat[rows]
    return found


def joined(parts: list[Sitting]) -> Sitting:
    """Hands of several blocks in log order."""
    names = [name for name in Sitting.__struct_fields__ if name != "players"]
    together = {name: np.concatenate([getattr(part, name) for part in parts]) for name in names}
    order = np.argsort(together["line"], kind="stable")
    return Sitting(**{name: values[order] for name, values in together.items()}, players=parts[-1].players)


def last_of(sitting: Sitting, count: int) -> Sitting:
    """The last hands of a sitting."""
    names = [name for name in Sitting.__struct_fields__ if name != "players"]
    return replace(sitting, **{name: getattr(sitting, name)[-count:] for name in names})


def next_to(number: Ints, among: Flags) -> Ints:
    """(M,) first of some seats (M, 10) clockwise after a number (M,); 0: none."""
    distance = np.where(among, (np.arange(1, SEATS + 1) - number[:, None] - 1) % SEATS, SEATS)
    return np.where(among.any(axis=1), distance.argmin(axis=1) + 1, 0)
