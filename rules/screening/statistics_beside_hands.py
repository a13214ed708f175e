"""Statistics that are made of something else than hands: counts of drop boxes, files of a month, draws of tournaments."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

from msgspec.structs import replace

from rules.checks.day.session_summary import SessionSummary
from rules.records.table_events import TableEvents
from rules.screening.counted_log import counted_log
from rules.screening.event_draws import draws_of
from rules.screening.event_penalties import penalties_of
from rules.screening.filed_month import FiledMonth
from rules.screening.indicator import Read
from rules.screening.indicator_catalogue import indicators
from rules.screening.indicators.scn017_clock_and_penalties import rows_of_penalties
from rules.screening.session_statistics import SessionStatistics, failure
from rules.screening.statistics import Row
from rules.screening.without_chance import Noticed
from rules.tournaments.tournament_reader import TournamentFile

_OF_COUNTS = "SCN013"


def with_counts(
    statistics: SessionStatistics, summary: SessionSummary, events: TableEvents
) -> SessionStatistics:
    """The statistics of a log with its counts of drop boxes, or why they cannot be compared, or the fault."""
    if _OF_COUNTS in statistics.failed:
        return statistics
    try:
        found, missing = _rows("counts", counted_log(summary, events))
    except Exception as error:
        return replace(statistics, failed={**statistics.failed, _OF_COUNTS: failure(_OF_COUNTS, error)})
    reason = "fees" if summary.counts else "drops"
    return replace(
        statistics,
        rows={**statistics.rows, **found},
        untestable={**statistics.untestable, **dict.fromkeys(missing, reason)},
    )


def statistics_of_month(month: FiledMonth) -> SessionStatistics:
    """Statistics of the files of a month that has ended, beside those of its sessions."""
    found, _ = _rows("corrections", month)
    return SessionStatistics(month.room, f"files of {month.month:%Y-%m}", "", month.last_day, 0, found)


def statistics_of_event(
    file: TournamentFile,
    day: date,
    buttons: Mapping[str, str] | None = None,
    ruled: frozenset[str] = frozenset(),
) -> SessionStatistics:
    """Statistics of the draws and penalties of a tournament. day: its gaming day. buttons: see `draws_of`. ruled: tables whose
    logs state rulings, which have the penalties of the file there too.
    """
    event = draws_of(file, buttons or {})
    found, missing = _rows("draws", event)
    alone = [each for each in penalties_of(file) if each.table not in ruled]
    penalties: list[Row] = list(rows_of_penalties(alone))
    if penalties:
        found["SCN017"] = penalties
    moves = [
        Noticed("SCN018", (("player", player),), "balance_move", (), (one, other))
        for player, one, other in event.moves
    ]
    return SessionStatistics(
        event.room,
        event.tournament,
        "",
        day,
        0,
        found,
        untestable=dict.fromkeys(missing, "draws"),
        noticed=moves,
    )


def _rows(reads: Read, source: Any) -> tuple[dict[str, list[Row]], list[str]]:
    """Rows by code of the indicators that read something, and the codes without any."""
    made = {
        entry.code: [each.row for each in entry.rows(source)]
        for entry in indicators()
        if entry.indicator.reads == reads
    }
    return {code: each for code, each in made.items() if each}, [
        code for code, each in made.items() if not each
    ]
