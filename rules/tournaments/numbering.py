"""Numbers of entries, which rise by one from any first number."""

from __future__ import annotations

from collections.abc import Iterator

from rules.tournaments.tournament_reader import TournamentFile
from rules.tournaments.tournament_records import Entry


def numbers_due(file: TournamentFile) -> Iterator[tuple[int, Entry, int | None]]:
    """Each entry with its line and the number due; None for the first."""
    highest: int | None = None
    for line, event in file.events:
        if isinstance(event, Entry):
            yield line, event, None if highest is None else highest + 1
            highest = event.entry if highest is None else max(highest, event.entry)
