"""An exhibit: cards, recorded and due amounts, and how they arose."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple

from reports.drawn_cards import CARD_HEIGHT, SMALLER, UNKNOWN, draw_row, row_width, split
from reports.drawn_pages import LEFT, RIGHT, WIDTH, Pages
from reports.drawn_streets import draw_streets
from reports.exhibit_columns import (
    BETWEEN,
    CARDS,
    CARDS_END,
    DIFFERENCE,
    DUE,
    FIGURE_ROOM,
    MARGIN,
    RECORDED,
    WHO,
    row_places,
)
from reports.formatting import CHIPS, in_column, units
from reports.hand_notes import heading, notes_of
from reports.pot_exhibits import draw_pot_hand
from reports.seat_marks import LINE, Mark, draw_marks, lines_of, marks_of, missed
from reports.table_of_pairs import draw_pairs
from reports.tagged.tagged_rows import TableTags
from reports.typography import (
    COLUMN,
    LABEL,
    NOTE,
    SMALL,
    SMALL_BOLD,
    SMALL_SOFT,
    width,
)
from rules.cards import ROWS
from rules.shown_hands import Exhibit, SeatRecord
from rules.shown_pots import PotExhibit

_SEAT_HEIGHT, _DEALT_HEIGHT, _DISCARDS_HEIGHT = 25.6, 28.0, 15.5
_HEAD = 12.0
_COLUMNS = 8
_AMOUNTS = -3  # the first of the cells with amounts, from the last
_FRAMED = "Framed: dealt and not set, or set and not dealt"


def draw(
    pages: Pages,
    exhibit: Exhibit,
    currency: str | None,
    accused: set[int],
    doubled: Collection[str] = (),
    streets: bool = True,
    act_by_act: bool = True,
) -> None:
    """Draw an exhibit. accused: seats of a finding. doubled: cards of one.

    streets, act_by_act: whether acts of open-face and pot hands are drawn.
    """
    if isinstance(exhibit.pot, PotExhibit):
        draw_pot_hand(pages, exhibit, exhibit.pot, currency, accused, doubled, act_by_act)
        return
    _what_it_is(pages, exhibit, currency)
    results = results_of(exhibit)
    due = {number: result.get("net") for number, result in results.items()}
    _seats(
        pages, exhibit, currency, AS_RECORDED,
        {seat.seat: (seat.net, due.get(seat.seat)) for seat in exhibit.seats},
        {number: (None, result.get("units")) for number, result in results.items()},
        accused, doubled,
    )  # fmt: skip
    pairs, notes = exhibit.replay.get("pairs") or [], notes_of(exhibit, currency)
    if pairs:
        draw_pairs(pages, exhibit, pairs, currency, after=(NOTE.leading + 3) * len(notes[:3]))
    pages.y -= 2 * bool(notes)
    for note in notes:
        pages.paragraph(note, NOTE, measure=WIDTH, after=1)
    if streets:
        draw_streets(pages, exhibit)


def draw_both(pages: Pages, in_force: Exhibit, tried: Exhibit, currency: str | None) -> None:
    """Draw a hand as due under controls in force and tried."""
    _what_it_is(pages, in_force, currency)
    sides = [results_of(each) for each in (in_force, tried)]
    numbers = [seat.seat for seat in in_force.seats]
    net, units_due = (
        {number: tuple((side.get(number) or {}).get(key) for side in sides) for number in numbers}
        for key in ("net", "units")
    )
    accused = {number for number in numbers if net[number][0] != net[number][1]}
    _seats(pages, in_force, currency, BOTH_WAYS, net, units_due, accused, ())


def results_of(exhibit: Exhibit) -> dict[int, Mapping[str, Any]]:
    """Replay's results by seat."""
    return {result["seat"]: result for result in exhibit.replay.get("seats") or []}


def _what_it_is(pages: Pages, exhibit: Exhibit, currency: str | None) -> None:
    if exhibit.void or exhibit.replay.get("void"):
        pages.paragraph("The deal was declared void: nobody wins or loses anything.", NOTE, after=2)
    if said := heading(exhibit, currency):
        pages.y -= 3
        pages.paragraph(said, NOTE, after=0)


