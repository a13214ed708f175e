"""A fault of a pot game: an act that is made in play, a table that is run, or a record that is written, against the rules."""

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
    """The code on the hand, and on no seat of it."""
    return (Expected(code_of(code)),)


def at_cash(offer: GamesOffered) -> bool:
    """Whether the rules of a cash table hold."""
    return offer.rules.table is not None


class WrittenHand(Struct):
    """A hand as its record states it, and the chips that moved: by seat, what it won or lost."""

    hand: PotHand
    ending: Ending
    nets: dict[int, int]


class PotDeal(Struct):
    """A hand about to be written, still honest, and what a fault may read."""

    hand: PotHand
    ending: Ending
    rules: PotGame
    random: Random
    clock: SessionClock
    unit: int

    @property
    def acts(self) -> list[AnyAct]:
        """The acts of the record itself; where no acts are recorded, none."""
        return self.hand.acts if isinstance(self.hand.acts, list) else []

    @property
    def awards(self) -> list[tuple[int, PotAward]]:
        """The awards with their pots, in the order of the record."""
        pots = self.hand.pots if isinstance(self.hand.pots, list) else []
        return [(pot.pot, award) for pot in pots if isinstance(pot.awards, list) for award in pot.awards]

    @property
    def setup(self) -> Setup:
        return self.ending.play.setup

    @property
    def chip(self) -> int:
        return self.setup.stakes.chip

    def pick(self, some: Sequence[T]) -> T | None:
        """One of them; None where there is none."""
        return self.random.choice(some) if some else None

    def where(self, *kinds: type[Act]) -> list[int]:
        """The places of acts of some kinds."""
        return [place for place, act in enumerate(self.acts) if isinstance(act, kinds)]

    @property
    def folded(self) -> list[int]:
        """Seats that folded in their turn or out of it."""
        return [act.seat for act in self.acts if isinstance(act, Fold)]


class Misplay(Script):
    """A fault in play. ``altered`` is set once it has happened."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.altered: AlteredHand | None = None

    @property
    def open(self) -> bool:
        return self.altered is None

    def done(
        self, field: str, seat: int | None, recorded: Any, true: Any, must: tuple[Expected, ...], **more: Any
    ) -> None:
        """Note what was played against the rules."""
        self.altered = AlteredHand(field=field, seat=seat, recorded=recorded, true=true, must=must, **more)

    def make(
        self, play: HandPlay, options: LegalActs, verb: str, to: int | None = None, **fields: Any
    ) -> bool:
        """Make the act of the seat whose turn it is; True, because the turn is over."""
        play.act(options, PlayerDecision(verb, to), **(fields or {"said": UNSET}))
        return True


class Upset:
    """A fault of the table: in what happens before a hand, or in who is dealt in. ``altered`` is set once it has happened.

    begun: it takes several hands, and has begun.
    """

    def __init__(self, random: Random) -> None:
        self.random = random
        self.altered: AlteredHand | None = None
        self.begun = False

    def between(self, table: SimulatedPotTable, events: list[Between], at: str) -> list[Any]:
        """Events before the hand."""
        return list(events)

    def plan(self, table: SimulatedPotTable) -> None:
        """Before the button and the blinds are settled."""

    def seated(self, setup: Setup, table: SimulatedPotTable, sat: dict[int, str]) -> None:
        """Changes the seats before the first act. sat: the players dealt in before, by seat."""

    def done(
        self, field: str, seat: int | None, recorded: Any, true: Any, must: tuple[Expected, ...], **more: Any
    ) -> None:
        """Note what was done against the rules."""
        self.altered = AlteredHand(field=field, seat=seat, recorded=recorded, true=true, must=must, **more)


Alter = Callable[[PotDeal], "AlteredHand | None"]
Where = Callable[[GamesOffered], bool]
M = TypeVar("M", bound=type[Misplay] | type[Upset] | Alter)


def everywhere(offer: GamesOffered) -> bool:
    return True


def in_acts(kinds: Sequence[str]) -> Where:
    """In games of some kinds."""
    return lambda offer: any(each.game.kind in kinds for each in offer.rotation)


def at_limit(*limits: str) -> Where:
    """At some limits."""
    return lambda offer: any(each.limit in limits for each in offer.rotation)


class PotFault(Struct, frozen=True):
    """A kind of fault: played (a Misplay), at the table (an Upset), or written into the record."""

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
        """The line of the answer key."""
        return entry(self.name, self.code, self.description, hand, altered)


def described(made: object) -> str:
    """The first line of a docstring."""
    return (made.__doc__ or "").strip().splitlines()[0]


def entry(name: str, code: str, description: str, hand: int, altered: AlteredHand) -> Injected:
    """A line of the answer key. A breach of the table's rules, which happens between hands, names none."""
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
    """Faults of one module, listed as they are defined."""

    faults: list[PotFault] = field(default_factory=list)

    def fault(
        self, name: str, code: str, *, where: Where = everywhere, acts: bool = True, asked: bool = False
    ) -> Callable[[M], M]:
        """Register a fault. The first line of its docstring is its description."""

        def register(made: M) -> M:
            self.faults.append(PotFault(name, code, made, where, acts, asked))
            return made

        return register
