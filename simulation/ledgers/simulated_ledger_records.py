"""The records of a room over months: ledgers in a chain, and the tournaments and table logs that they name."""

from __future__ import annotations

from typing import Any

from msgspec import Struct, field

from rules.ledgers.ledger_reader import LedgerFile
from rules.ledgers.ledger_records import Close, Event, Ledger
from rules.records.events import Session
from simulation.events.simulated_event_records import EventRecords
from simulation.events.simulated_event_tables import ndjson

FIRST = 2  # the line of the first event


class LedgerRecords(Struct, eq=False):
    """The lines of a ledger."""

    header: Ledger
    close: Close
    events: list[Event] = field(default_factory=list)

    def data(self) -> bytes:
        """The ledger as a file."""
        return ndjson([self.header, *self.events, self.close])

    def file(self) -> LedgerFile:
        """The file as it is read."""
        last = len(self.events) + FIRST
        return LedgerFile(self.header, tuple(enumerate(self.events, FIRST)), (last, self.close))

    def line(self, record: object) -> int | None:
        """The line of a record of the file; None where it is not in it."""
        lines = [self.header, *self.events, self.close]
        return next((line for line, each in enumerate(lines, 1) if each is record), None)


class SessionLog(Struct, eq=False):
    """The lines of a table's log."""

    records: list[Any]

    @property
    def session(self) -> Session:
        found = self.records[0]
        assert isinstance(found, Session)
        return found

    def data(self) -> bytes:
        """The log as a file."""
        return ndjson(self.records)

    def line(self, record: object) -> int | None:
        """The line of a record of the log; None where it is not in it."""
        return next((line for line, each in enumerate(self.records, 1) if each is record), None)


class RoomRecords(Struct):
    """Ledgers in the order of their months, tournaments and logs in the order of their days."""

    ledgers: list[LedgerRecords] = field(default_factory=list)
    tournaments: list[EventRecords] = field(default_factory=list)
    logs: list[SessionLog] = field(default_factory=list)
