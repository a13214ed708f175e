"""Statistics of a room's tournaments, read from their files and from the logs of their tables."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Sequence

from auditor.bulk.bulk_outcomes import FileDone
from auditor.bulk.left_out import newest
from auditor.bulk.logs_on_file import unchanged
from auditor.final_tables import button_of_final
from auditor.store.kept_statistics import KeptStatistics
from rules.records.problems import Refused
from rules.screening.event_draws import finals_of
from rules.screening.statistics_beside_hands import statistics_of_event
from rules.tournaments.tournament_reader import TournamentFile, read_tournament

_RULINGS = "SCN017"
_Log = tuple[FileDone, KeptStatistics]


def current_tournaments(files: Sequence[FileDone]) -> list[FileDone]:
    """The current file of each tournament, by name."""
    found, _ = newest(each for each in files if each.kind == "tournament" and each.status == "audited")
    return sorted((each for each in found if each.day is not None), key=lambda each: each.name or "")


def tournaments_of(
    files: Sequence[FileDone], logs: Sequence[FileDone], kept: Sequence[KeptStatistics]
) -> Iterator[KeptStatistics]:
    """Statistics of tournaments. logs: that count, to whose places the statistics of the year are numbered.

    One whose file can no longer be read is left out.
    """
    for file in files:
        of_tables = [
            (logs[each.session], each)
            for each in kept
            if each.session is not None and logs[each.session].tournament == file.name
        ]
        try:
            read = read_tournament(unchanged(file).chunks())
            buttons = dict(_buttons(read, of_tables))
        except (OSError, Refused):
            continue
        ruled = frozenset(each.sums.table for _, each in of_tables if _RULINGS in each.sums.units)
        day = dt.date.fromisoformat(str(file.day))
        found = statistics_of_event(read, day, buttons, ruled)
        yield KeptStatistics.of(None, str(file.sha256), found)


def _buttons(file: TournamentFile, of_tables: Sequence[_Log]) -> Iterator[tuple[str, str]]:
    for table, players in finals_of(file):
        here = sorted((log for log, kept in of_tables if kept.sums.table == table), key=_opened)
        button = button_of_final(players, [unchanged(log).chunks for log in here])
        if button is not None:
            yield table, button


def _opened(log: FileDone) -> tuple[str, str]:
    return log.opened_at or "", log.name or ""
