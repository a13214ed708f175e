"""Format of a file, by its first line."""

from __future__ import annotations

from collections.abc import Iterable

from rules.records.accepted import ACCEPTED as LOG
from rules.records.event_file import first_event


def file_kind(chunks: Iterable[bytes]) -> str | None:
    """``session``, ``tournament`` or ``ledger``; None: none of them.

    A file without its first line counts by an event that one format alone has; its reader reports the fault.
    """
    found = first_event(chunks)
    if found == LOG.first:
        return LOG.first
    from rules.ledgers.ledger_reader import ACCEPTED as LEDGER  # an audit of a log goes without these
    from rules.tournaments.tournament_reader import ACCEPTED as TOURNAMENT

    formats = [each.first for each in (LOG, TOURNAMENT, LEDGER) if found in each.names]
    return formats[0] if len(formats) == 1 else None
