"""A fault of ledgers: a change of their records, or of a log that they name."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Literal, TypeVar

from msgspec import Struct, field

from rules.ledgers.ledger_records import Closing, Diversion, Event, Hit, LedgerLine
from rules.records.events import Jackpot
from simulation.faults.answer_key import shown
from simulation.faults.figures import Figure, named
from simulation.ledgers.faults.ledger_answer_key import ExpectedLedgerFinding, InjectedLedgerFault
from simulation.ledgers.ledger_request import LedgerRequest
from simulation.ledgers.simulated_ledger_ranking import RANKING
from simulation.ledgers.simulated_ledger_records import LedgerRecords, RoomRecords, SessionLog
from simulation.ledgers.simulated_ledger_statements import carry, rank

Kind = TypeVar("Kind", bound=LedgerLine)
Owner = LedgerRecords | SessionLog
Restates = Literal["all", "balances", "nothing"]
ORDER: tuple[Restates, ...] = ("all", "balances", "nothing")


class LedgerAltered(Struct, frozen=True, kw_only=True):
    """Change by a fault. ledger: whose audit finds it. record: whose line the finding names, in the ledger or ``log``.

    also: findings that must follow, by name and record of the ledger.
    """

    ledger: LedgerRecords
    record: object
    field: str
    recorded: Any = None
    true: Any = None
    also: Sequence[tuple[str, object]] = ()
    log: SessionLog | None = None
    account: str | None = None
    player: str | None = None


class LedgersAltering(Struct):
    """Ledgers and the records that earlier faults touched, which no other fault changes."""

    made: RoomRecords
    request: LedgerRequest
    random: Random
    touched: list[object] = field(default_factory=list)
    adrift: dict[tuple[str, str], int] = field(default_factory=dict)

    def of(
        self, kind: type[Kind], where: Callable[[Kind], bool] = lambda _: True
    ) -> list[tuple[LedgerRecords, Kind]]:
        """Untouched records of a kind, with their ledgers."""
        return [
            (ledger, each)
            for ledger in self.made.ledgers
            for each in ledger.events
            if isinstance(each, kind) and where(each) and not self.is_touched(each)
        ]

    def any_of(
        self, kind: type[Kind], where: Callable[[Kind], bool] = lambda _: True
    ) -> tuple[LedgerRecords, Kind] | None:
        """One at random; None of none."""
        found = self.of(kind, where)
        return self.random.choice(found) if found else None

    def is_touched(self, record: object) -> bool:
        return any(record is each for each in self.touched)

    def unlogged(self, hit: Hit) -> bool:
        return all(hit.session != log.session.session for log in self.made.logs)

    def matters(self, since: dt.datetime, until: dt.datetime | None) -> bool:
        """Whether a hit or a log's level lies between two times; None: no end."""
        hits = [
            moment(each) for ledger in self.made.ledgers for each in ledger.events if isinstance(each, Hit)
        ]
        levels = [
            dt.datetime.fromisoformat(each.at)
            for log in self.made.logs
            for each in log.records
            if isinstance(each, Jackpot)
        ]
        return any(since < at and (until is None or at < until) for at in hits + levels)

    def closing_alone(self) -> tuple[LedgerRecords, Closing, Closing] | None:
        """A closing on whose level nothing depends, and the next one."""
        pairs = [
            (ledger, one, next(each for each in closings if moment(each) > moment(one)))
            for ledger in self.made.ledgers
            for closings in [[each for each in ledger.events if isinstance(each, Closing)]]
            for one in closings[1:-1]
        ]
        free = [
            pair
            for pair in pairs
            if not any(self.is_touched(each) for each in pair[1:])
            and not self.matters(moment(pair[1]), moment(pair[2]))
        ]
        return self.random.choice(free) if free else None

    def ledger_of(self, log: SessionLog) -> LedgerRecords:
        day = log.session.opened_at[:10]
        return next(each for each in self.made.ledgers if str(each.header.until) >= day)

    def insert(self, ledger: LedgerRecords, record: Event, after: Event) -> None:
        record.at = after.at
        place = next(place for place, each in enumerate(ledger.events) if each is after)
        ledger.events.insert(place + 1, record)

    def restate(self, restates: Restates) -> None:
        """Restates what follows from the alteration."""
        points = self.request.rulesets.get("ranking")
        rules = points.sections.ranking_points if points is not None else None
        if restates == "all" and rules is not None:
            rank(self.made.ledgers, {RANKING: rules.prizes})
        if restates != "nothing":
            carry(self.made.ledgers, self.adrift)


def moment(record: LedgerLine) -> dt.datetime:
    return dt.datetime.fromisoformat(str(record.at))


Inject = Callable[[LedgersAltering], "LedgerAltered | None"]
Where = Callable[[Any], bool]  # of a record


def everywhere(_: object) -> bool:
    return True


class LedgerFault(Struct, frozen=True):
    """A kind of fault. inject: None where it cannot apply. restates: what is stated anew as if right."""

    name: str
    finding: str
    inject: Inject
    restates: Restates

    @property
    def description(self) -> str:
        return (self.inject.__doc__ or "").strip().splitlines()[0]


def entry_of_key(fault: LedgerFault, altered: LedgerAltered) -> InjectedLedgerFault:
    """Line of the answer key, by lines of the finished files."""
    name = altered.ledger.header.ledger
    owner: Owner = altered.log or altered.ledger
    session = altered.log.session.session if altered.log is not None else None
    line = owner.line(altered.record)
    must = [ExpectedLedgerFinding(fault.finding, name, line, session)]
    must += [ExpectedLedgerFinding(each, name, altered.ledger.line(record)) for each, record in altered.also]
    return InjectedLedgerFault(
        kind=fault.name, name=fault.finding, ledger=name, line=line, session=session, account=altered.account,
        player=altered.player, description=fault.description, field=altered.field, recorded=shown(altered.recorded),
        true=shown(altered.true), must=tuple(must),
    )  # fmt: skip


class LedgerFamily(Struct):
    """Faults of one module, in their order."""

    faults: list[LedgerFault] = field(default_factory=list)

    def fault(self, name: str, finding: str, *, restates: Restates = "nothing") -> Callable[[Inject], Inject]:
        """Registers an injector; its docstring's first line is the description."""

        def register(inject: Inject) -> Inject:
            self.faults.append(LedgerFault(name, finding, inject, restates))
            return inject

        return register

    def figure(
        self, name: str, finding: str, description: str, figure: Figure, *, where: Where = everywhere,
        restates: Restates = "nothing",
    ) -> None:  # fmt: skip
        """Registers another value of one field as a fault."""

        def inject(ledgers: LedgersAltering) -> LedgerAltered | None:
            found = ledgers.any_of(figure.kind, where)
            replaced = figure.replace(found[1], ledgers.random) if found is not None else None
            if found is None or replaced is None:
                return None
            ledger, record = found
            key = named(record, "account", "player")
            if isinstance(record, Diversion):
                key["account"] = record.from_
            return LedgerAltered(
                ledger=ledger, record=record, field=figure.field, recorded=replaced.recorded, true=replaced.true, **key
            )  # fmt: skip

        inject.__doc__ = description
        self.faults.append(LedgerFault(name, finding, inject, restates))
