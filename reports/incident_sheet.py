"""Incidents as a table for a spreadsheet."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct

from reports.formatting import hand_numbers, money
from reports.incident_row_words import SeatPlayer, what_went_wrong
from reports.money_words import KIND_LABELS, unit_of
from reports.sheet_tables import CellValue, SheetColumn, SheetTable, amount_of
from rules.results import MONEY_KINDS, Incident

_MOST_HANDS = 200  # runs of hand numbers in a cell


class IncidentLine(Struct, frozen=True, kw_only=True):
    """An incident as a line. currency: for amounts without one. None: inapplicable.

    incident: None: purged.
    """

    id: str
    room: str
    incident: Incident | None
    code: str
    clause: str
    day: str | None = None
    session: str | None = None
    table: str | None = None
    currency: str | None = None
    players: Sequence[SeatPlayer] = ()
    state: str | None = None
    due: str | None = None
    overdue: bool | None = None


COLUMNS = (
    SheetColumn("Severity", width=10),
    SheetColumn("Room", width=12),
    SheetColumn("Gaming day", "day", 12),
    SheetColumn("Session", width=18),
    SheetColumn("Table", width=8),
    SheetColumn("First hand", "number", 10),
    SheetColumn("Hands", "count", 8),
    SheetColumn("Hand numbers", width=16),
    SheetColumn("Seats", width=10),
    SheetColumn("Players", width=22),
    SheetColumn("What went wrong", width=48),
    SheetColumn("Explanation", width=70),
    SheetColumn("Currency", width=10),
    *(SheetColumn(KIND_LABELS[kind], "money", 16) for kind in MONEY_KINDS),
    SheetColumn("Other money", width=24),
    SheetColumn("State", width=12),
    SheetColumn("Answer due", "day", 12),
    SheetColumn("Overdue", width=9),
    SheetColumn("Check", width=8),
    SheetColumn("Clause", width=18),
    SheetColumn("Title", width=48),
    SheetColumn("Incident", width=20),
)


def incident_table(lines: Iterable[IncidentLine], name: str = "Incidents") -> SheetTable:
    return SheetTable(name, COLUMNS, map(_row, lines))


def _row(line: IncidentLine) -> list[CellValue]:
    found = line.incident
    if found is None:
        before: list[CellValue] = [
            None,
            line.room,
            line.day,
            line.session,
            line.table,
            *[None] * 5,
            "purged",
            None,
        ]
        return [*before, *[None] * (len(MONEY_KINDS) + 2), *_after(line, None)]
    hands = [each.hand for each in found.hands]
    return [
        found.severity, line.room, line.day, line.session, line.table,
        hands[0] if hands else None, len(hands), hand_numbers(hands, _MOST_HANDS) if hands else None,
        ", ".join(map(str, found.seats)) or None, ", ".join(dict.fromkeys(each.player for each in line.players)) or None,
        what_went_wrong(found), found.explanation, *_money(found, line.currency), *_after(line, found.title),
    ]  # fmt: skip


def _after(line: IncidentLine, title: str | None) -> list[CellValue]:
    return [line.state, line.due, line.overdue, line.code, line.clause, title, line.id]


def _money(found: Incident, currency: str | None) -> list[CellValue]:
    if found.money is None:
        known = {"misallocated": found.misallocated, "misrecorded": found.misrecorded}
        return [currency, *(amount_of(known.get(kind), currency) for kind in MONEY_KINDS), None]
    if not found.money:
        return [None] * (len(MONEY_KINDS) + 2)
    first, *others = found.money
    unit = unit_of(first.unit)
    amounts = [amount_of(getattr(first, kind), unit) for kind in MONEY_KINDS]
    rest = [
        f"{KIND_LABELS[kind]}: {money(amount, unit_of(each.unit))}"
        for each in others
        for kind in MONEY_KINDS
        if (amount := getattr(each, kind))
    ]
    return [unit, *amounts, "; ".join(rest) or None]
