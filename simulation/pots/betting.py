"""Chips of one hand, act by act: turns, legal acts, and their effects.

An illegal act counts as it would in a room that does not notice, so that a hand with a fault is played on.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from rules.controls.sections.pots import Betting as Rules
from rules.pot_words import LimitName

BLINDS = ("big_blind", "straddle", "bring_in")  # after which the next seat acts
DEAD = ("missed_small", "dead", "table_ante")
LATE = ("new_player", "missed_big", "extra")


class Sizes(Struct, frozen=True):
    big_blind: int
    min_bet: int
    small_bet: int
    big_bet: int


class LegalActs(Struct, frozen=True):
    """Legal acts at a seat's turn. raise_least, raise_most: 0 where it cannot raise."""

    seat: int
    front: int
    most: int  # all in
    level: int
    pot: int
    raise_least: int = 0
    raise_most: int = 0
    raise_other: int = 0  # the big bet on fourth street, where the small one may be bet too

    @property
    def to_call(self) -> int:
        """Chips in front of the seat after a call."""
        return min(self.level, self.most)

    @property
    def owes(self) -> int:
        return self.to_call - self.front

    @property
    def can_raise(self) -> bool:
        return self.raise_least > 0


class BettingChips:
    """Stacks, fronts and pots of the seats that were dealt in."""

    def __init__(
        self,
        rules: Rules,
        limit: LimitName,
        sizes: Sizes,
        stacks: dict[int, int],
        rounds: int,
    ) -> None:
        """stacks: chips that each seat can put in, by number. rounds: of betting."""
        self.rules, self.limit, self.sizes, self.rounds = rules, limit, sizes, rounds
        self.seats = sorted(stacks)
        self.left = dict(stacks)
        self.live = set(stacks)
        nothing = dict.fromkeys(stacks, 0)
        self.front, self.put, self.dead, self.late = (
            dict(nothing),
            dict(nothing),
            dict(nothing),
            dict(nothing),
        )
        self.acted: set[int] = set()
        self.shut: set[int] = set()
        self.acted_at = dict(nothing)
        self.total = self.level = self.floor = self.raises = 0
        self.increment = sizes.min_bet
        self.capped = False
        self.round = 0
        self.size = self._fixed_size()
        self.either = False  # the small or the big bet may be made
        self.pointer = 0  # the seat before the one that acts next
        self.aggressor: int | None = None
        self.ended_early = False  # before the last round at most one seat had chips

    # ------------------------------------------------------------------ rounds

    def begin(self, number: int, before: int, *, either: bool = False) -> None:
        """Begins a round. before: the seat before its opener."""
        for seat in self.seats:
            self.put[seat] += self.front[seat]
            self.front[seat] = self.late[seat] = self.acted_at[seat] = 0
        self.acted.clear()
        self.shut.clear()
        self.level = self.floor = self.raises = 0
        self.capped, self.round, self.either = False, number, either
        self.size, self.increment = self._fixed_size(), self.sizes.min_bet
        self.pointer, self.aggressor = before, None
        self.ended_early |= len(self.with_chips()) < 2

    def _fixed_size(self) -> int:
        fixed = self.rules.fixed_limit
        small = fixed.of_two_rounds if self.rounds == 2 else fixed.small_bet_rounds
        return self.sizes.small_bet if self.round < small else self.sizes.big_bet

    @property
    def is_fixed(self) -> bool:
        return self.limit == "fixed_limit"

    # ------------------------------------------------------------------ turns

    def with_chips(self) -> list[int]:
        return [seat for seat in self.seats if seat in self.live and self.left[seat] > 0]

    def to_act(self) -> list[int]:
        """Seats that still act in this round, the next one first."""
        chips = self.with_chips()
        if len(self.live) < 2:
            return []
        alone = len(chips) < 2
        needs = [
            seat for seat in chips if self.front[seat] < self.level or (seat not in self.acted and not alone)
        ]
        return self.in_turn(needs, self.pointer)

    @staticmethod
    def in_turn(seats: Iterable[int], after: int) -> list[int]:
        return sorted(seats, key=lambda seat: (seat - after - 1) % 10)

    @property
    def betting_over(self) -> bool:
        return not self.to_act() and (len(self.live) < 2 or len(self.with_chips()) < 2)

    def options(self, seat: int) -> LegalActs:
        front, most = self.front[seat], self.front[seat] + self.left[seat]
        plain = LegalActs(seat, front, most, self.level, self.total)
        others = any(each != seat for each in self.with_chips())
        if not self.may_raise(seat) or most <= self.level or not others:
            return plain
        least = self.least_raise()
        if self.is_fixed:
            if not self.raise_left:
                return plain
            big = self.floor + self.sizes.big_bet if self.either and self.level == 0 else 0
            return LegalActs(
                seat, front, most, self.level, self.total, min(least, most), min(least, most), big if most >= big else 0
            )  # fmt: skip
        top = min(most, self.pot_cap(seat)) if self.limit == "pot_limit" else most
        if top < min(least, most):
            return plain
        return LegalActs(seat, front, most, self.level, self.total, min(least, most), top)

    def least_raise(self) -> int:
        if self.is_fixed:
            return self.floor + self.size
        if self.level == 0:
            return self.sizes.min_bet
        by_double = self.rules.raise_.first == "by_double" and self.raises <= 1
        return self.floor + self.increment * (2 if by_double else 1)

    @property
    def raise_left(self) -> bool:
        fixed = self.rules.fixed_limit
        most = fixed.raises_two_rounds if self.rounds == 2 else fixed.raises
        unlimited = len(self.live) == 2 and fixed.heads_up == "unlimited" and not self.capped
        return self.raises <= most or unlimited

    def pot_cap(self, seat: int) -> int:
        waits = self.rules.pot_limit.posts_out_of_order == "after_passed"
        passed = sum(late for each, late in self.late.items() if each != seat) if waits else 0
        return self.level + (self.total - passed) + self.level - self.front[seat]

    def may_raise(self, seat: int) -> bool:
        if seat not in self.shut:
            return True
        since, adds_up = self.acted_at[seat], self.rules.all_in.adds_up
        if not self.is_fixed:
            return adds_up and self.level - since >= self.increment
        fixed = self.rules.fixed_limit.adds_up
        enough = self.level > since and self._half(self.level, since, self.size, self.least_raise())
        return enough and (adds_up if fixed is None else fixed)

    # ------------------------------------------------------------------ acts

    def post(self, seat: int, kind: str, amount: int) -> int:
        """A post; returns its amount within the seat's chips."""
        nominal, amount = amount, min(amount, self.left[seat])
        self.left[seat] -= amount
        self.total += amount
        if kind in DEAD:
            self.dead[seat] += amount
            return amount
        if kind == "ante":
            self.put[seat] += amount
            return amount
        self.front[seat] += amount
        if kind in LATE:
            self.late[seat] += amount
        counts = max(amount, self.sizes.big_blind) if kind == "big_blind" else self.front[seat]
        if kind == "straddle" and self.rules.blinds.short == "nominal":
            counts += nominal - amount
        self.level = max(self.level, counts)
        self.increment = max(self.increment, self.level)
        self.floor = self.level
        if kind in BLINDS:
            self.pointer = seat
        if kind == "big_blind":
            self.raises = max(self.raises, 1)
        if kind == "bring_in":
            self._bring_in(seat, amount)
        return amount

    def _bring_in(self, seat: int, amount: int) -> None:
        opens = amount >= self.size
        self.acted.add(seat)
        self.shut.add(seat)
        self.floor = amount if opens else 0
        if opens:
            self.raises += 1
            self.aggressor = seat

    def fold(self, seat: int, *, in_turn: bool = True) -> None:
        self.live.discard(seat)
        if in_turn:
            self.late[seat] = 0
            self.acted.add(seat)
            self.pointer = seat

    def act(self, seat: int, to: int) -> int:
        """An act up to an amount in front of the seat; returns its counted part."""
        front, level = self.front[seat], self.level
        to = max(min(to, front + self.left[seat]), front)
        self.total += to - front
        self.front[seat] = to
        self.left[seat] -= to - front
        self.late[seat] = 0
        self.acted.add(seat)
        self.shut.add(seat)
        self.pointer = seat
        if to > level:
            self._raise(seat, to)
        self.acted_at[seat] = self.level
        return to

    def _raise(self, seat: int, to: int) -> None:
        level, all_in = self.level, self.left[seat] == 0
        size = self._played_size(to - level) if self.is_fixed else self.increment
        full = to >= self.floor + size
        half = self._half(to, *self._counted(size), self.floor + size)
        counts = full or half or not all_in
        if not self.is_fixed:
            self._next_increment(to, level, full=full, short=counts and not full)
        if not (self.is_fixed and not counts):
            completes = self.rules.all_in.next == "complete_then_raise"
            short = counts and not full and not self.is_fixed
            self.floor = self.floor + size if short and completes else to
        self.level = to
        if self.is_fixed:
            self.size = size
        self.raises += counts
        fixed = self.rules.fixed_limit
        most = fixed.raises_two_rounds if self.rounds == 2 else fixed.raises
        self.capped |= self.raises > most and len(self.live) > 2
        self.aggressor = seat
        reopens = "half_rule" if self.is_fixed else self.rules.all_in.reopens
        opens = {"half_rule": half, "full_raise": False, "always": True}[reopens]
        if not all_in or full or opens:
            self.shut.clear()
        self.shut.add(seat)

    def _next_increment(self, to: int, level: int, *, full: bool, short: bool) -> None:
        if full:
            self.increment = max(to - level, self.sizes.min_bet)
        elif short and self.rules.all_in.next == "allin_increment_doubles":
            self.increment = to - level

    def _played_size(self, more: int) -> int:
        return self.sizes.big_bet if self.either and more >= self.sizes.big_bet else self.size

    def _counted(self, size: int) -> tuple[int, int]:
        """Chips from which half of a raise counts, and the whole raise."""
        if not self.is_fixed or self.round or self.raises:
            return self.level, size
        if self.rules.fixed_limit.half_over_bring_in == "of_small_bet":
            return self.floor, size
        return self.level, self.floor + size - self.level

    def _half(self, to: int, base: int, increment: int, least: int) -> bool:
        rule = self.rules.half_rule
        part, whole = {
            "raise_increment": (to - base, rule.bp * increment),
            "raise_total": (to, (10_000 + rule.bp) * least),
            "raise_to": (to, rule.bp * least),
        }[rule.of]
        return part * 10_000 >= whole if rule.inclusive else part * 10_000 > whole

    # ------------------------------------------------------------------ the end

    def live_in(self) -> dict[int, int]:
        """Live chips of each seat, with uncalled ones."""
        return {seat: self.put[seat] + self.front[seat] for seat in self.seats}

    def uncalled(self) -> tuple[int, int] | None:
        """Seat and amount that nobody called; None: nothing."""
        live = sorted(((chips, seat) for seat, chips in self.live_in().items()), reverse=True)
        (most, seat), (second, _) = live[:2]
        return (seat, most - second) if most > second else None
