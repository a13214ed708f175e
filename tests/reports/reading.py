"""Reads a report back, for the tests."""

from __future__ import annotations

from io import BytesIO
from typing import Any

from pypdf import PdfReader

from tests.pdf import pages_of


class Reading:
    """A PDF with its text, its outline and where its links lead."""

    def __init__(self, data: bytes) -> None:
        self.pages = pages_of(data)
        self.text = " ".join(self.pages)
        self.reader = PdfReader(BytesIO(data))

    def outline(self) -> list[tuple[int, str, int]]:
        """Level, title and page (from 1) of each entry."""
        return list(self._entries(self.reader.outline, 0))

    def _entries(self, entries: list[Any], level: int) -> Any:
        for entry in entries:
            if isinstance(entry, list):
                yield from self._entries(entry, level + 1)
            else:
                yield level, str(entry.title), self.reader.get_destination_page_number(entry) + 1

    def links(self, page: int) -> dict[str, int]:
        """What the links of a page (from 1) say, and the page that each leads to."""
        numbers = {p.indirect_reference.idnum: at for at, p in enumerate(self.reader.pages, 1)}
        notes = [note.get_object() for note in self.reader.pages[page - 1].get("/Annots", [])]
        return {str(note["/Contents"]): numbers[note["/Dest"][0].idnum] for note in notes}

    def fonts(self) -> list[Any]:
        """The fonts that the pages can use."""
        resources = self.reader.pages[0]["/Resources"]
        return [font.get_object() for font in resources["/Font"].values()]
