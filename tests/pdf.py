"""The text of a PDF, read by PDFium: pypdf takes many times as long."""

import re
from pathlib import Path

import pypdfium2


def pages_of(source: bytes | Path) -> list[str]:
    """The text of each page; every run of white space is one space."""
    pages = pypdfium2.PdfDocument(source)
    return [re.sub(r"\s+", " ", page.get_textpage().get_text_range()) for page in pages]


def text_of(source: bytes | Path) -> str:
    """The text of all pages."""
    return " ".join(pages_of(source))


def lines_of(source: bytes | Path) -> list[list[str]]:
    """The lines of each page, as they are laid out."""
    pages = pypdfium2.PdfDocument(source)
    return [page.get_textpage().get_text_range().splitlines() for page in pages]
