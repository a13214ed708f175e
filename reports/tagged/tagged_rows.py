"""Structure of a table drawn row by row."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from reports.tagged.structure import StructureElement
from reports.tagged.tags import Tags


class TableTags:
    """Tags of rows and cells. The table ends when something begins beside it.

    `again` returns to cells until the next row.
    """

    def __init__(self, tags: Tags) -> None:
        self._tags = tags
        self._table: StructureElement | None = None
        self._cells: list[StructureElement] = []
        self._cell: StructureElement | None = None  # that is being drawn

    @contextmanager
    def head(self) -> Iterator[None]:
        """Draw headings inside; read once."""
        if self._tags.structure.holds(self._table):
            with self._tags.artifact():
                yield
        else:
            self.row()
            yield

    def row(self) -> None:
        structure = self._tags.structure
        if not structure.holds(self._table):
            self._table = self._tags.loose("Table")
        self._tags.loose("TR", within=self._table)
        self._cells = []

    def column(self) -> TableTags:
        return self._begin("TH", "Column")

    def heading(self, spans: int = 1) -> TableTags:
        return self._begin("TH", "Row", spans)

    def cell(self, spans: int = 1) -> TableTags:
        """Draw a cell inside. spans: columns."""
        return self._begin("TD", "", spans)

    def again(self, place: int) -> TableTags:
        """Draw inside a cell of this row, by place."""
        self._cell = None
        if not self._tags.aside:
            self._cell = self._cells[place]
            self._tags.structure.resume(self._cell)
        return self

    def _begin(self, kind: str, scope: str, spans: int = 1) -> TableTags:
        self._cell = None
        if not self._tags.aside:
            structure = self._tags.structure
            self._cell = structure.beside(kind, scope, spans)
            self._cells.append(self._cell)
            structure.resume(self._cell)
        return self

    def __enter__(self) -> None:
        """The cell has begun."""

    def __exit__(self, *_: object) -> None:
        if self._cell is not None:
            self._tags.structure.leave(self._cell)
