"""Table of pairs, from the first seat's side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from reports.drawn_pages import LEFT, RIGHT, Pages
from reports.exhibit_columns import CARDS, DUE, FIGURE_ROOM, RECORDED
from reports.formatting import MINUS, headed, in_column, units, units_as_money
from reports.tagged.tagged_rows import TableTags
from reports.typography import COLUMN, SMALL, SMALL_BOLD, TextStyle
from rules.cards import ROWS
from rules.shown_hands import Exhibit

NOT_COMPARED = "·"  # no dash, which would read as a lost row
PARTS = {  # the parts of a pair's units: in full, and short for narrow columns
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
ROOMY = 4  # with more parts, their names are shortened
_HEAD, _HEIGHT = 14.0, 10.5
_TALLY = TextStyle(SMALL.face, 8, 10.5)
_TALLY_SOFT = _TALLY._replace(colour="0.62 g")
_TALLY_BOLD = TextStyle(SMALL_BOLD.face, 8, 10.5)


def draw_pairs(
    pages: Pages, exhibit: Exhibit, pairs: Sequence[Mapping[str, Any]], currency: str | None,
    beside: Sequence[Mapping[str, Any]] = (), title: str = "Pair, to the first seat", after: float = 0,
) -> None:  # fmt: skip
    """Draw the table. beside: pairs of a second one with equal columns. after: room kept."""
    columns, table = _Columns([*pairs, *beside], exhibit.unit, currency, title), TableTags(pages.sheet.tags)
    pages.need(_HEAD + len(pairs) * _HEIGHT + after)
    columns.head(pages, table)
    for pair in pairs:
        if pages.need(_HEIGHT):
            columns.head(pages, table)
        pages.y -= _HEIGHT
        _pair(pages, table, columns, pair)
    pages.sheet.line(LEFT, pages.y, RIGHT, pages.y)


def parts_in_use(pairs: Sequence[Mapping[str, Any]]) -> list[str]:
    """Parts that a pair has, rows always."""
    return [
        key for key in PARTS if key == "rows" or any((pair.get("parts") or {}).get(key) for pair in pairs)
    ]


def outcome(value: int | None) -> str:
    """Row won, lost or tied; a dot: not compared."""
    return NOT_COMPARED if value is None else "+" if value > 0 else MINUS if value < 0 else "0"


class _Columns:
    def __init__(
        self, pairs: Sequence[Mapping[str, Any]], unit: int | None, currency: str | None, title: str
    ) -> None:
        self.parts = parts_in_use(pairs)
        self.unit, self.currency, self.title = unit, currency, title
        self.tight = len(self.parts) > ROOMY
        start, step = (LEFT + 40, 30.0) if self.tight else (CARDS, 34.0)
        self.units = RECORDED - 6
        self.rows_at = [start + place * step for place in (1, 2, 3)]
        spread = min(46.0, (self.units - self.rows_at[-1]) / (len(self.parts) + 1))
        self.parts_at = [self.units - (len(self.parts) - place) * spread for place in range(len(self.parts))]

    def head(self, pages: Pages, table: TableTags) -> None:
        sheet = pages.sheet
        pages.y -= _HEAD
        y = pages.y + 3
        titles = [
            *((name.capitalize(), x) for name, x in zip(ROWS, self.rows_at, strict=True)),
            *((PARTS[key][self.tight], x) for key, x in zip(self.parts, self.parts_at, strict=True)),
            ("Units", self.units),
        ]
        with table.head():
            with table.column():
                sheet.text(LEFT, y, self.title.partition(",")[0] if self.tight else self.title, COLUMN)
            for title, x in titles:
                with table.column():
                    sheet.right(x, y, title, COLUMN)
            with table.column():
                sheet.right(DUE, y, headed("Money", self.currency), COLUMN)
                if self.unit is not None:
                    worth = f"1 unit: {in_column(self.unit, self.currency)}"
                    sheet.figure(RIGHT, y, worth, COLUMN, FIGURE_ROOM)
        sheet.line(LEFT, pages.y, RIGHT, pages.y, grey=0.6)


def _pair(pages: Pages, table: TableTags, columns: _Columns, pair: Mapping[str, Any]) -> None:
    sheet, y = pages.sheet, pages.y + 2.6
    table.row()
    with table.heading():
        sheet.text(LEFT, y, f"{pair['a']} – {pair['b']}", _TALLY)
    rows, parts = pair.get("rows"), pair.get("parts") or {}
    for name, x in zip(ROWS, columns.rows_at, strict=True):
        won = rows.get(name) if rows else None
        with table.cell():
            sheet.right(x, y, outcome(won), _TALLY if won else _TALLY_SOFT)
    for key, x in zip(columns.parts, columns.parts_at, strict=True):
        part = parts.get(key)
        with table.cell():
            sheet.right(x, y, NOT_COMPARED if part is None else units(part), _TALLY if part else _TALLY_SOFT)
    total = pair.get("units")
    with table.cell():
        sheet.right(columns.units, y, units(total), _TALLY_BOLD if total else _TALLY_SOFT)
    amount = in_column(units_as_money(total, columns.unit), columns.currency, plus=True)
    with table.cell():
        sheet.figure(DUE, y, amount, _TALLY if total else _TALLY_SOFT, FIGURE_ROOM)
