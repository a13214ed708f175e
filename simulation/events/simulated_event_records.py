"""Records of an event: first line, events, last line, and its tables' logs."""

from __future__ import annotations

from msgspec import Struct

from rules.tournaments.header import Tournament
from rules.tournaments.tournament_reader import TournamentFile
from rules.tournaments.tournament_records import Close, Event
from simulation.events.simulated_event_tables import SimulatedTableLog, ndjson

FIRST = 2  # the line of the first event


class EventRecords(Struct):
    header: Tournament
    events: list[Event]
    close: Close
    logs: list[SimulatedTableLog]

    def data(self) -> bytes:
        return ndjson([self.header, *self.events, self.close])

    def file(self) -> TournamentFile:
        last = len(self.events) + FIRST
        return TournamentFile(self.header, tuple(enumerate(self.events, FIRST)), (last, self.close))

    def line(self, record: object) -> int | None:
        """Line number of a record; None where the file lacks it."""
        if record is self.header:
            return 1
        if record is self.close:
            return len(self.events) + FIRST
        return next((line for line, each in enumerate(self.events, FIRST) if each is record), None)
