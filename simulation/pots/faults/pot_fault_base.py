"""A fault of a pot game: an act, a table or a record against the rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, TypeVar

from msgspec import UNSET, Struct, field

from rules.controls.sections.pots import PotGame
from rules.records.pot_records import Act, AnyAct, Fold, PotAward, PotHand
from simulation.faults.answer_key import Expected, Injected
from simulation.faults.fault_base import AlteredHand
from simulation.pots.betting import LegalActs
from simulation.pots.ending import Ending
from simulation.pots.faults.pot_fault_codes import code_of, of_table
from simulation.pots.offer import GamesOffered
from simulation.pots.players import PlayerDecision
from simulation.pots.setup import Setup
from simulation.pots.simulated_pot_hand import HandPlay, Script
from simulation.pots.simulated_pot_table import Between, SimulatedPotTable
from simulation.seconds_of_session import SessionClock

T = TypeVar("T")


def at_seat(code: str, *seats: int) -> tuple[Expected, ...]:
    """The code on each of these seats."""
    return tuple(Expected(code_of(code), seat) for seat in seats)


def on_hand(code: str) -> tuple[Expected, ...]:
    """The code on the hand, and on no seat."""
    return (Expected(code_of(code)),)


def at_cash(offer: GamesOffered) -> bool:
    return offer.rules.table is not None


class WrittenHand(Struct):
    """A recorded hand, and the chips that moved, by seat."""

    hand: PotHand
    ending: Ending
    nets: dict[int, int]


class PotDeal(Struct):
    """An honest hand, with what a fault may read."""

    hand: PotHand
    ending: Ending
    rules: PotGame
    random: Random
    clock: SessionClock
    unit: int

    @property
    def acts(self) -> list[AnyAct]:
        """Recorded acts; none where none are."""
        return self.hand.acts if isinstance(self.hand.acts, list) else []

    @property
    def awards(self) -> list[tuple[int, PotAward]]:
        """(pot, award) in the order of the record."""
        pots = self.hand.pots if isinstance(self.hand.pots, list) else []
        return [(pot.pot, award) for pot in pots if isinstance(pot.awards, list) for award in pot.awards]

    @property
    def setup(self) -> Setup:
        return self.ending.play.setup

    @property
    def chip(self) -> int:
        return self.setup.stakes.chip

    def pick(self, some: Sequence[T]) -> T | None:
        """One at random; None of none."""
        return self.random.choice(some) if some else None

    def where(self, *kinds: type[Act]) -> list[int]:
        return [place for place, act in enumerate(self.acts) if isinstance(act, kinds)]

    @property
    def folded(self) -> list[int]:
        return [act.seat for act in self.acts if isinstance(act, Fold)]


class Misplay(Script):
    """A fault in play; ``altered`` is set once it has happened."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.altered: AlteredHand | None = None

    @property
    def open(self) -> bool:
        return self.altered is None

    def done(
        self, field: str, seat: int | None, recorded: Any, true: Any, must: tuple[Expected, ...], **more: Any
    ) -> None:
        self.altered = AlteredHand(field=field, seat=seat, recorded=recorded, true=true, must=must, **more)

    def make(
        self, play: HandPlay, options: LegalActs, verb: str, to: int | None = None, **fields: Any
    ) -> bool:
        """Acts for the seat whose turn it is; always True."""
        play.act(options, PlayerDecision(verb, to), **(fields or {"said": UNSET}))
        return True


class Upset:
    """A fault of the table; ``altered`` is set once it has happened. begun: it takes several hands."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.altered: AlteredHand | None = None
        self.begun = False

    def between(self, table: SimulatedPotTable, events: list[Between], at: str) -> list[Any]:
        """Events before the hand."""
        return list(events)

    def plan(self, table: SimulatedPotTable) -> None:
        """Change before the button and the blinds are settled."""

    def seated(self, setup: Setup, table: SimulatedPotTable, sat: dict[int, str]) -> None:
        """Change of seats before the first act. sat: players of the hand before, by seat."""

    def done(
        self, field: str, seat: int | None, recorded: Any, true: Any, must: tuple[Expected, ...], **more: Any
    ) -> None:
        self.altered = AlteredHand(field=field, seat=seat, recorded=recorded, true=true, must=must, **more)


Alter = Callable[[PotDeal], "AlteredHand | None"]
Where = Callable[[GamesOffered], bool]
M = TypeVar("M", bound=type[Misplay] | type[Upset] | Alter)


def everywhere(offer: GamesOffered) -> bool:
    return True


def in_acts(kinds: Sequence[str]) -> Where:
    return lambda offer: any(each.game.kind in kinds for each in offer.rotation)


def at_limit(*limits: str) -> Where:
    return lambda offer: any(each.limit in limits for each in offer.rotation)


class PotFault(Struct, frozen=True):
    """A kind of fault: played (Misplay), of the table (Upset), or written into the record."""

    name: str
    code: str
    made: type[Misplay] | type[Upset] | Alter
    where: Where = everywhere
    acts: bool = True  # needs a record of acts
    asked: bool = False  # only where it is named, so that old seeds still give the same logs

    @property
    def description(self) -> str:
        return described(self.made)

    def entry(self, hand: int, altered: AlteredHand) -> Injected:
        return entry(self.name, self.code, self.description, hand, altered)


def described(made: object) -> str:
    return (made.__doc__ or "").strip().splitlines()[0]


def entry(name: str, code: str, description: str, hand: int, altered: AlteredHand) -> Injected:
    """Line of the answer key; a breach between hands names no hand."""
    check = code_of(code)
    return Injected(
        kind=name,
        code=check,
        hand=None if of_table(check) else hand,
        seat=altered.seat,
        description=description,
        field=altered.field,
        recorded=altered.recorded,
        true=altered.true,
        must=tuple(dict.fromkeys(altered.must)),
        may=tuple(code_of(each) for each in altered.may),
    )


class PotFaultFamily(Struct):
    """Faults of one module, in their order."""

    faults: list[PotFault] = field(default_factory=list)

    def fault(
        self, name: str, code: str, *, where: Where = everywhere, acts: bool = True, asked: bool = False
    ) -> Callable[[M], M]:
        """Registers a fault; its docstring's first line is the description."""

        def register(made: M) -> M:
            self.faults.append(PotFault(name, code, made, where, acts, asked))
            return made

        return register
