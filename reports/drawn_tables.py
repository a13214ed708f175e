"""Tables that are drawn row by row, with hairlines, right-aligned figures and the head repeated on every page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from reports.drawn_pages import LEFT, Pages
from reports.tagged.tagged_rows import TableTags
from reports.typography import COLUMN, SMALL, TextStyle, shrunk, width, wrapped

GUTTER = 8.0
_NARROWER = 1.12


class ReportColumn(NamedTuple):
    """A column: its heading, its width including the white to its right, its alignment and its style."""

    title: str
    width: float
    right: bool = False
    style: TextStyle = SMALL

    @property
    def white(self) -> bool:
        """Whether the column is only a distance between two others."""
        return not self.title and self.width <= GUTTER


class RowLink(NamedTuple):
    """Link of a row. key: the anchor. says: what the link is called. cell: the column whose text is the link's."""

    key: str
    says: str
    cell: int = 0


class ReportTable:
    """A table. Left-aligned cells are wrapped, right-aligned cells are on one line.

    most: the most lines of a cell. rules: whether a line ends each row.
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
        """The headings, with a rule beneath."""
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
        """One row; the baseline of its first line. keep: points of what follows that stay with it. rule: whether a line
        ends it. link: where the row leads. headed: whether the first cell is a heading although its text is drawn later.
        """
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
        """Draw in a cell of the last row. place: its column."""
        return self._tags.again(self._places[place])

    def _text(self, at: int, first: float, lines: Sequence[str], style: TextStyle) -> None:
        """The text of a cell."""
        column, edge, sheet = self._columns[at], self._edges[at], self._pages.sheet
        for place, line in enumerate(lines):
            y = first - place * self._wide
            if column.right:
                end = edge + column.width - self._inset(column)
                sheet.figure(end, y, line, style, column.width - 4)
            else:
                sheet.text(edge, y, line, style)

    def _narrowed(self, cell: str, style: TextStyle, column: ReportColumn) -> TextStyle:
        """The style of a cell; a word that is slightly too long, such as a digest, is set narrower and not broken."""
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
        """The last column reaches the edge of the table; the others leave a gutter."""
        return 0.0 if column is self._columns[-1] else GUTTER
