"""Stacks from hand to hand: hands that follow each other, what every player had in both, and what came in between."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from rules.checks.base import NOT_RECORDED, Draft, LogView
from rules.checks.seating import SEATS, Seating
from rules.hands import Flags, Ints
from rules.records.events import Chips, Fee, TableEvent, Toke
from rules.replay.penalties import PENALTY
from rules.times import parse_one


@dataclass(frozen=True, eq=False)
class Links:
    """n pairs of hands, each with the one that follows it at once; the column of a seat is its number less 1."""

    before: Ints  # (n,) positions in the seating
    after: Ints
    came: Ints  # (n, 10) the column in which the player of a column sat in the first
    same: Flags  # (n, 10) the same player in both
    known: Flags  # (n, 10) and stacks and net are known
    stated: Ints  # (n, 10) what he had in the second
    expected: Ints  # (n, 10) what he had in the first, with its net; 0 where not known


def links(seating: Seating, before: Ints, *, moved: bool = False) -> Links:
    """The hands at some positions with those that follow them; ``moved``: a player may have changed his seat."""
    after = before + 1
    came = _came(seating, before, after) if moved else np.tile(np.arange(SEATS), (len(before), 1))
    was = np.take_along_axis(seating.player[before], came, axis=1)
    stack = np.take_along_axis(seating.stack[before], came, axis=1)
    net = np.take_along_axis(seating.net[before], came, axis=1)
    now = seating.stack[after]
    same = (was == seating.player[after]) & (was >= 0)
    known = same & (stack != NOT_RECORDED) & (net != NOT_RECORDED) & (now != NOT_RECORDED)
    return Links(before, after, came, same, known, now, np.where(known, stack + net, 0))


def _came(seating: Seating, before: Ints, after: Ints) -> Ints:
    """(n, 10) the column of each player in the hand before: his own, but where he is known to have sat in another."""
    found = np.tile(np.arange(SEATS), (len(before), 1))
    was, now = seating.player[before], seating.player[after]
    rows = np.flatnonzero(((was != now) & (now >= 0)).any(axis=1))
    pairs = (was[rows, :, None] == now[rows, None, :]) & (now[rows] >= 0)[:, None, :]  # (r, then, now)
    pairs &= (pairs.sum(axis=1, keepdims=True) == 1) & (pairs.sum(axis=2, keepdims=True) == 1)
    row, then, column = np.nonzero(pairs)
    found[rows[row], column] = then
    return found


_SIGN = {"buy_in": 1, "add_on": 1, "cash_out": -1}


@dataclass(frozen=True, eq=False)
class Between:
    """What the events of a log did to stacks between the hands of a seating; (M, 10), by the hand that follows.

    moved: chips brought, less those taken and tipped. unsure: something moved that the record does not tell apart.
    charged: time was collected, in chips or not. fined: the hands before which a penalty was paid, or in the hand before.
    """

    moved: dict[tuple[int, int], int]
    unsure: set[tuple[int, int]]
    charged: set[tuple[int, int]]
    fined: set[int]

    @classmethod
    def of(cls, log: LogView, seating: Seating) -> Between:
        found = cls({}, set(), set(), set())
        if len(seating):
            lines, times = seating.line.tolist(), EventTimes(seating.at)
            found.fined.update(
                bisect_right(lines, each.line) for each in log.irregularities if each.ruling == PENALTY
            )
            for line, event in log.events:
                found._add(seating, bisect_right(lines, line), times, event)
        return found

    def _add(self, seating: Seating, place: int, times: EventTimes, event: TableEvent) -> None:
        """``place``: the position of the hand that follows the event in the log."""
        if not isinstance(event, Chips | Toke | Fee):
            return
        found = parse_one(event.at)
        first, last = times.around(place, found[0] if found else NOT_RECORDED)
        column = event.seat - 1
        sits = int(seating.player[place, column]) if place < len(seating) else -1
        same_player = sits >= 0 and seating.players[sits] == event.player
        if first != last or not same_player or (isinstance(event, Chips) and event.kind not in _SIGN):
            self._unsure(first, last, event.seat, seating, event.player)
        elif isinstance(event, Fee):
            self.charged.add((place, column))
        else:
            amount = -event.amount if isinstance(event, Toke) else _SIGN[event.kind] * event.amount
            self.moved[place, column] = self.moved.get((place, column), 0) + amount

    def _unsure(self, first: int, last: int, seat: int, seating: Seating, player: str) -> None:
        """The seat, and wherever the player sits."""
        for place in range(max(first, 0), min(last, len(seating) - 1) + 1):
            columns = {seat - 1} | {
                column
                for column in range(SEATS)
                if seating.player[place, column] >= 0
                and seating.players[seating.player[place, column]] == player
            }
            self.unsure.update((place, column) for column in columns)


class EventTimes:
    """When hands were dealt, to find where an event falls by its time."""

    def __init__(self, at: Ints) -> None:
        self._at = at
        self._sorted = bool((np.diff(at) >= 0).all()) and not (at == NOT_RECORDED).any()

    def around(self, place: int, instant: int) -> tuple[int, int]:
        """The positions of the hands that may follow an event: one where its line and its time say the same."""
        at, size = self._at, len(self._at)
        if instant == NOT_RECORDED:
            return place, place
        early = place > 0 and at[place - 1] != NOT_RECORDED and instant < at[place - 1]
        late = place < size and at[place] != NOT_RECORDED and instant >= at[place]
        if not early and not late:
            return place, place
        if not self._sorted:
            return 0, size
        by_time = int(np.searchsorted(at, instant, side="right"))
        return min(place, by_time), max(place, by_time)


def spread(places: dict[tuple[int, int], int], after: Ints) -> Ints:
    """(n, 10) amounts of the hands at some positions, which ascend."""
    found = np.zeros((len(after), SEATS), np.int64)
    for row, column, amount in _rows(places, after):
        found[row, column] = amount
    return found


def marked(places: set[tuple[int, int]], after: Ints) -> Flags:
    """(n, 10) where something holds of the hands at some positions, which ascend."""
    found = np.zeros((len(after), SEATS), np.bool_)
    for row, column, _ in _rows(dict.fromkeys(places, 1), after):
        found[row, column] = True
    return found


def _rows(places: dict[tuple[int, int], int], after: Ints) -> Iterator[tuple[int, int, int]]:
    for (place, column), amount in places.items():
        row = int(np.searchsorted(after, place))
        if row < len(after) and after[row] == place:
            yield row, column, amount


def stack_differs(
    log: LogView, seating: Seating, row: int, column: int, stated: int, expected: int, source: str
) -> Draft:
    """The finding that a player began a hand with another stack than he should have, in minor units.

    row: the hand's, and column: the seat's in the seating. source: where what was expected comes from: "after hand 4".
    """
    player = seating.players[seating.player[row, column]]
    return Draft(
        hand=log.position(int(seating.line[row])),
        seat_number=column + 1,
        player=player,
        stated=stated,
        expected=expected,
        unit="money",
        money=abs(stated - expected),
        message=(
            f"Hand {int(seating.number[row])}, seat {column + 1}: player {player} began it with {log.money(stated)}; "
            f"{source} it was {log.money(expected)}, a difference of {log.money(stated - expected)}."
        ),
    )
