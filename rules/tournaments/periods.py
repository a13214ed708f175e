"""Ends of late registration and rebuys. OLY-3.3-06, OLY-3.2-a, OLY-3.2-b."""

from __future__ import annotations

from msgspec import UNSET, Struct, UnsetType

from rules.controls.sections.tournaments import Late
from rules.tournaments.header import Until
from rules.tournaments.tournament_clock import MINUTE, ClockRest, instant, next_level, ran, rests_of, started
from rules.tournaments.tournament_levels import by_level
from rules.tournaments.tournament_reader import TournamentFile
from rules.tournaments.tournament_records import AnnouncedLevel, StructureChange


class End(Struct, frozen=True):
    """End of a period in microseconds since the epoch; None: unrecorded, with the reason."""

    at: int | None
    because: str = ""


def start_of(file: TournamentFile) -> int | None:
    """Start of play by the clock, else as planned; None: unrecorded."""
    began = started(file)
    return instant(file.header.starts_at) if began is None else began


def end_of_late_registration(file: TournamentFile, rule: Late) -> End:
    """End of late registration; without one, the start of play."""
    return _end(file, file.header.late_registration, rule, "late registration")


def end_of_rebuys(file: TournamentFile, rule: Late) -> End:
    """End of rebuys: their own, else that of late registration."""
    header = file.header
    period = header.late_registration if header.rebuy_until is UNSET else header.rebuy_until
    return _end(file, period, rule, "the period of rebuys")


def _end(file: TournamentFile, period: Until | UnsetType, rule: Late, what: str) -> End:
    if period is UNSET:
        return End(None, f"when {what} ends was not published")
    if period.until_level is not UNSET:
        return _end_of_level(file, period.until_level, rule)
    if period.until is not UNSET:
        return End(instant(period.until))
    begins = start_of(file)
    return End(begins, "when play began was not recorded" if begins is None else "")


class _Level(Struct, frozen=True):
    minutes: int | None
    begin: int | None
    following: int | None


def _end_of_level(file: TournamentFile, number: int, rule: Late) -> End:
    level = _played(file, number)
    if level.minutes is None:
        return End(None, f"the minutes of level {number} were not recorded")
    if level.begin is None:
        return End(None, f"when level {number} began was not recorded")
    rests = rests_of(file)
    if rule.end == "break_end":
        at = _next(level.begin, level.minutes, number, rests, level.following)
    else:
        at = ran(level.begin, level.minutes * MINUTE, rests, through=False)
    return End(at, "when the clock was started again was not recorded" if at is None else "")


def _next(begin: int, minutes: int, number: int, rests: list[ClockRest], following: int | None) -> int | None:
    return next_level(begin, minutes, number, rests) if following is None else following


def _played(file: TournamentFile, number: int) -> _Level:
    structure = by_level(file.header.structure or []) if file.header.structure is not UNSET else {}
    begin = started(file) if number == 1 else None
    following = None
    for _, event in file.events:
        if isinstance(event, StructureChange):
            structure |= by_level(event.structure)
        elif isinstance(event, AnnouncedLevel) and event.level > number:
            following = instant(event.at) if event.level == number + 1 else None
            break
        elif isinstance(event, AnnouncedLevel) and event.level == number and begin is None:
            begin = instant(event.at)
    stated = structure.get(number)
    minutes = None if stated is None or stated.minutes is UNSET else stated.minutes
    return _Level(minutes, begin, following)
