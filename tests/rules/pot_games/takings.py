"""Tables of pot games with their fees and drop boxes, by the log and by the gaming day.

Six players put 15 euros into the pot: a rake of 0.50 and a drop of 1.00 are due under the club's rules.
"""

from __future__ import annotations

import datetime as dt
from typing import Any

from rules.audit import BytesSource, audit_log, audit_summary
from rules.audit.room_day import DayAudit, room_day
from rules.card_room import Room, TermsOfRoom
from rules.checks.day.session_summary import SessionSummary
from rules.controls.library import Library, library, load
from rules.results import Audit, TriangleRow
from tests.rules.checks.pot_hands import CHECKED, hand
from tests.rules.pot_logs import EUROS, pot_log
from tests.rules.test_pot_controls import text

Row = dict[str, Any]
ROOM = Room("WA-0417", (TermsOfRoom("Europe/Tallinn", dt.time(6), tables=4),))
DAY = dt.date(2026, 3, 14)
POT = (*CHECKED, "2 bets 500", "6 calls 500", "2 shows AsKs", "6 shows AhAd")
DUE = [{"kind": "rake", "amount": 50}, {"kind": "jackpot", "amount": 100}]
SESSION = {
    "event": "session", "format": "cardroom-log/1", "room": "WA-0417", "currency": "EUR",
    "opened_at": EUROS["opened_at"], "ruleset": "olympic-cash",
}  # fmt: skip


def dealt(number: int = 1, fees: list[Row] | None = DUE, day: int = 14, **fields: Any) -> Row:
    """A hand with a pot of 15 euros; fees None: not recorded."""
    return hand(
        *POT, number=number, fees=fees, at=f"2026-03-{day}T20:{number:02d}:00+02:00",
        hole={2: "AsKs", 6: "AhAd"}, **fields,
    )  # fmt: skip


def rake(amount: int) -> list[Row]:
    return [{"kind": "rake", "amount": amount}, DUE[1]]


def counted(kind: str, amount: int, at: str = "2026-03-14T23:00:00+02:00") -> Row:
    return {"event": "drop", "at": at, "kind": kind, "amount": amount, "counted_by": ["s-1", "s-2"]}


def table(name: str, *events: Row, own: Library | None = None, **fields: Any) -> SessionSummary:
    line = {**SESSION, "session": f"S-{name}", "table": name, **fields}
    return audit_summary(BytesSource(pot_log(line, *events)), room=ROOM, library=own)[1]


def session(*events: Row, own: Library | None = None, **fields: Any) -> Audit:
    line = {**SESSION, "session": "S-1", "table": "T1", **fields}
    made = audit_log(BytesSource(pot_log(line, *events)), library=own)
    assert made.complete, made.failures
    return made


def across(*sittings: SessionSummary, day: dt.date = DAY) -> DayAudit:
    return room_day(ROOM, day, sittings)


def rows(found: Audit | DayAudit) -> list[tuple[Any, ...]]:
    """Table, kind, due, recorded, counted, recorded less due, counted less due."""
    return [_row(each) for each in found.triangle]


def _row(row: TriangleRow) -> tuple[Any, ...]:
    assert row.due == row.due_most
    return row.table, row.kind, row.due, row.recorded, row.drop, row.recorded_less_due, row.drop_less_due


def own_rules(rake: str) -> Library:
    """A room's own controls of pot games, with dollars."""
    return load({"room.toml": text(rake)}, library())
