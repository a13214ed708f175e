"""A room's year beside its hands: counts of drop boxes, files and corrections, draws and penalties of tournaments."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta

import numpy as np
from msgspec import Struct

from rules.screening.counted_log import CountedDay, CountedLog
from rules.screening.event_draws import ButtonOfFinal, DrawnEvent
from rules.screening.event_penalties import EventPenalty
from rules.screening.filed_month import FiledLog, FiledMonth, NetChange
from rules.screening.indicators import scn013_drop_against_fees as of_counts
from rules.screening.indicators import scn015_corrections_by_author as of_files
from rules.screening.indicators import scn017_clock_and_penalties as of_penalties
from rules.screening.indicators import scn018_table_draw as of_draws
from rules.screening.session_statistics import SessionStatistics
from rules.screening.statistics import Row
from simulation.screened.screened_evening import SUPERVISORS

ROOM = "room-1"
_FIRST = date(2026, 1, 1)
_DAYS, _EVENTS, _ENTRIES, _SEATS = 300, 24, (20, 46), 9
_REGULARS = 60
_DIFFERS, _DOLLAR, _FEES = 0.3, 100, 40_000
_FILES, _AUTHORS, _LATE, _CHANGES = 80, 5, 0.05, 12
_PENALTIES, _HARD = 15, 0.4


class RoomConduct(Struct, frozen=True):
    """Conduct that is planted: a share of the days, files, draws or rulings in which it is done. 0: an honest year.

    short: the box is short. late: of the first author's files, beside the usual ones. met: the first two players are drawn to one
    table. spared: the first supervisor's rulings on opponents of the first player are hard. events: tournaments of the year.
    """

    short: float = 0.0
    late: float = 0.0
    met: float = 0.0
    spared: float = 0.0
    events: int = _EVENTS


HONEST = RoomConduct()


def files_and_counts(seed: int, conduct: RoomConduct = HONEST) -> Iterator[SessionStatistics]:
    """Statistics of a year's counts, files and tournaments, each day's by itself; the same seed gives the same ones."""
    random = np.random.default_rng(seed)
    for offset in np.sort(random.choice(365, _DAYS, replace=False)).tolist():
        yield _counted(_FIRST + timedelta(days=offset), conduct, random)
    for month in range(1, 13):
        filed = _filed(date(2026, month, 1), conduct, random)
        yield _statistics("SCN015", [each.row for each in of_files.rows(filed)], filed.last_day)
    for offset in np.sort(random.choice(365, conduct.events, replace=False)).tolist():
        yield from _event(_FIRST + timedelta(days=offset), conduct, random)


def _statistics(code: str, rows: list[Row], day: date) -> SessionStatistics:
    return SessionStatistics(ROOM, f"{code} {day}", "", day, 0, {code: rows} if rows else {})


def _counted(day: date, conduct: RoomConduct, random: np.random.Generator) -> SessionStatistics:
    fees = _FEES + _DOLLAR * int(random.integers(100))
    off = int(random.integers(1, 20)) * _DOLLAR * (random.random() < _DIFFERS)
    side = -1 if random.random() < conduct.short else int(random.choice((-1, 1)))
    counters = (f"c-{random.integers(1, 4)}", "c-4")
    log = CountedLog(ROOM, [CountedDay(day, "rake", fees + side * off, fees, counters)])
    return _statistics("SCN013", [each.row for each in of_counts.rows(log)], day)


def _filed(month: date, conduct: RoomConduct, random: np.random.Generator) -> FiledMonth:
    logs = []
    for author in random.integers(_AUTHORS, size=_FILES).tolist():
        late = random.random() < _LATE + conduct.late * (not author)
        after = timedelta(days=20) if late else None
        logs.append(FiledLog(f"a-{author}", str(random.choice(SUPERVISORS)), after))
    changes = [
        NetChange(
            f"{month:%m}-{number}", f"p-{random.integers(_REGULARS):02}", 0, int(random.choice((-1, 1))) * 500
        )
        for number in range(_CHANGES)
    ]
    return FiledMonth(ROOM, month, logs, changes)


def _event(day: date, conduct: RoomConduct, random: np.random.Generator) -> Iterator[SessionStatistics]:
    entered = random.permutation(_REGULARS)[: int(random.integers(*_ENTRIES))].tolist()
    players = [f"p-{each:02}" for each in entered]
    if random.random() < conduct.met:
        players = ["p-00", "p-01", *(each for each in players if each not in ("p-00", "p-01"))]
    tables = [tuple(sorted(players[at : at + _SEATS])) for at in range(0, len(players), _SEATS)]
    last = tuple(sorted(players[at] for at in random.permutation(len(players))[:_SEATS].tolist()))
    final = ButtonOfFinal(last, str(random.choice(last)))
    event = DrawnEvent(ROOM, f"event {day}", [tuple(tables)] if len(tables) > 1 else [], [final], [])
    yield _statistics("SCN018", [each.row for each in of_draws.rows(event)], day)
    penalties = [_penalty(tables, conduct, random) for _ in range(_PENALTIES)]
    yield _statistics("SCN017", list(of_penalties.rows_of_penalties(penalties)), day)


def _penalty(
    tables: list[tuple[str, ...]], conduct: RoomConduct, random: np.random.Generator
) -> EventPenalty:
    place = int(random.integers(len(tables)))
    table = tables[place]
    others = frozenset(table) - {table[int(random.integers(len(table)))]}
    ruler = str(random.choice(SUPERVISORS))
    helps = ruler == SUPERVISORS[0] and "p-00" in others and random.random() < conduct.spared
    return EventPenalty(ruler, f"T{place + 1}", others, helps or random.random() < _HARD)
