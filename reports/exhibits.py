"""A hand in evidence: every seat's cards, what was recorded and what is due, and the sums between pairs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence

from reports.cards import CARD_HEIGHT, PITCH, draw_row, row_width, split
from reports.pages import LEFT, RIGHT, WIDTH, Pages
from reports.typography import (
    COLUMN,
    CONDENSED,
    INK,
    LABEL,
    NOTE,
    SMALL,
    SMALL_BOLD,
    SMALL_SOFT,
    WHITE,
    Style,
    fitted,
    width,
)
from reports.words import MINUS, listed, money, titled, units, units_as_money
from rules.results import Exhibit, SeatRecord

ROWS = ("front", "middle", "back")
_WHO = LEFT + 20
_CARDS = LEFT + 96.0
_BETWEEN = 9.0
_CARDS_END = _CARDS + 13 * PITCH + 2 * _BETWEEN
_RECORDED, _DUE, _DIFFERENCE = RIGHT - 110.0, RIGHT - 56.0, RIGHT
_FIGURE_ROOM = 50.0
_SEAT_HEIGHT, _DEALT_HEIGHT, _PAIR_HEIGHT = 25.0, 16.5, 10.5
NOT_COMPARED = "·"  # no dash, which would read as a lost row
_FRAMED = "Framed: dealt and not set, or set and not dealt"
_UNKNOWN = "??"
_PARTS = {  # the parts of a pair's units, in full and where there is little room
    "rows": ("Rows", "Rows"),
    "sweep": ("Sweep", "Sweep"),
    "royalties": ("Royalties", "Royal."),
    "natural": ("Natural", "Natur."),
    "surrender": ("Surrender", "Surr."),
    "overall": ("Overall", "Over."),
    "side_bets": ("Side bets", "Side"),
    "penalties": ("Penalties", "Penal."),
    "other": ("Other", "Other"),
}
_MARK_ROOM = 24.0  # less than this would cut a word to nothing
_ROOMY = 4  # so many parts have room for their names
_MARK = Style(SMALL_BOLD.face, 5.8, 8, WHITE, 0.3)
_MARK_PALE = _MARK._replace(colour=INK)
_NOTE = Style(CONDENSED, 7.2, 9.5, NOTE.colour)
_TALLY = Style(SMALL.face, 7.5, 10.5)
_TALLY_SOFT = _TALLY._replace(colour="0.62 g")
_TALLY_BOLD = Style(SMALL_BOLD.face, 7.5, 10.5)


def draw(
    pages: Pages, exhibit: Exhibit, currency: str | None, accused: set[int], doubled: Collection[str] = ()
) -> None:
    """The exhibit; the seats in ``accused`` are those that a finding names, and so are the ``doubled`` cards."""
    replay = exhibit.replay
    if exhibit.void or replay.get("void"):
        pages.paragraph("The deal was declared void: nothing is won or lost in it.", NOTE, after=2)
    results = {result["seat"]: result for result in replay.get("seats") or []}
    _seats_head(pages)
    for seat in sorted(exhibit.seats, key=lambda seat: seat.seat):
        strays = _strays(seat)
        if pages.need(_SEAT_HEIGHT + (_DEALT_HEIGHT if strays else 0)):
            _seats_head(pages)
        result, marked = results.get(seat.seat) or {}, {*doubled, *strays}
        _seat(pages, exhibit, seat, result, currency, seat.seat in accused, marked)
        if strays:
            _dealt(pages, seat, marked)
    pairs = replay.get("pairs") or []
    if pairs:
        _pairs(pages, exhibit, pairs, currency)
    for note in _notes(exhibit, currency):
        pages.paragraph(note, _NOTE, measure=WIDTH, after=1)


def _seats_head(pages: Pages) -> None:
    sheet = pages.sheet
    pages.y -= 12
    y = pages.y + 3
    sheet.text(LEFT, y, "Seat", COLUMN)
    sheet.text(_WHO, y, "Player", COLUMN)
    for name, x in zip(ROWS, _row_places(), strict=True):
        sheet.text(x, y, name.capitalize(), COLUMN)
    for title, x in (("Recorded", _RECORDED), ("Due", _DUE), ("Difference", _DIFFERENCE)):
        sheet.right(x, y, title, COLUMN)
    sheet.line(LEFT, pages.y, RIGHT, pages.y, grey=0.25, weight=0.6)


def _row_places() -> tuple[float, float, float]:
    middle = _CARDS + 3 * PITCH + _BETWEEN
    return _CARDS, middle, middle + 5 * PITCH + _BETWEEN


def _seat(
    pages: Pages,
    exhibit: Exhibit,
    seat: SeatRecord,
    result: Mapping,
    currency: str | None,
    named: bool,
    marked: Collection[str],
) -> None:
    sheet = pages.sheet
    pages.y -= _SEAT_HEIGHT
    line = pages.y + 14.5
    sheet.text(LEFT, line, str(seat.seat), SMALL_BOLD)
    sheet.fit(_WHO, line, seat.player, SMALL_BOLD if named else SMALL, _CARDS - _WHO - 6)
    _marks(pages, exhibit, seat, result)
    _cards(pages, seat, result, marked)
    due = result.get("net")
    difference = seat.net - due if seat.net is not None and due is not None else None
    for amount, x, style in (
        (seat.net, _RECORDED, SMALL),
        (due, _DUE, SMALL),
        (difference, _DIFFERENCE, SMALL_BOLD if difference else SMALL_SOFT),
    ):
        sheet.figure(x, line, money(amount, currency, plus=True), style, _FIGURE_ROOM)
    if result.get("units") is not None:
        earned = units(result["units"])
        sheet.right(_DUE, pages.y + 6, f"{earned} {'unit' if earned[1:] == '1' else 'units'}", LABEL)
    sheet.line(LEFT, pages.y, RIGHT, pages.y)


def _marks(pages: Pages, exhibit: Exhibit, seat: SeatRecord, result: Mapping) -> None:
    """Small labels: dealer, fouled, surrendered, natural, missed."""
    x, y = _WHO, pages.y + 5
    marks = []
    if result.get("fouled"):
        marks.append(("FOULED", True))
    elif seat.fouled:
        marks.append(("MARKED FOULED", False))
    if result.get("surrendered") or seat.surrendered:
        marks.append(("SURRENDERED", True))
    if exhibit.banker == seat.seat:
        marks.append(("BANKER", False))
    if result.get("natural"):
        marks.append((titled(str(result["natural"])).upper(), False))
    if result.get("status") == "missed":
        marks.append(("MISSED", False))
    if exhibit.dealer == seat.seat:
        marks.append(("HAD TO DEAL" if exhibit.forced_dealer else "DEALER", False))
    for text, solid in marks:
        style = _MARK if solid else _MARK_PALE
        room = _CARDS - 7 - x
        if room < _MARK_ROOM:
            break
        shown = fitted(text, style, room)
        wide = width(shown, style) + 5
        if solid:
            pages.sheet.box(x, y - 1.6, wide, 7.4, INK)
        else:
            pages.sheet.frame(x, y - 1.6, wide, 7.4, grey=0.45, weight=0.4)
        pages.sheet.text(x + 2.5, y + 0.2, shown, style)
        x += wide + 3


def _strays(seat: SeatRecord) -> set[str]:
    """The cards that a seat was dealt and did not set, or set and was not dealt, by what was recorded."""
    rows = [getattr(seat, name) for name in ROWS]
    dealt = Counter(split(seat.dealt or ""))
    in_rows = Counter(card for row in rows for card in split(row or ""))
    if not dealt or not in_rows or _UNKNOWN in dealt or _UNKNOWN in in_rows:
        return set()
    complete = all(row is not None for row in rows)
    return set(in_rows - dealt) | (set(dealt - in_rows) if complete else set())


def _dealt(pages: Pages, seat: SeatRecord, marked: Collection[str]) -> None:
    """The cards that a seat was dealt, below the ones that it set."""
    sheet = pages.sheet
    pages.y -= _DEALT_HEIGHT
    sheet.text(_WHO, pages.y + 5.2, f"Dealt to seat {seat.seat}:", SMALL)
    draw_row(sheet, _CARDS, pages.y + 1.8, split(seat.dealt or ""), _CARDS_END - _CARDS, marked)
    sheet.fit(_CARDS_END + 6, pages.y + 5.2, _FRAMED, LABEL, RIGHT - _CARDS_END - 6)
    sheet.line(LEFT, pages.y, RIGHT, pages.y)


def _cards(pages: Pages, seat: SeatRecord, result: Mapping, marked: Collection[str]) -> None:
    y = pages.y + 10.8
    rows = [split(getattr(seat, name) or "") for name in ROWS]
    if not any(rows):
        dealt = split(seat.dealt or "")
        if dealt:
            draw_row(pages.sheet, _CARDS, y, dealt, _CARDS_END - _CARDS, marked)
        said = "as dealt; the hand was not set" if dealt else "no cards recorded"
        pages.sheet.text(_CARDS, y - 7.5 if dealt else y + 4, said, LABEL)
        return
    places: Sequence[float] = _row_places()
    if [len(row) for row in rows] != [3, 5, 5]:
        places = _squeezed(rows)
    classes = result.get("hands") or {}
    for name, cards, x, end in zip(ROWS, rows, places, [*places[1:], _CARDS_END + _BETWEEN], strict=True):
        if cards:
            draw_row(pages.sheet, x, y, cards, end - _BETWEEN - x, marked)
        made = str(classes.get(name) or "").replace("_", " ")
        pages.sheet.fit(x, y - 7.5, made, LABEL, end - x - 3)


def _squeezed(rows: Sequence[Sequence[str]]) -> list[float]:
    """Where rows of unusual sizes begin, all within the room of 13 cards."""
    wide = [max(row_width(len(row)), CARD_HEIGHT) for row in rows]
    scale = min(1.0, (_CARDS_END - _CARDS - 2 * _BETWEEN) / sum(wide))
    places = [_CARDS]
    for part in wide[:-1]:
        places.append(places[-1] + part * scale + _BETWEEN)
    return places


class _PairColumns:
    """Where the columns of the pairs' table end: three rows, the parts in use, and the units."""

    def __init__(self, pairs: Sequence[Mapping]) -> None:
        self.parts = [
            key
            for key in _PARTS
            if key == "rows" or any((pair.get("parts") or {}).get(key) for pair in pairs)
        ]
        self.tight = len(self.parts) > _ROOMY
        start, step = (LEFT + 40, 30.0) if self.tight else (_CARDS, 34.0)
        self.units = _RECORDED - 6
        self.rows_at = [start + place * step for place in (1, 2, 3)]
        spread = min(46.0, (self.units - self.rows_at[-1]) / (len(self.parts) + 1))
        self.parts_at = [self.units - (len(self.parts) - place) * spread for place in range(len(self.parts))]

    def head(self, pages: Pages, unit: str | None) -> None:
        """The headings."""
        sheet = pages.sheet
        pages.y -= 14
        y = pages.y + 3
        sheet.text(LEFT, y, "Pair" if self.tight else "Pair, to the first seat", COLUMN)
        for name, x in zip(ROWS, self.rows_at, strict=True):
            sheet.right(x, y, name.capitalize(), COLUMN)
        for key, x in zip(self.parts, self.parts_at, strict=True):
            sheet.right(x, y, _PARTS[key][self.tight], COLUMN)
        sheet.right(self.units, y, "Units", COLUMN)
        sheet.right(_DUE, y, "Money", COLUMN)
        if unit is not None:
            sheet.figure(RIGHT, y, f"1 unit: {unit}", COLUMN, _FIGURE_ROOM)
        sheet.line(LEFT, pages.y, RIGHT, pages.y, grey=0.6)


