"""Betting judged act by act, for one hand, in plain Python: who must act, and to what each act may come.

Written from the rules on forced bets and short stacks. It shares no code with the replay. Amounts are in minor units; ``to`` is
what a seat has in front of it in a round after its act.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from rules.controls.sections.pots import PotGame
from tests.plain.pots.showing import clockwise

DEAD = ("missed_small", "dead", "table_ante")
LATE = ("new_player", "missed_big", "extra")


@dataclass
class Chips:
    """The chips of a seat, and what it did in the round."""

    left: int
    front: int = 0
    live: int = 0
    dead: int = 0
    folded: bool = False
    acted: bool = False
    open: bool = True  # it may raise whatever it faces
    faced: int = 0  # the level that its last act left
    late: int = 0  # a post in addition to the blinds, before its first act


@dataclass
class Sizes:
    """What the stakes name."""

    limit: str
    small_blind: int = 0
    big_blind: int = 0
    bring_in: int = 0
    min_bet: int = 0
    small_bet: int = 0
    big_bet: int = 0


@dataclass
class Betting:
    """One hand. ``silent`` names what the rules leave open and the hand touched."""

    seats: dict[int, Chips]
    sizes: Sizes
    rules: PotGame
    rounds: int
    round: int = 0
    level: int = 0
    floor: int = 0  # the last full bet or raise
    increment: int = 0
    bets: int = 0  # of a fixed limit: the bet and the raises
    capped: bool = False
    size: int = 0  # of a fixed limit
    sizes_open: tuple[int, ...] = ()  # bets of which one may be chosen, where a pair shows on fourth street
    last: int = 0  # the seat after which the next one acts
    over_bring_in: bool = False
    missing: int = 0  # of the blinds, what was not paid and yet counts for the pot limit
    silent: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.increment = self.sizes.min_bet
        self.size = self.sizes.small_bet

    @property
    def fixed(self) -> bool:
        return self.sizes.limit == "fixed_limit"

    # ------------------------------------------------------------------ posts

    def post(self, number: int, kind: str, amount: int, *, dead: bool = False) -> None:
        seat = self.seats[number]
        amount = min(amount, seat.left)
        seat.left -= amount
        if dead or kind in DEAD:
            seat.dead += amount
            return
        seat.live += amount
        if kind == "ante":
            return
        seat.front += amount
        if kind in LATE:
            seat.late += amount

    def blinds(self, last: int, straddle: int = 0) -> None:
        """The blinds stand at their nominal amounts, however little was paid; `straddle` is the nominal one of the last."""
        self.level = max(self.sizes.small_blind, self.sizes.big_blind, straddle)
        self.level = max([self.level, *(seat.front for seat in self.seats.values())])
        self.floor, self.last, self.bets = self.level, last, 1
        self.increment = max(self.level, self.sizes.min_bet)

    def brought_in(self, number: int, amount: int) -> None:
        """A bring-in, whatever was paid of it; or the small bet instead of it."""
        seat = self.seats[number]
        opening = self.sizes.small_bet if self.fixed else self.sizes.min_bet
        self.post(number, "bring_in", amount)
        self.last = number
        seat.acted, seat.open = True, False
        if amount >= opening > self.sizes.bring_in:
            self.level = self.floor = amount
            self.bets = 1
        else:
            self.level, self.over_bring_in = self.sizes.bring_in, True
        seat.faced = self.level

    # ------------------------------------------------------------------ turns

    def live(self) -> list[int]:
        return [number for number, seat in self.seats.items() if not seat.folded]

    def with_chips(self) -> list[int]:
        return [number for number in self.live() if self.seats[number].left > 0]

    def must_act(self, number: int) -> bool:
        seat = self.seats[number]
        if seat.folded or not seat.left:
            return False
        others = [other for other in self.live() if other != number]
        if any(self.seats[other].left for other in others):
            return not seat.acted or seat.front < self.level
        return any(self.seats[other].front > seat.front for other in others)

    def turn(self) -> int | None:
        """The seat whose turn it is; None: nobody has to act."""
        order = clockwise(list(self.seats), self.last)
        return next((number for number in order if self.must_act(number)), None)

    # ------------------------------------------------------------------ amounts

    def call(self, number: int) -> tuple[int, int]:
        """The least and the most that a call comes to."""
        seat = self.seats[number]
        full = min(self.level, seat.front + seat.left)
        if any(other != number for other in self.with_chips()):
            return full, full
        most = max((self.seats[other].front for other in self.live() if other != number), default=0)
        return max(min(full, most), seat.front), max(full, seat.front)

    def may_raise(self, number: int) -> bool:
        """Whether the betting is open to a seat, and somebody is left to bet against."""
        if not any(other != number for other in self.with_chips()):
            return False
        seat = self.seats[number]
        if self.fixed and self._is_capped():
            return False
        if not seat.acted or seat.open:
            return True
        rules = self.rules.betting
        grown = self.level - seat.faced
        if self.fixed:
            return rules.all_in.adds_up and 2 * grown >= self.size
        return rules.all_in.adds_up and grown >= self.increment

    def _most_bets(self) -> int:
        fixed = self.rules.betting.fixed_limit
        return 1 + (fixed.raises_two_rounds if self.rounds == 2 else fixed.raises)

    def _is_capped(self) -> bool:
        return self.capped or (self.bets >= self._most_bets() and len(self.live()) > 2)

    def raises(self, number: int) -> tuple[int, int]:
        """The least and the most of a bet or raise that is not all in; of an all-in, the most."""
        seat = self.seats[number]
        if self.fixed:
            to = self.floor + self.size
            return to, to
        least = self.level + self.increment
        if self.sizes.limit == "no_limit":
            return least, seat.front + seat.left
        others = sum(each.late for other, each in self.seats.items() if other != number)
        pot = sum(each.live + each.dead for each in self.seats.values()) - others + self.missing
        return least, self.level + pot + self.level - seat.front

    # ------------------------------------------------------------------ acts

    def fold(self, number: int, *, moves: bool = True) -> None:
        self.seats[number].folded = True
        if moves:
            self.last = number

    def to(self, number: int, amount: int) -> None:
        """A check, call, bet or raise that stands."""
        seat = self.seats[number]
        added = amount - seat.front
        seat.front, seat.left, seat.live, seat.late = amount, seat.left - added, seat.live + added, 0
        if amount > self.level:
            self._raised(number, amount)
        seat.acted, seat.open, seat.faced = True, False, self.level
        self.last = number

    def _raised(self, number: int, to: int) -> None:
        reopens = self._fixed_raise(number, to) if self.fixed else self._raise(number, to)
        self.level = to
        self.over_bring_in &= self.fixed and not self.bets
        if reopens:
            for seat in self.seats.values():
                seat.open = True

    def _raise(self, number: int, to: int) -> bool:
        """No limit and pot limit: whether the betting is open to all again."""
        added = to - self.level
        if self.over_bring_in and self.seats[number].left == 0 and added < self.increment:
            self.silent.add("an all-in over a bring-in without a fixed limit")
        if added >= self.increment:
            self.increment = added
            return True
        rules = self.rules.betting
        return rules.all_in.reopens == "half_rule" and added * 10_000 >= rules.half_rule.bp * self.increment

    def _fixed_raise(self, number: int, to: int) -> bool:
        size, level = self.size, self.level
        if self.sizes_open and not self.bets:
            if to in self.sizes_open:
                self.size = size = to
            elif to != size:
                self.silent.add("an all-in for less than a bet where the bet may be small or big")
        if to >= self.floor + size:
            counts = True
        else:
            counts = 2 * (to - level) >= self.floor + size - level  # of what completes the bet
            if self.over_bring_in:
                counts = 2 * to >= size
        if counts:
            self.floor = to
            self.bets += 1
            self.capped |= self.bets >= self._most_bets() and len(self.live()) > 2
        return counts

    # ------------------------------------------------------------------ rounds

    def next_round(self, number: int, after: int, sizes_open: tuple[int, ...] = ()) -> None:
        """A street is dealt: what lies in front goes into the middle. after: the seat before the one that opens."""
        for seat in self.seats.values():
            seat.front = seat.faced = seat.late = 0
            seat.acted, seat.open = False, True
        fixed = self.rules.betting.fixed_limit
        small = fixed.of_two_rounds if self.rounds == 2 else fixed.small_bet_rounds
        self.round, self.last, self.sizes_open = number, after, sizes_open
        self.size = self.sizes.small_bet if number < small else self.sizes.big_bet
        self.level = self.floor = self.bets = self.missing = 0
        self.capped = self.over_bring_in = False
        self.increment = self.sizes.min_bet
