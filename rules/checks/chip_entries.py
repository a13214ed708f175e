"""The accounts of chips of a table, as columns: what each player brought, had, won and paid, from sitting down to leaving."""

from __future__ import annotations

from array import array
from collections.abc import Sequence

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from rules.checks.base import LogView
from rules.checks.chip_chain import EventTimes
from rules.checks.seating import NOBODY, Appearances, Seating
from rules.checks.shared import shared
from rules.hands import NOT_RECORDED, Flags, Ints
from rules.records.events import Chips, Fee, Jackpot, Toke
from rules.replay.penalties import PENALTY
from rules.times import parse_one


class ChipEntries(Struct, frozen=True, eq=False):
    """The entries of every account, player after player: a row for each hand that the player was in, in the order of the log,
    and a last one for what came after. M hands; n rows.

    What stands before a hand is in its row: ``moved``, chips that came less those that went; ``bought`` and ``took``, whether
    some of them were bought or cashed; ``charged``, time that was paid, in chips or not; ``unsure``, whether chips moved in a
    way that the record does not tell; ``since``, of ``moved`` what came after the last chips that were cashed.
    """

    players: Sequence[str]
    number: Ints  # (M,)
    line: Ints  # (M,) ascending
    player: Ints  # (n,) position in ``players``
    hand: Ints  # (n,) position of the hand; M in the last row of a player
    seat: Ints  # (n,) the seat's number; 0 in the last row
    stack: Ints  # (n,) NOT_RECORDED
    result: Ints  # (n,) NOT_RECORDED
    early: Ints  # (n,) fees of the seat before the deal
    late: Ints  # (n,) the same, after it
    maybe: Ints  # (n,) the same, where the log does not say when
    loose: Flags  # (n,) fees of the hand name no seat that was in it
    unrecorded: Flags  # (n,) fees of the hand were not recorded
    moved: Ints  # (n,)
    since: Ints  # (n,) chips that came less those that went, after the last that were cashed
    bought: Flags  # (n,)
    took: Flags  # (n,)
    charged: Ints  # (n,)
    unsure: Flags  # (n,)
    fined: Flags  # (n,) a penalty was given in the hand before, or between
    stretch: Ints  # (n,) rows of one number lie between hands of which none is missing or out of order

    def __len__(self) -> int:
        return len(self.player)

    @property
    def last(self) -> Flags:
        """(n,) the last row of each player, which is of no hand."""
        found: Flags = self.hand == len(self.line)
        return found

    @property
    def first(self) -> Flags:
        """(n,) the first row of each player."""
        found: Flags = np.diff(self.player, prepend=-1) != 0
        return found

    def rows_of(self, hand: int, players: Ints) -> Ints:
        """(P,) the rows of some players who were in a hand."""
        size = len(self.line) + 1
        return np.searchsorted(self.player * size + self.hand, players * size + hand)


def entries_of(log: LogView, seating: Seating) -> ChipEntries:
    """The entries of the accounts of a seating."""
    seen = Appearances.of(seating.player)
    hands, width = len(seating), seating.width
    many = np.diff(seen.first)
    whose = np.repeat(np.arange(len(many)), many)
    place = np.arange(len(whose)) + whose  # each player before has a last row
    size = len(whose) + len(many)
    hand, seat = np.full(size, hands), np.zeros(size, np.int64)
    at, column = np.divmod(seen.place.astype(np.int64), width)
    hand[place], seat[place] = at, column + 1
    stack, result = np.full(size, NOT_RECORDED), np.full(size, NOT_RECORDED)
    stack[place], result[place] = seating.stack[at, column], seating.net[at, column]
    player = np.repeat(np.arange(len(many)), many + 1)
    found = _Events(seating, player, hand)
    found.add_all(log)
    early, late, maybe, loose = _fees(seating, place, at, column, size)
    return ChipEntries(
        players=seating.players, number=seating.number, line=seating.line, player=player, hand=hand, seat=seat,
        stack=stack, result=result, early=early, late=late, maybe=maybe,
        loose=np.append(loose, False)[hand], unrecorded=np.append(~seating.fees_recorded, False)[hand],
        moved=found.moved, since=found.since, bought=found.bought, took=found.took, charged=found.charged,
        unsure=found.unsure, fined=found.fined(log), stretch=np.append(_stretches(seating), -1)[hand],
    )  # fmt: skip


@shared
def entries(log: LogView) -> ChipEntries | None:
    """The entries of the accounts of a log; None where no stack is on record."""
    seating = log.people.seating
    return None if seating is None else entries_of(log, seating)


def _stretches(seating: Seating) -> Ints:
    """(M,) the same number for hands between which none is missing or out of order."""
    number, at = seating.number, seating.at
    timed = (at[:-1] != NOT_RECORDED) & (at[1:] != NOT_RECORDED)
    apart = (number[1:] != number[:-1] + 1) | (timed & (at[1:] < at[:-1]))
    return np.concatenate([np.zeros(min(1, len(number)), np.int64), np.cumsum(apart)])


