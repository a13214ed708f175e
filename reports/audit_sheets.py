"""An audit as tables for a workbook."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from reports.formatting import hand_numbers, quantity, titled
from reports.incident_row_words import SeatPlayer
from reports.incident_sheet import IncidentLine
from reports.sheet_tables import CellValue, SheetAmount, SheetColumn, SheetTable, amount_of
from rules.results import Coverage, Finding, Incident, TriangleRow

Currency = Callable[[str, str], str | None]  # of the session of a room

FINDING_SHEET = (
    SheetColumn("Severity", width=10), SheetColumn("Kind", width=13), SheetColumn("Room", width=12),
    SheetColumn("Session", width=18), SheetColumn("Hand", "number", 8), SheetColumn("Seat", "number", 6),
    SheetColumn("Player", width=14), SheetColumn("Line", "number", 8), SheetColumn("Check", width=8),
    SheetColumn("Name", width=28), SheetColumn("Stated", "money", 16), SheetColumn("Due or expected", "money", 16),
    SheetColumn("Difference", "money", 14), SheetColumn("Counted in", width=12), SheetColumn("Money", "money", 14),
    SheetColumn("Clause", width=18), SheetColumn("Message", width=90), SheetColumn("Hands", width=16),
    SheetColumn("Fingerprint", width=20),
)  # fmt: skip
COVERAGE_SHEET = (
    SheetColumn("Check", width=8), SheetColumn("Name", width=36),
    *(SheetColumn(name, "count", 12) for name in ("Tested", "Agreeing", "Open", "Differing", "Untestable", "Inapplicable")),
    SheetColumn("Why not tested", width=80),
)  # fmt: skip
DAY_SHEET = (
    SheetColumn("Table", width=10), SheetColumn("Fee", width=14), SheetColumn("Hands", "count", 8),
    *(SheetColumn(name, "money", 16) for name in (
        "Due, least", "Due, most", "Recorded", "Counted in the boxes", "Recorded less due", "Counted less recorded",
        "Counted less due",
    )),
)  # fmt: skip


def findings_table(findings: Iterable[Finding], currency: Currency) -> SheetTable:
    """Findings, with amounts in the currency of their session."""
    return SheetTable("Findings", FINDING_SHEET, (_finding(each, currency) for each in findings))


def coverage_table(rows: Iterable[Coverage]) -> SheetTable:
    return SheetTable("Coverage", COVERAGE_SHEET, map(_covered, rows))


def day_totals_table(rows: Iterable[TriangleRow]) -> SheetTable:
    """Fees due, recorded and counted, by kind and table."""
    return SheetTable("Day totals", DAY_SHEET, map(_of_day, rows))


def line_of_audit(
    incident: Incident,
    findings: Sequence[Finding],
    room: str,
    players: Sequence[SeatPlayer],
    currency: str | None,
) -> IncidentLine:
    """An incident of an audit outside any store."""
    root = findings[0] if findings else None
    session = incident.hands[0].session if incident.hands else (root.session if root is not None else None)
    return IncidentLine(
        id=incident.id, room=room, incident=incident, code=root.code if root else "", clause=incident.clause,
        day=incident.day, session=session or None, currency=currency, players=players,
    )  # fmt: skip


def _finding(each: Finding, currency: Currency) -> list[CellValue]:
    unit = currency(each.room, each.session)
    return [
        each.severity, each.kind, each.room, each.session or None, each.hand, each.seat, each.player, each.line, each.code,
        titled(each.name), *(_figure(value, each.unit, unit) for value in (each.stated, each.expected, each.difference)),
        each.unit, amount_of(each.money, unit), each.clause, each.message,
        hand_numbers(each.hands, 200) if each.hands else None, each.fingerprint,
    ]  # fmt: skip


def _figure(value: bool | int | str | None, unit: str | None, currency: str | None) -> CellValue:
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, bool):
        return quantity(value, unit, currency)
    return SheetAmount(value, currency or "") if unit == "money" else value


def _covered(row: Coverage) -> list[CellValue]:
    why = "; ".join(f"{each.reason} ({each.hands:,})" for each in row.because)
    return [
        row.code, titled(row.name), row.tested, row.agreeing, row.open, row.differing, row.untestable, row.inapplicable, why,
    ]  # fmt: skip


def _of_day(row: TriangleRow) -> list[CellValue]:
    figures = (
        row.due, row.due_most, row.recorded, row.drop, row.recorded_less_due, row.drop_less_recorded, row.drop_less_due,
    )  # fmt: skip
    return [
        row.table or "the room", row.kind.replace("_", " "), row.hands, *(amount_of(each, row.money) for each in figures),
    ]  # fmt: skip
