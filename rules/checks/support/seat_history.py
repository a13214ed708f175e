"""Chips of seats from hand to hand, in narrow columns, since a log may have millions of rows."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from rules.hands import NOT_RECORDED, Flags, Ints, Ragged
from rules.narrow import Kept, KeptRows, narrow

NOT_KNOWN = -1  # in columns whose known values are 0 or more
AWAY = -2  # cards dealt at once to a player who was not dealt in
NOT_REPLAYED = "the replay failed"  # of hands that have no seating for it
NOBODY = -1
_AT_ONCE = 1 << 14  # hands that are sorted together

Marks = NDArray[np.int8]


class CompactAmounts:
    """Amounts (N, W) in the smallest type, read as 64 bits; NOT_RECORDED."""

    def __init__(self, stored: NDArray[Any]) -> None:
        self._stored = stored  # twice the amount and 1; 0 stands for what was not recorded

    @staticmethod
    def stored(amounts: NDArray[np.int64]) -> NDArray[np.int64]:
        """Amounts as held. They must be within 2**62 either way."""
        return np.where(amounts == NOT_RECORDED, 0, 2 * amounts + 1)

    def __len__(self) -> int:
        return len(self._stored)

    def take(self, order: NDArray[np.int64]) -> CompactAmounts:
        return CompactAmounts(self._stored[order])

    def changed(
        self, row: NDArray[np.int64], column: NDArray[np.int64], to: NDArray[np.int64]
    ) -> CompactAmounts:
        """Copy with other amounts at n places."""
        new = self.stored(to)
        found = self._stored.astype(np.result_type(self._stored, narrow(new)))
        found[row, column] = new
        return CompactAmounts(found)

    def __getitem__(self, at: Any) -> Any:
        found = self._stored[at]
        if isinstance(found, np.generic):
            return int(found) >> 1 if found else NOT_RECORDED
        return np.where(found == 0, NOT_RECORDED, found.astype(np.int64) >> 1)

    @property
    def recorded(self) -> NDArray[np.bool_]:
        """(N, W) where there is an amount."""
        found: NDArray[np.bool_] = self._stored != 0
        return found

    def sum(self, where: NDArray[np.bool_]) -> int:
        """Sum of amounts in a mask (N, W), all on record."""
        return (int(self._stored.sum(where=where, dtype=np.int64)) - int(np.count_nonzero(where))) >> 1


class SeatingFees(Struct, frozen=True, eq=False, dict=True):
    """Fees of hands, one a row. seat: 0: not recorded. before: 1: taken before the deal."""

    hand: Ints  # (n,) position in the seating
    seat: Ints
    amount: Ints
    before: Ints  # NOT_RECORDED where the log does not say

    def of(self, hand: int) -> SeatingFees:
        return self.between(hand, hand)

    def between(self, first: int, last: int) -> SeatingFees:
        if not len(self.hand):
            return self
        of = self.by_hand
        low, high = np.searchsorted(of.hand, [first, last + 1])
        return of._take(slice(low, high))

    @cached_property
    def by_hand(self) -> SeatingFees:
        """Fees sorted by hand."""
        if (self.hand[1:] >= self.hand[:-1]).all():
            return self
        return self._take(np.argsort(self.hand, kind="stable"))

    def _take(self, which: Ints | slice) -> SeatingFees:
        return SeatingFees(self.hand[which], self.seat[which], self.amount[which], self.before[which])


class Appearances(Struct, frozen=True, eq=False):
    """Seats of players in hands, by player, in log order."""

    place: NDArray[Any]  # (n,) signed: the position of the hand times W, and the column of the seat
    width: int  # W
    first: Ints  # (players + 1,) where those of each player begin

    @classmethod
    def of(cls, player: NDArray[Any]) -> Appearances:
        """Appearances of players (M, W)."""
        most = int(player.max(initial=NOBODY)) + 1
        counts = np.zeros(most, np.int64)
        pieces = [slice(start, start + _AT_ONCE) for start in range(0, len(player), _AT_ONCE)]
        for piece in pieces:
            sitting = player[piece]
            counts += np.bincount(sitting[sitting >= 0], minlength=most)
        first = np.concatenate([[0], np.cumsum(counts)])
        place = np.zeros(first[-1], np.int32 if player.size < 1 << 31 else np.int64)
        free = first[:-1].copy()
        for piece in pieces:
            listed = player[piece].ravel()
            order = np.argsort(listed, kind="stable")[np.count_nonzero(listed < 0) :]  # nobody comes first
            many = np.bincount(listed[order], minlength=most)
            to = np.arange(len(order)) + np.repeat(free - (np.cumsum(many) - many), many)
            place[to] = order + piece.start * player.shape[1]
            free += many
        return cls(place, player.shape[1], first)

    def of_player(self, player: int) -> tuple[NDArray[Any], NDArray[Any]]:
        """Positions and columns of a player."""
        known = 0 <= player < len(self.first) - 1
        here = slice(int(self.first[player]), int(self.first[player + 1])) if known else slice(0, 0)
        hand, column = np.divmod(self.place[here], self.width)
        return hand, column


class HandsInOrder(Struct, frozen=True, eq=False):
    """Columns (N,) that a log and its seating share."""

    number: Ints
    line: Ints  # ascending
    at: Ints
    under: Ints  # position in the rulesets of the log
    fees_recorded: Flags  # or there were none to take
    counted: bool  # numbers count the hands of the table

    def take(self, which: Flags) -> HandsInOrder:
        return HandsInOrder(
            self.number[which],
            self.line[which],
            self.at[which],
            self.under[which],
            self.fees_recorded[which],
            self.counted,
        )


class LogSeating(Struct, frozen=True, eq=False, dict=True):
    """M of a log's N hands, in W columns: seat number less 1."""

    within: Flags | None  # (N,) the hands of the log that are here; None: all
    number: Ints  # (M,)
    line: Ints  # (M,)
    at: Ints  # (M,)
    under: Ints  # (M,) position in the rulesets of the log
    level: Ints  # (M,)
    void: Flags  # (M,)
    player: NDArray[Any]  # (M, W) signed: position in ``players``, -1: nobody
    stack: CompactAmounts  # (M, W)
    net: CompactAmounts  # (M, W) what the hand brought: by the recorded transfers, else by the recorded net
    out: Marks  # (M, W) 1: eliminated by the hand, NOT_KNOWN
    gone: Marks  # (M, W) 1: recorded as eliminated, NOT_KNOWN
    land: Marks  # (M, W) cards dealt at once, NOT_KNOWN, AWAY
    earned: Marks  # (M, W) cards to be dealt at once in the next hand, NOT_KNOWN
    fees_recorded: Flags  # (M,) or there were none to take, or the results have them all
    of_pots: Flags  # (M,) or fees are taken from pots only, so that none is taken before the deal
    fees: SeatingFees
    players: list[str]
    chip: Ints  # (M,) the smallest chip at a table of pot games; 0: not recorded
    bank: Ints  # (M,) the seat of the banker, whose chips may be the house's; 0: none
    counted: bool = True  # numbers count the hands of the table

    def __len__(self) -> int:
        return len(self.number)

    @property
    def width(self) -> int:
        """W: the highest seat on record."""
        return int(self.player.shape[1])

    @cached_property
    def _place(self) -> Ints | None:
        return None if self.within is None else np.flatnonzero(self.within)

    def places(self, hands: Ints) -> Ints:
        """(n,) positions in the log."""
        return hands if self._place is None else self._place[hands]

    def in_log(self, mask: Flags) -> Flags:
        """(M,) mask as one of the log (N,)."""
        if self.within is None:
            return mask
        found = np.zeros(len(self.within), np.bool_)
        found[self.within] = mask
        return found

    def following(self) -> tuple[Ints, Ints]:
        """Positions of hands, and of those next by number."""
        first = np.flatnonzero((self.number[1:] == self.number[:-1] + 1) & self.counted)
        return first, first + 1

    def same_player(self, first: Ints, second: Ints) -> Flags:
        """(n, W) seats with the same player in both hands."""
        found: Flags = (self.player[first] == self.player[second]) & (self.player[first] >= 0)
        return found

    @cached_property
    def appearances(self) -> Appearances:
        return Appearances.of(self.player)

    def seen_again(self, player: int, after: int) -> tuple[int, int] | None:
        """Position and column of a player's next hand with a higher number. Raises ValueError where he is not in the hand
        at ``after``."""
        hands, columns = self.appearances.of_player(player)
        place = int(np.searchsorted(hands, after))
        if place == len(hands) or hands[place] != after:
            raise ValueError(f"player {player} does not sit in the hand at {after}")
        if player not in self._later:
            self._later[player] = next_higher(self.number[hands])
        again = int(self._later[player][place])
        return (int(hands[again]), int(columns[again])) if again < len(hands) else None

    @cached_property
    def _later(self) -> dict[int, Ints]:
        return {}


