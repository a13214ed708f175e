"""Pot games' sheets: hands, pots, jackpots."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from auditor.importing.workbook.pot_layout import (
    AWARD_COLUMNS,
    BOARDS,
    JACKPOT_COLUMNS,
    JACKPOTS,
    PAYOUT_COLUMNS,
    POT_COLUMNS,
    POT_HAND_COLUMNS,
    POT_HANDS,
    POT_SEAT_COLUMNS,
)
from auditor.importing.workbook.workbook_columns import AFTER, TemplateColumn
from auditor.importing.workbook.workbook_hands import SheetHand, shared_by
from auditor.importing.workbook.workbook_order import Outside
from auditor.importing.workbook.workbook_sessions import SessionRow, set_at
from auditor.importing.workbook.workbook_tables import SheetRow, WorkbookProblems


def fill(hand: SheetHand, session: SessionRow, problems: WorkbookProblems) -> None:
    """Make a pot hand's event from its rows."""
    shared = shared_by(hand, POT_HAND_COLUMNS, session, problems)
    if "game" not in shared and not any("game" in row.cells for row in hand.rows):
        games = ", ".join(POT_HANDS.column("game").choices)
        hand.rows[0].wrong(
            problems, session.key, "game", f"a game: {games}", "Give it in one row of the hand."
        )
    boards = [shared.pop(title) for title in BOARDS if title in shared]
    event = {"event": "pot_hand", "hand": hand.number, **_made(POT_HAND_COLUMNS, shared)}
    seats = [_seat(row, hand, session, problems) for row in hand.rows]
    hand.event = {**event, "seats": seats, **({"boards": boards} if boards else {})}
    _one_board_first(hand, shared, session, problems)


def _one_board_first(
    hand: SheetHand, shared: dict[str, Any], session: SessionRow, problems: WorkbookProblems
) -> None:
    first, second = BOARDS
    for row in hand.rows:
        if second in row.cells and not any(first in each.cells for each in hand.rows):
            row.wrong(
                problems, session.key, second, f"an empty cell, as long as '{first}' is", "Fill in both."
            )


def _seat(row: SheetRow, hand: SheetHand, session: SessionRow, problems: WorkbookProblems) -> dict[str, Any]:
    read = row.values(POT_SEAT_COLUMNS, session.context, problems, session.key)
    others = hand.rows[: hand.rows.index(row)]
    if "seat" in read and any(str(other.cells.get("seat")) == str(row.cells["seat"]) for other in others):
        expected = f"each seat once in hand {hand.number}"
        row.wrong(problems, session.key, "seat", expected, "Correct the seat or the number of the hand.")
    for title, other in (("all-in sold for", "fee of the sale"), ("fee of the sale", "all-in sold for")):
        if title in row.cells and other not in row.cells:
            row.wrong(
                problems, session.key, other, f"a value, because {title} is stated", "Fill in the cell."
            )
    return _made(POT_SEAT_COLUMNS, read)


def _made(columns: Iterable[TemplateColumn], values: dict[str, Any]) -> dict[str, Any]:
    record: dict[str, Any] = {}
    for column in columns:
        if column.title in values:
            set_at(record, column.field, values[column.title])
    return record


def add_award(
    row: SheetRow, read: dict[str, Any], hand: SheetHand, session: SessionRow, problems: WorkbookProblems
) -> None:
    """Put a row of Pots into its hand."""
    stated, award = _made(POT_COLUMNS, read), _made(AWARD_COLUMNS, read)
    pots = hand.event.setdefault("pots", [])
    pot = next((each for each in pots if each.get("pot") == stated.get("pot")), None)
    if pot is None:
        pots.append(pot := stated)
    for column in POT_COLUMNS:
        if column.title in read and pot.setdefault(column.field, read[column.title]) != read[column.title]:
            expected = f"the same as in the other rows of pot {pot['pot']} of hand {hand.number}"
            row.wrong(
                problems, session.key, column.title, expected, "Write it the same in every row of the pot."
            )
    for title, other in (("seat", "awarded"), ("awarded", "seat")):
        if award and other not in row.cells and (title in row.cells or other == "seat"):
            row.wrong(problems, session.key, other, "a value, which every award needs", "Fill in the cell.")
    if award:
        pot.setdefault("awards", []).append(award)


def jackpots(rows: Iterable[SheetRow], session: SessionRow, problems: WorkbookProblems) -> list[Outside]:
    """Events of Jackpots; adjacent rows of one hit are joined."""
    found: list[Outside] = []
    for row in rows:
        read = row.values(JACKPOTS.columns, session.context, problems, session.key)
        event = {"event": "jackpot", **_made(JACKPOT_COLUMNS, read)}
        payout = _made(PAYOUT_COLUMNS, read)
        last = found[-1].event if found else {}
        if not (payout and "payouts" in last and event.items() <= last.items()):
            found.append(Outside(row, event, read.get(AFTER)))
        if payout:
            found[-1].event.setdefault("payouts", []).append(payout)
    return found
