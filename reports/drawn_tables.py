"""Tables drawn row by row, the head on each page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from reports.drawn_pages import LEFT, Pages
from reports.tagged.tagged_rows import TableTags
from reports.typography import COLUMN, SMALL, TextStyle, shrunk, width, wrapped

GUTTER = 8.0
_NARROWER = 1.12


class ReportColumn(NamedTuple):
    """A column. width: with the gutter."""

    title: str
    width: float
    right: bool = False
    style: TextStyle = SMALL

    @property
    def white(self) -> bool:
        """Whether it is only a gap."""
        return not self.title and self.width <= GUTTER


class RowLink(NamedTuple):
    """Link of a row. key: anchor. says: name. cell: column of its text."""

    key: str
    says: str
    cell: int = 0


class ReportTable:
    """A table; left cells wrap, right ones do not.

    most: lines of a cell. rules: a line ends each row.
    """

    def __init__(
        self,
        pages: Pages,
        columns: Sequence[ReportColumn],
        x: float = LEFT,
        most: int = 24,
        rules: bool = True,
    ) -> None:
        self._pages, self._columns, self._most, self._rules = pages, columns, most, rules
        self._edges = [x]
        for column in columns:
            self._edges.append(self._edges[-1] + column.width)
        self._tags = TableTags(pages.sheet.tags)
        self._places = [  # by column, the place among those that are read
            sum(not each.white for each in columns[:place]) for place in range(len(columns))
        ]
        self._wide = max((column.style.leading for column in columns), default=SMALL.leading)

    def head(self) -> None:
        """Headings with a rule."""
        pages = self._pages
        pages.need(46)
        titles = [
            wrapped(column.title, COLUMN, column.width - self._inset(column)) for column in self._columns
        ]
        lines = max(len(title) for title in titles)
        pages.y -= lines * COLUMN.leading + 2
        with self._tags.head():
            for edge, column, title in zip(self._edges, self._columns, titles, strict=False):
                if not column.white:
                    with self._tags.column() if column.title else self._tags.cell():
                        self._title(edge, column, title)
        pages.sheet.line(self._edges[0], pages.y, self._edges[-1], pages.y, grey=0.25, weight=0.6)
        pages.y -= 2

    def _title(self, edge: float, column: ReportColumn, title: Sequence[str]) -> None:
        sheet, foot = self._pages.sheet, self._pages.y + 3
        for place, line in enumerate(title):
            y = foot + (len(title) - 1 - place) * COLUMN.leading
            if column.right:
                sheet.right(edge + column.width - self._inset(column), y, line, COLUMN)
            else:
                sheet.text(edge, y, line, COLUMN)

    def row(
        self,
        *cells: str,
        styles: Sequence[TextStyle] | None = None,
        keep: float = 0,
        rule: bool = True,
        link: RowLink | None = None,
        headed: bool = False,
    ) -> float:
        """Row; gives the first line's baseline. keep: points that stay with it. rule: a line ends it. headed: the first
        cell is a heading drawn later."""
        pages = self._pages
        taken = [
            self._narrowed(cell, style, column)
            for cell, style, column in zip(
                cells, styles or [column.style for column in self._columns], self._columns, strict=True
            )
        ]
        lines = [
            (cell,) if column.right else wrapped(cell, style, column.width - self._inset(column), self._most)
            for cell, style, column in zip(cells, taken, self._columns, strict=True)
        ]
        height = max(len(cell) for cell in lines) * self._wide + 3
        if pages.need(height + keep):
            self.head()
        first = pages.y - self._wide * 0.76
        self._tags.row()
        for at, text, style in zip(range(len(cells)), lines, taken, strict=True):
            if self._columns[at].white:
                continue
            heading = not self._places[at] and (headed or bool(cells[at]))
            with self._tags.heading() if heading else self._tags.cell():
                if link is not None and link.cell == at:
                    with pages.sheet.tags.tag("Link"):
                        self._text(at, first, text, style)
                        bottom = pages.y - height
                        pages.sheet.link(
                            self._edges[0], bottom, self._edges[-1], first + 9, link.key, link.says
                        )
                else:
                    self._text(at, first, text, style)
        pages.y -= height
        if self._rules and rule:
            pages.sheet.line(self._edges[0], pages.y + 0.5, self._edges[-1], pages.y + 0.5)
        return first

    def cell(self, place: int) -> TableTags:
        """Draw in a cell of the last row."""
        return self._tags.again(self._places[place])

    def _text(self, at: int, first: float, lines: Sequence[str], style: TextStyle) -> None:
        column, edge, sheet = self._columns[at], self._edges[at], self._pages.sheet
        for place, line in enumerate(lines):
            y = first - place * self._wide
            if column.right:
                end = edge + column.width - self._inset(column)
                sheet.figure(end, y, line, style, column.width - 4)
            else:
                sheet.text(edge, y, line, style)

    def _narrowed(self, cell: str, style: TextStyle, column: ReportColumn) -> TextStyle:
        """Style of a cell; slightly long words are narrowed."""
        room = column.width - self._inset(column)
        if (
            column.right
            or len(cell) * style.size < room
            or " " in cell
            or width(cell, style) > _NARROWER * room
        ):
            return style
        return shrunk(cell, style, room)

    def _inset(self, column: ReportColumn) -> float:
        """Gutter; none for the last column."""
        return 0.0 if column is self._columns[-1] else GUTTER