def next_higher(numbers: Ints) -> Ints:
    """(n,) place of the next higher number; n: none."""
    if (numbers[1:] > numbers[:-1]).all():
        return np.arange(1, len(numbers) + 1)
    found = np.full(len(numbers), len(numbers))
    waiting: list[int] = []  # places without a higher number so far; their numbers do not rise
    listed = numbers.tolist()
    for place, number in enumerate(listed):
        while waiting and listed[waiting[-1]] < number:
            found[waiting.pop()] = place
        waiting.append(place)
    return found


class SeatingKeeper:
    def __init__(self) -> None:
        self._line, self._level, self._void = KeptRows(0), Kept("q"), Kept("b")
        self._chip, self._bank, self._whole, self._of_pots = KeptRows(0), KeptRows(0), Kept("b"), Kept("b")
        self._player, self._stack, self._net = KeptRows(NOBODY), KeptRows(0), KeptRows(0)
        self._marks = tuple(KeptRows(NOT_KNOWN) for _ in range(4))  # out, gone, land, earned
        self._fees: list[Ints] = []  # (n, 4): line, seat, amount, before

    @property
    def empty(self) -> bool:
        return not len(self._line)

    def add(
        self, line: Ints, level: Ints | None, void: Flags, seat: NDArray[np.int8],
        money: tuple[NDArray[np.int32], Ints, Ints], marks: tuple[Marks | None, ...], fees: Ragged,
        chip: Ints | None = None, bank: Ints | None = None, whole: Flags | None = None, of_pots: bool = False,
    ) -> None:  # fmt: skip
        """Take a block.

        money: player, stack and net (H, S). marks: out, gone, land and earned. chip: (H,) smallest in play; bank: seat, 0:
        none. whole: (H,) nets include every fee. of_pots: fees come from pots only. None: unknown.
        """
        width = max(int(seat.max(initial=0)), 1)
        hand, column = np.nonzero(seat)
        to = hand, seat[hand, column] - 1

        def spread(values: NDArray[Any], empty: int) -> NDArray[Any]:
            found = np.full((len(line), width), empty, values.dtype)
            found[to] = values[hand, column]
            return found

        player, stack, net = money
        self._line.add(line[:, None])
        self._level.add(np.full(len(line), NOT_RECORDED) if level is None else level)
        self._void.add(void)
        for kept_rows, given in ((self._chip, chip), (self._bank, bank)):
            if given is None:
                kept_rows.add_nothing(len(line))
            else:
                kept_rows.add(given[:, None])
        self._of_pots.add(np.full(len(line), of_pots))
        self._whole.add(np.zeros(len(line), np.bool_) if whole is None else whole)
        self._player.add(spread(player, NOBODY))
        self._stack.add(spread(CompactAmounts.stored(stack), 0))
        self._net.add(spread(CompactAmounts.stored(net), 0))
        for kept, each in zip(self._marks, marks, strict=True):
            if each is None:
                kept.add_nothing(len(line))
            else:
                kept.add(spread(each, NOT_KNOWN))
        if len(fees.hand):
            seats = np.maximum(fees["seat"], 0)  # not recorded is below
            self._fees.append(np.column_stack((line[fees.hand], seats, fees["amount"], fees["before_deal"])))
            self._player.widen(int(seats.max()))

    def seating(self, players: list[str], log: HandsInOrder, seats: Callable[[], int]) -> LogSeating | None:
        """Seating of the hands kept; None: none. seats: gives the highest seat of events. To be called once."""
        line, self._line = self._line.whole()[:, 0], KeptRows(0)
        if not len(line):
            return None
        order = None if (line[1:] >= line[:-1]).all() else np.argsort(line, kind="stable")
        within: Flags | None = None
        if len(line) != len(log.line):
            within = np.zeros(len(log.line), np.bool_)
            within[np.searchsorted(log.line, line.astype(np.int64))] = True
            log = log.take(within)
        self._player.widen(seats())
        width = self._player.whole().shape[1]

        def ordered(kept: Kept | KeptRows) -> NDArray[Any]:
            if isinstance(kept, KeptRows):
                kept.widen(width)
            whole = kept.whole()
            return _in_order(whole, order)

        out, gone, land, earned = map(ordered, self._marks)
        whole, of_pots = (
            _in_order(each.whole().view(np.bool_), order) for each in (self._whole, self._of_pots)
        )
        return LogSeating(
            within=within, number=log.number, line=log.line, at=log.at, under=log.under, level=ordered(self._level),
            void=ordered(self._void).view(np.bool_), player=ordered(self._player), stack=CompactAmounts(ordered(self._stack)),
            net=CompactAmounts(ordered(self._net)), out=out, gone=gone, land=land, earned=earned,
            fees_recorded=log.fees_recorded | whole,
            of_pots=log.fees_recorded | of_pots, fees=self._taken(log.line), players=players,
            chip=_in_order(self._chip.whole()[:, 0], order), bank=_in_order(self._bank.whole()[:, 0], order),
            counted=log.counted,
        )  # fmt: skip

    def _taken(self, line: Ints) -> SeatingFees:
        rows = np.concatenate(self._fees) if self._fees else np.zeros((0, 4), np.int64)
        return SeatingFees(np.searchsorted(line, rows[:, 0]), rows[:, 1], rows[:, 2], rows[:, 3])


def _in_order(values: NDArray[Any], order: NDArray[np.int64] | None) -> NDArray[Any]:
    return values if order is None else values[order]
