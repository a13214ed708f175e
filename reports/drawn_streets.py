"""An open-face hand by streets: columns are streets, bands are seats."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from reports.card_words import cards
from reports.drawn_acts import STRANGE, StreetAct, StreetActs, seconds
from reports.drawn_cards import CARD_HEIGHT, SMALLER, draw_row, row_width
from reports.drawn_pages import FULL, LEFT, RIGHT, WIDTH, Pages
from reports.drawn_tables import ReportColumn, ReportTable
from reports.exhibit_columns import CARDS, MARGIN, WHO
from reports.formatting import NOTHING, elapsed, time_of_day
from reports.sheet import Sheet
from reports.tagged.tagged_rows import TableTags
from reports.typography import COLUMN, INK, LABEL, NOTE, SMALL, SMALL_BOLD, WHITE, TextStyle, width
from rules.shown_hands import Exhibit

_LANE = 12.8  # from one row of a band to the next
_TIME = 9.6
_PAD = 2.4
_NARROWEST = 31.0  # a time
_GAPS = (9.0, 48.0)  # between streets: at least, at most
_FIRST = 5  # cards at once; who is dealt more sets a whole hand
_STAVE = 0.9  # the grey of the line that a row's cards stand on
_HEAD = 14.0
_CLOCK = LABEL._replace(colour=WHITE)
_CALL = TextStyle(SMALL.face, 8, 10.5)
_CALLS = (
    ReportColumn("Clock called on", CARDS - LEFT, style=_CALL),
    ReportColumn("By", 68, style=_CALL),
    ReportColumn("Called at", 68, style=_CALL),
    ReportColumn("Acted at", 68, style=_CALL),
    ReportColumn("After", 204, style=_CALL),
)
_ACTED = 3  # the column of the time of the act
_NEVER = "did not act, or the time was not recorded"


class _StreetColumn(NamedTuple):
    street: int
    x: float
    room: float


def draw_streets(pages: Pages, exhibit: Exhibit) -> None:
    """Draw acts, calls of the clock, and notes."""
    streets = StreetActs(exhibit)
    if streets.acts:
        high = pages.measure(lambda: _table(pages, streets, exhibit))
        if high < FULL:
            pages.need(high + 10)  # read down its columns, it stays together
        _table(pages, streets, exhibit)
    if streets.calls:
        _calls(pages, streets)
    notes = [*streets.notes(_suits), *([f"Framed: {STRANGE}."] if streets.strange else [])]
    pages.y -= 2 * bool(notes)
    for note in notes:
        pages.paragraph(note, NOTE, measure=WIDTH, after=1)


def _suits(codes: Iterable[str]) -> str:
    return cards("".join(codes))


def _table(pages: Pages, streets: StreetActs, exhibit: Exhibit) -> None:
    pages.subheading("Street by street", _HEAD + _height(streets))
    pages.sheet.right(RIGHT, pages.y + 5, "  ·  ".join(streets.legend()), NOTE)
    for tier in _tiers(streets):
        _tier(pages, streets, exhibit, tier)


def _tiers(streets: StreetActs) -> list[list[_StreetColumn]]:
    least, most = _GAPS
    tiers: list[list[tuple[int, float]]] = [[]]
    taken = 0.0
    for street in range(1, streets.count + 1):
        wide = min(_width(streets, street), RIGHT - CARDS)
        if tiers[-1] and taken + wide > RIGHT - CARDS:
            tiers.append([])
            taken = 0.0
        tiers[-1].append((street, wide))
        taken += wide + least
    return [_spread(tier, least, most) for tier in tiers]


def _spread(tier: Sequence[tuple[int, float]], least: float, most: float) -> list[_StreetColumn]:
    left = RIGHT - CARDS - sum(wide for _, wide in tier)
    gap = min(max(left / max(len(tier) - 1, 1), least), most)
    places, x = [], CARDS
    for street, wide in tier:
        places.append(_StreetColumn(street, x, wide))
        x += wide + gap
    return places


def _width(streets: StreetActs, street: int) -> float:
    acts = [act for seat in streets.seats if (act := streets.of(street, seat)) is not None]
    cards = max((len(act.cards(lane)) for act in acts for lane in streets.lanes), default=0)
    return max(row_width(cards) * SMALLER, _NARROWEST)


def _height(streets: StreetActs) -> float:
    return 2 * _PAD + len(streets.lanes) * _LANE + (_TIME if streets.timed else 0)


def _tier(pages: Pages, streets: StreetActs, exhibit: Exhibit, places: Sequence[_StreetColumn]) -> None:
    players = {seat.seat: seat.player for seat in exhibit.seats}
    height = _height(streets)
    pages.need(_HEAD + height)
    table = TableTags(pages.sheet.tags)
    _head(pages, table, places)
    for seat in streets.seats:
        if pages.need(height):
            _head(pages, table, places)
        pages.y -= height
        table.row()
        _band(pages, table, streets, seat, players.get(seat, NOTHING), places)
        pages.sheet.line(LEFT, pages.y, RIGHT, pages.y)


def _head(pages: Pages, table: TableTags, places: Sequence[_StreetColumn]) -> None:
    sheet = pages.sheet
    pages.y -= _HEAD
    y = pages.y + 3
    titles = [f"Street {place.street}" if place is places[0] else str(place.street) for place in places]
    edges = (LEFT, WHO, *(place.x for place in places))
    with table.head():
        for title, x in zip(("Seat", "Player", *titles), edges, strict=True):
            with table.column():
                sheet.text(x, y, title, COLUMN)
    sheet.line(LEFT, pages.y, RIGHT, pages.y, grey=0.6)


def _band(
    pages: Pages,
    table: TableTags,
    streets: StreetActs,
    seat: int,
    player: str,
    places: Sequence[_StreetColumn],
) -> None:
    """Band of a seat: names left, acts right."""
    sheet, top = pages.sheet, pages.y + _height(streets) - _PAD
    with table.heading():
        sheet.text(LEFT, top - 9.4, str(seat), SMALL_BOLD)
    with table.cell():
        sheet.fit(WHO, top - 9.4, player, SMALL, MARGIN - WHO - 26)
        dealt = max((len(act.record.dealt) // 2 for act in streets.of_seat(seat)), default=0)
        if dealt > _FIRST:
            sheet.text(WHO, top - 9.4 - _LANE, f"{dealt} at once", LABEL)
    with sheet.tags.artifact():  # the cards are read with the name of their row
        _staves(pages, streets, top)
    for place in places:
        act = streets.of(place.street, seat)
        with table.cell():
            if act is not None:
                _cards(sheet, streets, act, place, top)
            _time(sheet, pages.y + _PAD, place, act, (place.street, seat) in streets.on_clock)


def _staves(pages: Pages, streets: StreetActs, top: float) -> None:
    sheet = pages.sheet
    for number, lane in enumerate(streets.lanes, 1):
        middle = top - number * _LANE + _LANE / 2
        sheet.right(MARGIN, middle - 2.2, lane, LABEL)
        sheet.line(CARDS, middle, RIGHT, middle, grey=_STAVE)
    if streets.timed:
        sheet.right(MARGIN, pages.y + _PAD, "time", LABEL)


def _cards(sheet: Sheet, streets: StreetActs, act: StreetAct, place: _StreetColumn, top: float) -> None:
    for number, lane in enumerate(streets.lanes, 1):
        cards = act.cards(lane)
        if cards:
            y = top - number * _LANE + (_LANE - CARD_HEIGHT * SMALLER) / 2
            draw_row(sheet, place.x, y, cards, place.room, streets.strange_of(act), SMALLER, f"{lane}: ")


def _time(sheet: Sheet, y: float, place: _StreetColumn, act: StreetAct | None, on_clock: bool) -> None:
    """Time of an act, on black under a clock."""
    text = time_of_day(act.record.at) if act is not None and act.record.at else ""
    if on_clock:
        _dark(sheet, place.x, y, text or "clock")
    else:
        sheet.text(place.x, y, text, LABEL)


def _dark(sheet: Sheet, x: float, y: float, text: str) -> None:
    sheet.box(x - 2, y - 2.2, width(text, _CLOCK) + 4, 9.8, INK)
    sheet.text(x, y, text, _CLOCK)


def _calls(pages: Pages, streets: StreetActs) -> None:
    pages.need(46)
    pages.y -= 4
    table = ReportTable(pages, _CALLS)
    table.head()
    acted_x = LEFT + sum(column.width for column in _CALLS[:_ACTED])
    for call in streets.calls:
        by = f"Seat {call.called_by}" if call.called_by is not None else NOTHING
        after = elapsed(seconds(call)) if call.acted_at else _NEVER
        y = table.row(f"Seat {call.seat}", by, time_of_day(call.at), "" if call.acted_at else NOTHING, after)
        if call.acted_at:
            with table.cell(_ACTED):
                _dark(pages.sheet, acted_x, y, time_of_day(call.acted_at))
