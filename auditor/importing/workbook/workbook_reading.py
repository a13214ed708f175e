"""A filled-in workbook as logs and problems."""

from __future__ import annotations

from typing import Any

from auditor.importing.frame import DerivedLog, ImportOptions, Origin, ReadOriginal, log_bytes
from auditor.importing.workbook import workbook_pot_hands
from auditor.importing.workbook.grids import grids_of
from auditor.importing.workbook.layout import (
    CHIPS,
    DROPS,
    FEES,
    HANDS,
    IRREGULARITIES,
    SESSION,
    SHEETS,
    TRANSFERS,
)
from auditor.importing.workbook.package import NotReadable
from auditor.importing.workbook.pot_layout import JACKPOTS, POT_AWARDS, POT_HANDS, SEATS, TERMS
from auditor.importing.workbook.workbook_columns import AFTER, WorkbookSheet
from auditor.importing.workbook.workbook_hands import SheetHand, fill, grouped
from auditor.importing.workbook.workbook_order import Outside, in_order
from auditor.importing.workbook.workbook_sessions import SessionRow, sessions_of, set_at
from auditor.importing.workbook.workbook_tables import ReadSheet, SheetRow, WorkbookProblems, tables_of
from rules.records.problems import Refused
from rules.records.reader import LogReader

_TIME_NEEDS = ("seat", "player", "at", "covers from", "covers to")
_LISTS = {FEES.name: "fees", IRREGULARITIES.name: "irregularities", TRANSFERS.name: "transfers"}
_NAMES = {
    FEES.name: "fee", CHIPS.name: "chips", IRREGULARITIES.name: "irregularity", DROPS.name: "drop", TERMS.name: "terms",
    SEATS.name: "seat",
}  # fmt: skip
_NOT_OF = {  # what the rows of a sheet do not have, by whether they are of a hand
    (FEES.name, True): ("player", "at", "covers from", "covers to", AFTER),
    (FEES.name, False): ("of wagers", "before the deal"),
    (IRREGULARITIES.name, True): ("at", AFTER),
}


def read_workbook(data: bytes, origin: Origin, _: ImportOptions) -> ReadOriginal:
    """Logs of a workbook, one for each row of Session, and problems; never raises."""
    problems = WorkbookProblems()
    try:
        tables = tables_of(grids_of(data), problems)
    except NotReadable as refused:
        problems.add(None, "", "", refused.found, refused.expected, refused.do)
        return result([], None, problems)
    return result(*read_tables(tables, origin, problems), problems)


def result(logs: list[DerivedLog], room: str | None, problems: WorkbookProblems) -> ReadOriginal:
    """Read logs with problems and counts."""
    return ReadOriginal(
        logs=logs,
        room=room,
        problems=problems.found,
        problem_count=problems.count,
        refusals=problems.refusals,
    )


def read_tables(
    tables: dict[str, ReadSheet], origin: Origin, problems: WorkbookProblems
) -> tuple[list[DerivedLog], str | None]:
    """Logs of the sheets, one for each row of Session, and the named room."""
    if SESSION.name not in tables:
        found, expected = (
            f"no sheet {SESSION.name}, or an empty one",
            f"the sheet {SESSION.name} of the template",
        )
        problems.add(None, SESSION.name, "", found, expected, "Start from the template.")
        return [], None
    sessions = sessions_of(tables[SESSION.name], problems)
    rows = _by_session(tables, sessions, problems)
    logs = [_log(session, rows, origin, problems) for session in sessions.values()]
    rooms = [session.first["room"] for session in sessions.values() if "room" in session.first]
    return [log for log in logs if log is not None], rooms[0] if rooms else None


_Rows = dict[tuple[str, str], list[SheetRow]]  # by session and sheet


def _by_session(
    tables: dict[str, ReadSheet], sessions: dict[str, SessionRow], problems: WorkbookProblems
) -> _Rows:
    found: _Rows = {}
    alone = next(iter(sessions)) if len(sessions) == 1 else None
    for sheet in SHEETS[1:]:
        for row in tables[sheet.name].rows(problems) if sheet.name in tables else ():
            key = str(row.cells["session"]).strip().removesuffix(".0") if "session" in row.cells else alone
            if key is None or key not in sessions:
                row.wrong(
                    problems, None, "session", "the id of a session of the sheet Session", "Correct the cell."
                )
            else:
                found.setdefault((key, sheet.name), []).append(row)
    return found


