"""Accounts of chips as columns, from hand to hand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from msgspec import Struct

from rules.checks.support.chip_events import BUY_IN, CASH_OUT, MOVE, TIME, ChipEvents, events_of
from rules.checks.support.colour_ups import colour_ups
from rules.checks.support.log_view import LogView
from rules.checks.support.seat_history import Appearances, LogSeating
from rules.hands import NOT_RECORDED, Flags, Ints

_AT_ONCE = 1 << 16  # rows


class ChipEntries(Struct, frozen=True, eq=False):
    """n rows, account after account: one for each hand of the player, and a last one for what came after.

    The first row of a piece may be the last row of the piece before. A row has the events since the player's hand before.
    moved: chips in less out; since: after the last cash-out; charged: time paid; unsure: movements are uncertain.
    """

    player: Ints  # (n,)
    hand: Ints  # (n,) position in the seating; one after the last hand in the last row of an account
    seat: Ints  # (n,) the seat's number; 0 in the last row of an account
    begins: Flags  # (n,) the first row of an account
    ends: Flags  # (n,) the last row
    stack: Ints  # (n,) NOT_RECORDED
    result: Ints  # (n,) NOT_RECORDED
    banks: Flags  # (n,) the player is the banker of the hand
    early: Ints  # (n,) fees of the seat before the deal
    late: Ints  # (n,) the same, after it
    maybe: Ints  # (n,) the same, where the log does not say when
    loose_early: Ints  # (n,) fees of the hand, not after the deal, that name no seat that was in it
    loose_late: Ints  # (n,) the same, not before it
    unrecorded_early: Flags  # (n,) fees of the hand before the deal were not recorded
    unrecorded_late: Flags  # (n,) the same, after it
    moved: Ints  # (n,)
    since: Ints  # (n,)
    bought: Flags  # (n,)
    took: Flags  # (n,)
    taken: Ints  # (n,) what was cashed
    cashed: Ints  # (n,) the line of the last cash-out; 0: none
    missing: Flags  # (n,) a hand may be missing between the player's hand before and the last cash-out
    skipped: Flags  # (n,) a hand may be missing between what was bought and the hand
    charged: Ints  # (n,)
    unsure: Flags  # (n,)
    fined: Flags  # (n,) a penalty was given in the hand before or since; none of an event, whose penalties are in its results
    tracked: Flags  # (n,) some chips were bought before the player's first hand: they are on record
    earlier: Flags  # (n,) the first row, where the player may have had chips of an earlier session besides
    stretch: Ints  # (n,) the same number in hands between which none is missing or out of order; -1 in the last row
    event: Flags  # (n,) of a tournament: fees and buy-ins are not paid in its chips
    chip: Ints  # (n,) a chip into which smaller ones may have been changed before the hand; 0: none
    unclear: Flags  # (n,) chips may have been changed before the hand, for a level was not recorded

    def __len__(self) -> int:
        return len(self.player)


def entries(log: LogView, seating: LogSeating) -> Iterator[ChipEntries]:
    """Entries of all accounts, in pieces."""
    book, rows = _Book(log, seating), len(seating.appearances.place)
    for start in range(0, rows, _AT_ONCE):
        yield book.piece(start, min(start + _AT_ONCE, rows))


def followed(seating: LogSeating) -> Flags:
    """(M - 1,) hands followed by the next number, in order of time."""
    number, at = seating.number, seating.at
    timed = (at[:-1] != NOT_RECORDED) & (at[1:] != NOT_RECORDED)
    found: Flags = (number[1:] == number[:-1] + 1) & seating.counted & ~(timed & (at[1:] < at[:-1]))
    return found


def begins_late(log: LogView) -> bool:
    """Whether hands before the first may be missing. Some controls let numbers continue over sessions."""
    continued = any(each.sections.records.numbers == "continued" for each in log.rulesets)
    return bool(len(log)) and (not log.counted or int(log.number[0]) > 1) and not continued


def is_cut(log: LogView) -> bool:
    """Whether hands after the last may be missing, by the number that the close states."""
    if log.close is None or not len(log):
        return False
    between = np.maximum(np.diff(log.number) - 1, 0).sum()
    return bool(log.close[1].hands > len(log) + between)


class _Book:
    def __init__(self, log: LogView, seating: LogSeating) -> None:
        self._seating, self._seen = seating, seating.appearances
        self._events = events_of(log)[seating is log.pots.seating]
        self._tracked = _tracked(self._events, self._seen)
        self._earlier = not begins_with_bought(self._events, seating, self._tracked)
        self._doubled = _doubled(self._seen)
        self._changed = colour_ups(log, seating)
        ends = (
            seating.places(np.array([0, len(seating) - 1])) if len(seating) else np.array([0, len(log) - 1])
        )
        self._late = (
            begins_late(log) or int(ends[0]) > 0
        )  # hands of the log that are not here have no results
        self._cut = is_cut(log) or int(ends[1]) < len(log) - 1
        self._stretch = np.concatenate(
            [np.zeros(min(1, len(seating)), np.int64), np.cumsum(~followed(seating))]
        )

    def _twice(self, hand: Ints, begins: Flags) -> Flags:
        """(n,) rows whose player is unsure: in two seats of a hand, or another sat in between."""
        if not len(self._doubled):
            return np.zeros(len(hand), np.bool_)
        before = np.where(begins, hand, np.append(-1, hand[:-1]))
        again = ~begins & (hand == before)
        own = again | np.append(again[1:], False)
        since = np.searchsorted(self._doubled, before, side="right") < np.searchsorted(self._doubled, hand)
        found: Flags = own | np.append(False, own[:-1] & ~begins[1:]) | since
        return found

    def _missing(self, hand: Ints, begins: Flags, place: Ints) -> Flags:
        """(n,) rows with a cash-out, where a hand may be missing before it."""
        before = np.where(begins, 0, np.append(0, hand[:-1]))
        cut = self._cut & (place == len(self._seating))
        found: Flags = ~begins & (place >= 0) & (cut | self._apart(before, place))
        return found

    def _skipped(self, hand: Ints, since: Ints) -> Flags:
        """(n,) rows with a buy-in, where a hand may be missing after it."""
        late = self._late & (since == 0)
        found: Flags = (since >= 0) & (late | self._apart(np.maximum(since - 1, 0), hand))
        return found

    def _apart(self, first: Ints, last: Ints) -> Flags:
        """(n,) whether a hand is missing between two positions."""
        if not len(self._stretch):
            return np.zeros(len(first), np.bool_)
        most = len(self._stretch) - 1
        found: Flags = self._stretch[np.clip(first, 0, most)] != self._stretch[np.clip(last, 0, most)]
        return found

    def piece(self, start: int, end: int) -> ChipEntries:
        """Rows of some appearances, with the last row of each account that ends."""
        seating, first, events = self._seating, self._seen.first, self._events
        begin = start if start in first else start - 1
        hand, column = np.divmod(self._seen.place[begin:end].astype(np.int64), seating.width)
        player = np.searchsorted(first, np.arange(begin, end), side="right") - 1
        last = np.flatnonzero(np.diff(player, append=-1 if end in first else player[-1]))

        def rows(values: Any, last_row: int) -> Any:
            return np.insert(values, last + 1, last_row)

        whose = np.insert(player, last + 1, player[last])
        hands = rows(hand, len(seating))
        begins = np.diff(whose, prepend=-1) != 0
        begins[0] = begin == start
        fees = _Fees.of(seating, hand, column + 1, self._changed.event)
        changes = _Changes.of(events, whose * events.size + hands, context=begin != start)
        changes.unsure[self._twice(hands, begins)] = True
        changed = self._changed
        event = np.insert(changed.event[hand], last + 1, changed.event[hand[last]])
        return ChipEntries(
            player=whose, hand=hands, seat=rows(column + 1, 0), begins=begins, ends=hands == len(seating),
            stack=rows(seating.stack[hand, column], NOT_RECORDED), result=rows(seating.net[hand, column], NOT_RECORDED),
            banks=rows(seating.bank[hand] == column + 1, 0),
            early=rows(fees.early, 0), late=rows(fees.late, 0), maybe=rows(fees.maybe, 0),
            loose_early=rows(fees.loose_early, 0), loose_late=rows(fees.loose_late, 0),
            unrecorded_early=rows(~(seating.of_pots | changed.event)[hand], 0),
            unrecorded_late=rows(~(seating.fees_recorded | changed.event)[hand], 0),
            moved=changes.moved, since=changes.since, bought=changes.bought, took=changes.took,
            taken=changes.taken, cashed=changes.cashed, missing=self._missing(hands, begins, changes.place),
            skipped=self._skipped(hands, changes.since_hand),
            charged=np.where(event, 0, changes.charged),
            unsure=changes.unsure, fined=_fined(events, hands, begins) & ~event, tracked=self._tracked[whose],
            earlier=begins & self._earlier,
            stretch=rows(self._stretch[hand], -1), event=event, chip=rows(changed.chip[hand], 0),
            unclear=rows(changed.unclear[hand], 0),
        )  # fmt: skip


def _doubled(seen: Appearances) -> Ints:
    """Positions of hands with a player in two seats."""
    found = [np.zeros(0, np.int64)]
    for start in range(0, len(seen.place), _AT_ONCE):
        rows = np.arange(start, min(start + _AT_ONCE + 1, len(seen.place)))
        hand, player = seen.place[rows] // seen.width, np.searchsorted(seen.first, rows, side="right")
        found.append(hand[1:][(hand[1:] == hand[:-1]) & (player[1:] == player[:-1])].astype(np.int64))
    return np.unique(np.concatenate(found))


def _tracked(events: ChipEvents, seen: Appearances) -> Flags:
    """(P,) players who bought chips before their first hand."""
    many = np.diff(seen.first)
    first_hand = np.full(len(many), -1)
    first_hand[many > 0] = seen.place[seen.first[:-1][many > 0]] // seen.width
    player, place = np.divmod(events.key[events.kind == BUY_IN], events.size)
    found = np.zeros(len(many), np.bool_)
    found[player[place <= first_hand[player]]] = True
    return found


def begins_with_bought(events: ChipEvents, seating: LogSeating, tracked: Flags) -> bool:
    """Whether the table surely began with bought chips: all players of the first hand bought some, and at most half had
    more.

    tracked: (P,) players who bought before their first hand.
    """
    if not len(seating):
        return True
    there = np.flatnonzero(seating.player[0] >= 0)
    player, stack = seating.player[0, there].astype(np.int64), seating.stack[0, there]
    if not (tracked[player] | (stack == 0)).all():
        return False
    moving = (events.kind != MOVE) & (events.kind != TIME)
    first = moving & (events.key % events.size == 0)
    brought = np.zeros(len(tracked), np.int64)
    np.add.at(brought, events.key[first] // events.size, events.change[first])
    more = (stack != NOT_RECORDED) & (stack > brought[player])
    return bool(2 * more.sum() <= len(there))


def _fined(events: ChipEvents, hand: Ints, begins: Flags) -> Flags:
    """(n,) rows with a penalty in the hand or since the player's hand before."""
    if not len(events.given):
        return np.zeros(len(hand), np.bool_)
    before = np.where(begins, -1, np.append(-1, hand[:-1]))
    given = np.searchsorted(events.given, hand, side="right")
    found: Flags = np.searchsorted(events.given, before, side="right") < given
    return found