def _pairs(pages: Pages, exhibit: Exhibit, pairs: Sequence[Mapping], currency: str | None) -> None:
    """What each pair of seats owes each other, row by row and part by part, from the first seat's side."""
    columns = _PairColumns(pairs)
    unit = money(exhibit.unit, currency) if exhibit.unit is not None else None
    columns.head(pages, unit)
    for pair in pairs:
        if pages.need(_PAIR_HEIGHT):
            columns.head(pages, unit)
        pages.y -= _PAIR_HEIGHT
        _pair(pages, columns, pair, exhibit.unit, currency)
    pages.sheet.line(LEFT, pages.y, RIGHT, pages.y)


def _pair(pages: Pages, columns: _PairColumns, pair: Mapping, unit: int | None, currency: str | None) -> None:
    sheet, y = pages.sheet, pages.y + 2.6
    sheet.text(LEFT, y, f"{pair['a']} – {pair['b']}", _TALLY)
    rows, parts = pair.get("rows"), pair.get("parts") or {}
    for name, x in zip(ROWS, columns.rows_at, strict=True):
        outcome = rows.get(name) if rows else None
        sheet.right(x, y, _outcome(outcome), _TALLY if outcome else _TALLY_SOFT)
    for key, x in zip(columns.parts, columns.parts_at, strict=True):
        part = parts.get(key)
        sheet.right(x, y, NOT_COMPARED if part is None else units(part), _TALLY if part else _TALLY_SOFT)
    total = pair.get("units")
    sheet.right(columns.units, y, units(total), _TALLY_BOLD if total else _TALLY_SOFT)
    amount = money(units_as_money(total, unit), currency, plus=True)
    sheet.figure(_DUE, y, amount, _TALLY if total else _TALLY_SOFT, _FIGURE_ROOM)


