"""Levels due by the clock and in hands. OLY-3.4-01, OLY-3.4-13, CARN-level-hands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import UNSET, Struct

from rules import times
from rules.controls.ruleset import Ruleset
from rules.hands import NOT_RECORDED
from rules.replay.level_schedule import schedule_of
from rules.tournaments.header import Level
from rules.tournaments.level_counts import CountedHand, levels_by_count
from rules.tournaments.tournament_clock import ClockRest, instant, next_level, rests_of, started
from rules.tournaments.tournament_logs import TournamentTableLog
from rules.tournaments.tournament_reader import TournamentFile
from rules.tournaments.tournament_records import (
    AnnouncedLevel,
    Clock,
    Draw,
    Entry,
    Hand,
    Move,
    Seating,
    StructureChange,
)
from rules.tournaments.tournament_undetermined import Open


class DueLevel(Struct, frozen=True):
    """An announced level. due: microseconds since the epoch, None: unknown; text: with the announcement's or an
    earlier offset.
    """

    line: int
    level: int
    due: int | None
    text: str | None


class HandLevel(Struct, frozen=True):
    """Level due in a hand; None: not shown. session None: a hand of the tournament's file."""

    session: str | None
    line: int
    table: str
    hand: int
    stated: int | None
    due: int | None


def announced(file: TournamentFile) -> list[tuple[int, AnnouncedLevel]]:
    """Announced levels with lines."""
    return [(line, each) for line, each in file.events if isinstance(each, AnnouncedLevel)]


def due_levels(file: TournamentFile) -> tuple[list[DueLevel], list[Open]]:
    """Due time of each level, from the announcement before."""
    found, opened = [], []
    structure = by_level(file.header.structure or []) if file.header.structure is not UNSET else {}
    level, begin, rests = 1, started(file), rests_of(file)
    offset = next((each.at for _, each in file.events if isinstance(each, Clock)), "")
    for line, event in file.events:
        if isinstance(event, StructureChange):
            structure |= by_level(event.structure)
        elif isinstance(event, AnnouncedLevel):
            due, because = _due(event, level, begin, structure, rests)
            offset = offset if event.at is UNSET else event.at
            text = times.text_of(due, times.zone_of(offset)) if due is not None else None
            found.append(DueLevel(line, event.level, due, text))
            if because:
                opened.append(Open("level", because, line))
            level, begin = event.level, instant(event.at)
    return found, opened


def by_level(levels: Iterable[Level]) -> dict[int, Level]:
    """Levels of a structure by number."""
    return {each.level: each for each in levels}


def _due(
    event: AnnouncedLevel, before: int, begin: int | None, structure: dict[int, Level], rests: list[ClockRest]
) -> tuple[int | None, str | None]:
    if event.level != before + 1:
        return None, None
    now = structure.get(before)
    if now is None or now.minutes is UNSET:
        return None, f"the minutes of level {before} were not recorded"
    if begin is None:
        return None, f"when level {before} began was not recorded"
    due = next_level(begin, now.minutes, before, rests)
    return due, "when the clock was started again was not recorded" if due is None else None


def hand_levels(
    file: TournamentFile, logs: Iterable[TournamentTableLog], ruleset: Ruleset
) -> list[HandLevel]:
    """Level due in each hand of the file and logs."""
    hands = [*_hands_of_file(file), *(each for log in logs for each in _hands_of_log(log))]
    schedule = schedule_of(ruleset)
    if schedule is not None:
        counted = [CountedHand(each.level.table, each.level.hand, each.at, each.players) for each in hands]
        by_count = levels_by_count(counted, _tables_with_seats(file), schedule)
        levels = [None if each == NOT_RECORDED else each for each in by_count]
    else:
        levels = _by_clock(file, hands, ruleset)
    return [
        HandLevel(
            each.level.session, each.level.line, each.level.table, each.level.hand, each.level.stated, due
        )
        for each, due in zip(hands, levels, strict=True)
    ]


class _Began(Struct, frozen=True):
    level: HandLevel
    riffle: int | None
    at: int | None
    players: frozenset[str] | None


def _tables_with_seats(file: TournamentFile) -> set[str]:
    found = {event.table for _, event in file.events if isinstance(event, Seating)}
    found |= {event.to.table for _, event in file.events if isinstance(event, Move)}
    return found | {seat.table for _, event in file.events if isinstance(event, Draw) for seat in event.seats}


def _hands_of_file(file: TournamentFile) -> Iterator[_Began]:
    entered = {event.entry: event.player for _, event in file.events if isinstance(event, Entry)}
    for line, event in file.events:
        if isinstance(event, Hand):
            stated = None if event.level is UNSET else event.level
            level = HandLevel(None, line, event.table, event.hand, stated, None)
            seats = [] if event.seats is UNSET else [each.entry for each in event.seats]
            there = bool(seats) and all(each in entered for each in seats)
            players = frozenset(entered[each] for each in seats) if there else None
            yield _Began(level, instant(event.riffle_at), instant(event.at), players)


def _hands_of_log(log: TournamentTableLog) -> Iterator[_Began]:
    for each in log.hands:
        level = HandLevel(log.session.session, each.line, each.table, each.hand, each.level, None)
        yield _Began(level, None, each.at, frozenset(seat.player for seat in each.seats))


def _by_clock(file: TournamentFile, hands: list[_Began], ruleset: Ruleset) -> list[int | None]:
    begins = [(started(file), 1), *((instant(each.at), each.level) for _, each in announced(file))]
    known = [(at, level) for at, level in begins if at is not None]
    rule = ruleset.sections.levels
    by_riffle = rule is not None and rule.hand_began == "first_riffle_or_first_card"
    found: list[int | None] = []
    for each in hands:
        began = each.riffle if by_riffle and each.riffle is not None else each.at
        before = [level for at, level in known if began is not None and at <= began]
        found.append(before[-1] if before else None)
    return found
