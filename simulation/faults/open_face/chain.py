"""Recorded stacks and players from hand to hand, by plain bookkeeping."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from rules.records.events import OfcHand
from simulation.faults import fault_codes
from simulation.faults.answer_key import Expected
from simulation.faults.hand_to_alter import brought
from simulation.open_face_parameters import SimulatedLevels


class _Left(Struct, frozen=True):
    """Recorded chips after a hand. fault: position of its fault in the key."""

    number: int
    level: int | None
    chips: dict[tuple[int, str], int]
    by_nets: dict[tuple[int, str], int]
    fault: int | None


class Chain:
    """Hands compared with those before; finds the fault that broke chips or players."""

    def __init__(self, levels: SimulatedLevels | None) -> None:
        self._levels = levels
        self._before: _Left | None = None
        self._out: list[
            tuple[str, int]
        ] = []  # players whom a faulty record eliminates, and its place in the key

    def next(
        self, hand: OfcHand, fault: int | None, out: Sequence[int], moved: Sequence[int]
    ) -> list[tuple[int, Expected]]:
        """Findings on the hand, with the position in the key of the fault that causes each. out: seats that an altered hand
        eliminates. moved: seats with chips moved before the hand, which stay open.
        """
        found = self._playing_on(hand)
        found += [each for each in self._chips(hand, fault) if each[1].seat not in moved]
        if fault is not None:
            self._out += [(seat.player, fault) for seat in hand.seats if seat.seat in out]
        return found

    def _playing_on(self, hand: OfcHand) -> list[tuple[int, Expected]]:
        seats = {seat.player: seat.seat for seat in hand.seats}
        found = [
            (fault, Expected(fault_codes.PLAYS_ON, seats[player], hand.hand))
            for player, fault in self._out
            if player in seats
        ]
        self._out = [each for each in self._out if each[0] not in seats]
        return found

    def _chips(self, hand: OfcHand, fault: int | None) -> list[tuple[int, Expected]]:
        before = self._before
        level = hand.level if isinstance(hand.level, int) else None
        self._before = _Left(
            hand.hand,
            level,
            _left(hand, _paid(hand)),
            _left(hand, _nets(hand)),
            fault,
        )
        if before is None or hand.hand != before.number + 1:
            return []
        chips = _decided(before, hand)
        differ = [
            seat.seat
            for seat in hand.seats
            if isinstance(seat.stack, int)
            and abs(seat.stack - chips.get((seat.seat, seat.player), seat.stack))
            >= max(self._exchanged(before.level, level), 1)
        ]
        blamed = before.fault if before.fault is not None else fault
        if not differ or blamed is None:
            return []
        return [(blamed, Expected(fault_codes.CHIPS_NOT_CONSERVED, seat, hand.hand)) for seat in differ]

    def _exchanged(self, level: int | None, now: int | None) -> int:
        """Most by which chips leaving play change a stack."""
        if self._levels is None or level is None or now is None:
            return 0
        chip = self._levels.chip(now)
        return chip if chip > self._levels.chip(level) else 0


def _decided(before: _Left, hand: OfcHand) -> dict[tuple[int, str], int]:
    """Chips after the hand before: by its nets, where all next stacks of players in doubt agree."""
    now = {(seat.seat, seat.player): seat.stack for seat in hand.seats}
    contested = [
        each for each in before.chips if before.by_nets.get(each, before.chips[each]) != before.chips[each]
    ]
    if contested and all(now.get(each) == before.by_nets[each] for each in contested):
        return before.by_nets
    return before.chips


def _left(hand: OfcHand, paid: Mapping[int, int]) -> dict[tuple[int, str], int]:
    return {
        (seat.seat, seat.player): seat.stack + paid[seat.seat]
        for seat in hand.seats
        if isinstance(seat.stack, int) and seat.seat in paid
    }


def _paid(hand: OfcHand) -> dict[int, int]:
    seats = {seat.seat for seat in hand.seats}
    if hand.void is True:
        return dict.fromkeys(seats, 0)
    moves = hand.transfers
    if isinstance(moves, list) and all(
        move.payer != move.payee and {move.payer, move.payee} <= seats for move in moves
    ):
        total = brought(moves)
        return {seat: total[seat] for seat in seats}
    return _nets(hand)


def _nets(hand: OfcHand) -> dict[int, int]:
    if hand.void is True:
        return dict.fromkeys((seat.seat for seat in hand.seats), 0)
    return {seat.seat: seat.net for seat in hand.seats if isinstance(seat.net, int)}