def _seats(
    pages: Pages, exhibit: Exhibit, currency: str | None, heads: Heads, amounts: Mapping[int, Sequence[Any]],
    units_due: Mapping[int, Sequence[Any]], accused: set[int], doubled: Collection[str],
) -> None:  # fmt: skip
    results, nothing = results_of(exhibit), (None, None)
    seats = []
    for record in sorted(exhibit.seats, key=lambda seat: seat.seat):
        result = results.get(record.seat) or {}
        marks, strays = lines_of(marks_of(exhibit, record, result)), _strays(record)
        one, other = amounts.get(record.seat, nothing)
        apart = heads.difference(one, other)
        seats.append(
            _Seat(
                record,
                result,
                currency,
                (one, other, apart),
                units_due.get(record.seat, nothing),
                marks,
                strays,
            )
        )
    pages.need(_HEAD + sum(seat.height for seat in seats))
    table = TableTags(pages.sheet.tags)
    _head(pages, table, currency, heads)
    for seat in seats:
        if pages.need(seat.height):
            _head(pages, table, currency, heads)
        _seat(pages, table, seat, seat.record.seat in accused, {*doubled, *seat.strays})


class Heads(NamedTuple):
    """Headings of two amounts. less: 1: first minus second."""

    first: str
    second: str
    less: int

    def difference(self, first: int | None, second: int | None) -> int | None:
        """Difference; None: unknown."""
        if first is None or second is None:
            return None
        return first - second if self.less else second - first


AS_RECORDED = Heads("Recorded", "Due", 1)
BOTH_WAYS = Heads("In force", "As tried", 0)


class _Seat(NamedTuple):
    record: SeatRecord
    result: Mapping[str, Any]
    currency: str | None
    amounts: tuple[int | None, int | None, int | None]
    units: Sequence[int | str | None]
    marks: list[list[Mark]]
    strays: set[str]

    @property
    def own_height(self) -> float:
        return _SEAT_HEIGHT + LINE * max(len(self.marks) - 1, 0)

    @property
    def height(self) -> float:
        strays = _DEALT_HEIGHT if self.strays else 0.0
        return self.own_height + strays + (_DISCARDS_HEIGHT if self.record.discards else 0.0)


def _head(pages: Pages, table: TableTags, currency: str | None, heads: Heads) -> None:
    sheet = pages.sheet
    pages.y -= _HEAD
    y = pages.y + 3
    names = (name.capitalize() for name in ROWS)
    with table.head():
        for title, x in zip(("Seat", "Player", *names), (LEFT, WHO, *row_places()), strict=True):
            with table.column():
                sheet.text(x, y, title, COLUMN)
        for title, x in ((heads.first, RECORDED), (heads.second, DUE), ("Difference", DIFFERENCE)):
            with table.column():
                sheet.right(x, y, title, COLUMN)
        if currency == CHIPS:
            with table.again(_AMOUNTS):
                _in_chips(pages, y + 11.7)
    sheet.line(LEFT, pages.y, RIGHT, pages.y, grey=0.25, weight=0.6)


def _in_chips(pages: Pages, y: float) -> None:
    left = RECORDED - width("Recorded", COLUMN)
    pages.sheet.centred((left + RIGHT) / 2, y, "chips", LABEL)
    half = width("chips", LABEL) / 2 + 4
    for start, end in ((left, (left + RIGHT) / 2 - half), ((left + RIGHT) / 2 + half, RIGHT)):
        pages.sheet.line(start, y + 2, end, y + 2)


