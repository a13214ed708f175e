"""A fault of an event: a change of its honest records."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import Any, TypeVar

from msgspec import Struct, field

from rules.controls.ruleset import Ruleset
from rules.tournaments.header import Tournament
from rules.tournaments.tournament_records import Close, Event, TournamentLine
from rules.tournaments.tournament_replay import Replay, replay_tournament
from simulation.events.faults.event_answer_key import ExpectedFinding, InjectedFault
from simulation.events.simulated_event_records import EventRecords
from simulation.events.simulated_event_tables import SimulatedTableLog
from simulation.faults.answer_key import shown
from simulation.faults.figures import Figure, named

Record = TypeVar("Record")


class AlteredEvent(Struct, frozen=True, kw_only=True):
    """Change by a fault. record: whose line the finding names; None: any.

    also: findings that must follow, by name and record. log: where it is not the event's file.
    """

    record: object
    field: str
    recorded: Any = None
    true: Any = None
    also: Sequence[tuple[str, object]] = ()
    may: tuple[str, ...] = ()
    log: SimulatedTableLog | None = None
    entry: int | None = None
    player: str | None = None
    table: str | None = None


class Altering(Struct):
    """An event and the records that earlier faults touched, which no other fault changes."""

    event: EventRecords
    ruleset: Ruleset
    random: Random
    touched: list[object] = field(default_factory=list)

    @property
    def header(self) -> Tournament:
        return self.event.header

    @property
    def close(self) -> Close:
        return self.event.close

    def of(self, kind: type[Record], where: Callable[[Record], bool] = lambda _: True) -> list[Record]:
        """Untouched records of a kind, in the order of the file."""
        free = [each for each in self.event.events if not any(each is other for other in self.touched)]
        return [each for each in free if isinstance(each, kind) and where(each)]

    def any_of(self, kind: type[Record], where: Callable[[Record], bool] = lambda _: True) -> Record | None:
        """One untouched record at random; None of none."""
        found = self.of(kind, where)
        return self.random.choice(found) if found else None

    def all(self, kind: type[Record]) -> list[Record]:
        """Records of a kind, touched or not."""
        return [each for each in self.event.events if isinstance(each, kind)]

    def after(self, record: object, kind: type[Record]) -> list[Record]:
        events = self.event.events
        place = next(place for place, each in enumerate(events) if each is record)
        return [each for each in events[place + 1 :] if isinstance(each, kind)]

    def insert(self, record: Event, after: object) -> None:
        events = self.event.events
        place = next(place for place, each in enumerate(events) if each is after)
        events.insert(place + 1, record)

    def remove(self, record: object) -> None:
        self.event.events[:] = [each for each in self.event.events if each is not record]

    def to_time(self, record: Event, at: dt.datetime) -> None:
        """Moves a line to another time and place."""
        self.remove(record)
        record.at = at.isoformat()
        events = self.event.events
        place = next((place for place, each in enumerate(events) if moment(each) > at), len(events))
        events.insert(place, record)

    def replayed(self) -> Replay:
        return replay_tournament(self.event.file(), self.ruleset)

    def player(self, entry: int) -> str | None:
        stakes = self.replayed().field.stakes
        return next((each.player for each in stakes if each.number == entry), None)


def moment(record: TournamentLine) -> dt.datetime:
    return dt.datetime.fromisoformat(str(record.at))


Inject = Callable[[Altering], "AlteredEvent | None"]
Where = Callable[[Any], bool]  # of a record
Within = Callable[[Altering], bool]  # of an event


def everywhere(_: object) -> bool:
    return True


class EventFault(Struct, frozen=True):
    """A kind of fault. inject: None where it cannot apply. wide: changes what other lines are compared with; one an event.
    asked: only where named.
    """

    name: str
    finding: str
    inject: Inject
    wide: bool
    asked: bool = False

    @property
    def description(self) -> str:
        return (self.inject.__doc__ or "").strip().splitlines()[0]


def entry_of_key(event: EventRecords, fault: EventFault, altered: AlteredEvent) -> InjectedFault:
    """Line of the answer key, by lines of the finished event."""
    session = altered.log.session.session if altered.log is not None else None
    line = _line(event, altered)
    must = [ExpectedFinding(fault.finding, line, session)]
    must += [ExpectedFinding(name, event.line(record)) for name, record in altered.also]
    return InjectedFault(
        kind=fault.name,
        name=fault.finding,
        line=line,
        session=session,
        entry=altered.entry,
        player=altered.player,
        table=altered.table,
        description=fault.description,
        field=altered.field,
        recorded=shown(altered.recorded),
        true=shown(altered.true),
        must=tuple(must),
        may=altered.may,
    )


def _line(event: EventRecords, altered: AlteredEvent) -> int | None:
    if altered.log is None:
        return event.line(altered.record)
    return next(line for line, each in enumerate(altered.log.records, 1) if each is altered.record)


class EventFaultFamily(Struct):
    """Faults of one module, in their order."""

    faults: list[EventFault] = field(default_factory=list)

    def fault(
        self, name: str, finding: str, *, wide: bool = False, asked: bool = False
    ) -> Callable[[Inject], Inject]:
        """Registers an injector; its docstring's first line is the description."""

        def register(inject: Inject) -> Inject:
            self.faults.append(EventFault(name, finding, inject, wide, asked))
            return inject

        return register

    def figure(
        self, name: str, finding: str, description: str, figure: Figure, *, where: Where = everywhere,
        within: Within = everywhere,
    ) -> None:  # fmt: skip
        """Registers another value of one field as a fault."""

        def inject(event: Altering) -> AlteredEvent | None:
            record = event.any_of(figure.kind, where)
            replaced = figure.replace(record, event.random) if record is not None and within(event) else None
            if replaced is None:
                return None
            return AlteredEvent(
                record=record, field=figure.field, recorded=replaced.recorded, true=replaced.true,
                **named(record, "entry", "player", "table"),
            )  # fmt: skip

        inject.__doc__ = description
        self.faults.append(EventFault(name, finding, inject, wide=False))


def found(name: str, records: Iterable[object]) -> list[tuple[str, object]]:
    """The finding on each of these lines."""
    return [(name, each) for each in records]
