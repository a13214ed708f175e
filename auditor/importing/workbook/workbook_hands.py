"""Events of hands, from the sheet Hands and others."""

from __future__ import annotations

from collections import Counter
from typing import Any

from msgspec import Struct, field

from auditor.importing.workbook.layout import HAND_COLUMNS, SEAT_COLUMNS
from auditor.importing.workbook.workbook_columns import TemplateColumn
from auditor.importing.workbook.workbook_sessions import SessionRow
from auditor.importing.workbook.workbook_tables import SheetRow, WorkbookProblems
from rules.cards import ROW_SIZES, ROWS, encode, name

_CHECK = "Compare it with the record. If the room played it so, leave it: the audit reports it."


class SheetHand(Struct):
    """A hand: number, rows, event."""

    number: int
    rows: list[SheetRow] = field(default_factory=list)
    event: dict[str, Any] = field(default_factory=dict)


def grouped(rows: list[tuple[int, SheetRow]], key: str, problems: WorkbookProblems) -> list[SheetHand]:
    """Hands of a session in order, with their rows."""
    hands: list[SheetHand] = []
    numbers: set[int] = set()
    for number, row in rows:
        if hands and hands[-1].number == number:
            hands[-1].rows.append(row)
        elif number in numbers:
            do = "Move the row to the others of this hand, or correct its number."
            row.wrong(problems, key, "hand", "the rows of a hand together, and each number for one hand", do)
        else:
            numbers.add(number)
            hands.append(SheetHand(number, [row]))
    return hands


def fill(hand: SheetHand, session: SessionRow, problems: WorkbookProblems) -> None:
    """Make a hand's event from its rows."""
    shared = shared_by(hand, HAND_COLUMNS, session, problems)
    game = shared.pop("game", None) or session.game
    if game is None:
        expected = "a game: chinese, ofc or pineapple"
        hand.rows[0].wrong(
            problems, session.key, "game", expected, "Give it here or, for all hands, on the sheet Session."
        )
        game = "chinese"
    closed = game == "chinese"
    event: dict[str, Any] = {"event": "chinese_hand"} if closed else {"event": "ofc_hand", "variant": game}
    event["hand"] = hand.number
    hand.event = {**event, "seats": _seats(hand, game, session, problems)}
    _add(hand, HAND_COLUMNS, shared, game, session.key, problems)
    if out := [seat["seat"] for seat in hand.event["seats"] if seat.pop("out", False) and "seat" in seat]:
        hand.event["eliminated"] = out
    _look_at_cards(hand, closed, session.key, problems)


def shared_by(
    hand: SheetHand, columns: tuple[TemplateColumn, ...], session: SessionRow, problems: WorkbookProblems
) -> dict[str, Any]:
    """Values of the whole hand; contradictions are reported."""
    shared: dict[str, Any] = {}
    for row in hand.rows:
        for title, value in row.values(columns, session.context, problems, session.key).items():
            if shared.setdefault(title, value) != value:
                do = "Write it once, or the same in every row of the hand."
                row.wrong(
                    problems, session.key, title, f"the same as in the other rows of hand {hand.number}", do
                )
    return shared


def _add(
    hand: SheetHand,
    columns: tuple[TemplateColumn, ...],
    values: dict[str, Any],
    game: str,
    key: str,
    problems: WorkbookProblems,
) -> None:
    """Put whole-hand values into the event, where its game has them."""
    for column in columns:
        if column.title not in values or column.title == "game":
            continue
        if game in column.games:
            hand.event[column.field] = values[column.title]
        else:
            row = next(row for row in hand.rows if column.title in row.cells)
            row.wrong(problems, key, column.title, f"an empty cell in a hand of {game}", "Empty the cell.")


def _seats(
    hand: SheetHand, game: str, session: SessionRow, problems: WorkbookProblems
) -> list[dict[str, Any]]:
    seats: list[dict[str, Any]] = []
    for row in hand.rows:
        read = row.values(SEAT_COLUMNS, session.context, problems, session.key)
        if "seat" in read and any(seat.get("seat") == read["seat"] for seat in seats):
            expected = f"each seat once in hand {hand.number}"
            row.wrong(problems, session.key, "seat", expected, "Correct the seat or the number of the hand.")
        seat: dict[str, Any] = {}
        for column in SEAT_COLUMNS:
            if column.title not in read:
                continue
            if game in column.games:
                seat[column.field] = read[column.title]
            else:
                expected = f"an empty cell in a hand of {game}"
                row.wrong(problems, session.key, column.title, expected, "Empty the cell.")
        seats.append(seat)
    return seats


def _look_at_cards(hand: SheetHand, closed: bool, key: str, problems: WorkbookProblems) -> None:
    """Point at repeated cards and odd rows: a slip, or a finding."""
    for titles in ((*ROWS, "discards"), ("dealt",)):
        seen: Counter[int] = Counter()
        for row, seat in zip(hand.rows, hand.event["seats"], strict=True):
            for title in titles:
                codes = [code for code in encode(seat.get(title, "")).tolist() if code < 52]
                seen.update(codes)
                if twice := [name(code) for code in codes if seen[code] > 1]:
                    expected = f"each card once in hand {hand.number}; the {twice[0]} is there twice"
                    row.wrong(problems, key, title, expected, _CHECK, refuses=False)
    for row, seat in zip(hand.rows, hand.event["seats"], strict=True):
        for title, size in zip(ROWS, ROW_SIZES, strict=True):
            if closed and title in seat and len(seat[title]) != 2 * size:
                row.wrong(problems, key, title, f"{size} cards", _CHECK, refuses=False)
