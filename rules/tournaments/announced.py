"""The pool of a tournament as announced."""

from __future__ import annotations

from collections.abc import Iterator

from rules.tournaments.reader import TournamentFile
from rules.tournaments.records import AnnouncedPool, Bought, Unregister


def pools(file: TournamentFile) -> Iterator[tuple[int, AnnouncedPool, bool]]:
    """Each announcement with its line, and whether it is of the whole tournament.

    One is not that was made again after more had been bought or paid back.
    """
    last = max((at for at, (_, each) in enumerate(file.events) if isinstance(each, AnnouncedPool)), default=0)
    changes = [at for at, (_, each) in enumerate(file.events) if isinstance(each, Bought | Unregister)]
    for at, (line, event) in enumerate(file.events):
        if isinstance(event, AnnouncedPool):
            yield line, event, not any(at < each < last for each in changes)
