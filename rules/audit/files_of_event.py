"""Files that belong to an event: table logs; of a ledger, tournaments and earlier ledgers."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from msgspec import Struct

from rules.audit.source import LogSource
from rules.file_kind import file_kind
from rules.ledgers.ledger_reader import LedgerFile, read_ledger
from rules.shown_events import EventFile
from rules.tournaments.tournament_logs import TournamentTableLog, read_table_log
from rules.tournaments.tournament_reader import TournamentFile, read_tournament


class NotBeside(ValueError):
    """A file that does not belong to an event's kind."""


class Beside(Struct, frozen=True):
    """A file read beside an event's own."""

    sha256: str
    read: TournamentTableLog | TournamentFile | LedgerFile

    @property
    def log(self) -> TournamentTableLog | None:
        return self.read if isinstance(self.read, TournamentTableLog) else None

    @property
    def tournament(self) -> TournamentFile | None:
        return self.read if isinstance(self.read, TournamentFile) else None

    @property
    def ledger(self) -> LedgerFile | None:
        return self.read if isinstance(self.read, LedgerFile) else None

    @property
    def room(self) -> str:
        """Room that the file names."""
        return self.read.session.room if isinstance(self.read, TournamentTableLog) else self.read.header.room

    @property
    def facts(self) -> EventFile:
        """The file as an audit lists it."""
        if isinstance(self.read, TournamentTableLog):
            session = self.read.session
            return EventFile(
                kind="session",
                id=session.session,
                table=session.table,
                sha256=self.sha256,
                hands=len(self.read.hands),
            )
        if isinstance(self.read, LedgerFile):
            name = self.read.header.ledger
            return EventFile(kind="ledger", id=name, table=None, sha256=self.sha256, hands=None)
        name = self.read.header.tournament
        return EventFile(kind="tournament", id=name, table=None, sha256=self.sha256, hands=None)


def read_beside(source: LogSource, kind: str) -> Beside:
    """Read a file given with an event, ``tournament`` or ``ledger``. Raises Refused, NotBeside."""
    first = file_kind(source.chunks())
    if first in ("tournament", "ledger") and kind == "tournament":
        what = "the file of a tournament" if first == "tournament" else "a ledger"
        raise NotBeside(f"This is {what}. With a tournament belong the logs of its tables.")
    read = _READERS.get(str(first), read_table_log)(source.chunks())
    return Beside(source.sha256, read)


def must_be_of(room: str, beside: Beside) -> None:
    """Raise NotBeside for another room's file: ids are a room's own."""
    if beside.room != room:
        raise NotBeside(f"This is a file of room {beside.room}, and the one that is read is of room {room}.")


_READERS: dict[str, Callable[[Iterable[bytes]], TournamentTableLog | TournamentFile | LedgerFile]] = {
    "tournament": read_tournament,
    "ledger": read_ledger,
}