def _seat(pages: Pages, table: TableTags, seat: _Seat, named: bool, marked: Collection[str]) -> None:
    sheet, record = pages.sheet, seat.record
    pages.y -= seat.own_height
    first = pages.y + seat.own_height - _SEAT_HEIGHT  # the foot of the first line and its marks
    line = first + 15.4
    table.row()
    with table.heading():
        sheet.text(LEFT, line, str(record.seat), SMALL_BOLD)
    with table.cell():
        sheet.fit(WHO, line, record.player, SMALL_BOLD if named else SMALL, CARDS - WHO - 6)
        draw_marks(sheet, first + 2.9, seat.marks)
    _cards(pages, table, first, seat, marked)
    last = SMALL_BOLD if seat.amounts[2] else SMALL_SOFT
    for amount, x, style in zip(seat.amounts, (RECORDED, DUE, DIFFERENCE), (SMALL, SMALL, last), strict=True):
        with table.cell():
            sheet.figure(x, line, in_column(amount, seat.currency, plus=True), style, FIGURE_ROOM)
    for place, due, x in zip((_AMOUNTS, _AMOUNTS + 1), seat.units, (RECORDED, DUE), strict=True):
        if due is not None:
            earned = units(due)
            with table.again(place):
                sheet.right(x, first + 4, f"{earned} {'unit' if earned[1:] == '1' else 'units'}", LABEL)
    if seat.strays:
        table.row()
        with table.cell(spans=_COLUMNS):
            _dealt(pages, record, marked)
    if record.discards:
        table.row()
        with table.cell(spans=_COLUMNS):
            _discards(pages, record.discards, marked)
    sheet.line(LEFT, pages.y, RIGHT, pages.y)


def _strays(seat: SeatRecord) -> set[str]:
    """Cards dealt and not set, or set and not dealt."""
    rows = [getattr(seat, name) for name in ROWS]
    dealt = Counter(split(seat.dealt or ""))
    in_rows = Counter(card for row in rows for card in split(row or ""))
    if not dealt or not in_rows or UNKNOWN in dealt or UNKNOWN in in_rows:
        return set()
    complete = all(row is not None for row in rows)
    return set(in_rows - dealt) | (set(dealt - in_rows) if complete else set())


def _dealt(pages: Pages, seat: SeatRecord, marked: Collection[str]) -> None:
    sheet = pages.sheet
    pages.y -= _DEALT_HEIGHT
    sheet.text(WHO, pages.y + 15.8, f"Dealt to seat {seat.seat}:", SMALL)
    draw_row(sheet, CARDS, pages.y + 12.4, split(seat.dealt or ""), RIGHT - CARDS, marked)
    sheet.fit(CARDS, pages.y + 3.4, _FRAMED, LABEL, RIGHT - CARDS)


def _discards(pages: Pages, cards: str, marked: Collection[str]) -> None:
    pages.y -= _DISCARDS_HEIGHT
    pages.sheet.right(MARGIN, pages.y + 5.2, "discarded", LABEL)
    draw_row(pages.sheet, CARDS, pages.y + 2.2, split(cards), CARDS_END - CARDS, marked, SMALLER)


def _cards(pages: Pages, table: TableTags, y: float, seat: _Seat, marked: Collection[str]) -> None:
    rows = [split(getattr(seat.record, name) or "") for name in ROWS]
    if not any(rows):
        with table.cell(spans=len(ROWS)):
            _without_rows(pages, y, seat, marked)
        return
    places: Sequence[float] = row_places()
    if [len(row) for row in rows] != [3, 5, 5]:
        places = _squeezed(rows)
    classes = seat.result.get("hands") or {}
    for name, cards, x, end in zip(ROWS, rows, places, [*places[1:], CARDS_END + BETWEEN], strict=True):
        with table.cell():
            if cards:
                draw_row(pages.sheet, x, y + 11.8, cards, end - BETWEEN - x, marked)
            made = str(classes.get(name) or "").replace("_", " ")
            pages.sheet.fit(x, y + 3.2, made, LABEL, end - x - 3)


def _without_rows(pages: Pages, y: float, seat: _Seat, marked: Collection[str]) -> None:
    dealt = split(seat.record.dealt or "")
    if dealt:
        draw_row(pages.sheet, CARDS, y + 11.8, dealt, CARDS_END - CARDS, marked)
        pages.sheet.text(CARDS, y + 3.2, "as dealt; the hand was not set", LABEL)
    else:
        absent = missed(seat.record, seat.result)
        said = "missed the hand: dealt no cards" if absent else "no cards recorded"
        pages.sheet.text(CARDS, y + 15.4, said, LABEL)


def _squeezed(rows: Sequence[Sequence[str]]) -> list[float]:
    """Left edges of rows of unusual sizes."""
    wide = [max(row_width(len(row)), CARD_HEIGHT) for row in rows]
    scale = min(1.0, (CARDS_END - CARDS - 2 * BETWEEN) / sum(wide))
    places = [CARDS]
    for part in wide[:-1]:
        places.append(places[-1] + part * scale + BETWEEN)
    return places
