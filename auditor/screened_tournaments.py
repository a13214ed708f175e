"""Statistics of tournaments for screening, read from their files: their draws and penalties, with their tables' logs beside."""

from __future__ import annotations

import datetime as dt
import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from msgspec import Struct

from auditor.errors import EvidenceDamaged, EvidencePurged
from auditor.evidence import NO_LIMITS, Evidence
from auditor.final_tables import button_of_final
from auditor.jobs.received_logs import evidence_of
from auditor.store import Store
from auditor.store.kept_statistics import KeptStatistics
from auditor.store.rows import SessionRecord
from auditor.store.stored_event_files import EventFileRecord
from rules.screening.event_draws import finals_of
from rules.screening.session_statistics import SessionStatistics
from rules.screening.session_sums import SessionSums
from rules.screening.statistics_beside_hands import statistics_of_event
from rules.tournaments.tournament_reader import TournamentFile, read_tournament

_MOST = 256  # files and logs of which something is kept in memory
_RULINGS = "SCN017"


class TablesOfEvent(Struct, frozen=True):
    """Facts that the logs of a tournament's tables add to its file. buttons: (table, player) of final tables; ruled: tables whose
    logs state rulings.
    """

    buttons: Sequence[tuple[str, str]]
    ruled: Sequence[str]

    @property
    def is_empty(self) -> bool:
        """Whether the file stands alone."""
        return not self.buttons and not self.ruled


def tournament_statistics(
    store: Store, room: str, year: int, entries: int, sessions: Iterable[KeptStatistics] = ()
) -> Iterator[KeptStatistics]:
    """Statistics of the current tournaments of a room's year, as of a number of entries in the register. sessions: of the year.

    Raises EvidenceDamaged, RecordDamaged.
    """
    kept = {each.session: each.sums for each in sessions if each.session is not None}
    for number in store.screening.tournaments(room, year, entries):
        file = store.event_files.get("tournament", number)
        assert file is not None  # it was listed
        assert file.day is not None  # by which it was
        body = store.event_files.body(file)
        tables = _tables_of(store, file, body, kept)
        found = _statistics(body, dt.date.fromisoformat(file.day), tuple(tables.buttons), tuple(tables.ruled))
        yield KeptStatistics.of(None, _digest(file.sha256, tables), found)


def _digest(file: str, tables: TablesOfEvent) -> str:
    """Digest of what the statistics rest on."""
    return file if tables.is_empty else hashlib.sha256(repr((file, tables)).encode()).hexdigest()


def _tables_of(
    store: Store, file: EventFileRecord, body: bytes, kept: Mapping[int, SessionSums]
) -> TablesOfEvent:
    """Facts of the tables' logs that are in the year."""
    numbers = [each for each in store.screening.sessions_of_tournament(file.room, file.name) if each in kept]
    if not numbers:
        return TablesOfEvent((), ())
    ruled = sorted({kept[each].table for each in numbers if _RULINGS in kept[each].units})
    buttons = []
    for table, players in finals_of(_read(body)):
        here = [each for each in numbers if kept[each].table == table]
        button = _button(store, players, [_record(store, each) for each in here])
        if button is not None:
            buttons.append((table, button))
    return TablesOfEvent(tuple(buttons), tuple(ruled))


def _record(store: Store, number: int) -> SessionRecord:
    record = store.sessions.get(number)
    assert record is not None  # it has statistics
    return record


def _button(store: Store, players: frozenset[str], logs: Iterable[SessionRecord]) -> str | None:
    ordered = sorted(logs, key=lambda each: (each.facts.opened_at, each.id))
    try:
        return button_of_final(players, [evidence_of(store, each).chunks for each in ordered])
    except (EvidenceDamaged, EvidencePurged):
        return None


@lru_cache(maxsize=_MOST)
def _read(body: bytes) -> TournamentFile:
    return read_tournament(Evidence(body, NO_LIMITS).chunks())


@lru_cache(maxsize=_MOST)
def _statistics(
    body: bytes, day: dt.date, buttons: tuple[tuple[str, str], ...], ruled: tuple[str, ...]
) -> SessionStatistics:
    return statistics_of_event(_read(body), day, dict(buttons), frozenset(ruled))
