"""The sheet Session: first and last line of each log, and context of its cells."""

from __future__ import annotations

import datetime as dt
import re
from typing import Any

from msgspec import Struct, field

from auditor.importing.workbook.layout import AMOUNTS_IN, SESSION, ZONE
from auditor.importing.workbook.workbook_tables import ReadSheet, SheetRow, WorkbookProblems
from auditor.importing.workbook.workbook_values import Context, is_clock
from reports.formatting import places_of
from rules.records.events import FORMAT

_CONTEXT = (AMOUNTS_IN, ZONE, "currency")
_UNKNOWN = Context(
    2, "+00:00", dt.datetime(2000, 1, 1)
)  # of a session that is refused: so that its other cells are read
_RECORDS = {
    "supersedes": ("corrects", "correction reason", "corrected by"),
    "close": ("counted at", "hands in all"),
}


class SessionRow(Struct):
    """A session: row, first and last line, game, events to come."""

    key: str
    row: SheetRow
    context: Context
    game: str | None
    first: dict[str, Any]
    last: dict[str, Any] | None
    hands: list[Any] = field(default_factory=list)


def sessions_of(table: ReadSheet, problems: WorkbookProblems) -> dict[str, SessionRow]:
    """Sessions of a workbook by id."""
    sessions: dict[str, SessionRow] = {}
    for row in table.rows(problems):
        key = str(row.cells.get("session", "")).strip().removesuffix(".0")
        if key in sessions:
            row.wrong(
                problems,
                key,
                "session",
                "another id than that of the row above",
                "Give each session its own id.",
            )
            continue
        sessions[key] = _session(key, row, problems)
        first = next(iter(sessions.values())).first.get("room")
        if sessions[key].first.get("room", first) != first:
            do = "Use a workbook for each room."
            row.wrong(problems, None, "room", f"the room of the first row, {first}", do)
    if not sessions:
        where = table.grid.where(1, table.places.get("session", 0))
        problems.add(
            None,
            where,
            "session",
            "no session",
            "a row for the session",
            "Fill in a row of the sheet Session.",
        )
    return sessions


def _session(key: str, row: SheetRow, problems: WorkbookProblems) -> SessionRow:
    quiet = WorkbookProblems()  # of what is read twice
    early = tuple(SESSION.column(title) for title in _CONTEXT)
    known = row.values(early, Context(), quiet, key)
    places = 0 if known.get(AMOUNTS_IN) == "minor" else places_of(known.get("currency"))
    zone = known.get(ZONE, "")
    if zone and not is_clock(zone):
        row.wrong(
            problems,
            key,
            ZONE,
            "a place such as America/Los_Angeles, or an offset such as -07:00",
            "Correct it.",
        )
        zone = _UNKNOWN.zone
    opened = row.values((SESSION.column("opened at"),), Context(places, zone), quiet, key).get("opened at")
    moment = dt.datetime.fromisoformat(opened.upper()) if opened else None
    zone = zone or _offset_of(opened)
    read = row.values(SESSION.columns, Context(places, zone, moment), problems, key)
    context = Context(places, zone or _UNKNOWN.zone, moment or _UNKNOWN.opened)
    _whole_records(row, problems, key)
    made: dict[str, Any] = {"event": "session", "format": FORMAT}
    for column in SESSION.columns:
        if column.title in read and column.title not in (AMOUNTS_IN, ZONE, "game"):
            set_at(made, column.field, read[column.title])
    close = made.pop("close", None)
    return SessionRow(
        key, row, context, read.get("game"), made, {"event": "close", **close} if close else None
    )


def _whole_records(row: SheetRow, problems: WorkbookProblems, key: str) -> None:
    """Report missing parts of a partly stated correction or totals."""
    stated = {"supersedes": _RECORDS["supersedes"], "close": (*_RECORDS["close"], *_TOTALS)}
    for name, needed in _RECORDS.items():
        if not any(title in row.cells for title in stated[name]):
            continue
        for title in needed:
            if title not in row.cells:
                others = ", ".join(each for each in stated[name] if each in row.cells)
                row.wrong(problems, key, title, f"a value, because {others} is stated", "Fill in the cell.")


_TOTALS = tuple(column.title for column in SESSION.columns if column.field.startswith("close.totals."))


def _offset_of(time: str | None) -> str:
    found = re.search(r"[+-]\d\d:\d\d\Z", time or "")
    return found[0] if found else "+00:00" if time else ""


def set_at(made: dict[str, Any], path: str, value: Any) -> None:
    """Put a value at a path, such as `stakes.ante`."""
    *above, name = path.split(".")
    for step in above:
        made = made.setdefault(step, {})
    made[name] = value