def _log(session: SessionRow, rows: _Rows, origin: Origin, problems: WorkbookProblems) -> DerivedLog | None:
    hands = _hands(session, rows, problems)
    outside: list[Outside] = []
    by_number = {hand.number: hand for hand in hands}
    for sheet in (TERMS, POT_AWARDS, FEES, SEATS, CHIPS, IRREGULARITIES, TRANSFERS, DROPS):
        for row in rows.get((session.key, sheet.name), ()):
            outside += _event(sheet, row, session, by_number, problems)
    outside += workbook_pot_hands.jackpots(rows.get((session.key, JACKPOTS.name), ()), session, problems)
    ordered = in_order(hands, outside, session.key, problems)
    if problems.refuse(session.key):
        return None
    ordered += [(session.row, session.last)] if session.last else []
    data = log_bytes(session.first, (event for _, event in ordered), origin)
    if not _taken(data, session, ordered, problems):
        return None
    first = session.first
    return DerivedLog(room=first["room"], session=first["session"], table=first["table"], data=data)


def _hands(session: SessionRow, rows: _Rows, problems: WorkbookProblems) -> list[SheetHand]:
    here = [sheet for sheet in (HANDS, POT_HANDS) if rows.get((session.key, sheet.name))]
    if len(here) > 1:
        row = rows[session.key, POT_HANDS.name][0]
        expected = f"the hands of a session on one sheet, and there are some on the sheet {HANDS.name}"
        row.wrong(problems, session.key, "hand", expected, "Give them a session of their own.")
        return []
    for sheet in here:
        numbered = []
        for row in rows[session.key, sheet.name]:
            read = row.values((sheet.column("hand"),), session.context, problems, session.key)
            numbered += [(read["hand"], row)] if "hand" in read else []
        hands = grouped(numbered, session.key, problems)
        for hand in hands:
            (fill if sheet is HANDS else workbook_pot_hands.fill)(hand, session, problems)
        return hands
    return []


def _event(
    sheet: WorkbookSheet,
    row: SheetRow,
    session: SessionRow,
    hands: dict[int, SheetHand],
    problems: WorkbookProblems,
) -> list[Outside]:
    key = session.key
    read = row.values(sheet.columns, session.context, problems, key)
    fields = {column.title: column.field for column in sheet.columns}
    of_hand = (
        sheet in (TRANSFERS, POT_AWARDS) or (sheet is FEES and read.get("kind") != "time") or "hand" in read
    )
    of_hand = of_hand and (sheet.name, read.get("kind")) != (FEES.name, "time")
    for title in _NOT_OF.get((sheet.name, of_hand), ()):
        if title in row.cells:
            of_what = "in a row of a hand" if of_hand else "in a row of time"
            row.wrong(problems, key, title, f"an empty cell {of_what}", "Empty the cell.")
    _needed(sheet, row, of_hand, problems, key)
    kept: dict[str, Any] = {}
    for title, value in read.items():
        if title not in ("session", "hand", AFTER):
            set_at(kept, fields[title], value)
    if not of_hand:
        return [Outside(row, {"event": _name(sheet, kept), **kept}, read.get(AFTER))]
    if "hand" in read and read["hand"] not in hands:
        row.wrong(
            problems,
            key,
            "hand",
            f"the number of a hand of the sheet {POT_HANDS.name if sheet is POT_AWARDS else HANDS.name}",
            "Correct the number, or add the hand.",
        )
    elif "hand" in read and sheet is POT_AWARDS:
        workbook_pot_hands.add_award(row, read, hands[read["hand"]], session, problems)
    elif "hand" in read:
        hands[read["hand"]].event.setdefault(_LISTS[sheet.name], []).append(kept)
    return []


def _needed(sheet: WorkbookSheet, row: SheetRow, of_hand: bool, problems: WorkbookProblems, key: str) -> None:
    """Report cells that a row needs for its kind."""
    if sheet is FEES:
        needed: tuple[str, ...] = ("hand",) if of_hand else _TIME_NEEDS
    else:
        needed = ("at",) if sheet is IRREGULARITIES and not of_hand else ()
    for title in needed:
        if title not in row.cells:
            kind = str(row.cells.get("kind", "such a row"))
            row.wrong(problems, key, title, f"a value, which {kind} needs here", "Fill in the cell.")


def _name(sheet: WorkbookSheet, event: dict[str, Any]) -> str:
    if sheet is CHIPS and event.get("kind") == "toke":
        del event["kind"]
        return "toke"
    return _NAMES[sheet.name]


def _taken(
    data: bytes,
    session: SessionRow,
    ordered: list[tuple[SheetRow, dict[str, Any]]],
    problems: WorkbookProblems,
) -> bool:
    """Read the log as the service would, reporting new problems at their rows."""
    try:
        for _ in LogReader().blocks([data]):
            pass
    except Refused as refused:
        rows = [session.row, *(row for row, _ in ordered)]
        for each in refused.problems:
            row = rows[min(each.line, len(rows)) - 1]
            do = "Correct the row."
            problems.add(session.key, row.where("session"), each.field, each.found, each.expected, do)
        return False
    return True
