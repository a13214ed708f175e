"""Stacks from hand to hand: hands that follow each other, what every player had in both, and what came in between."""

from __future__ import annotations

from array import array
from typing import Any

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from rules.checks.base import NOT_RECORDED, Draft, LogView
from rules.checks.seating import NOBODY, Seating
from rules.hands import Flags, Ints
from rules.records.events import Chips, Fee, Toke
from rules.records.table_events import TableEvents
from rules.replay.penalties import PENALTY
from rules.times import parse_one


class Links(Struct, frozen=True, eq=False):
    """n pairs of hands, each with the one that follows it at once; the column of a seat is its number less 1."""

    before: Ints  # (n,) positions in the seating
    after: Ints
    came: Ints  # (n, W) the column in which the player of a column sat in the first
    same: Flags  # (n, W) the same player in both
    known: Flags  # (n, W) and stacks and net are known
    stated: Ints  # (n, W) what he had in the second
    expected: Ints  # (n, W) what he had in the first, with its net; 0 where not known


def links(seating: Seating, before: Ints, *, moved: bool = False) -> Links:
    """The hands at some positions with those that follow them; ``moved``: a player may have changed his seat."""
    after = before + 1
    came = _came(seating, before, after) if moved else _own(seating, before)
    was = np.take_along_axis(seating.player[before], came, axis=1)
    stack = np.take_along_axis(seating.stack[before], came, axis=1)
    net = np.take_along_axis(seating.net[before], came, axis=1)
    now = seating.stack[after]
    same = (was == seating.player[after]) & (was >= 0)
    known = same & (stack != NOT_RECORDED) & (net != NOT_RECORDED) & (now != NOT_RECORDED)
    return Links(before, after, came, same, known, now, np.where(known, stack + net, 0))


def _own(seating: Seating, before: Ints) -> Ints:
    """(n, W) each column itself."""
    return np.broadcast_to(np.arange(seating.width), (len(before), seating.width))


def _came(seating: Seating, before: Ints, after: Ints) -> Ints:
    """(n, W) the column of each player in the hand before: his own, but where he is known to have sat in another."""
    found = _own(seating, before).copy()
    was, now = seating.player[before], seating.player[after]
    rows = np.flatnonzero(((was != now) & (now >= 0)).any(axis=1))
    pairs = (was[rows, :, None] == now[rows, None, :]) & (now[rows] >= 0)[:, None, :]  # (r, then, now)
    pairs &= (pairs.sum(axis=1, keepdims=True) == 1) & (pairs.sum(axis=2, keepdims=True) == 1)
    row, then, column = np.nonzero(pairs)
    found[rows[row], column] = then
    return found


def highest_seat(events: TableEvents) -> int:
    """The highest seat that events name which may move chips; 0 where there are none."""
    return max((event.seat for _, event in events.of(Chips, Toke, Fee)), default=0)


def _following(seating: Seating, lines: Ints) -> Ints:
    """(n,) the positions of the hands that follow some lines of the log."""
    return np.searchsorted(seating.line, lines, side="right")


_SIGN = {"buy_in": 1, "add_on": 1, "cash_out": -1}


class Between(Struct, frozen=True, eq=False):
    """What the events of a log did to stacks between the hands of a seating; (M, W), by the hand that follows.

    moved: chips brought, less those taken and tipped. unsure: where something moved that the record does not tell apart.
    charged: how often time was collected, in chips or not. fined: the hands before which a penalty was paid, or in the hand
    before.
    """

    moved: Places
    unsure: Spans
    charged: Places
    fined: Ints

    @classmethod
    def of(cls, log: LogView, seating: Seating) -> Between:
        """What the events of a log did."""
        events = _Events(seating)
        if len(seating):
            times, moving = EventTimes(seating.at), (Chips, Toke, Fee)
            after = _following(seating, log.events.lines_of(*moving))
            for place, (_, event) in zip(after, log.events.of(*moving), strict=True):
                events.add(int(place), times, event)
        fines = [each.line for each in log.irregularities if each.ruling == PENALTY]
        fined = _following(seating, np.array(fines, np.int64))
        return cls(events.moved.whole(), events.unsure.whole(), events.charged.whole(), fined)


class _Events:
    """Collects events one by one; places are (position of the hand, column of the seat), as in Between."""

    def __init__(self, seating: Seating) -> None:
        self._seating = seating
        self._players = {player: number for number, player in enumerate(seating.players)}
        self.moved, self.unsure, self.charged = _Places(), _Spans(seating.player), _Places()

    def add(self, place: int, times: EventTimes, event: Chips | Toke | Fee) -> None:
        """``place``: the position of the hand that follows the event in the log."""
        seating = self._seating
        found = parse_one(event.at)
        first, last = times.around(place, found[0] if found else NOT_RECORDED)
        column, player = event.seat - 1, self._players.get(event.player, NOBODY)
        sits = int(seating.player[place, column]) if place < len(seating) else NOBODY
        same_player = sits == player != NOBODY
        if first != last or not same_player or (isinstance(event, Chips) and event.kind not in _SIGN):
            self.unsure.add(first, last, column, player)
        elif isinstance(event, Fee):
            self.charged.add(place, column, 1)
        else:
            amount = -event.amount if isinstance(event, Toke) else _SIGN[event.kind] * event.amount
            self.moved.add(place, column, amount)