def _outcome(value: int | None) -> str:
    return NOT_COMPARED if value is None else "+" if value > 0 else MINUS if value < 0 else "0"


def _notes(exhibit: Exhibit, currency: str | None) -> list[str]:
    """What the tables do not show: a pool, a winner, payments cut by stacks, eliminations, open points."""
    replay = exhibit.replay
    notes = []
    if exhibit.unit is not None and replay.get("transfers") and not replay.get("pairs"):
        notes.append(f"One unit is {money(exhibit.unit, currency)}.")
    if exhibit.transfers is not None:
        said = "; ".join(f"seat {a} → seat {b} {money(paid, currency)}" for a, b, paid in exhibit.transfers)
        notes.append(f"Recorded transfers: {said or 'none'}.")
    naturals = [
        f"seat {seat['seat']} {titled(str(seat['natural'])).lower()}"
        for seat in replay.get("seats") or []
        if seat.get("natural")
    ]
    if naturals:
        notes.append(f"Special hands of thirteen cards that count: {'; '.join(naturals)}.")
    notes += _pool(exhibit, currency)
    if replay.get("winner") is not None:
        notes.append(f"The single winner of the deal: seat {replay['winner']}, who beats every other seat.")
    if _limited(exhibit):
        stacks = [f"seat {seat.seat} {money(seat.stack, currency)}" for seat in exhibit.seats]
        notes.append(f"In front when the cards were dealt: {'; '.join(stacks)}.")
        paid = (
            f"seat {t['payer']} pays seat {t['payee']} {money(t.get('amount'), currency)}"
            for t in replay["transfers"]
        )
        notes.append(f"Paid, after limits by the chips on the table: {'; '.join(paid) or 'nothing'}.")
    if replay.get("eliminated"):
        notes.append(f"Eliminated: {_seats(replay['eliminated'])}.")
    notes += [
        f"Left open by the controls ({point.get('clause') or point.get('code')}): {point.get('message')}"
        for point in replay.get("undetermined") or []
    ]
    return notes


