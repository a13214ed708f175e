"""QR codes (ISO/IEC 18004)."""

from __future__ import annotations

from functools import lru_cache
from html import escape
from itertools import groupby

from reportlab.graphics.barcode.qrencoder import QR8bitByte, QRCode, QRErrorCorrectLevel

from reports.drawn_pages import LEFT, Pages
from reports.typography import INK

_MODULE = 1.5  # points: about half a millimetre, which a telephone reads from a copy too
_QUIET = 4  # modules of white that a reader needs around the code; to the left it has the margin of the page
_OVER = 0.08  # by which a row reaches over the next, so that no seam is seen between them


def draw_qr(pages: Pages, text: str, said: str) -> None:
    """Draw a code at the left margin; at most 2,331 bytes. said: its reading."""
    runs, modules = _runs(text)
    side, quiet = modules * _MODULE, _QUIET * _MODULE
    pages.need(side + 2 * quiet)
    top = pages.y - quiet
    pages.y = top - side - quiet
    with pages.sheet.tags.figure(said, (LEFT, top - side, LEFT + side, top)):
        for row, column, length in runs:
            y = top - (row + 1) * _MODULE - _OVER
            pages.sheet.box(LEFT + column * _MODULE, y, length * _MODULE, _MODULE + _OVER, INK)


def qr_svg(text: str, said: str, module: int = 5) -> str:
    """Code as SVG with a quiet zone. module: pixels. said: its reading."""
    runs, modules = _runs(text)
    side = (modules + 2 * _QUIET) * module
    path = "".join(
        f"M{(column + _QUIET) * module} {(row + _QUIET) * module}h{length * module}v{module}h-{length * module}z"
        for row, column, length in runs
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{side}" height="{side}" viewBox="0 0 {side} {side}" role="img">'
        f"<title>{escape(said)}</title>"
        f'<rect width="{side}" height="{side}" fill="#fff"/><path fill="#000" d="{path}"/></svg>'
    )


@lru_cache(maxsize=8)
def _runs(text: str) -> tuple[list[tuple[int, int, int]], int]:
    """Dark runs (row, column, length), and modules a side."""
    code = QRCode(None, QRErrorCorrectLevel.M)
    code.addData(QR8bitByte(text))
    code.make()
    runs = []
    for row in range(code.getModuleCount()):
        at = 0
        for dark, several in groupby(code.isDark(row, column) for column in range(code.getModuleCount())):
            length = len(list(several))
            if dark:
                runs.append((row, at, length))
            at += length
    return runs, code.getModuleCount()
