"""A hand of a pot game in evidence: its seats with their chips, its acts with the pot after them, and the pots."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from reports import pot_words
from reports.cards import draw_row, split
from reports.exhibit_columns import CARDS, FIGURE_ROOM, WHO
from reports.formatting import NOTHING, headed, in_column
from reports.pages import LEFT, RIGHT, WIDTH, Pages
from reports.pot_words import ActRow
from reports.seat_marks import LINE, draw_marks, lines_of
from reports.tables import Column, ReportTable
from reports.tagged.rows import TableTags
from reports.typography import CLOSE, COLUMN, INK, LABEL, NOTE, SMALL, SMALL_BOLD, SMALL_SOFT, Style
from rules.shown_hands import Exhibit
from rules.shown_pots import PotExhibit, PotSeatShown

_BOARD_HEIGHT = 18.0
_SEAT_HEIGHT, _PLAIN_SEAT = 25.6, 17.6  # with a line of marks, and without
_HEAD = 12.0
_PITCH = 52.0  # between the right edges of two amounts
_AMOUNTS = tuple(RIGHT - _PITCH * left for left in range(4, -1, -1))
_TITLES = ("Stack", "Put in", "Recorded", "Due", "Difference")
_CARDS_END = _AMOUNTS[0] - FIGURE_ROOM
_MARKED = 134.0  # room for what was against the rules
_BAR = 2.0
_TOGETHER = 12  # acts of a street that one row has, where none of them was against the rules


def draw_pot_hand(
    pages: Pages,
    exhibit: Exhibit,
    pot: PotExhibit,
    currency: str | None,
    accused: Collection[int],
    doubled: Collection[str] = (),
    act_by_act: bool = True,
) -> None:
    """The hand. accused: the seats that a finding names. doubled: the cards that a finding names as dealt twice.

    act_by_act: whether its acts are listed.
    """
    if exhibit.void or exhibit.replay.get("void"):
        pages.paragraph("The deal was declared void: nobody wins or loses anything.", NOTE, after=2)
    pages.y -= 3
    pages.paragraph(pot_words.heading(exhibit, pot, currency), NOTE, measure=WIDTH, after=4)
    for run, board in enumerate(pot.boards, 1):
        _board(pages, f"Board of run {run}" if len(pot.boards) > 1 else "Board", board, doubled)
    _seats(pages, exhibit, pot, currency, accused, doubled)
    if act_by_act:
        _acts(pages, pot, currency)
    _pots(pages, pot, currency)
    _fees(pages, exhibit, pot, currency)
    pages.y -= 3
    for note in pot_words.notes_of(exhibit, pot, currency, boards=False, charges=False):
        pages.paragraph(note, NOTE, measure=WIDTH, after=1)


def _board(pages: Pages, named: str, board: str, doubled: Collection[str]) -> None:
    """The cards of a board."""
    pages.need(_BOARD_HEIGHT)
    pages.y -= _BOARD_HEIGHT
    sheet = pages.sheet
    with sheet.tags.tag("P"):
        sheet.text(LEFT, pages.y + 5.4, named if board else f"{named}: none dealt", SMALL)
        if board:
            draw_row(sheet, CARDS, pages.y + 2.4, split(board), _CARDS_END - CARDS, doubled)


# ------------------------------------------------------------------------------------------------ seats


def _seats(
    pages: Pages,
    exhibit: Exhibit,
    pot: PotExhibit,
    currency: str | None,
    accused: Collection[int],
    doubled: Collection[str],
) -> None:
    pages.need(_HEAD + 3 * _SEAT_HEIGHT)
    table = TableTags(pages.sheet.tags)
    _head(pages, table, currency)
    for seat in pot.seats:
        marks = lines_of(pot_words.seat_marks(exhibit, seat))
        high = _SEAT_HEIGHT + LINE * (len(marks) - 1) if marks else _PLAIN_SEAT
        if pages.need(high):
            _head(pages, table, currency)
        line = pages.y - 11.0
        pages.y -= high
        table.row()
        with table.heading():
            pages.sheet.text(LEFT, line, str(seat.seat), SMALL_BOLD)
        with table.cell():
            style = SMALL_BOLD if seat.seat in accused else SMALL
            pages.sheet.fit(WHO, line, seat.player, style, CARDS - WHO - 6)
            draw_marks(pages.sheet, line - 12.0, marks)
        with table.cell():
            _cards(pages, line, seat, doubled)
        _amounts(pages, table, line, seat, pot, currency)
        pages.sheet.line(LEFT, pages.y, RIGHT, pages.y)


def _head(pages: Pages, table: TableTags, currency: str | None) -> None:
    sheet = pages.sheet
    pages.y -= _HEAD
    y = pages.y + 3
    with table.head():
        for title, x in (("Seat", LEFT), ("Player", WHO), ("Cards", CARDS)):
            with table.column():
                sheet.text(x, y, title, COLUMN)
        for title, x in zip(_TITLES, _AMOUNTS, strict=True):
            with table.column():
                sheet.right(x, y, headed(title, currency), COLUMN)
    sheet.line(LEFT, pages.y, RIGHT, pages.y, grey=0.25, weight=0.6)


def _cards(pages: Pages, line: float, seat: PotSeatShown, doubled: Collection[str]) -> None:
    held = pot_words.cards_of(seat)
    if held:
        draw_row(pages.sheet, CARDS, line - 4.4, held, _CARDS_END - CARDS, doubled)
    else:
        said = "no cards recorded" if seat.dealt_in else "dealt no cards"
        pages.sheet.text(CARDS, line, said, LABEL)


def _amounts(
    pages: Pages, table: TableTags, y: float, seat: PotSeatShown, pot: PotExhibit, currency: str | None
) -> None:
    apart = pot_words.difference(pot, seat)
    last = SMALL_BOLD if apart else SMALL_SOFT
    plain = ((seat.stack, SMALL_SOFT), (seat.put_in, SMALL_SOFT))
    for x, (amount, style) in zip(_AMOUNTS, plain, strict=False):
        with table.cell():
            pages.sheet.figure(x, y, in_column(amount, currency), style, FIGURE_ROOM)
    nets = ((seat.net, SMALL), (seat.due, SMALL), (apart, last))
    for x, (amount, style) in zip(_AMOUNTS[len(plain) :], nets, strict=True):
        with table.cell():
            pages.sheet.figure(x, y, in_column(amount, currency, plus=True), style, FIGURE_ROOM)


# ------------------------------------------------------------------------------------------------- acts


def _acts(pages: Pages, pot: PotExhibit, currency: str | None) -> None:
    """Act by act: what was against the rules stands beside its act, which has a bar at its left and is in bold."""
    rows = list(pot_words.acts(pot, currency))
    if not rows:
        return
    marked = any(row.marks for row in rows)
    pages.subheading("Act by act", 70)
    table = ReportTable(pages, _columns(currency, marked))
    table.head()
    for street in _by_street(rows):
        if len(street) > _TOGETHER or any(row.marks for row in street):
            for row in street:
                _act(pages, table, row, marked)
        else:
            _act(pages, table, _together(street), marked)


def _by_street(rows: Sequence[ActRow]) -> list[list[ActRow]]:
    """The acts of each street: the first of each names it."""
    found: list[list[ActRow]] = []
    for row in rows:
        if row.street or not found:
            found.append([])
        found[-1].append(row)
    return found


def _together(street: Sequence[ActRow]) -> ActRow:
    """The acts of a street in which nothing was against the rules, as one row."""
    first, last = street[0], street[-1]
    says = [row.happened if row.seat == NOTHING else f"seat {row.seat} {row.happened}" for row in street]
    numbers = first.number if first is last else f"{first.number}–{last.number}"
    return ActRow(first.street, numbers, "", "; ".join(says), "", last.pot, ())


def _columns(currency: str | None, marked: bool) -> list[Column]:
    fixed = (
        Column("Street", 54, style=CLOSE),
        Column("Act", 32, right=True),
        Column("Seat", 32, right=True),
        Column("", 8),
    )
    amounts = (
        Column(headed("In front", currency), 58, right=True, style=SMALL_SOFT),
        Column(headed("Pot", currency), 60, right=True),
    )
    rest = (Column("", 8), Column("Against the rules, and what was due", _MARKED)) if marked else ()
    taken = sum(column.width for column in (*fixed, *amounts, *rest))
    return [*fixed, Column("What happened", WIDTH - taken), *amounts, *rest]


def _act(pages: Pages, table: ReportTable, row: ActRow, marked: bool) -> None:
    cells = [row.street, row.number, row.seat, "", row.happened, row.front, row.pot]
    cells += ["", "; ".join(row.marks)] if marked else []
    styles = [CLOSE, SMALL, SMALL, SMALL, SMALL, SMALL_SOFT, SMALL, SMALL, SMALL_BOLD][: len(cells)]
    if row.marks:
        styles = [styles[0], *(_bold(style) for style in styles[1:])]
    first = table.row(*cells, styles=styles, headed=True)
    if row.marks:
        _bar(pages, first)


def _bar(pages: Pages, first: float) -> None:
    """The bar at the left of the row that was drawn last. first: where its first line was."""
    pages.sheet.box(LEFT - _BAR - 1.4, pages.y + 1.5, _BAR, first + 6.5 - pages.y, INK)


def _bold(style: Style) -> Style:
    return style._replace(face=SMALL_BOLD.face, colour=SMALL_BOLD.colour)


# ------------------------------------------------------------------------------------------------- pots


def _pots(pages: Pages, pot: PotExhibit, currency: str | None) -> None:
    rows = pot_words.pots(pot, currency)
    if not rows:
        return
    pages.subheading("Pots", 60)
    columns = (
        Column("Pot", 56),
        Column(headed("Amount", currency), 62, right=True),
        Column(headed("Recorded", currency), 62, right=True),
        Column("", 8),
        Column("Seats", 44),
        Column(headed("Rake", currency), 48, right=True),
        Column(headed("Drop", currency), 48, right=True),
        Column("", 8),
        Column("Due to", 84),
        Column("Paid to", WIDTH - 420),
    )
    table = ReportTable(pages, columns)
    table.head()
    for row in rows:
        style = SMALL_BOLD if row.differs else SMALL
        table.row(
            row.name, row.amount, row.recorded, "", row.eligible, row.rake, row.drop, "", row.due, row.paid,
            styles=[style if at in (1, 2, 8, 9) else SMALL for at in range(len(columns))],
        )  # fmt: skip


# ------------------------------------------------------------------------------------------------- fees


def _fees(pages: Pages, exhibit: Exhibit, pot: PotExhibit, currency: str | None) -> None:
    """Rake and drop as recorded beside what was due: a line that differs has a bar at its left and is in bold."""
    rows = pot_words.fees(exhibit, pot, currency)
    if not rows:
        return
    pages.subheading("Fees", 60)
    columns = (
        Column("Fee", 56),
        Column(headed("Recorded", currency), 74, right=True),
        Column(headed("Due", currency), 74, right=True),
        Column(headed("Difference", currency), 74, right=True),
        Column("", 8),
        Column("What differs", WIDTH - 286),
    )
    table = ReportTable(pages, columns)
    table.head()
    for row in rows:
        style = SMALL_BOLD if row.mark else SMALL
        cells = (row.name, row.recorded, row.due, row.difference, "", row.mark)
        first = table.row(*cells, styles=[style] * len(columns))
        if row.mark:
            _bar(pages, first)
