"""Records of a room: ledgers in a chain, with tournaments and logs that they name."""

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
    header: Ledger
    close: Close
    events: list[Event] = field(default_factory=list)

    def data(self) -> bytes:
        return ndjson([self.header, *self.events, self.close])

    def file(self) -> LedgerFile:
        last = len(self.events) + FIRST
        return LedgerFile(self.header, tuple(enumerate(self.events, FIRST)), (last, self.close))

    def line(self, record: object) -> int | None:
        """Line number of a record; None where the file lacks it."""
        lines = [self.header, *self.events, self.close]
        return next((line for line, each in enumerate(lines, 1) if each is record), None)


class SessionLog(Struct, eq=False):
    records: list[Any]

    @property
    def session(self) -> Session:
        found = self.records[0]
        assert isinstance(found, Session)
        return found

    def data(self) -> bytes:
        return ndjson(self.records)

    def line(self, record: object) -> int | None:
        """Line number of a record; None where the log lacks it."""
        return next((line for line, each in enumerate(self.records, 1) if each is record), None)


class RoomRecords(Struct):
    """Ledgers by month, tournaments and logs by day."""

    ledgers: list[LedgerRecords] = field(default_factory=list)
    tournaments: list[EventRecords] = field(default_factory=list)
    logs: list[SessionLog] = field(default_factory=list)
