"""What can be measured of a page: how small its type is, and how much of it is filled."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from typing import Any, NamedTuple

import pypdfium2
from pypdf import PdfReader
from pypdf.generic import ContentStream

from reports.drawn_pages import BOTTOM, FULL, TOP

Matrix = tuple[float, float, float, float, float, float]
_SAME: Matrix = (1, 0, 0, 1, 0, 0)


class Piece(NamedTuple):
    """Some text as it is drawn: its size and place on the page, in points, and how it is painted (3: unseen)."""

    font: str
    size: float
    x: float
    y: float
    mode: int


def pieces(data: bytes) -> Iterator[tuple[int, Piece]]:
    """Every piece of text with its page, from 1; what forms draw, where they are placed."""
    reader = PdfReader(BytesIO(data))
    for number, page in enumerate(reader.pages, 1):
        for piece in _walk(reader, page.get_contents(), page["/Resources"], _SAME):
            yield number, piece


def _walk(reader: PdfReader, stream: Any, resources: Any, at: Matrix) -> Iterator[Piece]:
    stack: list[Matrix] = []
    text, font, size, mode = _SAME, "", 0.0, 0
    for operands, operator in ContentStream(stream, reader).operations:
        if operator == b"q":
            stack.append(at)
        elif operator == b"Q":
            at = stack.pop()
        elif operator == b"cm":
            at = _times(tuple(map(float, operands)), at)
        elif operator == b"Tm":
            text = tuple(map(float, operands))
        elif operator == b"Tf":
            font, size = operands[0], float(operands[1])
        elif operator == b"Tr":
            mode = int(operands[0])
        elif operator == b"Tj":
            placed = _times(text, at)
            yield Piece(font, size * placed[3], placed[4], placed[5], mode)
        elif operator == b"Do":
            form = resources["/XObject"][operands[0]].get_object()
            yield from _walk(reader, form, form.get("/Resources", resources), at)


def _times(a: Any, b: Any) -> Any:
    return (
        a[0] * b[0] + a[1] * b[2], a[0] * b[1] + a[1] * b[3],
        a[2] * b[0] + a[3] * b[2], a[2] * b[1] + a[3] * b[3],
        a[4] * b[0] + a[5] * b[2] + b[4], a[4] * b[1] + a[5] * b[3] + b[5],
    )  # fmt: skip


def smallest(data: bytes) -> tuple[float, int]:
    """The smallest type that shows, and a page that has it."""
    return min((round(piece.size, 2), number) for number, piece in pieces(data) if piece.mode != 3)


def empty(data: bytes) -> list[float]:
    """For each page, the share below the last thing drawn on it."""
    found = []
    for page in pypdfium2.PdfDocument(data):
        feet = [box[1] for each in page.get_objects(max_depth=1) if _on_page(box := each.get_bounds())]
        found.append((min(feet, default=TOP) - BOTTOM) / FULL)
    return found


def _on_page(box: tuple[float, float, float, float]) -> bool:
    """Whether a thing is of the page's own, and not of its furniture."""
    return box[1] >= BOTTOM - 6 and box[3] <= TOP + 6
