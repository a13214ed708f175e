"""Statistics of one session for all indicators: what an audit keeps for the screening of its room."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import date

from msgspec import Struct
from msgspec.structs import replace

from rules.records.events import Close, Session
from rules.records.table_events import TableEvents
from rules.replay.pots.block_replay import ReplayedPots
from rules.replay.row_replay import ReplayedRows
from rules.screening.indicator_catalogue import indicators
from rules.screening.screened_hands import ScreenedHandsKeeper
from rules.screening.statistics import HeldRow, Row, ScreenedSession
from rules.screening.untestable import missing_need
from rules.screening.without_chance import LISTING, Noticed, noticed

_log = logging.getLogger(__name__)
SCREENING = 3  # version of the statistics and of the evidence made of them


class SessionStatistics(Struct, frozen=True):
    """Rows of a session by indicator. day: its gaming day, of which all rows are that have none of their own.

    failed: reasons by the codes of indicators that failed to run, which have no rows. untestable: by code, what the log does not
    hold (`rules.screening.untestable.REASONS`). noticed: facts that are listed without a chance.
    """

    room: str
    session: str
    table: str
    day: date
    hands: int
    rows: dict[str, list[Row]]
    version: int = SCREENING
    failed: dict[str, str] = {}
    untestable: dict[str, str] = {}
    noticed: list[Noticed] = []

    @property
    def held(self) -> list[HeldRow]:
        """The last deals of its table."""
        return [row for rows in self.rows.values() for row in rows if isinstance(row, HeldRow)]


class ScreeningKeeper:
    """Keeps the hands of a log by game, block by block, and makes its statistics at the end."""

    def __init__(self) -> None:
        self._games: dict[str, ScreenedHandsKeeper] = {}

    def add(self, replayed: ReplayedRows | ReplayedPots) -> None:
        """Take a block of hands of one game."""
        self._games.setdefault(replayed.hands.game, ScreenedHandsKeeper()).add(replayed)

    def sessions(
        self, header: Session, events: TableEvents, close: Close | None = None
    ) -> list[ScreenedSession]:
        """The log as the indicators read it, once for each game."""
        several = len(self._games) > 1
        return [
            ScreenedSession(header, game, keeper.close(), events, close, several)
            for game, keeper in sorted(self._games.items())
        ]


class AuditScreening:
    """Screening beside an audit, which no fault of it stops: what fails is named in the statistics."""

    def __init__(self) -> None:
        self._keeper: ScreeningKeeper | None = ScreeningKeeper()  # None: it failed
        self._failed = ""

    def add(self, replayed: ReplayedRows | ReplayedPots) -> None:
        """Take a block of hands of one game."""
        if self._keeper is not None:
            with self._step():
                self._keeper.add(replayed)

    def statistics(
        self, header: Session, events: TableEvents, day: date, close: Close | None = None
    ) -> SessionStatistics:
        """The rows of every indicator that ran."""
        sessions: Sequence[ScreenedSession] = []
        if self._keeper is not None:
            with self._step():
                sessions = self._keeper.sessions(header, events, close)
        found = statistics_of(sessions, header, day)
        if self._keeper is not None:
            return found
        return replace(found, rows={}, failed={entry.code: self._failed for entry in indicators()})

    @contextmanager
    def _step(self) -> Iterator[None]:
        """A part of the screening; if it raises, also for want of memory, the screening ends and gives its memory back."""
        try:
            yield
        except Exception as error:
            self._keeper, self._failed = None, failure("the hands", error)


def statistics_of(sessions: Sequence[ScreenedSession], header: Session, day: date) -> SessionStatistics:
    """The rows of every indicator for the games of a log. One that raises has none, and is named."""
    rows: dict[str, list[Row]] = {}
    failed: dict[str, str] = {}
    untestable: dict[str, str] = {}
    for entry in (each for each in indicators() if each.indicator.reads == "hands"):
        own = [each for each in sessions if each.game in entry.indicator.games]
        try:
            rows[entry.code] = [each.row for session in own for each in entry.rows(session)]
            missing = missing_need(entry, own) if own else None
        except Exception as error:
            failed[entry.code], missing = failure(entry.code, error), None
        if missing is not None:
            untestable[entry.code] = missing
    kept = {code: each for code, each in rows.items() if each}
    hands = sum(len(session.hands) for session in sessions)
    return SessionStatistics(
        header.room, header.session, header.table, day, hands, kept, failed=failed, untestable=untestable,
        noticed=_noticed(sessions, failed),
    )  # fmt: skip


def _noticed(sessions: Sequence[ScreenedSession], failed: dict[str, str]) -> list[Noticed]:
    """Facts that are listed; where that fails, none, and the indicators that list them are named."""
    try:
        return noticed(sessions)
    except Exception as error:
        reason = failure("what is listed", error)
        failed.update({code: reason for code in LISTING if code not in failed})
        return []


def failure(what: str, error: Exception) -> str:
    """Reason for people; the log has where it was raised."""
    _log.error("screening of %s failed to run", what, exc_info=error)
    return f"screening of {what} failed to run: {type(error).__name__}"
