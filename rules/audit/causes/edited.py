"""A tournament's file or a ledger with corrected facts, and its lines as sent."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Generic, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from rules.ledgers.ledger_reader import LedgerFile
from rules.tournaments.tournament_reader import TournamentFile

File = TypeVar("File", TournamentFile, LedgerFile)


class Edited(Struct, Generic[File], frozen=True):
    """A corrected file. sent: line as sent of each line; None: added."""

    file: File
    sent: tuple[int | None, ...]

    def line_as_sent(self, line: int | None) -> int | None:
        """Line of the file as sent; None: added."""
        return self.sent[line - 1] if line is not None and 0 < line <= len(self.sent) else None

    def with_head(self, header: Any) -> Edited[File]:
        """The file with another first line."""
        return Edited(replace(self.file, header=header), self.sent)

    def with_line(self, line: int, event: Any) -> Edited[File]:
        """The file with another event in a line."""
        return self._of([(at, event if at == line else each) for at, each in self._lines()], self.sent)

    def without(self, line: int) -> Edited[File]:
        kept = [(at, each) for at, each in self._lines() if at != line]
        return self._of(kept, (*self.sent[: line - 1], *self.sent[line:]))

    def with_more(self, after: int, *events: Any) -> Edited[File]:
        """The file with events below a line."""
        lines: list[tuple[int, Any]] = list(self._lines())
        lines[after - 1 : after - 1] = [(after, each) for each in events]
        return self._of(lines, (*self.sent[:after], *(None for _ in events), *self.sent[after:]))

    def _lines(self) -> Iterator[tuple[int, Any]]:
        yield from self.file.events
        if self.file.close is not None:
            yield self.file.close

    def _of(self, lines: Sequence[tuple[int, Any]], sent: tuple[int | None, ...]) -> Edited[File]:
        numbered = tuple((at, each) for at, (_, each) in enumerate(lines, 2))
        if self.file.close is None:
            return Edited(replace(self.file, events=numbered), sent)
        return Edited(replace(self.file, events=numbered[:-1], close=numbered[-1]), sent)


def as_sent(file: File) -> Edited[File]:
    """A file without corrections."""
    lines = 1 + len(file.events) + (file.close is not None)
    return Edited(file, tuple(range(1, lines + 1)))
