"""What a fault is: a change of one honest record, and what an audit must say of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any, Protocol

from msgspec import UNSET

from rules.records.events import ChineseHand, ChineseSeat
from rules.simulation.clock import Clock
from rules.simulation.faults.key import Expected, Injected
from rules.simulation.game import Game
from rules.simulation.results import Settled


class Settle(Protocol):
    """What a hand pays as it is recorded now; ``without`` leaves a section of the ruleset out."""

    def __call__(self, hand: ChineseHand, without: str = "") -> Settled: ...


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


@dataclass(frozen=True)
class Fault:
    """A kind of fault. ``inject`` alters the hand; where it cannot, it leaves it alone and returns None."""

    name: str
    code: str
    inject: Inject
    rare: bool = False  # applies to few hands, so it goes first where it does

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

    faults: list[Fault] = field(default_factory=list)

    def fault(self, name: str, code: str, *, rare: bool = False) -> Callable[[Inject], Inject]:
        """Register an injector. Its docstring's first line is the fault's description."""

        def register(inject: Inject) -> Inject:
            self.faults.append(Fault(name, code, inject, rare))
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
