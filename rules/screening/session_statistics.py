"""Statistics of one session for all indicators: what an audit keeps for the screening of its room."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from msgspec import Struct

from rules.records.events import Session
from rules.records.table_events import TableEvents
from rules.replay.row_replay import ReplayedRows
from rules.screening.indicator_catalogue import indicators
from rules.screening.screened_hands import ScreenedHandsKeeper
from rules.screening.statistics import Row, ScreenedSession

SCREENING = 1  # version of the statistics and of the evidence made of them


class SessionStatistics(Struct, frozen=True):
    """Rows of a session by indicator. day: its gaming day, of which all rows are."""

    room: str
    session: str
    table: str
    day: date
    hands: int
    rows: dict[str, list[Row]]
    version: int = SCREENING


class ScreeningKeeper:
    """Keeps the hands of a log by game, block by block, and makes its statistics at the end."""

    def __init__(self) -> None:
        self._games: dict[str, ScreenedHandsKeeper] = {}

    def add(self, replayed: ReplayedRows) -> None:
        """Take a block of hands with rows."""
        self._games.setdefault(replayed.hands.game, ScreenedHandsKeeper()).add(replayed)

    def sessions(self, header: Session, events: TableEvents) -> list[ScreenedSession]:
        """The log as the indicators read it, once for each game."""
        return [
            ScreenedSession(header, game, keeper.close(), events)
            for game, keeper in sorted(self._games.items())
        ]


def statistics_of(sessions: Sequence[ScreenedSession], header: Session, day: date) -> SessionStatistics:
    """The rows of every indicator for the games of a log."""
    rows: dict[str, list[Row]] = {}
    for session in sessions:
        for entry in indicators():
            if session.game in entry.indicator.games:
                rows.setdefault(entry.code, []).extend(each.row for each in entry.rows(session))
    kept = {code: each for code, each in rows.items() if each}
    hands = sum(len(session.hands) for session in sessions)
    return SessionStatistics(header.room, header.session, header.table, day, hands, kept)
