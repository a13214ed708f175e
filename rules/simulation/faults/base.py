"""What a fault is: a change of one honest record, and what an audit must say of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any, Protocol

from msgspec import UNSET

from rules.records.events import ChineseHand, ChineseSeat
from rules.simulation.clock import Clock
from rules.simulation.faults.key import Expected, Injected
from rules.simulation.game import Game
from rules.simulation.results import Payer, Settled


class Settle(Protocol):
    """What a hand pays as it is recorded now, without a section of the ruleset or with other parameters."""

    def __call__(
        self, hand: ChineseHand, without: str = "", instead: Mapping[str, Any] | None = None
    ) -> Settled: ...


@dataclass
class Deal:
    """A hand about to be written, honest so far, and what a fault may look at."""

    hand: ChineseHand
    unit: int
    game: Game
    random: Random
    clock: Clock
    settle: Settle  # what a record pays, by the project's replay
    number: int = 1  # how many hands there were with this one
    last: bool = False  # no hand follows
    before: ChineseHand | None = None  # the hand before, where nothing is wrong with it

    @property
    def played(self) -> bool:
        """The deal was not void."""
        return self.hand.void is not True

    @property
    def seats(self) -> list[ChineseSeat]:
        return self.hand.seats

    @property
    def nets(self) -> list[int]:
        """Nets as recorded, seat by seat."""
        return [seat.net for seat in self.seats if isinstance(seat.net, int)]

    def set_seats(self) -> list[ChineseSeat]:
        """Seats whose rows are recorded and count: not surrendered, not fouled, no natural."""
        return [each for each in self.seats if plain(each)]

    def pay(self, settled: Settled) -> None:
        """Write onto the record what its replay says was paid, as far as payments are on record."""
        unit = self.hand.unit if isinstance(self.hand.unit, int) else self.unit
        full = self.hand.transfers is not UNSET or self.hand.pool is not UNSET
        Payer(settled, unit, full=full)(self.hand, 0)

    def pick(self, seats: list[Any]) -> Any:
        """One of them; None where there is none."""
        return self.random.choice(seats) if seats else None


def plain(seat: ChineseSeat) -> bool:
    """A hand that was set and is played by its rows."""
    special = seat.surrendered is True or seat.fouled is True or seat.declared is not UNSET
    return isinstance(seat.back, str) and not special


@dataclass(frozen=True, kw_only=True)
class Altered:
    """What a fault changed, and the findings that it states itself; what follows for the money is worked out.

    moved: chips went as the altered record says, so that stacks follow it.
    """

    field: str
    recorded: int | str | None
    true: int | str | None
    must: tuple[Expected, ...]
    may: tuple[str, ...] = ()
    seat: int | None = None
    moved: bool = False
    shift: int = 0  # what the numbers of the hands that follow move by


Inject = Callable[[Deal], "Altered | None"]
Where = Callable[[Game], bool]  # the games that a fault can be in


def everywhere(game: Game) -> bool:
    return True


def with_nets(game: Game) -> bool:
    return game.priced


def in_whole_units(game: Game) -> bool:
    return game.priced and not game.pool and not game.table_stakes


def with_transfers(game: Game) -> bool:
    return game.priced and not game.pool


@dataclass(frozen=True)
class Fault:
    """A kind of fault. ``inject`` alters the hand; where it cannot, it leaves it alone and returns None."""

    name: str
    code: str
    inject: Inject
    rare: bool = False  # applies to few hands, so it goes first where it does
    where: Where = everywhere
    of_money: bool = False  # leaves the cards, the players and the order of the hands as they are
    idle: bool = (
        False  # tried in games of pairs that cannot have it, too: so old seeds still give the same logs
    )

    def tried(self, game: Game) -> bool:
        """Whether the fault is looked for in a game."""
        return self.where(game) or (self.idle and with_transfers(game))

    @property
    def description(self) -> str:
        return (self.inject.__doc__ or "").strip().splitlines()[0]

    def entry(
        self, hand: ChineseHand, altered: Altered, must: tuple[Expected, ...], may: tuple[str, ...] = ()
    ) -> Injected:
        """The line of the answer key."""
        return Injected(
            kind=self.name,
            code=self.code,
            hand=hand.hand,
            seat=altered.seat,
            description=self.description,
            field=altered.field,
            recorded=altered.recorded,
            true=altered.true,
            must=must,
            may=altered.may + may,
        )


@dataclass
class Family:
    """Faults of one module, listed as they are defined."""

    of_money: bool = False
    faults: list[Fault] = field(default_factory=list)

    def fault(
        self, name: str, code: str, *, rare: bool = False, where: Where = everywhere, idle: bool = False
    ) -> Callable[[Inject], Inject]:
        """Register an injector. Its docstring's first line is the fault's description."""

        def register(inject: Inject) -> Inject:
            self.faults.append(Fault(name, code, inject, rare, where, self.of_money, idle))
            return inject

        return register


def found(code: str, *seats: int) -> tuple[Expected, ...]:
    """The code on each of these seats."""
    return tuple(Expected(code, seat) for seat in seats)


def on_hand(code: str) -> tuple[Expected, ...]:
    """The code on the hand, whatever seat it names."""
    return (Expected(code),)


def text_of(value: Any) -> Any:
    """A field's value for the key: None where it was not recorded."""
    return None if value is UNSET else value
