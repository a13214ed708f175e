"""Results of a block of hands, written onto their records."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import UNSET, Struct

from rules.cards import ROWS
from rules.hands import NOT_RECORDED, Flags, Ints
from rules.records.events import (
    Award,
    ChineseHand,
    ChineseSeat,
    Contribution,
    HandIrregularity,
    OfcHand,
    OfcSeat,
    Pool,
    Transfer,
)
from rules.replay.row_replay import ReplayedRows
from simulation.payments_in_order import paid_in_order


class SettledBlock(Struct, frozen=True):
    """The replay of a block; seats ascend, as in the records."""

    replayed: ReplayedRows
    nets: list[list[int]]  # (hands, seats) money; NOT_RECORDED where it has no price
    units: Ints  # (hands, seats, seats) due to the first seat from the second
    fouled: Flags  # (hands, seats)

    @property
    def winner(self) -> int | None:
        """Place of the winner of a single hand; None: nobody."""
        winner = self.replayed.winner
        return int(winner[0]) if winner is not None and winner[0] >= 0 else None

    def holds_natural(self, place: int) -> bool:
        """Whether a seat of a single hand holds a natural, declared or not."""
        return bool(self.replayed.seats.natural_held[0, place] >= 0)


def most_lost(settled: SettledBlock, unit: int) -> list[int]:
    """By hand: the most that any seat pays before anything is paid to it."""
    paid = (-settled.units).clip(0).sum(axis=2).max(axis=1)
    return [units * unit for units in paid.tolist()]


def write_results(
    hands: Sequence[ChineseHand], settled: SettledBlock, *, unit: int, full: bool, supervisor: str
) -> None:
    """Writes nets, rulings on fouled hands and, in full, transfers."""
    fouled = settled.fouled.tolist()
    later = settled.replayed.stakes is not None  # what moves depends on the chips in front then
    pay = Payer(settled, unit, full=full and not later)
    for i, hand in enumerate(hands):
        pay(hand, i)
        if full and hand.void is not True:
            for seat, foul in zip(hand.seats, fouled[i], strict=False):
                seat.fouled = foul
        if True in fouled[i]:
            rule_fouls(hand, fouled[i], supervisor)


class Payer:
    """Writes nets and, in full, transfers or the pool of a block's hands."""

    def __init__(self, settled: SettledBlock, unit: int, *, full: bool) -> None:
        self._settled, self._unit, self._full = settled, unit, full
        self._replayed = settled.replayed
        self._units = settled.units.tolist()
        self._awards = self._replayed.pool.awards.tolist() if self._replayed.pool else []

    def __call__(self, hand: ChineseHand, i: int) -> None:
        """Pays hand ``i``; a game with a single winner has no price."""
        if self._replayed.winner is not None:
            return
        for seat, net in zip(hand.seats, self._settled.nets[i], strict=False):
            seat.net = UNSET if net == NOT_RECORDED else net
        if not self._full:
            return
        if self._replayed.pool:
            hand.pool = UNSET if hand.void is True else self._pool(hand, i)
        elif any(seat.net is UNSET for seat in hand.seats):
            hand.transfers = UNSET
        elif self._replayed.stakes:
            hand.transfers = paid_in_order(hand, self._replayed, i, self._unit)
        else:
            hand.transfers = transfers(hand, self._units[i], self._unit)

    def _pool(self, hand: ChineseHand, i: int) -> Pool:
        scoring = self._replayed.scoring
        assert scoring.pool is not None
        ante = scoring.pool.ante * self._unit // scoring.denominator
        awards = [
            Award(seat.seat, row, won[place])  # type: ignore[arg-type]  # a row of the format
            for place, row in enumerate(ROWS)
            for seat, won in zip(hand.seats, self._awards[i], strict=False)
            if won[place]
        ]
        return Pool([Contribution(seat.seat, ante) for seat in hand.seats], awards)


def transfers(hand: ChineseHand | OfcHand, units: list[list[int]], unit: int) -> list[Transfer]:
    """Transfers pair by pair; none where nothing is due."""
    moved = []
    seats = [seat.seat for seat in hand.seats]
    for a, first in enumerate(seats):
        row = units[a]
        for b in range(a + 1, len(seats)):
            won = row[b]
            if won > 0:
                moved.append(Transfer(payer=seats[b], payee=first, amount=won * unit, units=won))
            elif won < 0:
                moved.append(Transfer(payer=first, payee=seats[b], amount=-won * unit, units=-won))
    return moved


def rule_fouls(hand: ChineseHand | OfcHand, fouled: Sequence[bool], supervisor: str) -> None:
    """Rules fouled hands fouled where no such ruling is on record."""
    rulings = list(hand.irregularities) if isinstance(hand.irregularities, list) else []
    ruled = {each.seat for each in rulings if each.ruling == "hand_fouled"}
    seats: Sequence[ChineseSeat | OfcSeat] = hand.seats
    for seat, foul in zip(seats, fouled, strict=False):
        if not foul:
            continue
        seat.fouled = True
        if seat.seat not in ruled:
            rulings.append(
                HandIrregularity(
                    kind="other", when="showdown", seat=seat.seat, ruling="hand_fouled", by=supervisor
                )
            )
    hand.irregularities = rulings