def _pool(exhibit: Exhibit, currency: str | None) -> list[str]:
    """Who has the best of each row, and what the log has of the pool."""
    notes = []
    best = {row: seats for row, seats in (exhibit.replay.get("pool") or {}).items() if seats}
    if best:
        notes.append(
            f"Best of each row: {'; '.join(f'{row} {_seats(seats)}' for row, seats in best.items())}."
        )
    if exhibit.pool is not None:
        paid_in = "; ".join(
            f"seat {seat} {money(paid, currency)}" for seat, paid in exhibit.pool.contributions
        )
        awards = "; ".join(
            f"{row} to seat {seat} {money(paid, currency)}" for seat, row, paid in exhibit.pool.awards
        )
        notes.append(f"Recorded pool: paid in {paid_in or 'nothing'}; paid out {awards or 'nothing'}.")
    return notes


def _seats(seats: Sequence[int]) -> str:
    return ("seat " if len(seats) == 1 else "seats ") + listed([str(seat) for seat in seats])


def _limited(exhibit: Exhibit) -> bool:
    """Whether what is paid differs from what the pairs come to."""
    transfers, pairs = exhibit.replay.get("transfers"), exhibit.replay.get("pairs")
    if transfers is None or not pairs or exhibit.unit is None:
        return False
    due: dict[tuple[int, int], int] = {}
    for pair in pairs:
        amount = units_as_money(pair.get("units"), exhibit.unit)
        if amount:
            key = (pair["b"], pair["a"]) if amount > 0 else (pair["a"], pair["b"])
            due[key] = abs(amount)
    paid: dict[tuple[int, int], int] = {}
    for transfer in transfers:
        key = (transfer["payer"], transfer["payee"])
        paid[key] = paid.get(key, 0) + (transfer.get("amount") or 0)
    return paid != due