class Spans(Struct, frozen=True, eq=False):
    """Stretches of hands in each of which something concerns the column of a seat, and wherever a player sits.

    Nothing is kept for each hand of a stretch, because many events may each span all hands of a log.
    """

    sitting: NDArray[Any]  # (M, W) the player of each place, -1: nobody
    columns: _Covered
    players: _Covered

    def spread(self, hands: Ints) -> Flags:
        """(n, W) the places in the hands at some positions that a stretch concerns."""
        sits = self.sitting[hands]
        by_player: Flags = self.players.has(sits, hands[:, None]) & (sits != NOBODY)
        by_seat = self.columns.has(np.arange(self.sitting.shape[1]), hands[:, None])
        return by_seat | by_player


class _Covered(Struct, frozen=True, eq=False):
    """Which positions the stretches of each owner cover. The keys of an owner lie behind those of all lower ones."""

    first: Ints  # (n,) ascending keys of the first positions
    end: Ints  # (n,) ascending keys of the positions after the last ones
    size: int  # keys of an owner

    @classmethod
    def of(cls, owner: Ints, first: Ints, end: Ints, size: int) -> _Covered:
        """Stretches of positions below a size, a row each."""
        keys = owner * (size + 1)
        return cls(np.sort(keys + first), np.sort(keys + end), size + 1)

    def has(self, owner: NDArray[Any], place: Ints) -> Flags:
        """Whether a stretch of an owner covers a place: more have begun than have ended. All of lower owners have done both."""
        keys = owner.astype(np.int64) * self.size + place
        begun = np.searchsorted(self.first, keys, side="right")
        ended = np.searchsorted(self.end, keys, side="right")
        return begun > ended


class _Spans:
    """Collects stretches one by one. sitting: (M, W) the player of each place."""

    def __init__(self, sitting: NDArray[Any]) -> None:
        self._sitting = sitting
        self._first, self._end, self._column, self._player = array("q"), array("q"), array("q"), array("q")

    def add(self, first: int, last: int, column: int, player: int) -> None:
        """A stretch of hands, of which some may lie behind the last. player: -1 where nobody of this name sits anywhere."""
        end = min(last + 1, len(self._sitting))
        if first < end:
            self._first.append(first)
            self._end.append(end)
            self._column.append(column)
            self._player.append(player)

    def whole(self) -> Spans:
        """What was collected."""
        first, end, column, player = (
            np.frombuffer(each, np.int64) for each in (self._first, self._end, self._column, self._player)
        )
        sits, size = player != NOBODY, len(self._sitting)
        return Spans(
            self._sitting,
            _Covered.of(column, first, end, size),
            _Covered.of(player[sits], first[sits], end[sits], size),
        )


class EventTimes:
    """When hands were dealt, to find where an event falls by its time."""

    def __init__(self, at: Ints) -> None:
        self._at = at
        self._sorted = bool((at[1:] >= at[:-1]).all()) and not (at == NOT_RECORDED).any()

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


class Places(Struct, frozen=True, eq=False):
    """Amounts of some seats in some hands, a row each, by the positions of the hands."""

    hand: Ints  # (n,) ascending
    column: Ints
    amount: Ints

    def spread(self, hands: Ints, width: int) -> Ints:
        """(n, W) the amounts in the hands at some positions, which ascend; else 0."""
        found = np.zeros((len(hands), width), np.int64)
        if len(hands):
            first, end = np.searchsorted(self.hand, [hands[0], hands[-1] + 1])
            row = np.searchsorted(hands, self.hand[first:end])
            there = hands[row] == self.hand[first:end]
            found[row[there], self.column[first:end][there]] = self.amount[first:end][there]
        return found


class _Places:
    """Collects amounts one by one; those of one place are added up."""

    def __init__(self) -> None:
        self._hand, self._column, self._amount = array("q"), array("b"), array("q")

    def add(self, hand: int, column: int, amount: int) -> None:
        """An amount at the position of a hand and the column of a seat."""
        self._hand.append(hand)
        self._column.append(column)
        self._amount.append(amount)

    def whole(self) -> Places:
        """What was collected."""
        hand = np.frombuffer(self._hand, np.int64)
        column = np.frombuffer(self._column, np.int8).astype(np.int64)
        order = np.lexsort((column, hand))
        hand, column = hand[order], column[order]
        first = np.flatnonzero(np.diff(hand, prepend=-1) | np.diff(column, prepend=-1))
        amount = np.frombuffer(self._amount, np.int64)[order]
        return Places(hand[first], column[first], np.add.reduceat(amount, first) if len(first) else amount)


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
