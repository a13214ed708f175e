"""Reads a report back, for the tests."""

from __future__ import annotations

from functools import cached_property
from io import BytesIO
from typing import Any

import pypdfium2
from pypdf import PdfReader

from tests.pdf import pages_of


class Reading:
    """A PDF with its text, its outline and where its links lead."""

    def __init__(self, data: bytes) -> None:
        self.pages = pages_of(data)
        self.text = " ".join(self.pages)
        self._data = data

    @cached_property
    def reader(self) -> PdfReader:
        return PdfReader(BytesIO(self._data))

    def outline(self) -> list[tuple[int, str, int]]:
        """Level, title and page (from 1) of each entry."""
        entries = pypdfium2.PdfDocument(self._data).get_toc()
        return [(each.level, each.get_title(), each.get_dest().get_index() + 1) for each in entries]

    def links(self, page: int) -> dict[str, int]:
        """What the links of a page (from 1) say, and the page that each leads to."""
        numbers = {p.indirect_reference.idnum: at for at, p in enumerate(self.reader.pages, 1)}
        notes = [note.get_object() for note in self.reader.pages[page - 1].get("/Annots", [])]
        return {str(note["/Contents"]): numbers[note["/Dest"][0].idnum] for note in notes}

    def fonts(self) -> list[Any]:
        """The fonts that the pages can use."""
        resources = self.reader.pages[0]["/Resources"]
        return [font.get_object() for font in resources["/Font"].values()]
