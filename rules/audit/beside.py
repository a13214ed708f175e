"""What belongs to a tournament or a ledger and lies in files of its own: logs of tables, and tournaments of a ledger."""

from __future__ import annotations

from dataclasses import dataclass

from rules.audit.source import LogSource
from rules.records.event_file import first_event
from rules.shown_events import EventFile
from rules.tournaments.logs import TableLog, read_table_log
from rules.tournaments.reader import TournamentFile, read_tournament


class NotBeside(ValueError):
    """A file that belongs to no event of a kind."""


@dataclass(frozen=True)
class Beside:
    """A file that was read beside an event's own."""

    sha256: str
    read: TableLog | TournamentFile

    @property
    def log(self) -> TableLog | None:
        return self.read if isinstance(self.read, TableLog) else None

    @property
    def tournament(self) -> TournamentFile | None:
        return self.read if isinstance(self.read, TournamentFile) else None

    @property
    def facts(self) -> EventFile:
        """The file as an audit lists it."""
        if isinstance(self.read, TableLog):
            session = self.read.session
            return EventFile(
                kind="session",
                id=session.session,
                table=session.table,
                sha256=self.sha256,
                hands=len(self.read.hands),
            )
        name = self.read.header.tournament
        return EventFile(kind="tournament", id=name, table=None, sha256=self.sha256, hands=None)


def read_beside(source: LogSource, kind: str) -> Beside:
    """Read a file that was given with an event of a kind, ``tournament`` or ``ledger``. Raises Refused, NotBeside."""
    first = first_event(source.chunks())
    if first == "ledger":
        raise NotBeside(
            "This is a ledger. With a tournament or a ledger belong table logs, and tournaments with a ledger."
        )
    if first == "tournament" and kind == "tournament":
        raise NotBeside("This is the file of a tournament. With a tournament belong the logs of its tables.")
    read = read_tournament(source.chunks()) if first == "tournament" else read_table_log(source.chunks())
    return Beside(source.sha256, read)
