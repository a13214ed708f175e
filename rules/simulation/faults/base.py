"""What a fault is: a change of one honest record, and what an audit must say of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from msgspec import UNSET

from rules.simulation.faults.deal import AnyHand
from rules.simulation.faults.key import Expected, Injected
from rules.simulation.game import Game


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


Inject = Callable[[Any], "Altered | None"]  # of a deal of its own game
Where = Callable[[Game], bool]  # the games that a fault can be in


def everywhere(game: Game) -> bool:
    return True


def with_nets(game: Game) -> bool:
    return game.priced


def in_whole_units(game: Game) -> bool:
    return game.priced and not game.pool and not game.table_stakes


def with_transfers(game: Game) -> bool:
    return game.priced and not game.pool


def beyond(game: Game, result: int, stack: object) -> bool:
    """Whether nobody with such a stack can win or lose so much; where winning has no limit, lose it."""
    at_stake = abs(result) if game.winning_limited else -result
    return isinstance(stack, int) and at_stake > stack


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
    linked: bool = False  # for hands, too, that follow from the one before or lead to something in the next
    asked: bool = False  # put in only where asked for by name: so old seeds still give the same logs

    def tried(self, game: Game) -> bool:
        """Whether the fault is looked for in a game."""
        return self.where(game) or (self.idle and with_transfers(game))

    @property
    def description(self) -> str:
        return (self.inject.__doc__ or "").strip().splitlines()[0]

    def entry(
        self, hand: AnyHand, altered: Altered, must: tuple[Expected, ...], may: tuple[str, ...] = ()
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
        self, name: str, code: str, *, rare: bool = False, where: Where = everywhere, idle: bool = False,
        linked: bool = False, asked: bool = False,
    ) -> Callable[[Inject], Inject]:  # fmt: skip
        """Register an injector. Its docstring's first line is the fault's description."""

        def register(inject: Inject) -> Inject:
            self.faults.append(Fault(name, code, inject, rare, where, self.of_money, idle, linked, asked))
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
