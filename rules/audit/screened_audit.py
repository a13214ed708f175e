"""The audit of a log with the statistics for the screening of its room; and the hands of a log as the indicators read them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

from msgspec import Struct

from rules import times
from rules.audit.audit_of_log import AuditedLog, Freed
from rules.audit.block_pass import LogAuditRequest
from rules.audit.daily_totals import gaming_day
from rules.audit.in_force import by_revision, chosen
from rules.audit.pot_pass import PotPass
from rules.audit.source import LogSource, ReadLog
from rules.card_room import Room, dated
from rules.checks.day.session_summary import SessionSummary
from rules.controls.library import Library
from rules.controls.mandatory_limits import MandatoryLimits
from rules.controls.ruleset import Ruleset
from rules.hands import NOT_RECORDED, Hands
from rules.records.events import Session
from rules.records.reader import LogReader
from rules.replay.pots.block_replay import ReplayedPots
from rules.replay.row_replay import ReplayedRows, replay
from rules.replay.scoring import compiled
from rules.results import Audit
from rules.screening.session_statistics import ScreeningKeeper, SessionStatistics
from rules.screening.statistics import ScreenedSession
from rules.screening.statistics_beside_hands import with_counts


class ScreenedAudit(Struct, frozen=True):
    """An audit, the summary for the checks across sessions, and the statistics; None: not asked for, or the gaming day is not
    known.
    """

    audit: Audit
    summary: SessionSummary
    statistics: SessionStatistics | None


def screened_audit(
    source: LogSource,
    *,
    ruleset: str | None = None,
    library: Library,
    room: Room | None = None,
    as_if: bool = False,
    progress: Callable[[int], None] | None = None,
    read: ReadLog | None = None,
    freed: Freed | None = None,
    screened: bool = True,
) -> ScreenedAudit:
    """Audit one log, and keep what the screening of its room needs of it.

    screened: False leaves that out. The other parameters and exceptions are those of `audit_summary`. A fault in the
    screening is named in the statistics, and changes nothing of the audit.
    """
    limits = MandatoryLimits.of_room(library, room, None)
    request = LogAuditRequest(source, library, ruleset, room, as_if, limits, read, screened)
    found = AuditedLog(request, progress, freed)
    blocks = found.blocks
    day, summary = _day_of(blocks.session, room), found.summary()
    kept = None
    if blocks.screening is not None and day is not None:
        reader = blocks.reader
        close = None if reader.close is None else reader.close[1]
        kept = blocks.screening.statistics(blocks.session, reader.events, day, close)
        kept = with_counts(kept, summary, reader.events)
    return ScreenedAudit(found.audit, summary, kept)


def screened_log(source: LogSource, *, library: Library, room: Room | None = None) -> list[ScreenedSession]:
    """The hands of a log as the indicators read them, once for each game, without its audit.

    Raises Refused, UnknownRuleset or NoRuleset.
    """
    reader, keeper = LogReader(), ScreeningKeeper()
    pots, choice = PotPass(reader, room), None
    for hands in reader.blocks(source.chunks()):
        assert reader.session is not None
        choice = choice or chosen(reader.session, None, library, room, as_if=False)
        hands = dated(hands, reader.session, room)
        for revision, which in by_revision(hands, choice):
            if revision is not None and revision.family == hands.game:
                mine = hands if len(which) == len(hands) else hands.take(which)
                keeper.add(_replayed(mine, revision, pots))
    if reader.session is None:
        return []
    close = None if reader.close is None else reader.close[1]
    return keeper.sessions(reader.session, reader.events, close)


def _replayed(hands: Hands, revision: Ruleset, pots: PotPass) -> ReplayedRows | ReplayedPots:
    if hands.pot is not None:
        return pots.view(hands, revision).replayed
    return replay(hands, compiled(revision.as_filed))


def _day_of(session: Session, room: Room | None) -> date | None:
    """The gaming day of a session by its opening, as its summary has it."""
    day = gaming_day(session.opened_at, room)
    return None if day == NOT_RECORDED else times.date_of(day)