class _Fees(Struct, frozen=True, eq=False):
    """Fees of n seats of hands. loose_early, loose_late: fees of the hand that name no seat in it."""

    early: Ints
    late: Ints
    maybe: Ints
    loose_early: Ints
    loose_late: Ints

    @classmethod
    def of(cls, seating: LogSeating, hand: Ints, seat: Ints, event: Flags) -> _Fees:
        """Fees of seats. event: (M,) hands whose fees are not paid in chips."""
        fees, size = seating.fees.by_hand, len(hand)
        early, late, maybe, loose_early, loose_late = (np.zeros(size, np.int64) for _ in range(5))
        low, high = (np.searchsorted(fees.hand, hand, side=side) for side in ("left", "right"))
        for step in range(int((high - low).max(initial=0))):
            at = np.flatnonzero(low + step < high)
            fee = low[at] + step
            amount, before = np.where(event[hand[at]], 0, fees.amount[fee]), fees.before[fee]
            own = fees.seat[fee] == seat[at]
            for found, when in ((early, 1), (late, 0), (maybe, NOT_RECORDED)):
                found[at] += np.where(own & (before == when), amount, 0)
            loose = np.where(~own & ~seated(seating, fees.hand[fee], fees.seat[fee]), amount, 0)
            loose_early[at] += np.where(before != 0, loose, 0)
            loose_late[at] += np.where(before != 1, loose, 0)
        return cls(early, late, maybe, loose_early, loose_late)


