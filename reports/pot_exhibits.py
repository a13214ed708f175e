"""A pot hand in evidence."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from reports import pot_hand_words, pot_lines
from reports.drawn_cards import SMALLER, draw_row, row_width, split
from reports.drawn_pages import LEFT, RIGHT, WIDTH, Pages
from reports.flowing import StyledText, draw_line, flowed
from reports.formatting import headed, in_column
from reports.pot_lines import HandLine
from reports.seat_marks import LINE, Mark, draw_marks, lines_of
from reports.tagged.tagged_rows import TableTags
from reports.typography import (
    COLUMN,
    INK,
    LABEL,
    NOTE,
    SMALL,
    SMALL_BOLD,
    SMALL_SOFT,
    TOLD,
    TOLD_BOLD,
    shrunk,
    width,
)
from rules.shown_hands import Exhibit
from rules.shown_pots import PotExhibit, PotSeatShown

_WHO, _MARKS, _CARDS = LEFT + 20, LEFT + 78, LEFT + 158
_PITCH = 45.0  # between the right edges of two amounts
_AMOUNTS = tuple(RIGHT - _PITCH * left for left in range(4, -1, -1))
_FIGURE_ROOM = _PITCH - 3
_CARDS_ROOM = _AMOUNTS[0] - _FIGURE_ROOM - _CARDS
_TITLES = ("Stack", "Put in", "Recorded", "Due", "Difference")
_HEAD, _SEAT, _BOARD = 11.0, 11.4, 12.0
_TEXT = LEFT + 56.0  # where the text of a labelled line begins, as that of an incident
_KEPT = 70.0  # of the lines below the acts, as much as stays together
_BAR = 2.0
_GAP = 5.0  # between the marks and the cards
_BOARD_GAP = 12.0  # at least, between the stakes and the board


def draw_pot_hand(
    pages: Pages,
    exhibit: Exhibit,
    pot: PotExhibit,
    currency: str | None,
    accused: Collection[int],
    doubled: Collection[str] = (),
    act_by_act: bool = True,
) -> None:
    """Draw the hand. accused: seats of a finding. doubled: cards of one."""
    if exhibit.void or exhibit.replay.get("void"):
        pages.paragraph("The deal was declared void: nobody wins or loses anything.", NOTE, after=2)
    _stakes(pages, pot_hand_words.heading(exhibit, pot, currency), pot.boards, doubled)
    _seats(pages, exhibit, pot, currency, accused, doubled)
    pages.y -= 2
    _lines(pages, pot_lines.act_lines(pot, currency) if act_by_act else ())
    rest = pot_lines.result_lines(exhibit, pot, currency)
    pages.need(min(pages.measure(lambda: _lines(pages, rest)), _KEPT))
    _lines(pages, rest)


def _lines(pages: Pages, lines: Iterable[HandLine]) -> None:
    for line in lines:
        _line(pages, line)


# ------------------------------------------------------------------------------------------------ boards


def _stakes(pages: Pages, says: str, boards: Sequence[str], doubled: Collection[str]) -> None:
    """Game and stakes, with the board at the right where it fits."""
    beside = len(boards) == 1 and width(says, NOTE) + _BOARD_GAP + _board_width("Board", boards[0]) <= WIDTH
    pages.need(_SEAT + _HEAD + 3 * _SEAT)
    pages.y -= 2
    pages.paragraph(says, NOTE, measure=WIDTH, after=2)
    if beside:
        _board(pages, "Board", boards[0], RIGHT - _board_width("Board", boards[0]), pages.y + 5, doubled)
        return
    for run, board in enumerate(boards, 1):
        pages.need(_BOARD)
        pages.y -= _BOARD
        named = f"Board of run {run}" if len(boards) > 1 else "Board"
        _board(pages, named, board, LEFT, pages.y + 3.4, doubled)


def _board(pages: Pages, named: str, board: str, x: float, y: float, doubled: Collection[str]) -> None:
    """Named board. y: line of text."""
    sheet, says = pages.sheet, named if board else f"{named}: none dealt"
    with sheet.tags.tag("P"):
        sheet.text(x, y, says, LABEL)
        if board:
            left = x + width(says, LABEL) + 5
            draw_row(sheet, left, y - 2.5, split(board), RIGHT - left, doubled, SMALLER, low=True)


def _board_width(named: str, board: str) -> float:
    if not board:
        return width(f"{named}: none dealt", LABEL)
    return width(named, LABEL) + 5 + row_width(len(board) // 2) * SMALLER


# ------------------------------------------------------------------------------------------------ seats


def _seats(
    pages: Pages,
    exhibit: Exhibit,
    pot: PotExhibit,
    currency: str | None,
    accused: Collection[int],
    doubled: Collection[str],
) -> None:
    table = TableTags(pages.sheet.tags)
    _head(pages, table, currency)
    for seat in pot.seats:
        marks = lines_of(pot_hand_words.seat_marks(exhibit, seat), _CARDS - _MARKS - _GAP)
        high = _SEAT + LINE * max(len(marks) - 1, 0)
        if pages.need(high):
            _head(pages, table, currency)
        y = pages.y - _SEAT + 3.2
        pages.y -= high
        table.row()
        with table.heading():
            pages.sheet.text(LEFT, y, str(seat.seat), SMALL_BOLD)
        with table.cell():
            _player(pages, y, seat, marks, seat.seat in accused)
        with table.cell():
            _cards(pages, y, seat, doubled)
        _amounts(pages, table, y, seat, pot, currency)
        pages.sheet.line(LEFT, pages.y, RIGHT, pages.y)


def _head(pages: Pages, table: TableTags, currency: str | None) -> None:
    sheet = pages.sheet
    pages.y -= _HEAD
    y = pages.y + 3
    with table.head():
        for title, x in (("Seat", LEFT), ("Player", _WHO), ("Cards", _CARDS)):
            with table.column():
                sheet.text(x, y, title, COLUMN)
        for title, x in zip(_TITLES, _AMOUNTS, strict=True):
            with table.column():
                says = headed(title, currency)
                sheet.right(x, y, says, shrunk(says, COLUMN, _FIGURE_ROOM))
    sheet.line(LEFT, pages.y, RIGHT, pages.y, grey=0.25, weight=0.6)


def _player(pages: Pages, y: float, seat: PotSeatShown, marks: list[list[Mark]], accused: bool) -> None:
    pages.sheet.fit(_WHO, y, seat.player, SMALL_BOLD if accused else SMALL, _MARKS - _WHO - 4)
    draw_marks(pages.sheet, y, marks, _MARKS)


def _cards(pages: Pages, y: float, seat: PotSeatShown, doubled: Collection[str]) -> None:
    held = pot_hand_words.cards_of(seat)
    if held:
        draw_row(pages.sheet, _CARDS, y - 2.5, held, _CARDS_ROOM, doubled, SMALLER, low=True)
    else:
        said = "no cards recorded" if seat.dealt_in else "dealt no cards"
        pages.sheet.text(_CARDS, y, said, LABEL)


def _amounts(
    pages: Pages, table: TableTags, y: float, seat: PotSeatShown, pot: PotExhibit, currency: str | None
) -> None:
    apart = pot_hand_words.difference(pot, seat)
    last = SMALL_BOLD if apart else SMALL_SOFT
    plain = ((seat.stack, SMALL_SOFT), (seat.put_in, SMALL_SOFT))
    for x, (amount, style) in zip(_AMOUNTS, plain, strict=False):
        with table.cell():
            pages.sheet.figure(x, y, in_column(amount, currency), style, _FIGURE_ROOM)
    nets = ((seat.net, SMALL), (seat.due, SMALL), (apart, last))
    for x, (amount, style) in zip(_AMOUNTS[len(plain) :], nets, strict=True):
        with table.cell():
            pages.sheet.figure(x, y, in_column(amount, currency, plus=True), style, _FIGURE_ROOM)


# ------------------------------------------------------------------------------------------------- lines


def _line(pages: Pages, line: HandLine) -> None:
    """Labelled line; breaches are bold, with a bar."""
    sheet = pages.sheet
    first, *rest = flowed(line.texts, RIGHT - _TEXT, width(line.aside, TOLD) + _GAP * 2)
    with sheet.tags.item():
        _next_line(pages)
        if line.label:
            with sheet.tags.tag("Lbl"):
                sheet.text(LEFT, pages.y + 2, line.label, LABEL)
        with sheet.tags.tag("LBody"):
            _texts(pages, first)
            for texts in rest:
                _next_line(pages)
                _texts(pages, texts)
            if line.aside:
                sheet.right(RIGHT, pages.y + 2, line.aside, TOLD)


def _next_line(pages: Pages) -> None:
    pages.need(TOLD.leading)
    pages.y -= TOLD.leading


def _texts(pages: Pages, texts: Sequence[StyledText]) -> None:
    draw_line(pages.sheet, _TEXT, pages.y + 2, texts)
    if any(each.style is TOLD_BOLD for each in texts):
        pages.sheet.box(LEFT - _BAR - 1.4, pages.y - 0.4, _BAR, TOLD.leading, INK)
