"""Hands that each check tests, under each kind of record and without each part of a full one.

The figures come from the coverage of audits. `measured.json` keeps them; a test compares it with the audits.
"""

from __future__ import annotations

import datetime as dt
import json
from collections import Counter
from collections.abc import Collection, Sequence
from functools import cache
from pathlib import Path

from msgspec import Struct, structs
from msgspec.structs import asdict

from auditor.collector import no_collector
from auditor.reference.detectability.detectability_records import KINDS, PARTS, without
from auditor.reference.detectability.detectability_sessions import DetectionLog, registry, sessions
from rules.audit import BytesSource, audit_summary
from rules.audit.room_day import room_day
from rules.card_room import Room
from rules.checks.day.session_summary import DayTotals, SessionSummary, Version
from rules.results import Coverage

MEASURED = Path(__file__).parent / "measured.json"
_DAY = dt.date(2026, 3, 14)  # of the sessions of rooms
_RECEIVED = "2026-03-16T09:00:00-07:00"
Counts = dict[
    str, tuple[int, int]
]  # by check: hands (or sessions) tested, and of these differing; none without tests


class Measured(Struct, frozen=True):
    """Figures. kinds: under each kind of record; lacking: without each part of a full record."""

    kinds: dict[str, Counts]
    lacking: dict[str, Counts]


@cache
def measured() -> Measured:
    """The figures that ship with the auditor."""
    found = json.loads(MEASURED.read_text("utf-8"))
    return Measured(_read(found["kinds"]), _read(found["lacking"]))


def _read(figures: dict[str, dict[str, list[int]]]) -> dict[str, Counts]:
    return {
        name: {code: (tested, differing) for code, (tested, differing) in counts.items()}
        for name, counts in figures.items()
    }


def measure() -> Measured:
    """The figures of the present engine and library; takes half a minute."""
    every = sessions()
    return Measured(
        {kind: counted(every, parts) for kind, parts in KINDS.items()},
        {part: counted(every, [part]) for part in PARTS},
    )


@no_collector()
def counted(every: Sequence[DetectionLog], parts: Collection[str]) -> Counts:
    """Hands that each check tests in some sessions without some parts of their record."""
    tested: Counter[str] = Counter()
    differing: Counter[str] = Counter()
    of_rooms: dict[str, tuple[Room, list[SessionSummary]]] = {}
    for session in every:
        source = BytesSource(without(session.log, parts))
        audit, summary = audit_summary(source, library=registry(), room=session.room)
        _add(audit.coverage, tested, differing)
        if session.room is not None:
            of_rooms.setdefault(session.room.id, (session.room, []))[1].append(summary)
    for room, summaries in of_rooms.values():
        _add(_across(room, summaries), tested, differing)
    return {code: (number, differing[code]) for code, number in sorted(tested.items()) if number}


def _across(room: Room, summaries: Sequence[SessionSummary]) -> list[Coverage]:
    """Coverage of the checks across the sessions of a gaming day; the last log is a correction."""
    received = [structs.replace(each, received_at=_RECEIVED) for each in summaries]
    received[-1] = structs.replace(received[-1], versions=[Version(sha256="0" * 64, received_at=_RECEIVED)])
    amounts = {"rake": 1000, "hand_fee": 1000, "jackpot": 1000, "time": 1000}
    totals = DayTotals(
        room=room.id, day=_DAY.isoformat(), currency=summaries[0].money, fees=amounts, drops=amounts
    )
    tables = [each.table for each in summaries]
    return room_day(room, _DAY, received, totals=totals, tables=tables).coverage


def _add(coverage: Sequence[Coverage], tested: Counter[str], differing: Counter[str]) -> None:
    for each in coverage:
        tested[each.code] += each.tested
        differing[each.code] += each.differing


def write() -> None:
    """Measure, and write the figures."""
    MEASURED.write_text(
        json.dumps(asdict(measure()), separators=(",", ":")).replace("},", "},\n") + "\n", "utf-8"
    )
