"""A fault: a change of one honest record, and the findings that an audit must report."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct, field

from simulation.faults.answer_key import Expected, Injected, shown
from simulation.faults.hand_to_alter import AnyHand
from simulation.simulated_game import SimulatedGame


class AlteredHand(Struct, frozen=True, kw_only=True):
    """Change by a fault, and its stated findings.

    moved: chips moved as altered, so that stacks follow.
    """

    field: str
    recorded: int | str | None
    true: int | str | None
    must: tuple[Expected, ...]
    may: tuple[str, ...] = ()
    seat: int | None = None
    moved: bool = False
    shift: int = 0  # by how much the numbers of the following hands change


def alter(record: Any, field: str, value: Any, must: tuple[Expected, ...], **more: Any) -> AlteredHand:
    """Give one field of a record another value. field: its path from the hand, the last part its name."""
    name = field.rpartition(".")[2]
    true = getattr(record, name)
    setattr(record, name, value)
    return AlteredHand(field=field, recorded=shown(value), true=shown(true), must=must, **more)


Inject = Callable[[Any], "AlteredHand | None"]  # of a deal of its own game
Where = Callable[[SimulatedGame], bool]  # the games that a fault can be in


def everywhere(game: SimulatedGame) -> bool:
    return True


def with_nets(game: SimulatedGame) -> bool:
    return game.priced


def in_whole_units(game: SimulatedGame) -> bool:
    return game.priced and not game.pool and not game.table_stakes


def with_transfers(game: SimulatedGame) -> bool:
    return game.priced and not game.pool


def beyond(game: SimulatedGame, result: int, stack: object) -> bool:
    """Whether a result exceeds a stack; with unlimited winnings only a loss can."""
    at_stake = abs(result) if game.winning_limited else -result
    return isinstance(stack, int) and at_stake > stack


class Fault(Struct, frozen=True):
    """A kind of fault. inject: alters the hand; None where it cannot apply."""

    name: str
    code: str
    inject: Inject
    rare: bool = False  # applies to few hands, so it is tried first
    where: Where = everywhere
    of_money: bool = False  # leaves the cards, the players and the order of the hands as they are
    idle: bool = (
        False  # also tried in games of pairs that cannot have it, so that old seeds still give the same logs
    )
    linked: bool = False  # also for hands that depend on the hand before or affect the next
    asked: bool = False  # injected only when requested by name, so that old seeds still give the same logs

    def tried(self, game: SimulatedGame) -> bool:
        return self.where(game) or (self.idle and with_transfers(game))

    @property
    def description(self) -> str:
        return (self.inject.__doc__ or "").strip().splitlines()[0]

    def entry(
        self, hand: AnyHand, altered: AlteredHand, must: tuple[Expected, ...], may: tuple[str, ...] = ()
    ) -> Injected:
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


class FaultFamily(Struct):
    """Faults of one module, in their order."""

    of_money: bool = False
    faults: list[Fault] = field(default_factory=list)

    def fault(
        self, name: str, code: str, *, rare: bool = False, where: Where = everywhere, idle: bool = False,
        linked: bool = False, asked: bool = False,
    ) -> Callable[[Inject], Inject]:  # fmt: skip
        """Registers an injector; its docstring's first line is the description."""

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