def _fees(
    seating: Seating, place: Ints, at: Ints, column: Ints, size: int
) -> tuple[Ints, Ints, Ints, NDArray[np.bool_]]:
    """(n,) fees of seats before the deal, after it, and at a time that is not known; (M,) hands with fees that name no seat."""
    fees, hands, width = seating.fees, len(seating), seating.width
    found = [np.zeros(size, np.int64) for _ in range(3)]
    loose = np.zeros(hands, np.bool_)
    if len(fees.hand):
        row = np.full((hands, width), size, np.int64)
        row[at, column] = place
        named = (fees.seat > 0) & (fees.seat <= width)
        to = np.where(named, row[fees.hand, np.maximum(fees.seat, 1) - 1], size)
        loose[fees.hand[(to == size) & (fees.amount != 0)]] = True
        for each, when in zip(found, (1, 0, NOT_RECORDED), strict=True):
            mine = (fees.before == when) & (to < size)
            np.add.at(each, to[mine], fees.amount[mine])
    return found[0], found[1], found[2], loose


class _Events:
    """What events of the log did to the accounts, row by row."""

    def __init__(self, seating: Seating, player: Ints, hand: Ints) -> None:
        size = len(player)
        self._seating, self._player, self._hand = seating, player, hand
        self._keys, self._size = player * (len(seating) + 1) + hand, len(seating) + 1
        self.moved, self.since, self.charged = (np.zeros(size, np.int64) for _ in range(3))
        self.bought, self.took, self.unsure = (np.zeros(size, np.bool_) for _ in range(3))

    def add_all(self, log: LogView) -> None:
        """The events of a log, in its order."""
        listed = np.frombuffer(self._listed(log), np.int64).reshape(-1, 5)
        player, first, last, kind, amount = listed.T
        row = self._rows(player, np.minimum(first, last))
        end = self._rows(player, np.maximum(first, last))
        for at in np.flatnonzero(first != last).tolist():
            self.unsure[row[at] : end[at] + 1] = True
        self.unsure[row[kind == _MOVE]] = True
        self.bought[row[kind == _BUY_IN]] = True
        cashed = kind == _CASH_OUT
        self.took[row[cashed]] = True
        np.add.at(self.charged, row[kind == _FEE], amount[kind == _FEE])
        changes = np.where((kind == _MOVE) | (kind == _FEE), 0, amount)
        np.add.at(self.moved, row, changes)
        last_cashed = np.full(len(self.moved), -1)
        np.maximum.at(last_cashed, row[cashed], np.flatnonzero(cashed))
        later = np.arange(len(row)) > last_cashed[row]
        np.add.at(self.since, row[later], changes[later])
        for line, hit in log.events.of(Jackpot):
            self._hit(int(np.searchsorted(self._seating.line, line)), hit)

    def _listed(self, log: LogView) -> array[int]:
        """Of each event of a player of the hands: player, the first and the last hand that may follow, kind, and what came."""
        here = np.unique(self._player).tolist()
        numbers = {self._seating.players[at]: at for at in here}
        moving = (Chips, Toke, Fee)
        after = np.searchsorted(self._seating.line, log.events.lines_of(*moving), side="right").tolist()
        times, found = EventTimes(self._seating.at), array("q")
        for place, (_, event) in zip(after, log.events.of(*moving), strict=True):
            player = numbers.get(event.player)
            if player is not None:
                parsed = parse_one(event.at)
                first, last = times.around(place, parsed[0] if parsed else NOT_RECORDED)
                found.extend((player, first, last, *_change(event)))
        return found

    def _rows(self, player: Ints, place: Ints) -> Ints:
        return np.searchsorted(self._keys, player * self._size + place)

    def _hit(self, place: int, hit: Jackpot) -> None:
        """A jackpot is paid in chips or not: the accounts of the seats that had a part of it are not followed there."""
        hand = min(max(place - 1, 0), len(self._seating) - 1)
        for each in hit.payouts if isinstance(hit.payouts, list) else []:
            player = (
                int(self._seating.player[hand, each.seat - 1]) if each.seat <= self._seating.width else NOBODY
            )
            if player != NOBODY:
                self.unsure[self._rows(np.array([player]), np.array([hand + 1]))] = True

    def fined(self, log: LogView) -> Flags:
        """(n,) rows before which, or in the hand before which, a penalty was given."""
        lines = [each.line for each in log.irregularities if each.ruling == PENALTY]
        if not lines:
            return np.zeros(len(self._keys), np.bool_)
        given = np.sort(np.searchsorted(self._seating.line, np.array(lines), side="right"))
        first = np.diff(self._player, prepend=-1) != 0
        before = np.where(first, -1, np.append(-1, self._hand[:-1]))
        found: Flags = np.searchsorted(given, before, side="right") < np.searchsorted(
            given, self._hand, side="right"
        )
        return found


def _change(event: Chips | Toke | Fee) -> tuple[int, int]:
    """The kind of an event, and the chips that came by it."""
    match event:
        case Fee():
            return _FEE, event.amount
        case Toke():
            return _TOKE, -event.amount
        case Chips():
            return _KINDS[event.kind], -event.amount if event.kind == "cash_out" else event.amount


_KINDS = {"buy_in": 0, "add_on": 1, "cash_out": 2, "move": 3}
_BUY_IN, _ADD_ON, _CASH_OUT, _MOVE, _TOKE, _FEE = range(6)
