"""Statistics of tournaments for screening, read from their files: their draws and penalties."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from functools import lru_cache

from auditor.evidence import NO_LIMITS, Evidence
from auditor.store import Store
from auditor.store.stored_screening import KeptStatistics
from rules.screening.session_statistics import SessionStatistics
from rules.screening.statistics_beside_hands import statistics_of_event
from rules.tournaments.tournament_reader import read_tournament

_MOST = 256  # files whose statistics are kept in memory


def tournament_statistics(store: Store, room: str, year: int, entries: int) -> Iterator[KeptStatistics]:
    """Statistics of the current tournaments of a room's year, as of a number of entries in the register.

    Raises EvidenceDamaged, RecordDamaged.
    """
    for number in store.screening.tournaments(room, year, entries):
        file = store.event_files.get("tournament", number)
        assert file is not None  # it was listed
        assert file.day is not None  # by which it was
        body = store.event_files.body(file)
        yield KeptStatistics(None, file.sha256, _statistics(body, dt.date.fromisoformat(file.day)))


@lru_cache(maxsize=_MOST)
def _statistics(body: bytes, day: dt.date) -> SessionStatistics:
    return statistics_of_event(read_tournament(Evidence(body, NO_LIMITS).chunks()), day)