def seated(seating: LogSeating, hand: Ints, seat: Ints) -> Flags:
    """(n,) whether a seat of a hand was taken."""
    found: Flags = (seat > 0) & (seating.player[hand, np.maximum(seat, 1) - 1] >= 0)
    return found


class _Changes(Struct, frozen=True, eq=False):
    """Changes by events before each of n rows."""

    moved: Ints
    since: Ints
    bought: Flags
    took: Flags
    taken: Ints
    cashed: Ints
    place: Ints  # of the hand that follows the last cash-out; -1: none
    since_hand: Ints  # the hand that follows the first buy-in of the row; -1: none
    charged: Ints
    unsure: Flags

    @classmethod
    def of(cls, events: ChipEvents, keys: Ints, *, context: bool) -> _Changes:
        """Changes before each key. context: the first row belongs to the piece before."""
        size = len(keys)
        low = np.searchsorted(events.key, keys[0], side="right") if context else _begin(events, keys)
        high = np.searchsorted(events.key, keys[-1], side="right")
        which = slice(int(low), int(high))
        row, kind, change = np.searchsorted(keys, events.key[which]), events.kind[which], events.change[which]
        moved, since, charged, last = (np.zeros(size, np.int64) for _ in range(4))
        bought, took = np.zeros(size, np.bool_), np.zeros(size, np.bool_)
        unsure = events.unsure(keys)
        unsure[row[kind == MOVE]] = True
        chips, cashed, time = (kind != MOVE) & (kind != TIME), kind == CASH_OUT, kind == TIME
        np.add.at(moved, row[chips], change[chips])
        np.add.at(charged, row[time], change[time])
        bought[row[kind == BUY_IN]], took[row[cashed]] = True, True
        np.maximum.at(last, row[cashed], np.flatnonzero(cashed) + 1)
        later = chips & (np.arange(len(row)) >= last[row])
        np.add.at(since, row[later], change[later])
        taken, line, place = np.zeros(size, np.int64), np.zeros(size, np.int64), np.full(size, -1)
        np.add.at(taken, row[cashed], -change[cashed])
        np.maximum.at(line, row[cashed], events.line[which][cashed])
        np.maximum.at(place, row[cashed], (events.key[which] % events.size)[cashed])
        follows = events.key[which] % events.size
        buys = kind == BUY_IN
        first = np.full(size, events.size)
        np.minimum.at(first, row[buys], follows[buys])
        return cls(
            moved, since, bought, took, taken, line, place, np.where(bought, first, -1), charged, unsure
        )


def _begin(events: ChipEvents, keys: Ints) -> int:
    return int(np.searchsorted(events.key, keys[0] // events.size * events.size))
