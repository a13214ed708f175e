"""Shares of each pot, in whole chips: by boards, halves and equal hands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rules.controls.sections.pots import Game, OddChip
from rules.replay.pots.showdown.compared_hands import with_board
from simulation.pots.simulated_pot_strength import has_low, highest_card, strengths
from simulation.pots.simulated_pots import PotMade


@dataclass(frozen=True)
class AwardPart:
    """An award. run: from 1. half: position; None: not contested, or the only one."""

    pot: int
    run: int
    half: int | None
    seat: int
    amount: int
    contested: bool = True


@dataclass(frozen=True)
class SeatHoldings:
    """Hands to compare: own cards, boards, the common card of stud."""

    game: Game
    own: dict[int, list[int]]
    boards: list[list[int]]
    common: list[int]
    seats: list[int]  # dealt in, by number
    first_left: int
    first_to_act: int | None = None  # on the last street

    def ranked(self) -> list[list[dict[int, int]]]:
        """By run and half: strength of each seat."""
        return [
            [strengths(self.game, half, self.own, board, self.common) for half in self.game.halves]
            for board in self.boards
        ]


@dataclass
class Division:
    hands: SeatHoldings
    odd: OddChip
    chip: int

    def __post_init__(self) -> None:
        self._ranked = self.hands.ranked() if self.hands.own else []
        if self.odd.unit != "smallest_chip":
            self.chip = 1

    def divide(self, pots: Sequence[PotMade], left: list[int], mucked: set[int]) -> list[AwardPart]:
        """Awards, the last pot first. left: rest of each pot after fees."""
        parts: list[AwardPart] = []
        for number in range(len(pots) - 1, -1, -1):
            seats = [seat for seat in pots[number].eligible if seat not in mucked]
            if len(seats) == 1:
                parts.append(AwardPart(number, 1, None, seats[0], left[number], contested=False))
            else:
                parts += self._contested(number, seats, left[number])
        return parts

    def winners(self, pots: Sequence[PotMade]) -> set[int]:
        """Seats that win a part of a contested pot."""
        return {
            seat
            for pot in pots
            if len(pot.eligible) > 1
            for run in range(len(self.hands.boards))
            for _, best in self._halves(run, list(pot.eligible))
            for seat in best
        }

    def strength(self, seat: int, run: int = 0, half: int = 0) -> int:
        return self._ranked[run][half][seat]

    def _halves(self, run: int, seats: list[int]) -> list[tuple[int, list[int]]]:
        found = []
        for place, values in enumerate(self._ranked[run]):
            made = {seat: values[seat] for seat in seats if has_low(values[seat])}
            if made:
                top = max(made.values())
                found.append((place, [seat for seat, value in made.items() if value == top]))
        return found

    def _contested(self, number: int, seats: list[int], amount: int) -> list[AwardPart]:
        won = [self._halves(run, seats) for run in range(len(self.hands.boards))]
        turns = [
            [[self._turn(seat, run, half) for seat in best] for half, best in won[run]]
            for run in range(len(won))
        ]
        firsts = [min(min(each) for each in of_run) for of_run in turns]
        one_each = self.odd.runs != "all_to_first"
        by_run = self._split(amount, firsts, by_position=self.odd.runs == "position", one_each=one_each)
        parts = []
        several = len(self.hands.game.halves) > 1
        for run, of_run in enumerate(by_run):
            first = [min(each) for each in turns[run]]
            shares = self._split(of_run, first, by_position=self.odd.halves == "position")
            for (half, best), turn, share in zip(won[run], turns[run], shares, strict=True):
                ordered = [seat for _, seat in sorted(zip(turn, best, strict=True))]
                for seat, each in zip(ordered, self._equal(share, len(best)), strict=True):
                    parts.append(AwardPart(number, run + 1, half if several else None, seat, each))
        return parts

    def _split(
        self, amount: int, firsts: list[int], *, by_position: bool, one_each: bool = True
    ) -> list[int]:
        """Equal shares; the rest from the first on, or from the first winner in turn."""
        order = sorted(range(len(firsts)), key=firsts.__getitem__) if by_position else range(len(firsts))
        shares = dict(zip(order, self._shares(amount, len(firsts), one_each=one_each), strict=True))
        return [shares[place] for place in range(len(firsts))]

    def _equal(self, amount: int, count: int) -> list[int]:
        return self._shares(amount, count, one_each=self.odd.many == "one_each")

    def _shares(self, amount: int, count: int, *, one_each: bool) -> list[int]:
        """Equal shares in whole chips; odd chips one each, or all to the first."""
        base = amount // (count * self.chip) * self.chip
        shares, left = [base] * count, amount - base * count
        if not one_each:
            shares[0] += left
            return shares
        for place in range(left // self.chip):
            shares[place] += self.chip
        shares[0] += left % self.chip
        return shares

    def _turn(self, seat: int, run: int, half: int) -> int:
        hands, game = self.hands, self.hands.game
        if game.kind == "stud" and self.odd.stud == "high_card_by_suit_of_five":
            each = game.halves[half]
            own = [*hands.own[seat], *hands.common]
            cards = [*own, *(hands.boards[run] if with_board(game, each) else ())]
            return -highest_card(each, cards, len(own))
        first = hands.first_left
        if game.kind == "stud" and self.odd.stud == "first_to_act" and hands.first_to_act is not None:
            first = hands.first_to_act
        place = hands.seats.index
        return (place(seat) - place(first)) % len(hands.seats)
