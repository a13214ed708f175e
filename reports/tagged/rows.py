"""The structure of a table that is drawn row by row, over as many pages as it takes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager

from reports.tagged.structure import Element
from reports.tagged.tags import Tags


class TableTags:
    """Tags the rows and cells of a table. The table ends when something begins beside it.

    A row ends with the next one; until then, `again` returns to its cells.
    """

    def __init__(self, tags: Tags) -> None:
        self._tags = tags
        self._table: Element | None = None
        self._cells: list[Element] = []

    @contextmanager
    def head(self) -> Iterator[None]:
        """What is drawn meanwhile are the headings of the columns; on a further page, they are not read again."""
        if self._tags.structure.holds(self._table):
            with self._tags.artifact():
                yield
        else:
            self.row()
            yield

    def row(self) -> None:
        """Begin a row."""
        structure = self._tags.structure
        if not structure.holds(self._table):
            self._table = self._tags.loose("Table")
        self._tags.loose("TR", within=self._table)
        self._cells = []

    def column(self) -> AbstractContextManager[None]:
        """What is drawn meanwhile is the heading of a column."""
        return self._cell("TH", "Column")

    def heading(self, spans: int = 1) -> AbstractContextManager[None]:
        """What is drawn meanwhile is the heading of the row."""
        return self._cell("TH", "Row", spans)

    def cell(self, spans: int = 1) -> AbstractContextManager[None]:
        """What is drawn meanwhile is a cell. spans: how many columns it takes."""
        return self._cell("TD", "", spans)

    @contextmanager
    def again(self, place: int) -> Iterator[None]:
        """What is drawn meanwhile belongs to a cell of this row, counted from 0 or, backwards, from -1."""
        if self._tags.aside:
            yield
            return
        with self._tags.resumed(self._cells[place]):
            yield

    @contextmanager
    def _cell(self, kind: str, scope: str = "", spans: int = 1) -> Iterator[None]:
        if self._tags.aside:
            yield
            return
        cell = self._tags.structure.beside(kind, scope, spans)
        self._cells.append(cell)
        with self._tags.resumed(cell):
            yield
